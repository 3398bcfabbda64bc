import { type Database, transaction } from '@entrepot/database'
import { type Customer, CustomerChange } from '../customers/schema.ts'
import { hasOrders, lockCustomer, updateCustomer } from '../customers/store.ts'
import { deleteAllRates } from '../rates/store.ts'
import { type Refusal, refuse, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'

const faultsOf = compileBody(CustomerChange)

/**
 * Changes the given settings of a customer. The base currency can be changed only while the customer has no order, because orders are
 * stored with amounts in it; this removes the exchange rates. Nodes use the new settings within a second; during that time they may still
 * store orders with the earlier ones, so change the base currency before channels send orders.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every fault of the input; `MARKET_NOT_FOUND`; `MARKET_CUSTOMER_HAS_ORDERS`.
 *
 * @example
 * await changeCustomer(database, '2', { name: 'Corner Shop Ltd', unsellableLines: 'refuse' })
 */
export async function changeCustomer(
  database: Database,
  customerId: string,
  change: CustomerChange,
): Promise<Customer | Refusal> {
  const faults = faultsOf(change)
  if (faults.length > 0) return refuseFaults(faults)
  if (Object.keys(change).length === 0) {
    return refuseFaults([{ path: '', message: 'must have at least one setting to change' }])
  }
  return await transaction(database, async (tx) => {
    const customer = await lockCustomer(tx, customerId)
    if (customer === undefined) {
      return refuse('MARKET_NOT_FOUND', `There is no customer ${customerId}.`)
    }
    const { baseCurrency = customer.baseCurrency } = change
    if (baseCurrency !== customer.baseCurrency && (await hasOrders(tx, customerId))) {
      const detail = `Customer ${customerId} has orders with amounts in ${customer.baseCurrency}, so its base currency cannot be changed. Create another customer for ${baseCurrency}.`
      return refuse('MARKET_CUSTOMER_HAS_ORDERS', detail)
    }
    // They lead to the earlier base currency.
    if (baseCurrency !== customer.baseCurrency) await deleteAllRates(tx, customerId)
    return await updateCustomer(tx, customerId, change)
  })
}
