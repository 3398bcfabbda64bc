/** Wire shapes of the history of prices. */
import { type Static, Type } from 'typebox'
import { ActorResponse } from '../../../kit/principals/schema.ts'
import { MAX_REFERENCE, Nullable, OneOf, pagedQuery, Reference } from '../../../kit/shared/wire.ts'
import { PRICE_CAUSES } from './store.ts'

/** A change of the price of a product. */
export const PriceChangeResponse = Type.Object(
  {
    OccurredAt: Type.String({ format: 'date-time' }),
    Before: Nullable(Type.Number({ description: 'Null if the product had no price.' })),
    After: Nullable(Type.Number({ description: 'Null if the price was removed.' })),
    Cause: OneOf(PRICE_CAUSES, 'A write of the product, or an import.'),
    Actor: ActorResponse,
  },
  { title: 'PriceChange' },
)
export type PriceChangeResponse = Static<typeof PriceChangeResponse>

/** The path parameter. */
export const PricedProductPath = Type.Object({
  reference: Reference(MAX_REFERENCE, "The merchant's reference."),
})
export type PricedProductPath = Static<typeof PricedProductPath>

/** The query of GET /v2/products/<reference>/prices. */
export const PriceChangesQuery = pagedQuery('changes', {})
export type PriceChangesQuery = Static<typeof PriceChangesQuery>
