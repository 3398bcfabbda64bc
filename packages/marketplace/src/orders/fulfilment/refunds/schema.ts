/** Wire shapes of refunds without a return. */
import { type Static, type TObject, Type } from 'typebox'
import { ActorResponse } from '../../../kit/principals/schema.ts'
import { Block, Maybe, Money, Nullable, STRICT } from '../../../kit/shared/wire.ts'
import { MAX_LINES } from '../../record/schema.ts'
import { FulfilmentsQuery } from '../records/query-schema.ts'
import {
  ANSWERED,
  LINE_NAME,
  MerchantOrderReference,
  ownReference,
  Text,
} from '../records/schema-parts.ts'

/** A refund as a merchant creates it. */
export const RefundRequest = Type.Object(
  {
    MerchantReference: ownReference('refund'),
    MerchantOrderReference,
    RefundInclVat: Money(
      'What the buyer gets back, in the currency of the order, with its decimals. At most what was paid and is not refunded yet.',
    ),
    Reason: Type.Unsafe<string>({ ...Block(4000, 'Why, in words.'), minLength: 1 }),
    Lines: Maybe(
      Type.Array(
        Type.Object(
          { ...LINE_NAME, RefundInclVat: Money('The part of the refund for this line.') },
          { ...STRICT, title: 'RefundLine' },
        ),
        {
          maxItems: MAX_LINES,
          description:
            'What the refund is for; the rest of it refunds shipping costs, and with an empty list all of it. When left out, it is spread over all lines in proportion to what is left of them, and then over the shipping costs.',
        },
      ),
    ),
  },
  { ...STRICT, title: 'RefundRequest' },
)
export type RefundRequest = Static<typeof RefundRequest>

const REFUND_FIELDS = {
  MerchantReference: Type.String(),
  ...ANSWERED,
  CurrencyCode: Type.String(),
  RefundInclVat: Type.Number(),
  RefundExclVat: Type.Number(),
  RefundShippingInclVat: Type.Number({ description: 'The part that refunds shipping costs.' }),
  Reason: Type.String(),
  Lines: Type.Array(
    Type.Object(
      {
        MerchantOrderLineReference: Text,
        ChannelOrderLineReference: Type.String(),
        RefundInclVat: Type.Number(),
      },
      { title: 'RefundLineResponse' },
    ),
  ),
  CreatedAt: Type.String({ format: 'date-time' }),
}

/** A refund as webhooks send it: an answer without who created it. */
export const RefundRecord = Type.Object(REFUND_FIELDS, { title: 'RefundRecord' })
export type RefundRecord = Static<typeof RefundRecord>

/** A refund in an answer. */
export const RefundResponse = Type.Object(
  { ...REFUND_FIELDS, CreatedBy: Nullable(ActorResponse) },
  { title: 'RefundResponse' },
)
export type RefundResponse = Static<typeof RefundResponse>

// Refunds never change.
const { updatedSince: _, ...filters } = FulfilmentsQuery.properties

/** The query of the list of refunds. */
export const RefundsQuery: TObject<typeof filters> = Type.Object(filters, STRICT)
export type RefundsQuery = Static<typeof RefundsQuery>
