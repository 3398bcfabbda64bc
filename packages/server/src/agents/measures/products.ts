/** What calls change of products and offers. Pure. */
import { isObject, listOf } from './bodies.ts'
import type { Part } from './parts.ts'

/** From which the prices of offers follow. */
const PRICES = ['Price', 'MSRP', 'PurchasePrice', 'DiscountRate', 'VatRate', 'VatClass']
const STOCKS = ['Stock', 'StockChange']

/**
 * Products of a body, which is a list of them or one, with their children.
 *
 * @param extent `whole`: what the body leaves out is removed, so that each product has another price, or none
 */
export function measureProducts(
  body: object,
  extent: 'named' | 'whole' = 'named',
): readonly Part[] {
  const products = itemsOf(body).flatMap(withChildren)
  const withOne = (names: readonly string[]) =>
    products.filter((product) => names.some((name) => name in product)).length
  return withoutNone([
    { kind: 'product', count: products.length },
    { kind: 'price', count: extent === 'whole' ? products.length : withOne(PRICES) },
    { kind: 'stock', count: withOne(STOCKS) },
  ])
}

/** A job of products. How many a filter finds is not known before, nor what an undo takes back. */
export function measureProductJob(body: object): readonly Part[] {
  const { Change } = body as { readonly Change?: unknown }
  if ('Undo' in body) {
    return (['product', 'price', 'stock'] as const).map((kind) => ({ kind, count: null }))
  }
  if (!isObject(Change)) return measureProducts(listOf(body, 'Items'))
  return measureProducts(Change).map((part) => ({ ...part, count: null }))
}

/** Overrides of offers. One without a price can replace one that has one. */
export function measureOverrides(body: object): readonly Part[] {
  const { length: count } = itemsOf(body)
  return withoutNone([
    { kind: 'offer_rules', count },
    { kind: 'price', count },
  ])
}

/** A decision on prices that wait. All of them cannot be counted before: others are added until the decision. */
export function measurePriceDecision(body: object): readonly Part[] {
  const { Decision } = body as { readonly Decision?: unknown }
  const count = 'Items' in body ? listOf(body, 'Items').length : null
  // The prices stay as they are.
  return Decision === 'refuse' ? [{ kind: 'other', count }] : [{ kind: 'price', count }]
}

function itemsOf(body: object): readonly object[] {
  return [body].flat().filter(isObject)
}

/** A product of a body, and its children. */
export function withChildren(product: object): readonly object[] {
  return [product, ...listOf(product, 'Children').flatMap(withChildren)]
}

const withoutNone = (parts: readonly Part[]) => parts.filter(({ count }) => count !== 0)
