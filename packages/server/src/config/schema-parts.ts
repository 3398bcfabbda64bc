/** Parts of the schemas of settings. */
import { Type } from 'typebox'

/** Unknown settings are issues. */
export const CLOSED = { additionalProperties: false } as const

/** A list of texts. */
export const TextList = (
  description: string,
  format?: 'email' | 'domain' | 'page-origin' | 'named-host',
) =>
  Type.Array(Type.String({ minLength: 1, ...(format && { format }) }), { description, default: [] })
