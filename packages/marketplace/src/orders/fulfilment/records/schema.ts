/** Wire shapes of shipments, cancellations and backorders, and of the calls that all records share. Names are in PascalCase. */
import { type Static, Type } from 'typebox'
import { Actions } from '../../../kit/principals/actions.ts'
import {
  Answered,
  Block,
  Count,
  Line,
  Maybe,
  Nullable,
  OneOf,
  Reference,
  STRICT,
} from '../../../kit/shared/wire.ts'
import { MAX_LINES } from '../../record/schema.ts'
import { CANCELLATION_REASONS, SHIPMENT_STATUSES } from '../rules/statuses.ts'
import { SHIPMENT_ACTIONS } from './actions.ts'
import {
  ANSWERED,
  AnsweredLines,
  ChannelOrderReference,
  channelReference,
  DATES,
  LINE_NAME,
  linesOf,
  MERCHANT_REFERENCE_LENGTH,
  MerchantOrderReference,
  ownReference,
  Quantity,
  QuantityLine,
  QuantityLines,
  Text,
} from './schema-parts.ts'

/** The tracking of a parcel. */
export const PARCEL_TRACKING = {
  TrackTraceNo: Maybe(Line(250)),
  TrackTraceUrl: Maybe(Type.Unsafe<string>({ type: 'string', format: 'web-url', maxLength: 2000 })),
  Method: Maybe(Line(250, 'How it is sent, such as the carrier.')),
}

/** What a shipment only carries. The tracking is that of its first parcel. */
export const TRACKING = {
  ...PARCEL_TRACKING,
  ShipmentMethod: Maybe(
    Type.Object(
      {
        Id: Maybe(Count(0, Number.MAX_SAFE_INTEGER, 'Id of the method.')),
        Name: Maybe(Line(250)),
        TrackTraceLink: Maybe(Line(2000)),
        ExpectedShippingTime: Maybe(Line(250)),
      },
      { ...STRICT, title: 'ShipmentMethod' },
    ),
  ),
  ShipmentMethodId: Maybe(Count(0, Number.MAX_SAFE_INTEGER, 'Id of the method.')),
}

const MAX_PARCELS = 500

/** A parcel in a request. */
export const RequestedParcel = Type.Object(
  {
    ...PARCEL_TRACKING,
    Lines: Maybe(
      Type.Array(QuantityLine, {
        maxItems: MAX_LINES,
        description:
          'Units of the shipment of which the parcel contains all or a part. A unit may be in several parcels.',
      }),
    ),
  },
  { ...STRICT, title: 'Parcel' },
)
export type RequestedParcel = Static<typeof RequestedParcel>

const Parcels = Maybe(
  Type.Array(RequestedParcel, {
    minItems: 1,
    maxItems: MAX_PARCELS,
    description: 'All parcels of the shipment. The tracking of the shipment is that of the first.',
  }),
)

/** A shipment as a merchant creates it. A line without Quantity ships all its open units. */
export const ShipmentRequest = Type.Object(
  {
    MerchantShipmentReference: ownReference('shipment'),
    MerchantOrderReference,
    ChannelOrderReference: Maybe(ChannelOrderReference),
    ...TRACKING,
    Parcels,
    Lines: Type.Optional({
      ...linesOf(
        Type.Object(
          { ...LINE_NAME, Quantity: Maybe(Quantity) },
          { ...STRICT, title: 'ShipmentLine' },
        ),
      ),
      description: 'When left out: all open units of the order.',
    }),
  },
  { ...STRICT, title: 'ShipmentRequest' },
)
export type ShipmentRequest = Static<typeof ShipmentRequest>

/** Changes of a shipment. Values that are not named stay. */
export const ShipmentChange = Type.Object(
  { ...TRACKING, Parcels },
  { ...STRICT, title: 'ShipmentChange' },
)
export type ShipmentChange = Static<typeof ShipmentChange>

/** What a cancellation only carries. */
export const CANCELLATION_DETAILS = {
  ReasonCode: Maybe(OneOf(CANCELLATION_REASONS, 'Why; the first three mean manco.')),
  Reason: Maybe(Block(4000, 'Why, in words.')),
}

/** A cancellation as a merchant creates it. The order can be named by either reference, and does not have to be acknowledged. */
export const CancellationRequest = Type.Object(
  {
    MerchantReference: ownReference('cancellation'),
    MerchantOrderReference: Maybe(MerchantOrderReference),
    ChannelOrderReference: Maybe(ChannelOrderReference),
    ChannelId: Maybe(
      Count(
        1,
        Number.MAX_SAFE_INTEGER,
        'The channel of the order; needed where several channels have an order of this ChannelOrderReference.',
      ),
    ),
    ...CANCELLATION_DETAILS,
    Lines: QuantityLines,
  },
  { ...STRICT, title: 'CancellationRequest' },
)
export type CancellationRequest = Static<typeof CancellationRequest>

/** A cancellation as a channel creates it, for an order that is not acknowledged. */
export const ChannelCancellationRequest = Type.Object(
  {
    ChannelCancellationReference: channelReference('cancellation'),
    ChannelOrderReference,
    ...CANCELLATION_DETAILS,
    Lines: QuantityLines,
  },
  { ...STRICT, title: 'ChannelCancellationRequest' },
)
export type ChannelCancellationRequest = Static<typeof ChannelCancellationRequest>

/** A backorder as a merchant creates it. */
export const BackorderRequest = Type.Object(
  {
    MerchantBackorderReference: ownReference('backorder'),
    MerchantOrderReference,
    ChannelOrderReference: Maybe(ChannelOrderReference),
    Lines: QuantityLines,
  },
  { ...STRICT, title: 'BackorderRequest' },
)
export type BackorderRequest = Static<typeof BackorderRequest>

/** The path parameter of a record. */
export const FulfilmentPath = Type.Object({
  reference: Reference(MERCHANT_REFERENCE_LENGTH, "The merchant's reference of the record."),
})
export type FulfilmentPath = Static<typeof FulfilmentPath>

const TrackingPage = Nullable(
  Type.String({
    format: 'uri',
    description:
      'Where the parcel can be followed: TrackTraceUrl, or the page of the carrier if the hub knows it by Method.',
  }),
)

const SHIPMENT_FIELDS = Answered(
  Type.Object(
    {
      MerchantShipmentReference: Type.String(),
      ...ANSWERED,
      Status: OneOf(SHIPMENT_STATUSES, 'VOIDED: its units are open again.'),
      ...TRACKING,
      Parcels: Type.Array(
        Type.Object(
          { ...PARCEL_TRACKING, TrackingPage, Lines: AnsweredLines },
          { title: 'ParcelResponse' },
        ),
      ),
      Lines: AnsweredLines,
      VoidedAt: Nullable(Type.String({ format: 'date-time' })),
      ...DATES,
    },
    { title: 'ShipmentResponse' },
  ),
).properties

/** A shipment as webhooks send it: an answer without what its reader may do. */
export const ShipmentRecord = Type.Object(SHIPMENT_FIELDS, { title: 'ShipmentRecord' })

/** A shipment in an answer. */
export const ShipmentResponse = Type.Object(
  { ...SHIPMENT_FIELDS, Actions: Actions('ShipmentAction', SHIPMENT_ACTIONS) },
  { title: 'ShipmentResponse' },
)

/** A cancellation in an answer. */
export const CancellationResponse = Answered(
  Type.Object(
    {
      MerchantReference: Type.String(),
      ChannelCancellationReference: Text,
      ...ANSWERED,
      ...CANCELLATION_DETAILS,
      Lines: AnsweredLines,
      ...DATES,
    },
    { title: 'CancellationResponse' },
  ),
)

/** A backorder in an answer. */
export const BackorderResponse = Answered(
  Type.Object(
    { MerchantBackorderReference: Type.String(), ...ANSWERED, Lines: AnsweredLines, ...DATES },
    { title: 'BackorderResponse' },
  ),
)
