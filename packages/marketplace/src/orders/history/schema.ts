/** Wire shape of the history of orders. */
import { type Static, Type } from 'typebox'
import { ActorResponse } from '../../kit/principals/schema.ts'
import { KEY_KINDS } from '../../kit/principals/scopes.ts'
import { Block, Nullable, OneOf, pagedQuery, STRICT } from '../../kit/shared/wire.ts'
import { RECORD_KINDS } from '../record/state/record-kinds.ts'

/** A product of an order that a correction has replaced. */
export const ReplacedProduct = Type.Object({
  MerchantProductReferenceBefore: Type.String(),
  MerchantProductReference: Type.String(),
})
export type ReplacedProduct = Static<typeof ReplacedProduct>

/** An event of an order. */
export const OrderEvent = Type.Object(
  {
    Type: Type.String({
      description:
        'CREATED, CORRECTED, ACKNOWLEDGED, SHIPPED, SHIPMENT_CHANGED, SHIPMENT_VOIDED, CANCELLED, BACKORDERED, RETURNED, RETURN_CHANGED, REFUNDED, CLOSED, REOPENED, COMBINED, SEPARATED or COMMENTED.',
    }),
    OccurredAt: Type.String({ format: 'date-time' }),
    Status: Type.String({ description: 'The status of the order afterwards.' }),
    Key: Nullable(
      Type.Object(
        { Id: Type.Integer(), Kind: OneOf(KEY_KINDS, 'Whose.'), Label: Type.String() },
        { description: 'The API key that did it. Null if a person, an agent or the hub did.' },
      ),
    ),
    Actor: ActorResponse,
    Record: Nullable(
      Type.Object(
        { Kind: OneOf(RECORD_KINDS, 'Of the record.'), Reference: Type.String() },
        {
          description: 'The shipment, cancellation, backorder, return or refund that it is about.',
        },
      ),
    ),
    Comment: Nullable(Type.String({ description: 'Of COMMENTED: the text, with line breaks.' })),
    Replaced: Nullable(
      Type.Array(ReplacedProduct, {
        description:
          'Of CORRECTED: up to 100 products that were replaced. Null if none were, and of corrections before this was stored.',
      }),
    ),
  },
  { title: 'OrderEvent' },
)
export type OrderEvent = Static<typeof OrderEvent>

/** The body of POST /orders/id/:id/comments. */
export const OrderComment = Type.Object(
  {
    Comment: Type.Unsafe<string>({
      ...Block(2_000, 'The text. Blanks at its ends are removed.'),
      minLength: 1,
    }),
  },
  { ...STRICT, title: 'OrderComment' },
)
export type OrderComment = Static<typeof OrderComment>

/** The query of the history of an order. */
export const HistoryQuery = pagedQuery('events', {})
export type HistoryQuery = Static<typeof HistoryQuery>
