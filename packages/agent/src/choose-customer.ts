/** Determines the customer of a call. Pure. */
import { type Customer, type Refusal, refuse, refuseDisabled } from '@entrepot/marketplace'

const NO_CUSTOMER =
  'The person is not a member of any customer of this hub, so no orders are visible. The operator of the hub can change that with: entrepot members add <email> --customer <id>'

/**
 * The customer that a call names, or the only customer of the person. For a customer of which the person is not a member, the answer does
 * not even say whether it exists.
 */
export function chooseCustomer(
  customers: readonly Customer[],
  customerId: number | undefined,
): Customer | Refusal {
  const [only] = customers
  if (only === undefined) return refuse('MARKET_NOT_FOUND', NO_CUSTOMER)
  const list = customers.map((one) => `${one.customerId} (${one.name})`).join(', ')
  if (customerId === undefined) {
    if (customers.length === 1) return refuseDisabled(only) ?? only
    const detail = `The person is a member of several customers. Set customerId to one of them: ${list}.`
    return refuse('MARKET_INVALID_INPUT', detail)
  }
  const found = customers.find((one) => one.customerId === String(customerId))
  const detail = `The person is not a member of customer ${customerId}. Customers of the person: ${list}.`
  if (found === undefined) return refuse('MARKET_NOT_FOUND', detail)
  return refuseDisabled(found) ?? found
}
