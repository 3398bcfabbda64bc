import type { Database } from '@entrepot/database'
import type { CustomerChange } from '../../accounts/customers/schema.ts'
import { changeSettings } from '../../accounts/settings/change-settings.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { Refusal } from '../../kit/shared/errors.ts'
import { deleteAllRates } from './store.ts'

/**
 * Changes the given settings of a customer. The base currency can be changed only while the customer has no order, because orders are
 * stored with amounts in it; this removes the exchange rates. Nodes use the new settings within a second; during that time they may still
 * store orders with the earlier ones, so change the base currency before channels send orders.
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
  return await changeSettings(database, customerId, change, deleteAllRates, actor)
}
