/** How an offer came about, on the wire. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../kit/shared/wire.ts'
import { sentenceOf } from '../../offer-rules/index.ts'
import { OfferStep } from '../../offer-rules/shapes/step-schema.ts'
import { OfferHold, toHold } from './hold-schema.ts'
import type { Offered } from './offered.ts'

/** How an offer came about. */
export const OfferExplanation = Type.Object(
  {
    Currency: Type.String({ description: 'ISO 4217: the currency of the offer.' }),
    Price: Nullable(Type.String({ description: 'In a sentence: how the price came about.' })),
    Stock: Nullable(Type.String({ description: 'In a sentence: how the stock came about.' })),
    Steps: Type.Array(OfferStep),
    Hold: Type.Unsafe<Static<typeof OfferHold> | null>({
      anyOf: [OfferHold, { type: 'null' }],
      description: 'Why the channel is not offered what the rules give. Null if it is.',
    }),
  },
  { title: 'OfferExplanation' },
)
export type OfferExplanation = Static<typeof OfferExplanation>

/** Converts an offer that has steps. */
export function toExplanation({ currency, steps, hold }: Offered): OfferExplanation {
  return {
    Currency: currency,
    Price: sentenceOf(steps, 'Price') ?? null,
    Stock: sentenceOf(steps, 'Stock') ?? null,
    Steps: [...steps],
    Hold: hold && toHold(hold),
  }
}
