/** Counts and prices of a merchant's shop become those of the hub, where they differ. */
import type { Schemas } from '@entrepot/client'
import type { MerchantShop, ShopStock } from '../../adapter/merchant.ts'
import { chunks } from '../records/chunks.ts'
import { noteLeft } from '../records/held.ts'
import { problemLog } from '../records/problems.ts'
import { AGAIN, readPages } from '../records/read-pages.ts'
import { type StepRun, storeCursors } from '../records/step-run.ts'
import { requireCurrency } from './currency.ts'
import { isFirstSince } from './departures.ts'

/** The cursor that says that counts wait for their products, which only the process that has read them knows. */
const WAITING = 'stock.waiting'

/** References of one call. */
const MAX_REFERENCES = 100

export async function syncStock(
  run: StepRun,
  shop: MerchantShop,
  read: NonNullable<MerchantShop['readStock']>,
): Promise<void> {
  const { unknown, cursors, pages } = run.state
  if (cursors.has(WAITING) && unknown.size === 0) {
    pages.delete(run.step)
    await storeCursors(run, { [run.step]: null })
  }
  if (run.isRetry && unknown.size > 0) await storeStock(run, [...unknown.values()])
  await readPages<ShopStock>(run, {
    read,
    isNews: (records) => records.some((one) => isFirstSince(run, one)),
    process: async (records) => {
      if (records.some(({ price }) => price !== undefined)) await requireCurrency(run, shop)
      return await storeStock(run, records, (one) => isFirstSince(run, one))
    },
  })
  if (run.isOver()) return
  if (unknown.size > 0) noteLeft(run)
  await storeCursors(run, { [WAITING]: unknown.size > 0 ? 'yes' : null })
}

/**
 * Compares a page with the hub. A product that the hub does not have comes with the products, so they are read before the page is read
 * again. If it does not come with them either, the page goes on without it.
 *
 * @param isAgain whether a count is sent although it is the number of the hub
 */
async function storeStock(
  run: StepRun,
  records: readonly ShopStock[],
  isAgain: (stock: ShopStock) => boolean = () => false,
): Promise<unknown> {
  let isNews = false
  const byReference = new Map(records.map((one) => [one.merchantProductReference, one]))
  for (const reference of chunks([...byReference.keys()], MAX_REFERENCES)) {
    const products = await run.hub.call('listProducts', { reference, pageSize: MAX_REFERENCES })
    const changes = products.flatMap((product) => {
      const stock = byReference.get(product.MerchantProductReference)
      const change = stock && changeOf(product, stock, { now: run.now(), isAgain: isAgain(stock) })
      return change === undefined ? [] : [change]
    })
    run.counts.unchanged += products.length - changes.length
    await writeOffers(run, changes)
    const known = new Set(products.map(({ MerchantProductReference }) => MerchantProductReference))
    for (const one of reference) if (noteUnknown(run, byReference.get(one), known)) isNews = true
  }
  for (const one of records.filter(isAgain)) run.state.departed.delete(one.merchantProductReference)
  if (!isNews) return undefined
  run.state.wanted.add('products')
  await storeCursors(run, { [WAITING]: 'yes' })
  return AGAIN
}

/** Remembers the count of a product that the hub does not have. @returns whether it is the first one */
function noteUnknown(
  { state: { unknown } }: StepRun,
  stock: ShopStock | undefined,
  known: ReadonlySet<string>,
): boolean {
  if (stock === undefined) return false
  const { merchantProductReference: reference } = stock
  const isNews = !known.has(reference) && !unknown.has(reference)
  unknown.delete(reference)
  if (!known.has(reference)) unknown.set(reference, stock)
  return isNews
}

type OfferChange = Schemas['OfferChange']

/** What has to be changed so that the hub has what the shop says. Undefined if it has. */
function changeOf(
  product: Pick<Schemas['ProductResponse'], 'MerchantProductReference' | 'Stock' | 'Price'>,
  { stock, price, countedAt }: ShopStock,
  { now, isAgain }: { readonly now: number; readonly isAgain: boolean },
): OfferChange | undefined {
  const change: { -readonly [Name in keyof OfferChange]: OfferChange[Name] } = {
    MerchantProductReference: product.MerchantProductReference,
  }
  const count = stock === undefined ? undefined : toCount(stock)
  if (count !== undefined && (isAgain || count !== product.Stock)) {
    change.Stock = count
    // The hub refuses a count of the future, which the clock of a shop can say.
    if (countedAt !== undefined && Date.parse(countedAt) <= now) change.StockCountedAt = countedAt
  }
  if (price !== undefined && price !== product.Price) change.Price = price
  return change.Stock === undefined && change.Price === undefined ? undefined : change
}

/** Whole units, at least none. A shop that sells what it does not have says a negative number. */
export function toCount(stock: number): number {
  return Math.max(0, Math.floor(stock))
}

async function writeOffers(run: StepRun, changes: readonly OfferChange[]): Promise<void> {
  if (changes.length === 0) return
  if (run.isDryRun) {
    for (const { MerchantProductReference: hubId, Stock, Price } of changes) {
      const words = [
        Stock !== undefined && `stock ${Stock}`,
        Price !== undefined && `price ${Price}`,
      ]
      const text = `Product ${hubId}: ${words.filter(Boolean).join(', ')}.`
      run.propose({ action: 'update', hubId, text })
    }
    return
  }
  const { ProductMessages } = await run.hub.call('changeOffers', { body: [...changes] })
  const log = problemLog(run)
  const refused = new Set<string | null>()
  for (const { Reference, Errors } of ProductMessages) {
    if (Errors.length === 0 || Reference === null) continue
    refused.add(Reference)
    log.add(
      { Kind: 'product', HubId: Reference },
      {
        code: 'stock_refused',
        message: `The hub did not take the stock or the price: ${Errors.join(' ')}`,
        remedy: 'Correct them in the shop.',
      },
    )
  }
  run.counts.written += changes.length - refused.size
  await log.store()
}
