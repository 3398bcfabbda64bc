/** People as agents act for them: at the customer that the person has chosen, or at all of theirs. */
import type { FastifyRequest } from 'fastify'
import { actsAt, type ChosenCustomer } from '../agent-events/chosen-customer.ts'
import type { KnownPerson } from './people.ts'

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
