import type { Connection } from '@entrepot/database'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Issue, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { NewCustomer } from './schema.ts'
import { findCustomers, insertCustomer, knowsZone, updateActive } from './store.ts'

const issuesOf = compileBody(NewCustomer)

/**
 * Creates a customer: a merchant with products, channels, orders and keys that no other customer can see.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue of the input.
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
  const issues = [...issuesOf(input), ...countryIssues(input)]
  if (issues.length === 0) issues.push(...(await zoneIssues(connection, input)))
  if (issues.length > 0) return refuseIssues(issues)
  return await insertCustomer(connection, input)
}

/** The rule `destination` distinguishes other countries from that of the customer. */
export function countryIssues({
  vatRule,
  countryIso,
}: {
  readonly vatRule?: Customer['vatRule']
  readonly countryIso?: string | null
}): readonly Issue[] {
  if (vatRule !== 'destination' || countryIso) return []
  const message =
    "must be set for the VAT rule 'destination': the country from which the merchant sells"
  return [{ path: '/CountryIso', message }]
}

/** The database has a list of time zones of its own, which may be older. */
export async function zoneIssues(
  connection: Connection,
  { timeZone }: { readonly timeZone?: string },
): Promise<readonly Issue[]> {
  if (timeZone === undefined || (await knowsZone(connection, timeZone))) return []
  return [{ path: '/TimeZone', message: 'must be a time zone that the database knows, too' }]
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
  return customer ?? noSuchCustomer(customerId)
}

/** The refusal for a customer that does not exist. */
export function noSuchCustomer(customerId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no customer ${customerId}.`)
}
