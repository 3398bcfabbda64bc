import type { Adapter, Shop, ShopContext } from '../../adapter/adapter.ts'
import type { ChannelShop } from '../../adapter/channel.ts'
import type { MerchantShop, ReadPage } from '../../adapter/merchant.ts'
import { Api, type ApiOptions } from './api/api.ts'
import {
  giveBack,
  readOrder,
  readOrders,
  readReturns,
  returnsOf,
  writeReturn,
} from './channel/orders.ts'
import { writeOffers } from './channel/write-offers.ts'
import { removeProduct, writeProduct } from './channel/write-product.ts'
import { writeShipment } from './channel/write-shipment.ts'
import { checkShop } from './check.ts'
import { definedOnce } from './definitions.ts'
import { SHOPIFY } from './description.ts'
import { ORDER_COURSE, WHOLE_ORDER } from './documents/orders.ts'
import { readHint } from './hint.ts'
import { mapFulfilments, mapReturns, type OrderCourse } from './mapping/course.ts'
import { gid } from './mapping/ids.ts'
import type { WholeOrder } from './mapping/order-to-read.ts'
import { ORDER_TAG } from './mapping/order-to-write.ts'
import { readProducts } from './merchant/read-products.ts'
import { readStock } from './merchant/read-stock.ts'
import { findOrder, readCurrency, writeOrder } from './merchant/write-order.ts'
import { writeCancellation } from './orders/cancellation.ts'
import { OrderReader } from './orders/reader.ts'

/** Shopify, by its Admin GraphQL API. */
export const shopify: Adapter = { description: SHOPIFY, open: (context) => openShopify(context) }

/**
 * Opens a store. Makes no call.
 *
 * @param options for tests
 */
export function openShopify(context: ShopContext, options: ApiOptions = {}): Shop {
  const { role, secrets } = context
  const api = new Api(context, options)
  const settings = readSettings(context)
  return {
    ...(role === 'merchant'
      ? { merchant: openMerchant(api, settings) }
      : { channel: openChannel(api, settings) }),
    check: () => checkShop(api, role, settings),
    readHint: (hint) => readHint(hint, role, secrets.webhookSecret || secrets.clientSecret),
  }
}

type Settings = ReturnType<typeof readSettings>

function readSettings({ settings }: ShopContext) {
  const { vatRate, publicationId } = settings
  return {
    shop: String(settings.shop ?? ''),
    locationId: gid('Location', String(settings.locationId ?? '').trim()),
    ...(typeof vatRate === 'number' ? { vatRate } : {}),
    ...(publicationId ? { publicationId: String(publicationId).trim() } : {}),
    untrackedStock: Number(settings.untrackedStock ?? 0),
    productStatus: String(settings.productStatus ?? 'ACTIVE'),
    refundPayments: settings.refundPayments === true,
    notifyBuyers: settings.notifyBuyers === true,
    testOrders: settings.testOrders === true,
  }
}

/** Units that could not be supplied are not there: they must not be sold again. */
const MANCO: ReadonlySet<string> = new Set(['NOT_IN_STOCK', 'DAMAGED', 'INCOMPLETE'])

/** All orders that the hub has written carry its tag. */
const ORDERS_OF_HUB = { first: `tag:${ORDER_TAG}`, changed: `tag:${ORDER_TAG}` }

function openMerchant(api: Api, settings: Settings): MerchantShop {
  const reader = new OrderReader<OrderCourse>(api, ORDER_COURSE)
  const { shop, locationId } = settings
  const defined = definedOnce(api, 'merchant')
  return {
    readCurrency: () => readCurrency(api),
    readProducts: (cursor) => readProducts(api, settings, cursor),
    readStock: (cursor) => readStock(api, settings, cursor),
    findOrder: async (mark) => {
      await defined()
      return findOrder(api, shop, mark)
    },
    writeOrder: async (order) => {
      await defined()
      return writeOrder(api, shop, order)
    },
    writeCancellation: ({ shopOrderId, cancellation, units, mark }) => {
      const words = cancellation.Reason ?? cancellation.ReasonCode
      return writeCancellation(api, reader, {
        orderId: shopOrderId,
        units,
        words,
        mark,
        locationId,
        isRestocked: !MANCO.has(cancellation.ReasonCode ?? ''),
      })
    },
    readFulfilments: (cursor) =>
      mapPages(reader.changes(cursor, ORDERS_OF_HUB), (order) => [mapFulfilments(order)]),
    readReturns: (cursor) => mapPages(reader.changes(cursor, ORDERS_OF_HUB), mapReturns),
    readFulfilmentsOf: async (id) => {
      const order = await reader.fetch(id)
      return order && mapFulfilments(order)
    },
    readReturnsOf: async (id) => {
      const order = await reader.fetch(id)
      return order ? mapReturns(order) : []
    },
  }
}

function openChannel(api: Api, settings: Settings): ChannelShop {
  const reader = new OrderReader<WholeOrder>(api, WHOLE_ORDER)
  const { locationId, notifyBuyers: notify, refundPayments: pay } = settings
  const defined = definedOnce(api, 'channel')
  return {
    writeProduct: async (product) => {
      await defined()
      return writeProduct(api, product, settings)
    },
    removeProduct: (shopId) => removeProduct(api, shopId, settings),
    readCurrency: () => readCurrency(api),
    writeOffers: (offers) => writeOffers(api, offers, settings),
    readOrders: (cursor) => readOrders(reader, settings, cursor),
    readOrder: (id) => readOrder(reader, settings, id),
    writeShipment: (shipment) => writeShipment(api, shipment, { notify }),
    writeCancellation: ({ shopOrderId, cancellation, units, mark }) => {
      const words = cancellation.Reason ?? cancellation.ReasonCode
      const common = { orderId: shopOrderId, units, words, mark, locationId, notify }
      const written = { ...common, isRestocked: false }
      return writeCancellation(api, reader, pay ? { ...written, pay } : written)
    },
    readReturns: (cursor) => readReturns(api, reader, cursor),
    readReturnsOf: (id) => returnsOf(api, id),
    writeReturn: (decided) => writeReturn(api, reader, decided, { locationId, notify, pay }),
    writeRefund: (refund) => giveBack(api, reader, refund, { locationId, notify, pay }),
  }
}

async function* mapPages<A, B>(
  pages: AsyncIterable<ReadPage<A>>,
  map: (record: A) => readonly B[],
): AsyncGenerator<ReadPage<B>> {
  for await (const { records, cursor } of pages) {
    yield { records: records.flatMap(map), ...(cursor === undefined ? {} : { cursor }) }
  }
}
