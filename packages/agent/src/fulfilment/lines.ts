/** Lines of orders as tools name them. */
import { type Static, Type } from 'typebox'

const Line = Type.Object(
  {
    line: Type.String({
      minLength: 1,
      description: 'ChannelReference of the line.',
    }),
    quantity: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
)

/** Units of lines. */
export const Lines = Type.Array(Line, { minItems: 1, maxItems: 100 })

/** Units of lines; when left out, all that are open. */
export const optionalLines = Type.Optional(
  Type.Array(Line, { minItems: 1, maxItems: 100, description: 'Default: all open units.' }),
)

/** The lines of a request of the API. */
export function linesOf(lines: Static<typeof Lines>) {
  return lines.map(({ line, quantity }) => ({
    ChannelOrderLineReference: line,
    Quantity: quantity,
  }))
}
