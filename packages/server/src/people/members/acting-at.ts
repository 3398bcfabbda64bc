/** At which customers an agent acts for a person: at the one that the person has chosen, or at all of theirs. */
import type { FastifyRequest } from 'fastify'
import type { KnownPerson } from './people.ts'

/** What a person has chosen at the consent: the id of a customer, or `*` for all. Absent for access from before there was a choice. */
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

/** The person as an agent acts for them: without the other customers, which do not exist for it. */
export function asActingAt(person: KnownPerson, chosen: ChosenCustomer): KnownPerson {
  const memberships = person.memberships.filter(({ customer }) =>
    actsAt(chosen, customer.customerId),
  )
  return { ...person, memberships }
}

const chosen = new WeakMap<FastifyRequest, ChosenCustomer>()

/** Notes what the person has chosen for the agent of a request. */
export function noteChosen(request: FastifyRequest, account: ChosenCustomer): void {
  chosen.set(request, account)
}

/** What the person has chosen for the agent of a request; undefined for other callers. */
export function chosenFor(request: FastifyRequest): ChosenCustomer {
  return chosen.get(request)
}
