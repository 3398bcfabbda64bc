/** What a job does with its only product, in words. Pure. */
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import type { ProductJob } from './run-job.ts'

/**
 * What a job does with its only product; undefined if it has several.
 *
 * @example jobWords(job, 'EUR') // 'Price of MUG: €34.95 → €29.95'
 */
export function jobWords({ Item, Changes }: ProductJob, currency: string): string | undefined {
  if (!Item) return undefined
  const { MerchantProductReference: reference, Before, After, StockChange: units } = Item
  if (Changes === 'activate') return `${reference} activated`
  if (Changes === 'deactivate') return `${reference} deactivated`
  if (units !== null) {
    const done = units > 0 ? 'added' : 'removed'
    return `Stock of ${reference}: ${formatNumber(Math.abs(units))} ${done}`
  }
  if (Changes === 'stock') {
    return `Stock of ${reference}: ${formatNumber(Before ?? 0)} → ${formatNumber(After ?? 0)}`
  }
  const show = (price: number | null) =>
    price === null ? 'no price' : formatMoney(price, currency)
  return `Price of ${reference}: ${show(Before)} → ${show(After)}`
}
