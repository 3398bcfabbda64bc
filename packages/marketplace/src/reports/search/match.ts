/** By which of its values a search has found an order. Pure. */
import { wordsOf } from '../../kit/sql/search-store.ts'
import { PART_RANKS } from '../../orders/list/search-store.ts'
import type { FoundOrder } from './schema.ts'

/** The values of an order by which it can be found. */
export interface MatchedOrder
  extends Pick<FoundOrder, 'Id' | 'MerchantReference' | 'ChannelReference' | 'Email' | 'Name'> {
  readonly company: string | null
  readonly rank: number
  /** What was found of its lines, its place or its parcels. */
  readonly part: string | null
}

const PART_FIELDS = {
  [PART_RANKS.product]: 'product',
  [PART_RANKS.city]: 'city',
  [PART_RANKS.zipCode]: 'zipCode',
  [PART_RANKS.tracking]: 'trackingNumber',
} as const

/** Returns the field in which the text, or else its first word, is found. */
export function matchOf(order: MatchedOrder, text: string): FoundOrder['Match'] {
  const { rank, part, Id, MerchantReference, ChannelReference, Name, company, Email } = order
  if (part !== null) {
    const Field = PART_FIELDS[rank as keyof typeof PART_FIELDS]
    return { Field, Value: part }
  }
  const values = [
    ['merchantReference', MerchantReference],
    ['channelReference', ChannelReference],
    ['name', Name],
    ['company', company],
    ['email', Email],
    ['id', String(Id)],
  ] as const
  for (const sought of [text, ...wordsOf(text)]) {
    for (const [Field, Value] of values) {
      if (Value?.toLowerCase().includes(sought.toLowerCase())) return { Field, Value }
    }
  }
  return { Field: 'id', Value: String(Id) }
}
