import { type Database, type Transaction, transaction } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { countryIssues, noSuchCustomer, zoneIssues } from '../customers/customers.ts'
import { CustomerChange } from '../customers/schema.ts'
import { hasOrders, lockCustomer, updateCustomer } from '../customers/store.ts'

/** What changed settings do to the records of other features, in the same transaction. */
export interface SettingEffects {
  readonly deleteRates: (tx: Transaction, customerId: string) => Promise<void>
  /** Is called with the customer before and after the change. */
  readonly restock: (tx: Transaction, before: Customer, after: Customer) => Promise<void>
}

const issuesOf = compileBody(CustomerChange)

/**
 * Changes the given settings of a customer; see `changeCustomer` of channels. The exchange rates lead to the base currency, so they are
 * removed with it. The event `customer.updated` has what was changed.
 */
export async function changeSettings(
  database: Database,
  customerId: string,
  change: CustomerChange,
  { deleteRates, restock }: SettingEffects,
  actor: Actor = SYSTEM,
): Promise<Customer | Refusal> {
  const issues = issuesOf(change)
  if (issues.length > 0) return refuseIssues(issues)
  if (Object.keys(change).length === 0) {
    return refuseIssues([{ path: '', message: 'must have at least one setting to change' }])
  }
  const unknown = await zoneIssues(database, change)
  if (unknown.length > 0) return refuseIssues(unknown)
  return await transaction(database, async (tx) => {
    const customer = await lockCustomer(tx, customerId)
    if (customer === undefined) return noSuchCustomer(customerId)
    const missing = countryIssues({ ...customer, ...change })
    if (missing.length > 0) return refuseIssues(missing)
    const { baseCurrency = customer.baseCurrency } = change
    if (baseCurrency !== customer.baseCurrency && (await hasOrders(tx, customerId))) {
      const detail = `Customer ${customerId} has orders with amounts in ${customer.baseCurrency}, so its base currency cannot be changed. Create another customer for ${baseCurrency}.`
      return refuse('MARKET_CUSTOMER_HAS_ORDERS', detail)
    }
    if (baseCurrency !== customer.baseCurrency) await deleteRates(tx, customerId)
    const changed = await updateCustomer(tx, customer, change)
    await restock(tx, customer, changed)
    const data = Object.fromEntries(Object.entries(change).map(inRequests))
    await appendEvents(tx, customerId, [{ type: 'customer.updated', actor, data }])
    return changed
  })
}

/** `vatRule` as `VatRule`. */
function inRequests([name, value]: readonly [string, unknown]) {
  return [name.charAt(0).toUpperCase() + name.slice(1), value] as const
}
