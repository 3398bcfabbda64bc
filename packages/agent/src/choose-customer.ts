/** Determines the customer of a call. Pure. */
import type { Customer } from '@entrepot/marketplace'
import { Mistake } from './tool.ts'

const NO_CUSTOMER =
  'The person is not a member of any customer of this hub, so no orders are visible. The operator of the hub can change that with: entrepot members add <email> --customer <id>'

/**
 * The customer that a call names, or the only customer of the person. For a customer of which the person is not a member, the answer does
 * not even say whether it exists.
 */
export function chooseCustomer(
  customers: readonly Customer[],
  customerId: number | undefined,
): Customer | Mistake {
  const [only] = customers
  if (only === undefined) return new Mistake(NO_CUSTOMER)
  const list = customers.map((one) => `${one.customerId} (${one.name})`).join(', ')
  if (customerId === undefined) {
    return customers.length === 1
      ? only
      : new Mistake(
          `The person is a member of several customers. Set customerId to one of them: ${list}.`,
        )
  }
  const found = customers.find((one) => one.customerId === String(customerId))
  return (
    found ??
    new Mistake(
      `The person is not a member of customer ${customerId}. Customers of the person: ${list}.`,
    )
  )
}
