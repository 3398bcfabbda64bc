/** Members: which users act for which customers, and in which role. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, getCustomers, isRefusal, type Refusal } from '@entrepot/marketplace'
import { recordAgentsIn } from '../agent-events/record-agents.ts'
import { type HubRefusal, refuse } from '../refusal.ts'
import { emailKey } from '../users/rules.ts'
import { isByLink, type User } from '../users/store.ts'
import { findUser, removeUser } from '../users/users.ts'
import { recordMember } from './member-events.ts'
import { noSuchMember, onlyOwner } from './refusals.ts'
import type { Role } from './roles.ts'
import {
  deleteMember,
  insertMember,
  lockAllOwners,
  lockMemberships,
  lockOwners,
  type Member,
  selectMember,
  selectMembers,
  selectSoleOwned,
  updateRole,
} from './store.ts'

/** A user and a customer, as arguments of the command. */
export interface Membership {
  readonly email: string
  readonly customerId: string
}

/** A membership with its role. */
export interface NewMembership extends Membership {
  readonly role: Role
}

/**
 * Makes a user a member of a customer, so that the user and the agents that act for the user can do what the role permits. A user who is a
 * member keeps the role: use {@link setRole}.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_UNCONFIRMED_ADDRESS`, `SERVER_NO_CUSTOMER`.
 *
 * @example
 * await addMember(database, { email: 'ann@shop.example', customerId: '1', role: 'viewer' })
 */
export async function addMember(
  database: Database,
  { email, customerId, role }: NewMembership,
): Promise<Member | HubRefusal> {
  return await transaction(database, async (tx) => {
    await lockOwners(tx, customerId)
    const user = await findUser(tx, email)
    if (isRefusal(user)) return user
    if (await isByLink(tx, user.userId)) {
      const message = `No provider has confirmed the address ${email}: whoever uses it came by the link of an invitation. Invite the address to customer ${customerId} instead.`
      return refuse('SERVER_UNCONFIRMED_ADDRESS', message)
    }
    const [customer] = await getCustomers(tx, [customerId])
    if (customer === undefined) return noCustomer(customerId)
    const { userId } = user
    if (await insertMember(tx, { userId, customerId, role })) {
      await recordMember(tx, 'member.joined', { customerId, userId, email, role })
      await recordAgentsIn(tx, userId)
    }
    return (await selectMember(tx, userId, customerId)) ?? noMember({ email, customerId })
  })
}

/**
 * Changes the role of a member. It applies to requests from the next second on, on every node.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_NO_MEMBER`, `SERVER_LAST_OWNER`.
 */
export async function setRole(
  database: Database,
  { email, customerId, role }: NewMembership,
): Promise<Member | HubRefusal> {
  return await changeOf(database, { email, customerId }, async (tx, userId) =>
    changeRole(tx, { userId, customerId, role }),
  )
}

/**
 * Ends a membership. It applies to requests from the next second on, on every node.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_NO_MEMBER`, `SERVER_LAST_OWNER`.
 */
export async function removeMember(
  database: Database,
  membership: Membership,
): Promise<HubRefusal | undefined> {
  return await changeOf(database, membership, async (tx, userId) =>
    endMembership(tx, userId, membership.customerId),
  )
}

/**
 * Changes the role of a member by id. A customer that has an owner keeps one, also if several change roles at the same time. The
 * transaction must not hold locks of users.
 *
 * Refusals: `MARKET_NOT_FOUND`, `MARKET_LAST_OWNER`.
 */
export async function changeRole(
  tx: Transaction,
  {
    userId,
    customerId,
    role,
  }: { readonly userId: string; readonly customerId: string; readonly role: Role },
  actor?: Actor,
): Promise<Member | Refusal> {
  await lockOwners(tx, customerId)
  if (role !== 'owner' && (await selectSoleOwned(tx, { userId })).includes(customerId))
    return onlyOwner(userId)
  const before = await selectMember(tx, userId, customerId)
  const changed = await updateRole(tx, { userId, customerId, role })
  if (changed === undefined) return noSuchMember(userId)
  if (before?.role !== role) await recordMember(tx, 'member.updated', changed, actor)
  return changed
}

/** Ends a membership by id, under the rules and with the refusals of {@link changeRole}. */
export async function endMembership(
  tx: Transaction,
  userId: string,
  customerId: string,
  actor?: Actor,
): Promise<Refusal | undefined> {
  await lockOwners(tx, customerId)
  const member = await selectMember(tx, userId, customerId)
  if ((await selectSoleOwned(tx, { userId })).includes(customerId)) return onlyOwner(userId)
  if (member === undefined || !(await deleteMember(tx, userId, customerId)))
    return noSuchMember(userId)
  await recordMember(tx, 'member.removed', member, actor)
  await recordAgentsIn(tx, userId, actor && { actor })
  return undefined
}

/**
 * Removes a user, as {@link removeUser} does. The only owner of a customer is not removed unless `force` is set; the customer then has no
 * owner.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_LAST_OWNER`.
 */
export async function removePerson(
  database: Database,
  email: string,
  { force }: { readonly force: boolean },
): Promise<User | HubRefusal> {
  return await removeUser(database, email, async (tx) => {
    await lockAllOwners(tx)
    const owned = force ? [] : await selectSoleOwned(tx, { emailKey: emailKey(email) })
    if (owned.length === 0) {
      await recordRemoval(tx, email)
      return undefined
    }
    const message = `${email} is the only owner of customer ${owned.join(', ')}. Make another member an owner first (entrepot members set-role), or use --force.`
    return refuse('SERVER_LAST_OWNER', message)
  })
}

/** Stores the events that each customer loses a member, and the agents that act for the member. All owners are locked. */
async function recordRemoval(tx: Transaction, email: string): Promise<void> {
  const members = await lockMemberships(tx, emailKey(email))
  for (const member of members) await recordMember(tx, 'member.removed', member)
  const [first] = members
  if (first) await recordAgentsIn(tx, first.userId, { isRemoved: true })
}

/** The memberships of one customer, or of all customers. */
export async function listMembers(
  database: Database,
  customerId?: string,
): Promise<readonly Member[]> {
  return await selectMembers(database, customerId)
}

async function changeOf<T>(
  database: Database,
  membership: Membership,
  change: (tx: Transaction, userId: string) => Promise<T | Refusal>,
): Promise<T | HubRefusal> {
  // Before the transaction: the lock of the user would come before that of the owners.
  const user = await findUser(database, membership.email)
  if (isRefusal(user)) return user
  const outcome = await transaction(database, async (tx) => await change(tx, user.userId))
  if (!isRefusal(outcome)) return outcome as T
  return outcome.code === 'MARKET_LAST_OWNER' ? lastOwner(membership) : noMember(membership)
}

/** The refusal of an id without a customer. */
export function noCustomer(customerId: string): HubRefusal {
  const message = `There is no customer ${customerId}. See entrepot customers list.`
  return refuse('SERVER_NO_CUSTOMER', message)
}

function noMember({ email, customerId }: Membership): HubRefusal {
  const message = `${email} is not a member of customer ${customerId}. See entrepot members list.`
  return refuse('SERVER_NO_MEMBER', message)
}

function lastOwner({ email, customerId }: Membership): HubRefusal {
  const message = `${email} is the only owner of customer ${customerId}. Make another member an owner first: entrepot members set-role <email> --customer ${customerId} --role owner.`
  return refuse('SERVER_LAST_OWNER', message)
}
