/** Wire shapes of returns. */
import { type Static, Type } from 'typebox'
import { Actions } from '../../../kit/principals/actions.ts'
import { Answered, Block, Count, Maybe, Money, OneOf, STRICT } from '../../../kit/shared/wire.ts'
import { MAX_LINES } from '../../record/schema.ts'
import { RETURN_STATUSES } from '../rules/statuses.ts'
import { RETURN_ACTIONS } from './actions.ts'
import {
  ANSWERED,
  ANSWERED_LINE,
  ChannelOrderReference,
  channelReference,
  DATES,
  LINE_NAME,
  linesOf,
  MerchantOrderReference,
  ownReference,
  Quantity,
  QuantityLines,
  Text,
} from './schema-parts.ts'

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

const Status = Maybe(
  OneOf(
    RETURN_STATUSES,
    'ACCEPTED and REJECTED decide so on all units of which the lines do not say otherwise.',
  ),
)
const Reason = Maybe(OneOf(RETURN_REASONS, 'Why it comes back.'))
const comment = (whose: string) => Maybe(Block(4000, `Comment of the ${whose}.`))
const Restock = Maybe(
  Type.Boolean({
    description:
      'Whether accepted units are for sale again, if the hub keeps the stock. Null: as in the settings of the merchant.',
  }),
)
/** What a return only carries. */
export const RETURN_DETAILS = {
  Reason,
  CustomerComment: comment('customer'),
  MerchantComment: comment('merchant'),
  Restock,
}
const DECISION = {
  AcceptedQuantity: Maybe(Count(0, 1_000_000, 'Units that the merchant accepts.')),
  RejectedQuantity: Maybe(Count(0, 1_000_000, 'Units that the merchant rejects.')),
  RefundInclVat: Maybe(Money('What is refunded; unit price x accepted units when left out.')),
  RefundExclVat: Maybe(Money('The same without VAT.')),
  ManualRefundInclVat: Maybe(Money('What is refunded instead of it.')),
  ManualRefundExclVat: Maybe(Money('The same without VAT.')),
}
const REFUND = {
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
    ...RETURN_DETAILS,
    ...REFUND,
    Lines: linesOf(
      Type.Object({ ...LINE_NAME, Quantity, ...DECISION }, { ...STRICT, title: 'ReturnLine' }),
    ),
  },
  { ...STRICT, title: 'ReturnRequest' },
)
export type ReturnRequest = Static<typeof ReturnRequest>

/** A return as a channel creates it. The merchant decides on it later. */
export const ChannelReturnRequest = Type.Object(
  {
    ChannelReturnReference: channelReference('return'),
    ChannelOrderReference,
    MerchantOrderReference: Maybe(MerchantOrderReference),
    Reason,
    CustomerComment: comment('customer'),
    Lines: QuantityLines,
  },
  { ...STRICT, title: 'ChannelReturnRequest' },
)
export type ChannelReturnRequest = Static<typeof ChannelReturnRequest>

/** A decision of a merchant on a return: the received, accepted and rejected units. Other values stay. */
export const ReturnDecision = Type.Object(
  {
    Status,
    Reason,
    MerchantComment: comment('merchant'),
    Restock,
    ...REFUND,
    Lines: Type.Optional(
      Type.Array(
        Type.Object({ ...LINE_NAME, ...DECISION }, { ...STRICT, title: 'ReturnLineDecision' }),
        { maxItems: MAX_LINES },
      ),
    ),
  },
  { ...STRICT, title: 'ReturnDecision' },
)
export type ReturnDecision = Static<typeof ReturnDecision>

const RETURN_FIELDS = Answered(
  Type.Object(
    {
      MerchantReturnReference: Type.String(),
      ChannelReturnReference: Text,
      ...ANSWERED,
      Status: OneOf(RETURN_STATUSES, 'Of the units together.'),
      ...RETURN_DETAILS,
      CurrencyCode: Type.String(),
      RefundInclVat: Type.Number(),
      RefundExclVat: Type.Number(),
      Lines: Type.Array(
        Type.Object(
          {
            ...ANSWERED_LINE,
            MerchantProductReference: Type.String({ description: 'The product that comes back.' }),
            AcceptedQuantity: Type.Integer(),
            RejectedQuantity: Type.Integer(),
            RefundInclVat: Type.Number(),
            RefundExclVat: Type.Number(),
            ManualRefundInclVat: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
            ManualRefundExclVat: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
          },
          { title: 'ReturnLineResponse' },
        ),
      ),
      ...DATES,
    },
    { title: 'ReturnResponse' },
  ),
).properties

/** A return as webhooks send it: an answer without what its reader may do. */
export const ReturnRecord = Type.Object(RETURN_FIELDS, { title: 'ReturnRecord' })

/** A return in an answer. Amounts are in the currency of the payment. */
export const ReturnResponse = Type.Object(
  { ...RETURN_FIELDS, Actions: Actions('ReturnAction', RETURN_ACTIONS) },
  { title: 'ReturnResponse' },
)
