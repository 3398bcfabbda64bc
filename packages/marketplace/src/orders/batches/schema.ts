/** Wire shapes of calls for several orders at once. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { ShipmentRequest } from '../fulfilment/records/schema.ts'
import { AcknowledgementRequest } from '../record/merchant-schema.ts'
import { ORDER_STATUSES } from '../record/state/statuses.ts'

/** The most orders of one call. More are for a job. */
export const MAX_BATCH = 100

const SEVERAL = { minItems: 1, maxItems: MAX_BATCH }

/** The body of POST /order-batches/acknowledgements. */
export const AcknowledgementBatch = Type.Object(
  { Acknowledgements: Type.Array(AcknowledgementRequest, SEVERAL) },
  { ...STRICT, title: 'AcknowledgementBatch' },
)
export type AcknowledgementBatch = Static<typeof AcknowledgementBatch>

/** The body of POST /order-batches/shipments. */
export const ShipmentBatch = Type.Object(
  { Shipments: Type.Array(ShipmentRequest, SEVERAL) },
  { ...STRICT, title: 'ShipmentBatch' },
)
export type ShipmentBatch = Static<typeof ShipmentBatch>

/** What can become of an item. */
export const BATCH_OUTCOMES = ['done', 'refused'] as const

const Text = Nullable(Type.String())
const REFUSAL = {
  Outcome: OneOf(BATCH_OUTCOMES, "'done', also if an earlier call did the same."),
  Code: Nullable(Type.String({ description: 'Of the refusal: as the call for one answers it.' })),
  Detail: Nullable(Type.String({ description: 'Why it was refused, and what to change.' })),
  Errors: Type.Array(
    Type.Object({ path: Type.String(), message: Type.String() }, { title: 'BatchIssue' }),
    { description: 'The issues of the refusal, by JSON pointers into the item.' },
  ),
}

/** What became of an acknowledgement. */
export const AcknowledgementOutcome = Type.Object(
  {
    OrderId: Type.Integer(),
    MerchantOrderReference: Text,
    Status: Nullable(OneOf(ORDER_STATUSES, 'The status of the order afterwards.')),
    ...REFUSAL,
  },
  { title: 'AcknowledgementOutcome' },
)
export type AcknowledgementOutcome = Static<typeof AcknowledgementOutcome>

/** What became of a shipment. */
export const ShipmentOutcome = Type.Object(
  {
    MerchantShipmentReference: Type.String(),
    MerchantOrderReference: Type.String(),
    OrderId: Nullable(Type.Integer()),
    Units: Type.Integer({ description: 'The units that it contains.' }),
    ...REFUSAL,
  },
  { title: 'ShipmentOutcome' },
)
export type ShipmentOutcome = Static<typeof ShipmentOutcome>
