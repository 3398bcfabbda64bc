/** Members: which users see which customers. */
import { type Database, transaction } from '@entrepot/database'
import { type Customer, getCustomers } from '@entrepot/marketplace'
import { findByEmail, type User } from '../users/store.ts'
import { noUser, requireEmail } from '../users/users.ts'
import {
  deleteMember,
  insertMember,
  type Member,
  selectCustomerIds,
  selectMembers,
} from './store.ts'

/** Thrown when `entrepot members` cannot do what it was asked to do. */
export class MemberError extends Error {
  override readonly name = 'MemberError'
  readonly code: 'SERVER_NO_CUSTOMER' | 'SERVER_NO_MEMBER'

  constructor(code: MemberError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** A user and a customer, as arguments of the command. */
export interface Membership {
  readonly email: string
  readonly customerId: string
}

/**
 * Makes a user a member of a customer, so that the user and the agents that act for the user see its records. Does nothing if the
 * user is a member.
 *
 * @throws UserError `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`; MemberError `SERVER_NO_CUSTOMER`
 * @example
 * await addMember(database, { email: 'ann@shop.example', customerId: '1' })
 */
export async function addMember(
  database: Database,
  { email, customerId }: Membership,
): Promise<void> {
  await transaction(database, async (tx) => {
    const user = await requireUser(tx, email)
    const [customer] = await getCustomers(tx, [customerId])
    if (customer === undefined) {
      const message = `There is no customer ${customerId}. See entrepot customers list.`
      throw new MemberError('SERVER_NO_CUSTOMER', message)
    }
    await insertMember(tx, user.userId, customerId)
  })
}

/**
 * Ends a membership. It applies to the next call of an agent, on every node.
 *
 * @throws UserError `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`; MemberError `SERVER_NO_MEMBER`
 */
export async function removeMember(
  database: Database,
  { email, customerId }: Membership,
): Promise<void> {
  await transaction(database, async (tx) => {
    const user = await requireUser(tx, email)
    if (await deleteMember(tx, user.userId, customerId)) return
    const message = `${email} is not a member of customer ${customerId}. See entrepot members list.`
    throw new MemberError('SERVER_NO_MEMBER', message)
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

async function requireUser(sql: Parameters<typeof findByEmail>[0], email: string): Promise<User> {
  requireEmail(email)
  const user = await findByEmail(sql, email)
  if (user === undefined) throw noUser(email)
  return user
}
