/** WooCommerce as a merchant: its products and stock go to the hub, and orders of the hub are made in it. */
import type { ShopContext } from '../../../adapter/adapter.ts'
import type { MerchantShop, ReadPage, ShopProduct, ShopStock } from '../../../adapter/merchant.ts'
import type { WooCalls } from '../api/calls.ts'
import { readChanges } from '../api/changes.ts'
import { keepFacts, type ReadFacts } from '../api/facts.ts'
import { CREATED_VIA, type WooProduct } from '../api/wire.ts'
import { returnsOf, toFulfilments } from '../shared/map-fulfilments.ts'
import { familyOf, mapStates, readState } from '../shared/reads.ts'
import { cancelInShop } from './cancellations.ts'
import { toShopProducts, toShopStock } from './map-products.ts'
import { OrderWriter } from './new-orders.ts'

/** What is thrown away is in no list, unless a list asks for it. */
const ALSO_GONE = { include_status: 'publish,draft,pending,private,future,trash' }
const FOR_SALE = { status: 'publish' }
const STOCK_FIELDS = {
  _fields:
    'id,type,status,sku,manage_stock,stock_quantity,stock_status,date_modified_gmt,variations,parent_id',
}

export function openMerchant(calls: WooCalls, { settings }: ShopContext): MerchantShop {
  const facts = keepFacts(calls)
  const orders = new OrderWriter(calls, settings)
  const unmanaged = Number(settings.unmanagedStock ?? 100)
  const ofHub = { query: { created_via: CREATED_VIA } }
  return {
    readCurrency: async () => (await facts()).currency || undefined,
    readProducts: (cursor) => readProducts(calls, facts, cursor),
    readStock: (cursor) => readStock(calls, unmanaged, cursor),
    findOrder: (mark, hint) => orders.find(mark, hint),
    writeOrder: (write) => orders.write(write),
    writeCancellation: (write) => cancelInShop(calls, write),
    readFulfilments: (cursor) =>
      mapStates(calls, { ...ofHub, cursor, withFulfilments: true }, (state) => [
        toFulfilments(state),
      ]),
    readReturns: (cursor) => mapStates(calls, { ...ofHub, cursor }, returnsOf),
    async readFulfilmentsOf(id) {
      const state = await readState(calls, id, { withFulfilments: true })
      return state && toFulfilments(state)
    },
    async readReturnsOf(id) {
      const state = await readState(calls, id)
      return state === undefined ? [] : returnsOf(state)
    },
  }
}

async function* readProducts(
  calls: WooCalls,
  readFacts: ReadFacts,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopProduct>> {
  const facts = await readFacts()
  const query = cursor === undefined ? FOR_SALE : {}
  const options = { query, sinceQuery: cursor === undefined ? FOR_SALE : ALSO_GONE, cursor }
  for await (const page of readChanges<WooProduct>(calls, '/products', options)) {
    const records: ShopProduct[] = []
    for (const product of page.records) {
      const family = await familyOf(calls, product)
      records.push(...toShopProducts(family, facts, (id) => calls.adminPage('product', id)))
    }
    yield { records, cursor: page.cursor }
  }
}

async function* readStock(
  calls: WooCalls,
  unmanaged: number,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopStock>> {
  const options = { query: { ...FOR_SALE, ...STOCK_FIELDS }, cursor }
  for await (const page of readChanges<WooProduct>(calls, '/products', options)) {
    const records: ShopStock[] = []
    // Reading the variations takes a while, in which units are sold.
    const countedAt = page.readAt.toISOString()
    for (const product of page.records) {
      const family = await familyOf(calls, product, STOCK_FIELDS)
      records.push(...toShopStock(family, { unmanaged, countedAt }))
    }
    yield { records, cursor: page.cursor }
  }
}
