/** Which customer a call is about. Pure. */
import type { Customer } from '@entrepot/marketplace'
import { Mistake } from './tool.ts'

const NO_CUSTOMER =
  'The person is a member of no customer of this hub, so there is nothing to see. Whoever runs the hub can change that with: entrepot members add <email> --customer <id>'

/**
 * The customer that a call names, or the only one there is. Of a customer that the person is no member of, nothing is said,
 * not even whether it exists.
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
      : new Mistake(`Say which customer is meant by customerId. There are: ${list}.`)
  }
  const found = customers.find((one) => one.customerId === String(customerId))
  return (
    found ??
    new Mistake(`The person is not a member of customer ${customerId}. They are of: ${list}.`)
  )
}
