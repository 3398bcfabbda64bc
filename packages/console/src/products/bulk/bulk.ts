/** Changes of many prices or stocks at once: what becomes of each product, and what is sent. Pure. */

import {
  addPercent,
  amountOf,
  type Exact,
  endIn,
  exact,
  roundTo,
  roundToDecimals,
} from '../../components/values/decimal.ts'
import { counted, formatNumber } from '../../components/values/language.ts'
import type { OfferField } from '../change/amount.ts'
import { type Question, questionOf } from '../change/guard.ts'
import { offerItem } from '../change/offer-item.ts'
import type { JobItem } from '../change/run-job.ts'
import type { Product } from '../queries.ts'

/** What is done with the value of each product. */
export type How = 'set' | 'add' | 'subtract' | 'raise' | 'lower'

/** To what a price is rounded. */
export type Rounding = 'cent' | '0.05' | '0.1' | '1' | '.95' | '.99'

/** A change of many products. */
export interface BulkChange {
  readonly field: OfferField
  readonly how: How
  /** An amount, a number of units, or a percentage. */
  readonly amount: number
  readonly rounding: Rounding
  /** How many decimals the currency has. */
  readonly decimals: number
}

/** What is read of a product. */
export type BulkProduct = Pick<
  Product,
  'MerchantProductReference' | 'Name' | 'Price' | 'Stock' | 'StockCountedAt' | 'Children'
>

/** What becomes of a product. */
export interface BulkRow {
  readonly product: BulkProduct
  readonly before: number | null
  /** Undefined if it is left out. */
  readonly after: number | undefined
  /** Why it is left out. */
  readonly note?: string
  /** Why a person is asked. */
  readonly question?: Question | undefined
}

/** What becomes of each product. A family is not sold itself. */
export function previewOf(
  products: readonly BulkProduct[],
  change: BulkChange,
  guardPercent: number,
): readonly BulkRow[] {
  return products.map((product): BulkRow => {
    const before = product[change.field]
    const skipped = (note: string) => ({ product, before, after: undefined, note })
    if (product.Children.length > 0) return skipped('Only its variants are sold.')
    const after = changed(before, change)
    if (typeof after === 'string') return skipped(after)
    if (after === before) return skipped('It already has this value.')
    const question =
      change.field === 'Price' ? questionOf({ before, after }, guardPercent) : undefined
    return { product, before, after, question }
  })
}

/** The value after the change, or why there is none. */
export function changed(before: number | null, change: BulkChange): number | string {
  const { field, how, amount } = change
  if (how === 'set') return amount
  if (field === 'Price' && before === null) return 'It has no price.'
  const value = computed(exact(before ?? 0), how, amount)
  const after = field === 'Price' ? roundedPrice(value, change) : roundTo(value, exact(1))
  if (after >= 0n) return amountOf(after)
  return field === 'Price' ? 'It would be below 0.' : 0
}

function computed(value: Exact, how: Exclude<How, 'set'>, amount: number): Exact {
  switch (how) {
    case 'add':
      return value + exact(amount)
    case 'subtract':
      return value - exact(amount)
    case 'raise':
      return addPercent(value, amount)
    case 'lower':
      return addPercent(value, -amount)
  }
}

function roundedPrice(value: Exact, { rounding, decimals }: BulkChange): Exact {
  if (rounding === 'cent') return roundToDecimals(value, decimals)
  if (rounding === '.95' || rounding === '.99')
    return value < 0n ? value : endIn(value, exact(Number(rounding)))
  return roundTo(value, exact(Number(rounding)))
}

/** An item of a job of products. */
export type OfferItem = JobItem

/** A row that is sent. */
export type SentRow = BulkRow & { readonly after: number }

/** The rows that are sent. @param withAsked also those that a person is asked about */
export function sentRows(rows: readonly BulkRow[], withAsked: boolean): readonly SentRow[] {
  return rows.filter(
    (row): row is SentRow => row.after !== undefined && (withAsked || row.question === undefined),
  )
}

/** What is sent of a row. */
export function itemOf({ product, after }: SentRow, { field, how, amount }: BulkChange): OfferItem {
  const sign = how === 'add' ? 1 : how === 'subtract' ? -1 : undefined
  const isUnits = field === 'Stock' && sign !== undefined
  return offerItem(product, field, isUnits ? { change: sign * amount } : { value: after })
}

/** What the button does, with how many products; without a number before there is one. */
export function submitLabel(count: number, field: OfferField): string {
  const [one, several] = field === 'Price' ? ['price', 'prices'] : ['stock', 'stocks']
  if (count === 0) return `Change the ${several}`
  return count === 1 ? `Change one ${one}` : `Change ${formatNumber(count)} ${several}`
}

/** How many products are selected. Of a family, its variants are. */
export function selectedInWords(products: readonly Pick<Product, 'Children'>[]): string {
  const count = products.filter(({ Children }) => Children.length === 0).length
  const families = count < products.length ? ', with the variants of families' : ''
  return `${counted(count, 'product')} ${count === 1 ? 'is' : 'are'} selected${families}.`
}
