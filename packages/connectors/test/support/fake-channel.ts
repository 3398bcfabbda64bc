/** A shop in memory that sells the products of the hub. */
import type { Adapter } from '../../src/adapter/adapter.ts'
import type {
  ChannelCancellationToWrite,
  ChannelRefundToWrite,
  ChannelReturnToWrite,
  ChannelShop,
  OfferToWrite,
  ProductToWrite,
  ShipmentToVoid,
  ShipmentToWrite,
  ShopChannelOrder,
} from '../../src/adapter/channel.ts'
import type { ReadPage, ShopReturn, ShopUnits } from '../../src/adapter/merchant.ts'
import { NOT_IN_SHOP, type Outcome, type RecordProblem } from '../../src/adapter/outcomes.ts'

interface ListedProduct {
  readonly id: string
  readonly sku: string
  name: string | null
  price?: number | null
  stock?: number
}

interface SoldOrder {
  readonly id: string
  readonly reference: string
  readonly sku: string
  readonly quantity: number
  readonly cancellations: { shopId: string; units: readonly ShopUnits[] }[]
  readonly returns: { shopId: string; units: readonly ShopUnits[] }[]
  readonly shipments: Map<string, { id: string; tracking: string | null; units: number }>
  readonly cancelled: Map<string, number>
  readonly refunded: Map<string, number>
  /** Amounts that people of the shop have given back, by id. */
  readonly byPeople: Map<string, number>
  placedAt?: string
  /** Units that people of the shop have shipped. */
  shipped: number
  /** What the shop says of units that were added to the order. */
  added?: RecordProblem
  /** Whether the shop shows it as one that was never paid. */
  isVoid?: boolean
  /** Why the adapter cannot give it to the hub. */
  problem?: RecordProblem
  changed: number
}

const GONE: RecordProblem = { code: NOT_IN_SHOP, message: 'It is not there.', remedy: 'Look.' }

export class FakeChannel {
  readonly name: string
  readonly products = new Map<string, ListedProduct>()
  readonly orders = new Map<string, SoldOrder>()
  readonly refused = new Map<string, RecordProblem>()
  readonly calls: string[] = []
  onCall: (call: string, moment: 'before' | 'after') => void = () => {}
  /** What the shop cannot do. */
  lacks: readonly (keyof ChannelShop)[] = []
  clock = 1
  /** Whether the first read has a cursor at its end only. */
  hasLateCursor = false
  /** The id of each refund, of an adapter that gives one twice. */
  refundId: string | undefined
  currency: string | undefined
  #next = 1
  #count = 0

  constructor(name: string) {
    this.name = name
  }

  sell(sku: string, quantity: number): SoldOrder {
    const id = `W${this.#next++}`
    const order: SoldOrder = {
      ...{ id, reference: `${this.name}-${id}-${this.#count++}`, sku, quantity },
      cancellations: [],
      returns: [],
      shipments: new Map(),
      cancelled: new Map(),
      refunded: new Map(),
      byPeople: new Map(),
      shipped: 0,
      changed: this.clock++,
    }
    this.orders.set(id, order)
    this.#takeOff(sku, quantity)
    return order
  }

  cancel(order: SoldOrder, quantity: number): void {
    const units = [{ shopLineId: '1', quantity }]
    order.cancellations.push({ shopId: `X${this.#next++}`, units })
    order.changed = this.clock++
    this.#takeOff(order.sku, -quantity)
  }

  /** The shop takes what it sells off its stock by itself. */
  #takeOff(sku: string, quantity: number): void {
    const product = this.find(sku)
    if (product?.stock !== undefined) product.stock -= quantity
  }

  find(sku: string): ListedProduct | undefined {
    return [...this.products.values()].find((one) => one.sku === sku)
  }

  giveBack(order: SoldOrder, quantity: number): void {
    const units = [{ shopLineId: '1', quantity }]
    order.returns.push({ shopId: `R${this.#next++}`, units })
    order.changed = this.clock++
  }

  /** What the shop has now. */
  backup() {
    return structuredClone({ products: this.products, orders: this.orders, next: this.#next })
  }

  /** Goes back to a backup: ids are given again. */
  restore({ products, orders, next }: ReturnType<FakeChannel['backup']>): void {
    for (const [current, saved] of [
      [this.products, products],
      [this.orders, orders],
    ] as const) {
      current.clear()
      for (const [id, one] of structuredClone(saved)) current.set(id, one as never)
    }
    this.#next = next
  }

  adapter(): Adapter {
    return {
      description: {
        shop: this.name,
        title: 'Fake channel',
        roles: ['channel'],
        settings: [],
        secrets: [],
        guide: 'docs/guides/shops/README.md',
      },
      open: () => {
        const channel: Partial<ChannelShop> = this.#channel()
        for (const name of this.lacks) delete channel[name]
        return { channel, check: async () => [] }
      },
    }
  }

  #channel(): Required<ChannelShop> {
    return {
      writeProduct: (product) => this.#call('writeProduct', () => this.#write(product)),
      removeProduct: (id) =>
        this.#call('removeProduct', () => {
          this.products.delete(id)
          return { done: undefined }
        }),
      readCurrency: () => this.#call('readCurrency', () => this.currency),
      writeOffers: (offers) =>
        this.#call('writeOffers', () => offers.map((offer) => this.#offer(offer))),
      readOrders: (cursor) => this.#read('readOrders', cursor, this.#sold()),
      readOrder: (id) =>
        this.#call('readOrder', () => this.#sold().find(([, { shopId }]) => shopId === id)?.[1]),
      hasOrder: (id, reference) =>
        this.#call('hasOrder', () => this.orders.get(id)?.reference === reference),
      writeShipment: (one) => this.#call('writeShipment', () => this.#ship(one)),
      writeCancellation: (one) => this.#call('writeCancellation', () => this.#cancelled(one)),
      readReturns: (cursor) => this.#read('readReturns', cursor, this.#returns()),
      readReturnsOf: (id) =>
        this.#call('readReturnsOf', () =>
          this.#returns().flatMap(([, one]) => (one.shopOrderId === id ? [one] : [])),
        ),
      writeReturn: (one) => this.#call('writeReturn', () => this.#decided(one)),
      voidShipment: (one) => this.#call('voidShipment', () => this.#voided(one)),
      writeRefund: (one) => this.#call('writeRefund', () => this.#givenBack(one)),
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
    const found = records.filter(([changed]) => changed >= Number(cursor ?? 0))
    const last = Math.max(0, ...found.map(([changed]) => changed))
    const page = { records: found.map(([, record]) => record) }
    if (this.hasLateCursor && cursor === undefined) {
      yield await this.#call(call, () => page)
      return yield { records: [], cursor: String(last + 1) }
    }
    yield await this.#call(call, () => (last > 0 ? { ...page, cursor: String(last) } : page))
  }

  #write({ product, shopId }: ProductToWrite): Outcome<{ shopId: string }> {
    const { MerchantProductReference: sku, Name: name } = product
    const problem = this.refused.get(sku)
    if (problem !== undefined) return { problem }
    if (shopId !== undefined && !this.products.has(shopId)) return { problem: GONE }
    const known = [...this.products.values()].find((one) => one.sku === sku)
    const id = shopId ?? known?.id ?? `L${this.#next++}`
    this.products.set(id, { ...this.products.get(id), id, sku, name })
    return { done: { shopId: id } }
  }

  #offer({ shopId, price, stock }: OfferToWrite): Outcome<undefined> {
    const product = this.products.get(shopId)
    if (product === undefined) return { problem: GONE }
    Object.assign(product, { price, stock })
    return { done: undefined }
  }

  #sold(): readonly (readonly [number, ShopChannelOrder])[] {
    return [...this.orders.values()].map(
      ({ id, reference, sku, quantity, cancellations, changed, isVoid = false, ...one }) => [
        changed,
        one.problem
          ? { shopId: id, problem: one.problem }
          : {
              shopId: id,
              order: {
                ChannelReference: reference,
                Email: 'ann@example.com',
                CurrencyCode: 'EUR',
                ...(one.placedAt && { OrderDate: one.placedAt }),
                ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
                Lines: [
                  {
                    ChannelReference: '1',
                    MerchantProductReference: sku,
                    Quantity: quantity,
                    UnitPriceInclVat: 10,
                  },
                ],
              },
              cancellations,
              isOnlyUpdate: isVoid,
              shipped: one.shipped === 0 ? [] : [{ shopLineId: '1', quantity: one.shipped }],
              ...(one.added && { leftOut: one.added }),
            },
      ],
    )
  }

  #returns(): readonly (readonly [number, ShopReturn])[] {
    return [...this.orders.values()].flatMap(({ id, returns, changed }) =>
      returns.map((one): readonly [number, ShopReturn] => [changed, { ...one, shopOrderId: id }]),
    )
  }

  #ship({ shopOrderId, mark, shipment, units }: ShipmentToWrite): Outcome<string> {
    const order = this.orders.get(shopOrderId)
    if (order === undefined) return { problem: GONE }
    const problem = this.refused.get(shipment.MerchantShipmentReference)
    if (problem !== undefined) return { problem }
    const id = order.shipments.get(mark)?.id ?? `T${this.#next++}`
    const sum = units.reduce((all, { quantity }) => all + quantity, 0)
    order.shipments.set(mark, { id, tracking: shipment.TrackTraceNo, units: sum })
    return { done: id }
  }

  #cancelled({ shopOrderId, mark, units }: ChannelCancellationToWrite): Outcome<string> {
    const order = this.orders.get(shopOrderId)
    if (order === undefined) return { problem: GONE }
    order.cancelled.set(
      mark,
      units.reduce((all, { quantity }) => all + quantity, 0),
    )
    return { done: `cancelled ${mark}` }
  }

  #decided({ shopOrderId, mark, refundInclVat }: ChannelReturnToWrite): Outcome<string> {
    const order = this.orders.get(shopOrderId)
    if (order === undefined) return { problem: GONE }
    order.refunded.set(mark, refundInclVat)
    return { done: `refunded ${mark}` }
  }

  #voided({ shopOrderId, mark, shipment }: ShipmentToVoid): Outcome<undefined> {
    const problem = this.refused.get(shipment.MerchantShipmentReference)
    if (problem !== undefined) return { problem }
    this.orders.get(shopOrderId)?.shipments.delete(mark)
    return { done: undefined }
  }

  #givenBack({ shopOrderId, mark, refund, taken }: ChannelRefundToWrite): Outcome<string> {
    const order = this.orders.get(shopOrderId)
    if (order === undefined) return { problem: GONE }
    const problem = this.refused.get(refund.MerchantReference)
    if (problem !== undefined) return { problem }
    const found = [...order.byPeople].find(
      ([id, amount]) => !taken.has(id) && amount === refund.RefundInclVat,
    )
    if (found !== undefined && !order.refunded.has(mark)) return { done: found[0] }
    order.refunded.set(mark, refund.RefundInclVat)
    return { done: this.refundId ?? `given back ${mark}` }
  }
}
