/** Prices and stock of many products at once. A batch is always answered with 200, and each item has its own error. */
import type { OfferToWrite } from '../../../adapter/channel.ts'
import {
  NOT_IN_SHOP,
  type Outcome,
  type RecordProblem,
  ShopFailure,
} from '../../../adapter/outcomes.ts'
import { netOf, toMicros, toText } from '../api/amounts.ts'
import { PAGE_SIZE, type WooCalls } from '../api/calls.ts'
import type { ReadFacts, ShopFacts } from '../api/facts.ts'
import { isGone, plainText } from '../api/refusals.ts'
import type { WooProduct } from '../api/wire.ts'
import { readId } from '../shared/ids.ts'

interface Item {
  readonly id: number
  readonly stock_quantity?: number | null
  /** For which the shop sells it now. */
  readonly price?: string
  readonly error?: { readonly code: string; readonly message: string }
}

interface Place {
  readonly index: number
  readonly offer: OfferToWrite
  readonly id: number
}

export async function writeOffers(
  calls: WooCalls,
  facts: ReadFacts,
  offers: readonly OfferToWrite[],
): Promise<Outcome<undefined>[]> {
  const outcomes: Outcome<undefined>[] = offers.map(() => ({ done: undefined }))
  const known = await facts()
  // Variations are written below their parent: a batch of products refuses them.
  const groups = Map.groupBy(offers.map(placeOf), ({ parentId }) => parentId)
  for (const [parentId, places] of groups) {
    for (let start = 0; start < places.length; start += PAGE_SIZE) {
      const batch = places.slice(start, start + PAGE_SIZE)
      const rates = await ratesOf(calls, known, parentId, batch)
      const prices = batch.map(({ id, offer }) => priceText(offer.price, rates.get(id)))
      const items = await writeBatch(calls, parentId, batch, prices)
      for (const [position, place] of batch.entries()) {
        outcomes[place.index] = outcomeOf(place.offer, prices[position], items[position])
      }
    }
  }
  return outcomes
}

function placeOf(offer: OfferToWrite, index: number) {
  const { productId, variationId } = readId(offer.shopId)
  return variationId === undefined
    ? { index, offer, id: productId, parentId: undefined }
    : { index, offer, id: variationId, parentId: productId }
}

async function writeBatch(
  calls: WooCalls,
  parentId: number | undefined,
  batch: readonly Place[],
  prices: readonly string[],
): Promise<readonly Item[]> {
  const path = parentId === undefined ? '/products/batch' : `/products/${parentId}/variations/batch`
  const update = batch.map(({ id, offer: { price, stock } }, index) => ({
    id,
    regular_price: prices[index],
    // A sale of the shop would go on below the price of the hub. Null changes nothing there.
    ...{ sale_price: '', date_on_sale_from: '', date_on_sale_to: '' },
    manage_stock: true,
    stock_quantity: price === null ? 0 : stock,
  }))
  const reply = await calls.ask<{ readonly update?: readonly Item[] }>('POST', path, {
    body: { update },
    query: { _fields: 'id,stock_quantity,price,error' },
  })
  if ('body' in reply) return reply.body.update ?? []
  throw new ShopFailure(
    'unavailable',
    `The shop refused a batch of offers: ${reply.refusal.message}`,
  )
}

/** The shop leaves everything but digits and dots out of a price, and takes none as "not for sale". */
function priceText(price: number | null, percent: number | undefined): string {
  if (price === null) return ''
  const micros = toMicros(price)
  return percent === undefined ? toText(micros, decimalsOf(micros)) : toText(netOf(micros, percent))
}

/** Two, unless the price has more. */
function decimalsOf(micros: number): number {
  return micros % 10_000 === 0 ? 2 : 4
}

/** Rates by product, for shops whose prices are without tax. */
async function ratesOf(
  calls: WooCalls,
  facts: ShopFacts,
  parentId: number | undefined,
  batch: readonly Place[],
): Promise<Map<number, number>> {
  const rates = new Map<number, number>()
  if (facts.pricesIncludeTax || !facts.taxesAreOn) return rates
  const ids = parentId === undefined ? batch.map(({ id }) => id) : [parentId]
  const { records } = await calls.list<WooProduct>('/products', {
    include: ids.join(','),
    per_page: PAGE_SIZE,
    _fields: 'id,tax_class,tax_status',
  })
  for (const { id, tax_class, tax_status } of records) {
    const percent = tax_status === 'none' ? 0 : (facts.rates.get(tax_class) ?? 0)
    for (const one of parentId === undefined ? [id] : batch.map((place) => place.id)) {
      rates.set(one, percent)
    }
  }
  return rates
}

function otherPrice(
  reference: string,
  sent: string | undefined,
  price: string | undefined,
): RecordProblem {
  return {
    code: 'price_differs',
    message: `The shop sells ${reference} for ${price || 'no price'}, and ${sent} was sent.`,
    remedy:
      'Look for a plugin of the shop that changes prices, such as one for discounts. If the product has variations there, give them SKUs of the hub. Then retry.',
  }
}

function outcomeOf(
  offer: OfferToWrite,
  sent: string | undefined,
  item: Item | undefined,
): Outcome<undefined> {
  const reference = offer.merchantProductReference
  if (item?.error !== undefined) {
    return {
      problem: {
        code: isGone(item.error) ? NOT_IN_SHOP : 'offer_refused',
        message: `The shop does not take price and stock of ${reference}.`,
        remedy:
          'If the product was deleted in the shop, synchronise it again; otherwise correct what the shop says.',
        shopMessage: plainText(item.error.message).slice(0, 500),
      },
    }
  }
  if (offer.price !== null && toMicros(item?.price) !== toMicros(sent)) {
    return { problem: otherPrice(reference, sent, item?.price) }
  }
  // The shop ignores a stock where it manages none, and answers as if nothing was wrong.
  const wanted = offer.price === null ? 0 : offer.stock
  if (item !== undefined && item.stock_quantity === wanted) return { done: undefined }
  return {
    problem: {
      code: 'stock_not_managed',
      message: `The shop did not take the stock of ${reference}: ${wanted} was sent, and it has ${item?.stock_quantity ?? 'none'}.`,
      remedy: 'Turn on WooCommerce > Settings > Products > Inventory > Manage stock, and retry.',
    },
  }
}
