/** Which customer a call is about. Pure. */
import { type Customer, type Refusal, refuse } from '@entrepot/marketplace'

const NO_CUSTOMER =
  'The person is a member of no customer of this hub, so there is nothing to see. Whoever runs the hub can change that with: entrepot members add <email> --customer <id>'

/**
 * The customer that a call names, or the only one there is. Of a customer that the person is no member of, nothing is said,
 * not even whether it exists.
 */
export function chooseCustomer(
  customers: readonly Customer[],
  customerId: number | undefined,
): Customer | Refusal {
  const [only] = customers
  if (only === undefined) return refuse('MARKET_NOT_FOUND', NO_CUSTOMER)
  const list = customers.map((one) => `${one.customerId} (${one.name})`).join(', ')
  if (customerId === undefined) {
    if (customers.length === 1) return only
    const detail = `Say which customer is meant by customerId. There are: ${list}.`
    return refuse('MARKET_INVALID_INPUT', detail)
  }
  const found = customers.find((one) => one.customerId === String(customerId))
  const detail = `The person is not a member of customer ${customerId}. They are of: ${list}.`
  return found ?? refuse('MARKET_NOT_FOUND', detail)
}
