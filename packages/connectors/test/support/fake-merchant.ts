/** A shop in memory that sells from its own stock. Its data outlives adapters and connectors, as that of a real shop does. */
import type { Adapter, CountsExclude, Hint, Shop, Step } from '../../src/adapter/adapter.ts'
import type {
  CancellationToWrite,
  MerchantShop,
  OrderToWrite,
  ReadPage,
  ShopFulfilments,
  ShopOrder,
  ShopProduct,
  ShopReturn,
  ShopShipment,
  ShopStock,
  ShopUnits,
} from '../../src/adapter/merchant.ts'
import { type Finding, NOT_IN_SHOP, type RecordProblem } from '../../src/adapter/outcomes.ts'

/** An order of the shop. */
export interface FakeOrder {
  readonly id: string
  readonly mark: string
  readonly number: string
  readonly total: number
  readonly lines: readonly {
    readonly id: string
    readonly hubLineId: number
    readonly sku: string
    readonly quantity: number
  }[]
  readonly shipments: ShopShipment[]
  readonly cancellations: { shopId: string; mark?: string; units: readonly ShopUnits[] }[]
  readonly returns: Omit<ShopReturn, 'shopOrderId'>[]
  /** The marks of cancellations without whose units it was created. */
  readonly leftOut: readonly string[]
  changed: number
}

interface FakeProduct {
  readonly id: string
  sku: string
  name: string
  price: number
  stock: number
  isRemoved: boolean
  /** Whether only the stock has it. */
  isHidden?: boolean
  changed: number
}

/** What a backup of the shop contains. */
type Backup = string

export class FakeMerchant {
  readonly name: string
  products = new Map<string, FakeProduct>()
  orders = new Map<string, FakeOrder>()
  /** Grows with each change. Cursors are values of it. */
  clock = 1
  #next = 1
  pageSize = 3
  /** Called before and after each call of the adapter; it may throw. */
  onCall: (call: string, moment: 'before' | 'after') => void = () => {}
  readonly calls: string[] = []
  /** Why the shop takes no order, by SKU. */
  refused = new Map<string, RecordProblem>()
  hasCursors = true
  /** When it counts, if it says so. */
  countedAt: string | undefined
  /** Of its prices. */
  currency = 'EUR'
  /** Whether prices come with its counts, too. */
  countsHavePrices = true
  /** What its counts leave out. */
  countsExclude: CountsExclude = 'acknowledged'
  /** Whether it takes an order only if it has all its units. */
  needsStock = false

  constructor(name = 'fake') {
    this.name = name
  }

  backup(): Backup {
    const orders = [...this.orders].map(([id, order]) => [id, structuredClone(order)])
    return JSON.stringify({ products: [...this.products], orders, next: this.#next })
  }

  /** The clock goes on: it is that of the machine. */
  restore(backup: Backup): void {
    const { products, orders, next } = JSON.parse(backup)
    this.products = new Map(products)
    this.orders = new Map(orders)
    this.#next = next
  }

  addProduct(sku: string, values: Partial<FakeProduct> = {}): FakeProduct {
    const id = `P${this.#next++}`
    const product = {
      ...{ id, sku, name: `Product ${sku}`, price: 10, stock: 5, isRemoved: false },
      ...values,
      changed: this.clock++,
    }
    this.products.set(id, product)
    return product
  }

  changeProduct(product: FakeProduct, values: Partial<FakeProduct>): void {
    Object.assign(product, values, { changed: this.clock++ })
  }

  ship(
    order: FakeOrder,
    units: readonly ShopUnits[],
    more: Partial<ShopShipment> = {},
  ): ShopShipment {
    const shipment = { shopId: `S${this.#next++}`, units, ...more }
    order.shipments.push(shipment)
    order.changed = this.clock++
    return shipment
  }

  cancel(order: FakeOrder, units: readonly ShopUnits[]): void {
    order.cancellations.push({ shopId: `C${this.#next++}`, units })
    order.changed = this.clock++
  }

  giveBack(order: FakeOrder, units: readonly ShopUnits[], refundInclVat?: number): void {
    const one = { shopId: `R${this.#next++}`, units, ...(refundInclVat && { refundInclVat }) }
    order.returns.push(one)
    order.changed = this.clock++
  }

  adapter(): Adapter {
    return {
      description: {
        shop: this.name,
        title: 'Fake',
        roles: ['merchant'],
        settings: [
          { name: 'url', label: 'Address', help: 'Of the shop.', type: 'url', required: true },
        ],
        secrets: [{ name: 'apiKey', label: 'API key', help: 'Of the shop.', required: true }],
        guide: 'docs/guides/shops/README.md',
        countsExclude: this.countsExclude,
      },
      open: ({ secrets }) => this.#open(secrets.apiKey ?? ''),
    }
  }

  #open(apiKey: string): Shop {
    const merchant: Required<MerchantShop> = {
      canLeaveOut: this.needsStock,
      readCurrency: () => this.#call('readCurrency', () => this.currency),
      readProducts: (cursor) => this.#read('readProducts', cursor, this.#products()),
      readStock: (cursor) => this.#read('readStock', cursor, this.#stock()),
      findOrder: (mark) => this.#call('findOrder', () => this.#findOrder(mark)),
      writeOrder: (order) => this.#call('writeOrder', () => this.#write(order)),
      writeCancellation: (one) => this.#call('writeCancellation', () => this.#cancelled(one)),
      readFulfilments: (cursor) => this.#read('readFulfilments', cursor, this.#fulfilments()),
      readReturns: (cursor) => this.#read('readReturns', cursor, this.#returns()),
      readFulfilmentsOf: (id) =>
        this.#call(
          'readFulfilmentsOf',
          () => this.#fulfilments().find(([, { shopOrderId }]) => shopOrderId === id)?.[1],
        ),
      readReturnsOf: (id) =>
        this.#call('readReturnsOf', () =>
          this.#returns().flatMap(([, one]) => (one.shopOrderId === id ? [one] : [])),
        ),
    }
    return {
      merchant,
      check: async (): Promise<readonly Finding[]> =>
        await this.#call('check', () => [{ level: 'ok', message: 'The shop is there.' }]),
      readHint: ({ headers }: Hint): readonly Step[] | undefined =>
        headers['x-signature'] === apiKey ? ['products', 'stock'] : undefined,
    }
  }

  async #call<T>(call: string, effect: () => T): Promise<T> {
    this.calls.push(call)
    this.onCall(call, 'before')
    const result = effect()
    this.onCall(call, 'after')
    return structuredClone(result)
  }

  async *#read<T>(
    call: string,
    cursor: string | undefined,
    records: readonly (readonly [number, T])[],
  ): AsyncGenerator<ReadPage<T>> {
    const from = this.hasCursors ? Number(cursor ?? 0) : 0
    const found = records
      .filter(([changed]) => changed >= from)
      .toSorted(([one], [other]) => one - other)
    for (let start = 0; start < found.length || start === 0; start += this.pageSize) {
      const part = found.slice(start, start + this.pageSize)
      const last = part.at(-1)?.[0]
      const page = { records: part.map(([, record]) => record) }
      const withCursor = this.hasCursors && last !== undefined
      yield await this.#call(call, () => (withCursor ? { ...page, cursor: String(last) } : page))
    }
  }

  #products(): readonly (readonly [number, ShopProduct])[] {
    return [...this.products.values()]
      .filter(({ isHidden }) => !isHidden)
      .map(({ id, sku, name, price, stock, isRemoved, changed }) => {
        const product = { MerchantProductReference: sku, Name: name, Price: price, Stock: stock }
        if (isRemoved) return [changed, { shopId: id, removed: true }]
        const problem = { code: 'missing_sku', message: 'It has no SKU.', remedy: 'Give it one.' }
        return [changed, sku === '' ? { shopId: id, problem } : { shopId: id, product }]
      })
  }

  #stock(): readonly (readonly [number, ShopStock])[] {
    return [...this.products.values()]
      .filter(({ isRemoved, sku }) => !isRemoved && sku !== '')
      .map(({ sku, stock, price, changed }) => [
        changed,
        {
          ...{ merchantProductReference: sku, stock, ...(this.countsHavePrices && { price }) },
          ...(this.countedAt !== undefined && { countedAt: this.countedAt }),
        },
      ])
  }

  #fulfilments(): readonly (readonly [number, ShopFulfilments])[] {
    return [...this.orders.values()].map(({ id, shipments, cancellations, changed }) => [
      changed,
      {
        shopOrderId: id,
        shipments,
        cancellations: cancellations.map(({ shopId, units }) => ({ shopId, units })),
      },
    ])
  }

  #returns(): readonly (readonly [number, ShopReturn])[] {
    return [...this.orders.values()].flatMap(({ id, returns, changed }) =>
      returns.map((one): readonly [number, ShopReturn] => [changed, { ...one, shopOrderId: id }]),
    )
  }

  #find(sku: string): FakeProduct | undefined {
    return [...this.products.values()].find((one) => one.sku === sku)
  }

  #findOrder(mark: string): ShopOrder | undefined {
    const order = [...this.orders.values()].find((one) => one.mark === mark)
    return order && toShopOrder(order)
  }

  #write({ order, mark, leftOut = [] }: OrderToWrite) {
    const unitsOf = ({ Quantity, CancelledQuantity }: (typeof order)['Lines'][number]) =>
      leftOut.length > 0 ? Quantity - CancelledQuantity : Quantity
    const isShort = order.Lines.some((line) => {
      const found = this.#find(line.MerchantProductReference)
      return unitsOf(line) > (found?.stock ?? 0)
    })
    if (this.needsStock && isShort) {
      return { problem: { code: 'out_of_stock', message: 'Too few units.', remedy: 'Cancel.' } }
    }
    const problem = order.Lines.map((line) => this.refused.get(line.MerchantProductReference)).find(
      (one) => one !== undefined,
    )
    if (problem !== undefined) return { problem }
    const id = `O${this.#next++}`
    const made: FakeOrder = {
      id,
      mark,
      number: `${this.name}-${id}`,
      total: order.Lines.reduce(
        (sum, line) => sum - (line.Quantity - unitsOf(line)) * line.OriginalUnitPriceInclVat,
        order.OriginalTotalInclVat,
      ),
      leftOut,
      lines: order.Lines.map((line, index) => ({
        id: `${id}-${index}`,
        hubLineId: line.Id,
        sku: line.MerchantProductReference,
        quantity: unitsOf(line),
      })),
      shipments: [],
      cancellations: [],
      returns: [],
      changed: this.clock++,
    }
    this.orders.set(id, made)
    for (const { sku, quantity } of made.lines) {
      const product = this.#find(sku)
      if (product) this.changeProduct(product, { stock: product.stock - quantity })
    }
    return { done: toShopOrder(made) }
  }

  #cancelled({ shopOrderId, units, mark }: CancellationToWrite) {
    const order = this.orders.get(shopOrderId)
    if (order === undefined) {
      return { problem: { code: NOT_IN_SHOP, message: 'No such order.', remedy: 'Look for it.' } }
    }
    if (order.leftOut.includes(mark)) return { done: `before ${mark}` }
    const known = order.cancellations.find((one) => one.mark === mark)
    if (known !== undefined) return { done: known.shopId }
    const shopId = `C${this.#next++}`
    order.cancellations.push({ shopId, mark, units })
    order.changed = this.clock++
    return { done: shopId }
  }
}

function toShopOrder({ id, number, lines }: FakeOrder): ShopOrder {
  return {
    shopId: id,
    reference: number,
    url: `https://shop.example/orders/${id}`,
    lines: lines.map((line) => ({ lineId: line.hubLineId, shopLineId: line.id })),
  }
}
