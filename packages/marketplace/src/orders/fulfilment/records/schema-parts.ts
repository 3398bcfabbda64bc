/** Common parts of the wire shapes of shipments, cancellations, backorders and returns. */
import { type TObject, Type } from 'typebox'
import { Count, Maybe, Reference, STRICT } from '../../../kit/shared/wire.ts'
import { MAX_LINES } from '../../record/schema.ts'

/** Maximum length of the reference of a record. */
export const MERCHANT_REFERENCE_LENGTH = 250
/** Shorter than the merchant's, because the hub derives a merchant's reference from it. */
const CHANNEL_REFERENCE_LENGTH = 200

/** The reference that a merchant gives a record. */
export const ownReference = (what: string) =>
  Reference(
    MERCHANT_REFERENCE_LENGTH,
    `The merchant's reference of the ${what}; unique, case-sensitive.`,
    'fulfilment-reference',
  )

/** The reference that a channel gives a record. */
export const channelReference = (what: string) =>
  Reference(CHANNEL_REFERENCE_LENGTH, `The channel's reference of the ${what}; unique per channel.`)

/** The two names of an order. */
export const MerchantOrderReference = Reference(50, "The merchant's reference of the order.")
export const ChannelOrderReference = Reference(50, "The channel's reference of the order.")

/** A line is named by the merchant's reference or by the channel's. */
export const LINE_NAME = {
  MerchantOrderLineReference: Maybe(Reference(50, "The merchant's reference of the line.")),
  ChannelOrderLineReference: Maybe(
    Reference(50, "The channel's reference of the line: instead of the merchant's."),
  ),
}
/** Number of units of a line. */
export const Quantity = Count(1, 1_000_000, 'Units.')

/** The lines of a record. */
export const linesOf = <T extends TObject>(line: T) =>
  Type.Array(line, { minItems: 1, maxItems: MAX_LINES })

/** A line with only a number of units. */
export const QuantityLine = Type.Object(
  { ...LINE_NAME, Quantity },
  { ...STRICT, title: 'QuantityLine' },
)

/** Lines with only a number of units. */
export const QuantityLines = linesOf(QuantityLine)

/** Text in an answer that can be null. */
export const Text = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/** Fields of every line in an answer. */
export const ANSWERED_LINE = {
  MerchantOrderLineReference: Text,
  ChannelOrderLineReference: Type.String(),
  Quantity: Type.Integer(),
}
export const AnsweredLines = Type.Array(Type.Object(ANSWERED_LINE, { title: 'LineResponse' }))

/** The first fields of every answer. */
export const ANSWERED = {
  Id: Type.Integer(),
  OrderId: Type.Integer(),
  ChannelId: Type.Integer({ description: 'The channel of the order.' }),
  MerchantOrderReference: Text,
  ChannelOrderReference: Type.String(),
}

/** The last fields of every answer. */
export const DATES = {
  CreatedAt: Type.String({ format: 'date-time' }),
  UpdatedAt: Type.String({ format: 'date-time' }),
}
