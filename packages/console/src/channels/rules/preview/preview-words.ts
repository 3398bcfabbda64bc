/** What rules would change, in words. Pure. */
import { counted, signedPercent } from '../../../components/values/language.ts'
import type { OfferPreview } from '../queries.ts'

type Problems = OfferPreview['Problems']

/** What is missing, in words, after the number of products. */
const MISSING: Readonly<Record<Problems[number]['Code'], string>> = {
  NO_PRICE: 'without a price',
  NO_MSRP: 'without a list price',
  NO_PURCHASE_PRICE: 'without a purchase price',
  NO_RATE: 'without an exchange rate',
  NO_VAT_RATE: 'without a VAT rate for the country',
  MIN_ABOVE_MAX: 'whose lowest price is above the highest',
  NEGATIVE_PRICE: 'whose price would be negative',
  PRICE_TOO_HIGH: 'whose price would be too high',
}

/** The problem of some products, such as `2 products without a price`. */
export function problemWords(code: string, count: number): string {
  return `${counted(count, 'product')} ${MISSING[code as Problems[number]['Code']] ?? code}`
}

/**
 * What would change, one statement for each kind of change. Empty if nothing changes and nothing is wrong.
 *
 * @example previewWords(preview) // ['12 products change their price (from -2 % to +12 %, median +4 %)', '1 product has a problem']
 */
export function previewWords(preview: OfferPreview): readonly string[] {
  const { PriceChanged, ToReview, StockChanged, NewlyOffered, NoLongerOffered } = preview
  const spread = spreadWords(preview)
  const problems = preview.Problems.reduce((sum, { Count }) => sum + Count, 0)
  const one = (count: number, single: string, several: string) =>
    count === 0 ? [] : [`${counted(count, 'product')} ${count === 1 ? single : several}`]
  const prices = one(PriceChanged, 'changes its price', 'change their price')
  return [
    ...prices.map((words) => words + spread),
    ...one(ToReview, 'has a price that needs your review', 'have prices that need your review'),
    ...one(StockChanged, 'changes its stock', 'change their stock'),
    ...one(NewlyOffered, 'is newly offered', 'are newly offered'),
    ...one(NoLongerOffered, 'is no longer offered', 'are no longer offered'),
    ...one(problems, 'has a problem', 'have a problem'),
  ]
}

function spreadWords({ PriceChangePercent: spread }: OfferPreview): string {
  if (spread === null) return ''
  const { Lowest, Median, Highest } = spread
  if (Lowest === Highest) return ` (${signedPercent(Lowest)})`
  const [lowest, median, highest] = [Lowest, Median, Highest].map(signedPercent)
  return ` (from ${lowest} to ${highest}, median ${median})`
}
