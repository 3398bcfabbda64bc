import type { Database, Transaction } from '@entrepot/database'
import type { CustomerChange } from '../../accounts/customers/schema.ts'
import { changeSettings } from '../../accounts/settings/change-settings.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Refusal } from '../../kit/shared/errors.ts'
import { deleteAllRates } from '../../orders/rates/store.ts'
import { closeLinesOfClosedOrders } from '../../orders/record/line-state-store.ts'
import { forgetSettled, markAllOrdered } from '../../orders/stock/mark-store.ts'
import { restateStock } from '../../orders/stock/movement-store.ts'
import { compareAgain } from '../copy/store.ts'

/** The settings that decide how many units are held back. */
const OF_STOCK = ['stockKeeper', 'countsExclude', 'stockLag'] as const

/**
 * Changes the given settings of a customer. The base currency can be changed only while the customer has no order, because orders are
 * stored with amounts in it; this removes the exchange rates. Nodes use the new settings within a second; during that time they may still
 * store orders with the earlier ones, so change the base currency before channels send orders. If another one keeps the stock, all products
 * are compared with all channels during later polls.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue of the input; `MARKET_NOT_FOUND`; `MARKET_CUSTOMER_HAS_ORDERS`.
 *
 * @example
 * await changeCustomer(database, '2', { name: 'Corner Shop Ltd', unsellableLines: 'refuse' })
 */
export async function changeCustomer(
  database: Database,
  customerId: string,
  change: CustomerChange,
  actor?: Actor,
): Promise<Customer | Refusal> {
  const effects = { deleteRates: deleteAllRates, restock }
  return await changeSettings(database, customerId, change, effects, actor)
}

/** Lets the settings of the stock take effect. */
async function restock(tx: Transaction, before: Customer, after: Customer): Promise<void> {
  if (OF_STOCK.every((name) => before[name] === after[name])) return
  await forgetSettled(tx, after.customerId, before.stockLag)
  await closeLinesOfClosedOrders(tx, after.customerId)
  const hubs = [before, after].filter(({ stockKeeper }) => stockKeeper === 'hub')
  if (hubs.length === 1) await restateStock(tx, after.customerId, before, after)
  await markAllOrdered(tx, after.customerId)
  await compareAgain(tx, after.customerId)
}
