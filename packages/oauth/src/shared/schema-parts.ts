/** Parts of the schemas of options. */
import { type TProperties, Type } from 'typebox'

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

/** A whole number. */
export const Whole = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description })

/** How often something may happen; false for no limit. */
export const Limit = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(false)], { description })

/** A group of settings, each of which may be left out. */
export const Settings = <Properties extends TProperties>(
  description: string,
  properties: Properties,
) => Type.Partial(Type.Object(properties), { ...CLOSED, description })
