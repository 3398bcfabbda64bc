/** WooCommerce as a merchant: its products and stock go to the hub, and orders of the hub are made in it. */
import type { ShopContext } from '../../../adapter/adapter.ts'
import type {
  CancellationToWrite,
  MerchantShop,
  OrderHint,
  OrderToWrite,
  ReadPage,
  ShopFulfilments,
  ShopOrder,
  ShopProduct,
  ShopReturn,
  ShopStock,
} from '../../../adapter/merchant.ts'
import type { Outcome } from '../../../adapter/outcomes.ts'
import type { WooCalls } from '../api/calls.ts'
import { readChanges } from '../api/changes.ts'
import { FactsReader } from '../api/facts.ts'
import { CREATED_VIA, type WooProduct } from '../api/wire.ts'
import { returnsOf, toFulfilments } from '../shared/map-fulfilments.ts'
import { familyOf, readState, readStates } from '../shared/reads.ts'
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

export class WooMerchant implements MerchantShop {
  readonly #calls: WooCalls
  readonly #context: ShopContext
  readonly #orders: OrderWriter
  readonly #facts: FactsReader

  constructor(calls: WooCalls, context: ShopContext) {
    this.#calls = calls
    this.#context = context
    this.#facts = new FactsReader(calls)
    this.#orders = new OrderWriter(calls, context.settings)
  }

  async readCurrency(): Promise<string | undefined> {
    return (await this.#facts.get()).currency || undefined
  }

  async *readProducts(cursor: string | undefined): AsyncGenerator<ReadPage<ShopProduct>> {
    const facts = await this.#facts.get()
    const query = cursor === undefined ? FOR_SALE : {}
    const options = { query, sinceQuery: cursor === undefined ? FOR_SALE : ALSO_GONE, cursor }
    for await (const page of readChanges<WooProduct>(this.#calls, '/products', options)) {
      const records: ShopProduct[] = []
      for (const product of page.records) {
        const family = await familyOf(this.#calls, product)
        records.push(...toShopProducts(family, facts, (id) => this.#calls.adminPage('product', id)))
      }
      yield { records, cursor: page.cursor }
    }
  }

  async *readStock(cursor: string | undefined): AsyncGenerator<ReadPage<ShopStock>> {
    const unmanaged = Number(this.#context.settings.unmanagedStock ?? 100)
    const options = { query: { ...FOR_SALE, ...STOCK_FIELDS }, cursor }
    for await (const page of readChanges<WooProduct>(this.#calls, '/products', options)) {
      const records: ShopStock[] = []
      // Reading the variations takes a while, in which units are sold.
      const countedAt = page.readAt.toISOString()
      for (const product of page.records) {
        const family = await familyOf(this.#calls, product, STOCK_FIELDS)
        records.push(...toShopStock(family, { unmanaged, countedAt }))
      }
      yield { records, cursor: page.cursor }
    }
  }

  findOrder(mark: string, hint?: OrderHint): Promise<ShopOrder | undefined> {
    return this.#orders.find(mark, hint)
  }

  writeOrder(write: OrderToWrite): Promise<Outcome<ShopOrder>> {
    return this.#orders.write(write)
  }

  writeCancellation(write: CancellationToWrite): Promise<Outcome<string>> {
    return cancelInShop(this.#calls, write)
  }

  async *readFulfilments(cursor: string | undefined): AsyncGenerator<ReadPage<ShopFulfilments>> {
    const options = { query: { created_via: CREATED_VIA }, cursor, withFulfilments: true }
    for await (const page of readStates(this.#calls, options)) {
      yield { records: page.records.map(toFulfilments), cursor: page.cursor }
    }
  }

  async *readReturns(cursor: string | undefined): AsyncGenerator<ReadPage<ShopReturn>> {
    const options = { query: { created_via: CREATED_VIA }, cursor }
    for await (const page of readStates(this.#calls, options)) {
      yield { records: page.records.flatMap(returnsOf), cursor: page.cursor }
    }
  }

  async readFulfilmentsOf(shopOrderId: string): Promise<ShopFulfilments | undefined> {
    const state = await readState(this.#calls, shopOrderId, { withFulfilments: true })
    return state && toFulfilments(state)
  }

  async readReturnsOf(shopOrderId: string): Promise<readonly ShopReturn[]> {
    const state = await readState(this.#calls, shopOrderId)
    return state === undefined ? [] : returnsOf(state)
  }
}
