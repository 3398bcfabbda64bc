import type { Connection } from '@entrepot/database'
import { type Refusal, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'
import { type Customer, NewCustomer } from './schema.ts'
import { findCustomers, insertCustomer } from './store.ts'

const faultsOf = compileBody(NewCustomer)

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
