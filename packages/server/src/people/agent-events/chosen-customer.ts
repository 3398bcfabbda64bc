/** At which customer an agent acts for a person. Pure. */

/**
 * What a person has chosen at the consent: the id of a customer, or `*` for all. Absent for access from before there was a choice, and of somebody
 * who was a member nowhere: with several customers, it ends at its next refresh.
 */
export type ChosenCustomer = string | null | undefined

/** The customer of an access; undefined for all of the person. */
export function onlyCustomer(chosen: ChosenCustomer): string | undefined {
  return chosen === null || chosen === '*' ? undefined : chosen
}

/** Whether an access is for a customer of the person. */
export function actsAt(chosen: ChosenCustomer, customerId: string): boolean {
  const only = onlyCustomer(chosen)
  return only === undefined || only === customerId
}
