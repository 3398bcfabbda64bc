/** The first owner of a hub: whoever opens a link that the start of the hub, or the command, has printed. */
import { randomBytes } from 'node:crypto'
import { type Connection, type Database, type Transaction, transaction } from '@entrepot/database'
import {
  type Customer,
  createCustomer,
  isRefusal,
  listCustomers,
  type Refusal,
} from '@entrepot/marketplace'
import { hashToken } from '../link-token.ts'
import { recordMember } from '../members/member-events.ts'
import { insertMember, lockAllOwners, selectMember, updateRole } from '../members/store.ts'
import { insertLink, isOpenLink, useLink } from './store.ts'

/** Hours for which a link works. */
export const VALID_HOURS = 24

/** Path of the page. The token is in the query, because paths are logged. */
export const FIRST_OWNER_PATH = '/owner'

/**
 * Makes a link, which works once, for a day, and only while the hub has no owner. Only its hash is stored.
 *
 * @returns undefined if the hub has an owner
 * @example
 * const link = await createOwnerLink(database, 'https://hub.example')
 */
export async function createOwnerLink(
  database: Database,
  publicUrl: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const isStored = await insertLink(database, hashToken(token), VALID_HOURS)
  return isStored ? `${publicUrl}${FIRST_OWNER_PATH}?token=${token}` : undefined
}

/** Whether the link that a session keeps can be used. */
export async function mayBecomeOwner(
  connection: Connection,
  kept: string | undefined,
): Promise<boolean> {
  return kept !== undefined && (await isOpenLink(connection, Buffer.from(kept, 'base64url')))
}

/** The customer that the first owner gets; undefined if there is none yet. */
export async function firstCustomer(connection: Connection): Promise<Customer | undefined> {
  return (await listCustomers(connection))[0]
}

/** What a hub without customers needs to make the first one. */
export type FirstCustomerInput = Parameters<typeof createCustomer>[1]

/**
 * Makes a user the owner of the first customer, which is created from the input if there is none. Of many who try at the same time, on
 * any number of nodes, one becomes the owner.
 *
 * @returns undefined if the link was used or has expired, or if the hub has an owner; a refusal of the input, after which the link still works
 */
export async function becomeOwner(
  database: Database,
  kept: string,
  userId: string,
  input: FirstCustomerInput,
): Promise<Customer | Refusal | undefined> {
  const tokenHash = Buffer.from(kept, 'base64url')
  return await transaction(database, async (tx) => {
    await lockAllOwners(tx)
    if (!(await isOpenLink(tx, tokenHash))) return undefined
    // Before the link is used: a refusal stores nothing.
    const customer = (await firstCustomer(tx)) ?? (await createCustomer(tx, input))
    if (isRefusal(customer)) return customer
    if (!(await useLink(tx, tokenHash, userId))) throw new Error('the link was used under the lock')
    await makeOwner(tx, userId, customer.customerId)
    return customer
  })
}

async function makeOwner(tx: Transaction, userId: string, customerId: string): Promise<void> {
  const role = 'owner'
  const isNew = await insertMember(tx, { userId, customerId, role })
  if (!isNew) await updateRole(tx, { userId, customerId, role })
  const member = await selectMember(tx, userId, customerId)
  if (member === undefined) throw new Error('the member was not stored')
  const actor = { kind: 'person', id: userId, label: member.email } as const
  await recordMember(tx, isNew ? 'member.joined' : 'member.updated', member, actor)
}
