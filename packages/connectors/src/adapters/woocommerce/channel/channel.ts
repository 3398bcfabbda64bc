/** WooCommerce as a channel: products and offers of the hub go to it, and its orders come from it. */
import type { ShopContext } from '../../../adapter/adapter.ts'
import type { ChannelShop } from '../../../adapter/channel.ts'
import type { WooCalls } from '../api/calls.ts'
import { keepFacts } from '../api/facts.ts'
import { CREATED_VIA, type WooOrder } from '../api/wire.ts'
import { type OrderState, returnsOf } from '../shared/map-fulfilments.ts'
import { mapStates, readState } from '../shared/reads.ts'
import { identityOf, isSold, toChannelOrder } from './map-orders.ts'
import { writeOffers } from './offers.ts'
import { ProductWriter } from './products.ts'
import { writeCancellation, writeRefund, writeReturn, writeShipment } from './sales.ts'

/** Orders that are paid and not done. Others of a shop that is connected are read when they change. */
const OPEN = { status: 'processing' }

/** Orders that the hub has made in a shop that is a merchant, too, are no new ones. */
const isForHub = ({ order }: OrderState) => order.created_via !== CREATED_VIA && isSold(order)

export function openChannel(calls: WooCalls, { settings }: ShopContext): ChannelShop {
  const facts = keepFacts(calls)
  const products = new ProductWriter(calls, facts)
  const sale = {
    refundPayment: settings.refundPayment === true,
    notifyBuyer: settings.notifyBuyer !== false,
  }
  const toOrder = (state: OrderState) =>
    toChannelOrder(state, calls.adminPage('order', state.order.id))
  const readPages = <T>(cursor: string | undefined, map: (state: OrderState) => readonly T[]) =>
    mapStates(calls, { cursor, firstQuery: OPEN }, (state) => (isForHub(state) ? map(state) : []))
  return {
    writeProduct: (product) => products.write(product),
    removeProduct: (shopId) => products.remove(shopId),
    readCurrency: async () => (await facts()).currency || undefined,
    writeOffers: (offers) => writeOffers(calls, facts, offers),
    readOrders: (cursor) => readPages(cursor, (state) => [toOrder(state)]),
    async readOrder(id) {
      const state = await readState(calls, id)
      return state !== undefined && isForHub(state) ? toOrder(state) : undefined
    },
    async hasOrder(id, _reference, identity) {
      const order = await calls.getIfThere<WooOrder>(`/orders/${id}`)
      return order !== undefined && (identity === undefined || identityOf(order) === identity)
    },
    writeShipment: (shipment) => writeShipment(calls, shipment, sale),
    writeCancellation: (cancellation) => writeCancellation(calls, cancellation, sale),
    readReturns: (cursor) => readPages(cursor, returnsOf),
    async readReturnsOf(id) {
      const state = await readState(calls, id)
      return state !== undefined && isForHub(state) ? returnsOf(state) : []
    },
    writeReturn: (decided) => writeReturn(calls, decided, sale),
    writeRefund: (refund) => writeRefund(calls, refund, sale),
  }
}
