/** Vendure 3 as a sales channel, by its Admin API. It has no webhooks without a plugin, so the adapter reads no hints. */
import type { Adapter, Shop, ShopContext } from '../../adapter/adapter.ts'
import type { ChannelShop } from '../../adapter/channel.ts'
import { createCall } from './api.ts'
import { check } from './check.ts'
import { DESCRIPTION } from './description.ts'
import { currencyOf, keepFacts, stockLocationOf } from './facts.ts'
import { writeCancellation } from './fulfilment/cancellations.ts'
import { readReturns, readReturnsOf, writeRefund, writeReturn } from './fulfilment/returns.ts'
import { voidShipment, writeShipment } from './fulfilment/shipments.ts'
import { hasOrder, readChannelOrder, readOrders } from './orders/read-orders.ts'
import { parseShopId } from './products/map-product.ts'
import { removeProduct } from './products/remove-product.ts'
import { writeOffers } from './products/write-offers.ts'
import { writeProduct } from './products/write-product.ts'

/** The adapter for Vendure 3. */
export const vendure: Adapter = { description: DESCRIPTION, open }

function open(context: ShopContext): Shop {
  const { settings } = context
  const call = createCall(context)
  const facts = keepFacts(call)
  const dashboard = dashboardOf(settings)
  const refunds = settings.refunds === true
  const channel: ChannelShop = {
    async writeProduct(product) {
      const written = await writeProduct(call, await facts(), product)
      if ('problem' in written) return written
      const shopId = written.done
      return { done: { shopId, url: `${dashboard}/products/${parseShopId(shopId).productId}` } }
    },
    removeProduct: async (shopId) => await removeProduct(call, shopId),
    readCurrency: async () => currencyOf(await facts(), settings),
    async writeOffers(offers) {
      const found = await facts()
      const place = {
        facts: found,
        currency: currencyOf(found, settings),
        stockLocationId: stockLocationOf(found, settings),
      }
      return await writeOffers(call, place, offers)
    },
    readOrders: (cursor) => readOrders({ call, facts, dashboard }, cursor),
    readOrder: async (id) => await readChannelOrder({ call, facts, dashboard }, id),
    hasOrder: async (id, reference) => await hasOrder(call, id, reference),
    writeShipment: async (shipment) => await writeShipment(call, shipment),
    voidShipment: async (shipment) => await voidShipment(call, shipment),
    async writeCancellation(cancellation) {
      const stockLocationId = stockLocationOf(await facts(), settings)
      return await writeCancellation({ call, stockLocationId, refunds }, cancellation)
    },
    readReturns: (cursor) => readReturns(call, facts, Number(settings.returnsEvery ?? 15), cursor),
    readReturnsOf: async (id) => await readReturnsOf(call, facts, id),
    writeReturn: async (decided) => await writeReturn(call, await facts(), refunds, decided),
    writeRefund: async (given) => await writeRefund(call, await facts(), refunds, given),
  }
  return { channel, check: async () => await check(call, settings) }
}

/** Where people look at records of the shop. */
function dashboardOf({ dashboard, url }: ShopContext['settings']): string {
  return String(dashboard || new URL('/dashboard', String(url))).replace(/\/$/, '')
}
