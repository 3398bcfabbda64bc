/** Determines the customer of a call, and whether the caller may make the call for that customer. Pure. */
import {
  isRefusal,
  type Principal,
  type Refusal,
  refuse,
  refuseDisabled,
  type Scope,
} from '@entrepot/marketplace'

const NO_CUSTOMER =
  'The person is not a member of any customer of this hub, so no orders are visible. The operator of the hub can change that with: entrepot members add <email> --customer <id>'

/**
 * Returns the principal for the customer that a call names, or for the only customer of the person. For a customer of which the person is
 * not a member, the answer does not reveal whether it exists.
 *
 * @param scope what the call requires
 */
export function choosePrincipal(
  principals: readonly Principal[],
  customerId: number | undefined,
  scope: Scope,
): Principal | Refusal {
  const found = chooseCustomer(principals, customerId)
  if (isRefusal(found)) return found
  const disabled = refuseDisabled(found.customer)
  if (disabled) return disabled
  if (found.scopes.includes(scope)) return found
  const detail = `The access of this client at customer ${found.customer.customerId}, or the role of the person there, lacks the scope ${scope}.`
  return refuse('MARKET_FORBIDDEN', detail)
}

function chooseCustomer(
  principals: readonly Principal[],
  customerId: number | undefined,
): Principal | Refusal {
  const [only] = principals
  if (only === undefined) return refuse('MARKET_NOT_FOUND', NO_CUSTOMER)
  const list = principals
    .map(({ customer }) => `${customer.customerId} (${customer.name})`)
    .join(', ')
  if (customerId === undefined) {
    if (principals.length === 1) return only
    const detail = `The person is a member of several customers. Set customerId to one of them: ${list}.`
    return refuse('MARKET_INVALID_INPUT', detail)
  }
  const found = principals.find(({ customer }) => customer.customerId === String(customerId))
  const detail = `The person is not a member of customer ${customerId}. Customers of the person: ${list}.`
  return found ?? refuse('MARKET_NOT_FOUND', detail)
}
