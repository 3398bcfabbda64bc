/** The events of orders and of what happens to them, and the codes of refusals. */
import { type TSchema, Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'
import { OneOf } from '../../kit/shared/wire.ts'
import { ReplacedProduct } from '../history/schema.ts'
import { OrderRecord } from '../record/schema.ts'
import { RECORD_KINDS } from '../record/state/record-kinds.ts'
import { ReturnRecord } from './records/return-schema.ts'
import { BackorderResponse, CancellationResponse, ShipmentRecord } from './records/schema.ts'
import { RefundRecord } from './refunds/schema.ts'

const Status = Type.String({ description: 'The status of the order afterwards.' })

const OrderData = Type.Object({ Status }, { title: 'OrderEventData' })

const StatusData = Type.Object(
  { Status, StatusBefore: Type.String({ description: 'The status of the order before.' }) },
  { title: 'OrderStatusEventData' },
)

const CorrectionData = Type.Object(
  {
    Status,
    Replaced: Type.Optional(
      Type.Array(ReplacedProduct, {
        description: 'Up to 100 products that were replaced. Missing if none were.',
      }),
    ),
  },
  { title: 'OrderCorrectionEventData' },
)

const CombinationData = Type.Object(
  {
    Status,
    IsCombined: Type.Boolean({
      description: 'Whether the order was combined, or taken out of its combination.',
    }),
  },
  { title: 'OrderCombinationEventData' },
)

const CommentData = Type.Object(
  { Status, Comment: Type.String({ description: 'The text.' }) },
  { title: 'OrderCommentEventData' },
)

const RecordData = Type.Object(
  {
    Status,
    Record: Type.Object({
      Kind: OneOf(RECORD_KINDS, 'Of the record.'),
      Reference: Type.String({ description: 'The reference of the merchant.' }),
    }),
  },
  { title: 'FulfilmentEventData' },
)

const order = {
  audience: 'both',
  scopes: ['orders:read'],
  data: OrderData,
  record: OrderRecord,
} as const

const recordOf = (record: TSchema) =>
  ({ audience: 'both', scopes: ['fulfilment:read'], data: RecordData, record }) as const

export const ORDER_EVENTS = {
  'order.created': order,
  'order.corrected': { ...order, data: CorrectionData },
  'order.acknowledged': order,
  'order.status_changed': { ...order, data: StatusData },
  'order.closed': order,
  'order.reopened': order,
  'order.combined': { ...order, data: CombinationData },
  'order.commented': { ...order, audience: 'merchant', data: CommentData },
  'shipment.created': recordOf(ShipmentRecord),
  'shipment.updated': recordOf(ShipmentRecord),
  'shipment.voided': recordOf(ShipmentRecord),
  'cancellation.created': recordOf(CancellationResponse),
  'backorder.created': recordOf(BackorderResponse),
  'return.created': recordOf(ReturnRecord),
  'return.updated': recordOf(ReturnRecord),
  'refund.created': recordOf(RefundRecord),
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const ORDER_PROBLEMS = {
  MARKET_ORDER_EXISTS: { status: 409, title: 'Another order already has this reference' },
  MARKET_ORDER_STATUS: { status: 409, title: 'The status of the order does not allow this' },
  MARKET_QUANTITY_EXCEEDED: { status: 409, title: 'Not enough units left on the order' },
  MARKET_PARTIAL_LINE: { status: 409, title: 'The channel ships whole lines only' },
  MARKET_REFUND_EXCEEDED: { status: 409, title: 'The refund exceeds what was paid' },
  MARKET_SHIPMENT_VOIDED: { status: 409, title: 'The shipment is voided' },
  MARKET_RETURN_DECIDED: { status: 409, title: 'The return has already been decided' },
  MARKET_UNSELLABLE_LINES: { status: 422, title: 'The order has lines that cannot be sold' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
