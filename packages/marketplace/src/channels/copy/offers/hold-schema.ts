/** Wire shapes of products that are not offered as the rules say. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../kit/shared/wire.ts'
import { OFFER_PROBLEMS } from '../../offer-rules/index.ts'
import type { Hold } from './offered.ts'

/** Why a product is not offered as the rules say. */
export const HOLD_CODES = ['PRICE_GUARD', ...Object.keys(OFFER_PROBLEMS)] as Hold['code'][]

const DECISIONS = ['accepted', 'refused'] as const

/** Why a product is not offered as the rules say. */
export const OfferHold = Type.Object(
  {
    Code: OneOf(HOLD_CODES, 'PRICE_GUARD: the price waits for a person. Others: what is missing.'),
    Detail: Type.String({ description: 'What is wrong, and what to change.' }),
    KnownPrice: Nullable(
      Type.Number({ description: 'The price that the channel knows, and keeps.' }),
    ),
    Price: Nullable(Type.Number({ description: 'The price that waits.' })),
    Decision: Nullable(OneOf(DECISIONS, 'What a person has decided on this price.')),
  },
  { title: 'OfferHold' },
)
export type OfferHold = Static<typeof OfferHold>

/** Converts a hold to its answer. */
export function toHold({ code, detail, knownPrice, price, decision }: Hold): OfferHold {
  return { Code: code, Detail: detail, KnownPrice: knownPrice, Price: price, Decision: decision }
}

/** Why an offer has changed. */
export const CAUSES = [
  'write',
  'import',
  'order',
  'stock',
  'count',
  'lag',
  'rule',
  'override',
  'window',
  'guard',
  'settings',
  'rates',
] as const
export type Cause = (typeof CAUSES)[number]
