/** The wire shape of a product in the answer of its write. */
import { type Static, Type } from 'typebox'
import { ProductResponse } from './schema.ts'

/** A product as it is after a write, and what was not stored as it was sent. */
export const WrittenProduct = Type.Object(
  {
    ...ProductResponse.properties,
    Warnings: Type.Array(Type.String(), {
      description:
        'What was stored and has no effect, or was not applied, such as a count that is older than the stored one.',
    }),
  },
  { title: 'WrittenProduct' },
)
export type WrittenProduct = Static<typeof WrittenProduct>
