import type { Database } from '@entrepot/database'
import { type Customer, getCustomers, isRefusal, type Refusal } from '@entrepot/marketplace'
import { refuse } from '@entrepot/marketplace/routes'

/** The option that names a customer. */
export interface OfCustomer {
  readonly customer: string
}

/** Works for a customer, which has to exist: an unknown one would have no records. Refusal: `MARKET_NOT_FOUND`. */
export async function ofCustomer<T>(
  database: Database,
  customerId: string,
  work: (customer: Customer) => Promise<T>,
): Promise<T | Refusal> {
  const customer = await findCustomer(database, customerId)
  return isRefusal(customer) ? customer : await work(customer)
}

/** The customer that an option names. Refusal: `MARKET_NOT_FOUND`. */
export async function findCustomer(
  database: Database,
  customerId: string,
): Promise<Customer | Refusal> {
  const [customer] = await getCustomers(database, [customerId])
  if (customer !== undefined) return customer
  const detail = `There is no customer ${customerId}. See entrepot customers list.`
  return refuse('MARKET_NOT_FOUND', detail)
}
