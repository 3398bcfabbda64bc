import type { Adapter, Shop, ShopContext } from '../../adapter/adapter.ts'
import { writeCancellation } from './cancellations.ts'
import { check } from './check.ts'
import { DESCRIPTION } from './description.ts'
import { readFulfilments, readFulfilmentsOf, readReturns, readReturnsOf } from './fulfilments.ts'
import { parseTaxNames } from './map/order.ts'
import { findOrder, type Writer, writeOrder } from './orders.ts'
import { readProducts, readStock } from './products.ts'
import { Tryton } from './rpc.ts'
import { cachedSetup } from './setup.ts'

/** Tryton 6.0 as a merchant: an ERP with the modules sale and stock, by JSON-RPC. */
export const tryton: Adapter = { description: DESCRIPTION, open }

function open(context: ShopContext): Shop {
  const writer = toWriter(context)
  return {
    check: () => check(writer, context.settings),
    merchant: {
      readCurrency: async () => (await writer.setup()).currency.code,
      readProducts: (cursor) => readProducts(writer, cursor),
      readStock: (cursor) => readStock(writer, cursor),
      findOrder: (mark) => findOrder(writer, mark),
      writeOrder: (order) => writeOrder(writer, order),
      writeCancellation: (cancellation) => writeCancellation(writer, cancellation),
      readFulfilments: (cursor) => readFulfilments(writer, cursor),
      readReturns: (cursor) => readReturns(writer, cursor),
      readFulfilmentsOf: (id) => readFulfilmentsOf(writer, id),
      readReturnsOf: (id) => readReturnsOf(writer, id),
    },
  }
}

function toWriter(context: ShopContext): Writer {
  const { webUrl, database, taxes, invoiceMethod } = context.settings
  const session = new Tryton(context)
  const web = typeof webUrl === 'string' && webUrl !== '' ? webUrl.replace(/\/+$/, '') : undefined
  return {
    tryton: session,
    setup: cachedSetup(session, context),
    urlOf: (model, id) =>
      web === undefined ? undefined : `${web}/#${database}/model/${model}/${id}`,
    taxNames: parseTaxNames(typeof taxes === 'string' ? taxes : ''),
    invoiceMethod:
      invoiceMethod === 'order' || invoiceMethod === 'shipment' ? invoiceMethod : undefined,
  }
}
