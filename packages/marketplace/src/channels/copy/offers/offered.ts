/** What a channel is to be offered of a product: what the rules give, unless the price waits for a person or cannot be computed. Pure. */

import type { ProductRecord } from '../../../catalogue/products/rules.ts'
import { withInheritance } from '../../../catalogue/products/tree.ts'
import { readOfferVersion } from '../../../orders/record/offer-version.ts'
import { availableOf } from '../../../orders/stock/counts.ts'
import {
  activeOverride,
  evaluate,
  guard,
  type Offer,
  type OfferProblemCode,
  type StockRule,
} from '../../offer-rules/index.ts'
import { problem as problemOf } from '../../offer-rules/shapes/facts.ts'
import type { OfferTerms } from './terms.ts'

/** An override as it is stored. Null for what it does not change. */
export interface StoredOverride {
  readonly Price: number | null
  readonly Stock: StockRule | null
  readonly Hidden: boolean
  /** ISO 8601, as `Until`. */
  readonly From: string | null
  readonly Until: string | null
  /** What the channel was offered before the price of a sale. Null until the sale has begun. */
  readonly PriceBefore: number | null
}

/** A sale whose price is offered for the first time. */
export interface SaleStart {
  /** The begin of its override. */
  readonly from: string | null
  readonly priceBefore: number
}

/** Why a product is not offered as the rules say. */
export interface Hold {
  readonly code: OfferProblemCode | 'PRICE_GUARD'
  readonly detail: string
  /** Of a price that waits: what the channel knows, and what it would be offered. */
  readonly knownPrice: number | null
  readonly price: number | null
  /** Of a person, on this price. */
  readonly decision: 'accepted' | 'refused' | null
}

/** What an offer depends on. */
export interface OfferedItem {
  readonly record: ProductRecord
  readonly parent: ProductRecord | null
  readonly hasChildren: boolean
  /** Units of the stock that are not for sale. */
  readonly held: number
  readonly overrides: readonly StoredOverride[]
  /** Those of its parent, which hide the whole family. */
  readonly parentOverrides: readonly StoredOverride[]
  /** As stored. */
  readonly hold: Hold | null
}

/** What a channel is to be offered. */
export interface Offered
  extends Pick<Offer, 'isSelected' | 'isHidden' | 'isFamilyHidden' | 'currency' | 'steps'> {
  readonly price: number | null
  readonly stock: number
  readonly hold: Hold | null
  /** Null unless a sale has begun whose start is not stored. */
  readonly saleStart: SaleStart | null
}

/**
 * Returns what a channel is to be offered. A price that waits leaves the price that the channel knows. A product whose offer cannot be
 * computed is not listed; where it is listed, it keeps its price and has no stock.
 *
 * @param known price and stock that the channel was served last, as JSON. Null if it was served none
 */
export function offerTo(
  item: OfferedItem,
  terms: OfferTerms,
  known: string | null,
  now: Date,
  explain = false,
): Offered {
  const override = activeOverride(item.overrides, now)
  const family = activeOverride(item.parentOverrides, now)
  const input = {
    ...terms,
    ...inputOf(item),
    override: override && changesOf(override),
    isFamilyHidden: family?.Hidden ?? false,
  }
  const offer = evaluate(terms.rules, input, explain)
  const { isSelected, isHidden, isFamilyHidden, currency, price, stock, steps } = offer
  // A price in another currency cannot be compared, and is not kept.
  const served = readOfferVersion(known)
  const isComparable = (served?.currency ?? terms.currency) === currency
  const knownPrice = isComparable ? (served?.price ?? null) : null
  const regularPrice = () => evaluate(terms.rules, { ...input, override: null }).price
  const saleStart = saleStartOf(override, item.overrides, knownPrice, regularPrice, now)
  const common = { isSelected, isHidden, isFamilyHidden, currency, steps, saleStart }
  // A channel that ignores null would go on selling at the price that it knows.
  const isWithdrawn = price === null && knownPrice !== null
  const problem = offer.problem ?? (isWithdrawn ? NO_PRICE : null)
  if (problem !== null && !item.hasChildren) {
    const hold = { code: problem.Code, detail: problem.Detail, ...NO_PRICES }
    return { ...common, price: knownPrice, stock: 0, hold }
  }
  const { guardPercent } = terms
  const waits =
    !isSale(override) &&
    !item.hasChildren &&
    guard(knownPrice, price, guardPercent) &&
    !item.overrides.some((one) => isEnd(one, knownPrice, price, guardPercent))
  if (!waits) return { ...common, price, stock, hold: null }
  const decision = item.hold?.price === price ? item.hold.decision : null
  const hold = {
    code: 'PRICE_GUARD',
    detail: detailOf(knownPrice, price),
    knownPrice,
    price,
    decision,
  } as const
  return { ...common, price: decision === 'accepted' ? price : knownPrice, stock, hold }
}

const NO_PRICE = problemOf('NO_PRICE', 'Set Price of the product, or a rule that gives it one.')

const NO_PRICES = { knownPrice: null, price: null, decision: null } as const

/** Nothing stands for what an override does not change. */
function changesOf({ Price, Hidden, Stock }: StoredOverride) {
  return { Price, Hidden, ...(Stock && { Stock }) }
}

function inputOf({ record, parent, hasChildren, held }: OfferedItem) {
  return {
    product: parent ? withInheritance(record, parent) : record,
    available: availableOf(record.Stock, held),
    counted: { Stock: record.Stock, Reserved: held },
    isParent: hasChildren,
  }
}

/** Whether somebody has entered a price for a time. */
function isSale(override: StoredOverride | null): boolean {
  return override !== null && override.Price !== null && (override.From ?? override.Until) !== null
}

/**
 * The start of a sale, to be stored. The price before is the one that the channel knows, or that from before an earlier sale which goes over
 * into this one. If it knows none, it is the one that it would have got.
 */
function saleStartOf(
  override: StoredOverride | null,
  all: readonly StoredOverride[],
  knownPrice: number | null,
  regularPrice: () => number | null,
  now: Date,
): SaleStart | null {
  if (override === null || !isSale(override) || override.PriceBefore !== null) return null
  const from = override.From ?? now.toISOString()
  const earlier = all.find(
    (one) => isSale(one) && one.Price === knownPrice && (one.Until === null || one.Until >= from),
  )
  const known = earlier ? earlier.PriceBefore : knownPrice
  const priceBefore = known ?? regularPrice()
  return priceBefore === null ? null : { from: override.From, priceBefore }
}

/** Whether a price is the return from a sale: to about the price before it. Any other price may be a typing error of that time. */
function isEnd(
  override: StoredOverride,
  knownPrice: number | null,
  price: number | null,
  guardPercent: number,
): boolean {
  const { Price, PriceBefore } = override
  if (!isSale(override) || PriceBefore === null || Price !== knownPrice) return false
  return !guard(PriceBefore, price, guardPercent)
}

function detailOf(knownPrice: number | null, price: number | null): string {
  return `The price would change from ${knownPrice} to ${price}. Accept it, or refuse it to keep ${knownPrice}.`
}
