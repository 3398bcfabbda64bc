/** WooCommerce as a channel: products and offers of the hub go to it, and its orders come from it. */
import type { ShopContext } from '../../../adapter/adapter.ts'
import type {
  ChannelCancellationToWrite,
  ChannelRefundToWrite,
  ChannelReturnToWrite,
  ChannelShop,
  OfferToWrite,
  ProductToWrite,
  ShipmentToWrite,
  ShopChannelOrder,
} from '../../../adapter/channel.ts'
import type { ReadPage, ShopReturn } from '../../../adapter/merchant.ts'
import type { WooCalls } from '../api/calls.ts'
import { FactsReader } from '../api/facts.ts'
import { CREATED_VIA, type WooOrder } from '../api/wire.ts'
import { type OrderState, returnsOf } from '../shared/map-fulfilments.ts'
import { readState, readStates } from '../shared/reads.ts'
import { identityOf, isSold, toChannelOrder } from './map-orders.ts'
import { writeOffers } from './offers.ts'
import { ProductWriter } from './products.ts'
import {
  type SaleSettings,
  writeCancellation,
  writeRefund,
  writeReturn,
  writeShipment,
} from './sales.ts'

/** Orders that are paid and not done. Others of a shop that is connected are read when they change. */
const OPEN = { status: 'processing' }

/** Orders that the hub has made in a shop that is a merchant, too, are no new ones. */
const isForHub = ({ order }: OrderState) => order.created_via !== CREATED_VIA && isSold(order)

export class WooChannel implements ChannelShop {
  readonly #calls: WooCalls
  readonly #facts: FactsReader
  readonly #products: ProductWriter
  readonly #settings: SaleSettings

  constructor(calls: WooCalls, { settings }: ShopContext) {
    this.#calls = calls
    this.#facts = new FactsReader(calls)
    this.#products = new ProductWriter(calls, this.#facts)
    this.#settings = {
      refundPayment: settings.refundPayment === true,
      notifyBuyer: settings.notifyBuyer !== false,
    }
  }

  writeProduct(product: ProductToWrite) {
    return this.#products.write(product)
  }

  removeProduct(shopId: string) {
    return this.#products.remove(shopId)
  }

  async readCurrency(): Promise<string | undefined> {
    return (await this.#facts.get()).currency || undefined
  }

  writeOffers(offers: readonly OfferToWrite[]) {
    return writeOffers(this.#calls, this.#facts, offers)
  }

  async *readOrders(cursor: string | undefined): AsyncGenerator<ReadPage<ShopChannelOrder>> {
    for await (const page of readStates(this.#calls, { cursor, firstQuery: OPEN })) {
      const records = page.records
        .filter(isForHub)
        .map((state) => toChannelOrder(state, this.#calls.adminPage('order', state.order.id)))
      yield { records, cursor: page.cursor }
    }
  }

  async readOrder(shopOrderId: string): Promise<ShopChannelOrder | undefined> {
    const state = await readState(this.#calls, shopOrderId)
    if (state === undefined || !isForHub(state)) return undefined
    return toChannelOrder(state, this.#calls.adminPage('order', state.order.id))
  }

  async hasOrder(shopOrderId: string, _reference: string, identity: string | undefined) {
    const order = await this.#calls.getIfThere<WooOrder>(`/orders/${shopOrderId}`)
    return order !== undefined && (identity === undefined || identityOf(order) === identity)
  }

  writeShipment(shipment: ShipmentToWrite) {
    return writeShipment(this.#calls, shipment, this.#settings)
  }

  writeCancellation(cancellation: ChannelCancellationToWrite) {
    return writeCancellation(this.#calls, cancellation, this.#settings)
  }

  async *readReturns(cursor: string | undefined): AsyncGenerator<ReadPage<ShopReturn>> {
    for await (const page of readStates(this.#calls, { cursor, firstQuery: OPEN })) {
      yield { records: page.records.filter(isForHub).flatMap(returnsOf), cursor: page.cursor }
    }
  }

  async readReturnsOf(shopOrderId: string): Promise<readonly ShopReturn[]> {
    const state = await readState(this.#calls, shopOrderId)
    return state === undefined || !isForHub(state) ? [] : returnsOf(state)
  }

  writeReturn(decided: ChannelReturnToWrite) {
    return writeReturn(this.#calls, decided, this.#settings)
  }

  writeRefund(refund: ChannelRefundToWrite) {
    return writeRefund(this.#calls, refund, this.#settings)
  }
}
