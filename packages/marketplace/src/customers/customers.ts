import { type Connection, type Database, transaction } from '@entrepot/database'
import { type Refusal, refuse, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'
import { type Customer, CustomerChange, NewCustomer } from './schema.ts'
import {
  deleteRates,
  findCustomers,
  hasOrders,
  insertCustomer,
  lockCustomer,
  updateActive,
  updateCustomer,
} from './store.ts'

const faultsOf = compileBody(NewCustomer)
const faultsOfChange = compileBody(CustomerChange)

/**
 * Creates a customer: a merchant with products, channels, orders and keys that no other customer can see.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every fault of the input.
 *
 * @example
 * const customer = await createCustomer(database, {
 *   name: 'Corner Shop', baseCurrency: 'EUR', defaultVatRate: 21,
 * })
 * if (isRefusal(customer)) console.log(customer.detail)
 */
export async function createCustomer(
  connection: Connection,
  input: NewCustomer,
): Promise<Customer | Refusal> {
  const faults = faultsOf(input)
  if (faults.length > 0) return refuseFaults(faults)
  return await insertCustomer(connection, input)
}

/** Lists all customers, oldest first. */
export async function listCustomers(connection: Connection): Promise<readonly Customer[]> {
  return await findCustomers(connection)
}

/** Reads customers by their ids, oldest first. Unknown ids are ignored. */
export async function getCustomers(
  connection: Connection,
  ids: readonly string[],
): Promise<readonly Customer[]> {
  return ids.length === 0 ? [] : await findCustomers(connection, ids)
}

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
  const faults = faultsOfChange(change)
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
    if (baseCurrency !== customer.baseCurrency) await deleteRates(tx, customerId)
    return await updateCustomer(tx, customerId, change)
  })
}

/**
 * Disables a customer, or enables it again. Every node refuses the keys, members and agents of a disabled customer within a second, with
 * `MARKET_CUSTOMER_DISABLED`. Its data, keys and members are kept.
 *
 * Refusals: `MARKET_NOT_FOUND`.
 *
 * @example
 * await setCustomerActive(database, '2', false)
 */
export async function setCustomerActive(
  connection: Connection,
  customerId: string,
  isActive: boolean,
): Promise<Customer | Refusal> {
  const customer = await updateActive(connection, customerId, isActive)
  return customer ?? refuse('MARKET_NOT_FOUND', `There is no customer ${customerId}.`)
}

/** Why nobody may act for a customer. Undefined if it is active. */
export function refuseDisabled({ customerId, isActive }: Customer): Refusal | undefined {
  if (isActive) return undefined
  const detail = `Customer ${customerId} is disabled, and its data is kept. Ask the operator of the hub to enable it.`
  return refuse('MARKET_CUSTOMER_DISABLED', detail)
}
