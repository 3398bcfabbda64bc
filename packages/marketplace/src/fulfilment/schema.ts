/** Wire shapes of shipments, cancellations, backorders and returns. Names are in PascalCase. */
import { type Static, type TObject, Type } from 'typebox'
import { MAX_LINES } from '../orders/schema.ts'
import {
  Answered,
  Block,
  Count,
  closed,
  DateTime,
  Line,
  Maybe,
  Money,
  OneOf,
  Reference,
} from '../wire.ts'
import { CANCELLATION_REASONS, RETURN_STATUSES } from './rules.ts'

/** Reasons of a return. */
export const RETURN_REASONS = [
  'PRODUCT_DEFECT',
  'PRODUCT_UNSATISFACTORY',
  'REFUSED',
  'REFUSED_DAMAGED',
  'WRONG_ADDRESS',
  'NOT_COLLECTED',
  'OTHER',
] as const

/** Longest reference of a record. */
const MERCHANT_REFERENCE = 250
/** Shorter than the merchant's, since the hub makes a merchant's reference of it. */
const CHANNEL_REFERENCE = 200

const ownReference = (what: string) =>
  Reference(
    MERCHANT_REFERENCE,
    `The merchant's reference of the ${what}; unique, case-sensitive.`,
    'fulfilment-reference',
  )
const channelReference = (what: string) =>
  Reference(CHANNEL_REFERENCE, `The channel's reference of the ${what}; unique per channel.`)

const MerchantOrderReference = Reference(50, "The merchant's reference of the order.")
const ChannelOrderReference = Reference(50, "The channel's reference of the order.")

/** Lines are named by the merchant's reference or by the channel's. */
const lineName = {
  MerchantOrderLineReference: Maybe(Reference(50, "The merchant's reference of the line.")),
  ChannelOrderLineReference: Maybe(
    Reference(50, "The channel's reference of the line: instead of the merchant's."),
  ),
}
const Quantity = Count(1, 1_000_000, 'Units.')
const linesOf = <T extends TObject>(line: T) =>
  Type.Array(line, { minItems: 1, maxItems: MAX_LINES })
const QuantityLines = linesOf(Type.Object({ ...lineName, Quantity }, closed))

const tracking = {
  TrackTraceNo: Maybe(Line(250)),
  TrackTraceUrl: Maybe(Type.Unsafe<string>({ type: 'string', format: 'web-url', maxLength: 2000 })),
  Method: Maybe(Line(250, 'How it is sent, such as the carrier.')),
  ShipmentMethod: Maybe(
    Type.Object(
      {
        Id: Maybe(Count(0, Number.MAX_SAFE_INTEGER, 'Id of the method.')),
        Name: Maybe(Line(250)),
        TrackTraceLink: Maybe(Line(2000)),
        ExpectedShippingTime: Maybe(Line(250)),
      },
      closed,
    ),
  ),
  ShipmentMethodId: Maybe(Count(0, Number.MAX_SAFE_INTEGER, 'Id of the method.')),
}

/** A shipment as a merchant creates it. A line without Quantity ships all that is open of it. */
export const ShipmentRequest = Type.Object(
  {
    MerchantShipmentReference: ownReference('shipment'),
    MerchantOrderReference,
    ChannelOrderReference: Maybe(ChannelOrderReference),
    ...tracking,
    Lines: linesOf(Type.Object({ ...lineName, Quantity: Maybe(Quantity) }, closed)),
  },
  { ...closed, title: 'ShipmentViewModel' },
)
export type ShipmentRequest = Static<typeof ShipmentRequest>

/** What can be added to a shipment later: only what is named changes. */
export const ShipmentChange = Type.Object(tracking, { ...closed, title: 'ShipmentChangeViewModel' })
export type ShipmentChange = Static<typeof ShipmentChange>

const cancellation = {
  ReasonCode: Maybe(OneOf(CANCELLATION_REASONS, 'Why; the first three mean manco.')),
  Reason: Maybe(Block(4000, 'Why, in words.')),
  Lines: QuantityLines,
}

/** A cancellation as a merchant creates it. */
export const CancellationRequest = Type.Object(
  {
    MerchantReference: ownReference('cancellation'),
    MerchantOrderReference,
    ChannelOrderReference: Maybe(ChannelOrderReference),
    ...cancellation,
  },
  { ...closed, title: 'CancellationViewModel' },
)
export type CancellationRequest = Static<typeof CancellationRequest>

/** A cancellation as a channel creates it, of an order that is not acknowledged yet. */
export const ChannelCancellationRequest = Type.Object(
  {
    ChannelCancellationReference: channelReference('cancellation'),
    ChannelOrderReference,
    ...cancellation,
  },
  { ...closed, title: 'ChannelCancellationViewModel' },
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
  { ...closed, title: 'BackOrderViewModel' },
)
export type BackorderRequest = Static<typeof BackorderRequest>

const Status = Maybe(
  OneOf(
    RETURN_STATUSES,
    'ACCEPTED and REJECTED decide so on all units of which the lines do not say otherwise.',
  ),
)
const Reason = Maybe(OneOf(RETURN_REASONS, 'Why it comes back.'))
const comment = (whose: string) => Maybe(Block(4000, `Comment of the ${whose}.`))
const decision = {
  AcceptedQuantity: Maybe(Count(0, 1_000_000, 'Units that the merchant accepts.')),
  RejectedQuantity: Maybe(Count(0, 1_000_000, 'Units that the merchant rejects.')),
  RefundInclVat: Maybe(Money('What is refunded; unit price x accepted units when left out.')),
  RefundExclVat: Maybe(Money('The same without VAT.')),
  ManualRefundInclVat: Maybe(Money('What is refunded instead of it.')),
  ManualRefundExclVat: Maybe(Money('The same without VAT.')),
}
const refund = {
  RefundInclVat: Maybe(Money('Of the whole: what exceeds the lines refunds shipping costs.')),
  RefundExclVat: Maybe(Money('The same without VAT.')),
}

/** A return as a merchant creates it. */
export const ReturnRequest = Type.Object(
  {
    MerchantReturnReference: ownReference('return'),
    MerchantOrderReference,
    ChannelOrderReference: Maybe(ChannelOrderReference),
    ChannelReturnReference: Maybe(channelReference('return')),
    Status,
    Reason,
    CustomerComment: comment('customer'),
    MerchantComment: comment('merchant'),
    ...refund,
    Lines: linesOf(Type.Object({ ...lineName, Quantity, ...decision }, closed)),
  },
  { ...closed, title: 'ReturnViewModel' },
)
export type ReturnRequest = Static<typeof ReturnRequest>

/** A return as a channel creates it: the merchant decides on it. */
export const ChannelReturnRequest = Type.Object(
  {
    ChannelReturnReference: channelReference('return'),
    ChannelOrderReference,
    MerchantOrderReference: Maybe(MerchantOrderReference),
    Reason,
    CustomerComment: comment('customer'),
    Lines: QuantityLines,
  },
  { ...closed, title: 'ChannelReturnViewModel' },
)
export type ChannelReturnRequest = Static<typeof ChannelReturnRequest>

/** What a merchant says of a return: what was received, accepted and rejected. Only what is named changes. */
export const ReturnDecision = Type.Object(
  {
    Status,
    Reason,
    MerchantComment: comment('merchant'),
    ...refund,
    Lines: Type.Optional(
      Type.Array(Type.Object({ ...lineName, ...decision }, closed), { maxItems: MAX_LINES }),
    ),
  },
  { ...closed, title: 'ReturnDecisionViewModel' },
)
export type ReturnDecision = Static<typeof ReturnDecision>

/** The query of the four lists. */
export const FulfilmentsQuery = Type.Object(
  {
    createdSince: Type.Optional(DateTime('Only records created then or later.')),
    pageSize: Type.Optional(Count(1, 1000, 'Most records to answer; 100 when left out.')),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link of a page.' })),
    apikey: Type.Optional(Type.String()),
  },
  closed,
)
export type FulfilmentsQuery = Static<typeof FulfilmentsQuery>

/** The path parameter of a record. */
export const FulfilmentPath = Type.Object({
  reference: Reference(MERCHANT_REFERENCE, "The merchant's reference of the record."),
})
export type FulfilmentPath = Static<typeof FulfilmentPath>

const Text = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const answeredLine = {
  MerchantOrderLineReference: Text,
  ChannelOrderLineReference: Type.String(),
  Quantity: Type.Integer(),
}
const AnsweredLines = Type.Array(Type.Object(answeredLine))
const answered = {
  Id: Type.Integer(),
  MerchantOrderReference: Text,
  ChannelOrderReference: Type.String(),
}
const dates = {
  CreatedAt: Type.String({ format: 'date-time' }),
  UpdatedAt: Type.String({ format: 'date-time' }),
}

/** A shipment as it is answered. */
export const ShipmentResponse = Answered(
  Type.Object(
    {
      MerchantShipmentReference: Type.String(),
      ...answered,
      ...tracking,
      Lines: AnsweredLines,
      ...dates,
    },
    { title: 'ShipmentResponse' },
  ),
)

/** A cancellation as it is answered. */
export const CancellationResponse = Answered(
  Type.Object(
    {
      MerchantReference: Type.String(),
      ChannelCancellationReference: Text,
      ...answered,
      ReasonCode: cancellation.ReasonCode,
      Reason: cancellation.Reason,
      Lines: AnsweredLines,
      ...dates,
    },
    { title: 'CancellationResponse' },
  ),
)

/** A backorder as it is answered. */
export const BackorderResponse = Answered(
  Type.Object(
    { MerchantBackorderReference: Type.String(), ...answered, Lines: AnsweredLines, ...dates },
    { title: 'BackOrderResponse' },
  ),
)

/** A return as it is answered. Amounts are in the currency that was paid. */
export const ReturnResponse = Answered(
  Type.Object(
    {
      MerchantReturnReference: Type.String(),
      ChannelReturnReference: Text,
      ...answered,
      Status: OneOf(RETURN_STATUSES, 'Of the units together.'),
      Reason,
      CustomerComment: comment('customer'),
      MerchantComment: comment('merchant'),
      CurrencyCode: Type.String(),
      RefundInclVat: Type.Number(),
      RefundExclVat: Type.Number(),
      Lines: Type.Array(
        Type.Object({
          ...answeredLine,
          AcceptedQuantity: Type.Integer(),
          RejectedQuantity: Type.Integer(),
          RefundInclVat: Type.Number(),
          RefundExclVat: Type.Number(),
          ManualRefundInclVat: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
          ManualRefundExclVat: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
        }),
      ),
      ...dates,
    },
    { title: 'ReturnResponse' },
  ),
)
