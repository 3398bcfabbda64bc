/** Parts of the schemas of options. */
import { Type } from 'typebox'

/** Unknown settings are issues. */
export const CLOSED = { additionalProperties: false } as const

/** A text that is not empty. */
export const Text = (description: string) => Type.String({ minLength: 1, description })

/** One text, or several. */
export const TextList = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }))], {
    description,
  })

/** A switch. */
export const Flag = (description: string) => Type.Boolean({ description })
