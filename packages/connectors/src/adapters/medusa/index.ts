/** Medusa 2 as a merchant: its products and stock come from it, and orders go to it. */
import type { Adapter, Shop, ShopContext } from '../../adapter/adapter.ts'
import type { MerchantShop } from '../../adapter/merchant.ts'
import { MedusaApi } from './api.ts'
import { check } from './check.ts'
import { MEDUSA } from './description.ts'
import { readHint } from './hint.ts'
import { writeCancellation } from './orders/cancel.ts'
import {
  readFulfilments,
  readFulfilmentsOf,
  readReturns,
  readReturnsOf,
} from './orders/read-orders.ts'
import { OrderWriter } from './orders/write-order.ts'
import { readProducts, readStock } from './products/read-products.ts'
import { type MedusaSettings, readCurrency, settingsOf } from './terms.ts'

export const medusa: Adapter = { description: MEDUSA, open }

function open(context: ShopContext): Shop {
  const api = new MedusaApi(context)
  const settings = settingsOf(context)
  const { hintSecret } = context.secrets
  return {
    merchant: merchantOf(api, settings),
    check: () => check(api, settings),
    ...(hintSecret && { readHint: (hint) => readHint(hint, hintSecret) }),
  }
}

function merchantOf(api: MedusaApi, settings: MedusaSettings): MerchantShop {
  const orders = new OrderWriter(api, settings)
  return {
    readCurrency: () => readCurrency(api, settings),
    readProducts: (cursor) => readProducts(api, settings, cursor),
    readStock: () => readStock(api, settings),
    findOrder: (mark) => orders.find(mark),
    writeOrder: (order) => orders.write(order),
    // Medusa takes an order only if it has all units.
    canLeaveOut: true,
    writeCancellation: (cancellation) => writeCancellation(api, cancellation),
    readFulfilments: (cursor) => readFulfilments(api, settings, cursor),
    readReturns: (cursor) => readReturns(api, settings, cursor),
    readFulfilmentsOf: (id) => readFulfilmentsOf(api, id),
    readReturnsOf: (id) => readReturnsOf(api, id),
  }
}
