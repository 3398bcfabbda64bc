/** People as the requests of their sessions and agents need them: with their customers and roles. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import { type Customer, getCustomers } from '@entrepot/marketplace'
import { rememberBriefly } from '../remember.ts'
import type { Role } from './roles.ts'
import { selectPeople } from './store.ts'

/** A customer of a person, and what the person may do there. */
export interface CustomerRole {
  readonly customer: Customer
  readonly role: Role
}

/** A user with the current memberships, by customer. */
export interface KnownPerson {
  readonly userId: string
  readonly email: string
  readonly memberships: readonly CustomerRole[]
}

/** Finds a person by id; undefined for an id without a user. */
export type FindPerson = (userId: string) => Promise<KnownPerson | undefined>

/** Reads one person as it is now. */
export async function readPerson(
  database: Database,
  userId: string,
): Promise<KnownPerson | undefined> {
  return (await loadPeople(database, [userId]))[0]
}

/**
 * Makes the function that finds people. A person is read at most once a second, and requests that arrive together share the statement, so
 * a change of a role or a membership takes effect within a second on every node.
 */
export function createPeople(database: Database): FindPerson {
  return rememberBriefly(createBatcher((ids: readonly string[]) => loadPeople(database, ids)))
}

async function loadPeople(
  database: Database,
  userIds: readonly string[],
): Promise<readonly (KnownPerson | undefined)[]> {
  const rows = await selectPeople(database, [...new Set(userIds)])
  const wanted = rows.flatMap(({ memberships }) => memberships.map(({ customerId }) => customerId))
  const customers = await getCustomers(database, [...new Set(wanted)])
  const byId = new Map(customers.map((customer) => [customer.customerId, customer]))
  const people = new Map(
    rows.map(({ userId, email, memberships }) => [
      userId,
      {
        userId,
        email,
        memberships: memberships.flatMap(({ customerId, role }) => {
          const customer = byId.get(customerId)
          return customer === undefined ? [] : [{ customer, role }]
        }),
      },
    ]),
  )
  return userIds.map((userId) => people.get(userId))
}
