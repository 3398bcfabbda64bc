/** Members: which users see which customers. */
import { type Database, transaction } from '@entrepot/database'
import { type Customer, getCustomers, isRefusal } from '@entrepot/marketplace'
import { type HubRefusal, refuse } from '../refusal.ts'
import { isEmail } from '../users/rules.ts'
import { findByEmail, type User } from '../users/store.ts'
import { noEmail, noUser } from '../users/users.ts'
import {
  deleteMember,
  insertMember,
  type Member,
  selectCustomerIds,
  selectMembers,
} from './store.ts'

/** A user and a customer, as arguments of the command. */
export interface Membership {
  readonly email: string
  readonly customerId: string
}

/**
 * Makes a user a member of a customer, so that the user and the agents that act for the user see its records. Does nothing if the
 * user is a member.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_NO_CUSTOMER`.
 *
 * @example
 * await addMember(database, { email: 'ann@shop.example', customerId: '1' })
 */
export async function addMember(
  database: Database,
  { email, customerId }: Membership,
): Promise<HubRefusal | undefined> {
  return await transaction(database, async (tx) => {
    const user = await findUser(tx, email)
    if (isRefusal(user)) return user
    const [customer] = await getCustomers(tx, [customerId])
    if (customer === undefined) {
      const message = `There is no customer ${customerId}. See entrepot customers list.`
      return refuse('SERVER_NO_CUSTOMER', message)
    }
    await insertMember(tx, user.userId, customerId)
    return undefined
  })
}

/**
 * Ends a membership. It applies to the next call of an agent, on every node.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_NO_MEMBER`.
 */
export async function removeMember(
  database: Database,
  { email, customerId }: Membership,
): Promise<HubRefusal | undefined> {
  return await transaction(database, async (tx) => {
    const user = await findUser(tx, email)
    if (isRefusal(user)) return user
    if (await deleteMember(tx, user.userId, customerId)) return undefined
    const message = `${email} is not a member of customer ${customerId}. See entrepot members list.`
    return refuse('SERVER_NO_MEMBER', message)
  })
}

/** The memberships of one customer, or of all customers. */
export async function listMembers(
  database: Database,
  customerId?: string,
): Promise<readonly Member[]> {
  return await selectMembers(database, customerId)
}

/** The current customers of a user; none for an id without a user. */
export async function customersOfUser(
  database: Database,
  userId: string,
): Promise<readonly Customer[]> {
  return await getCustomers(database, await selectCustomerIds(database, userId))
}

async function findUser(
  sql: Parameters<typeof findByEmail>[0],
  email: string,
): Promise<User | HubRefusal> {
  if (!isEmail(email)) return noEmail(email)
  return (await findByEmail(sql, email)) ?? noUser(email)
}
