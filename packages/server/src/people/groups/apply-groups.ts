/** Applies the groups of a person at the provider to the memberships, at each sign-in. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, getCustomers } from '@entrepot/marketplace'
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '../../config/role-names.ts'
import { recordAgentsIn } from '../agent-events/record-agents.ts'
import { recordMember } from '../members/member-events.ts'
import { deleteMember, lockOwners, selectMember, selectSoleOwned } from '../members/store.ts'
import { type GroupRule, planGroupChange, rolesByGroup } from './rules.ts'
import { putMembership, selectCustomersByGroup, selectMembership } from './store.ts'

/** A person who signs in. */
export interface GroupMember {
  readonly userId: string
  /** Name of the provider in the configuration. */
  readonly provider: string
  readonly groups: readonly string[]
  /** Reads the customers whose directory has ended the access of the person: groups do not give it back. @default none */
  readonly endedAt?: (tx: Transaction) => Promise<readonly string[]>
}

/**
 * Gives a person the roles of their groups, and takes away those that the groups of this provider gave before. The only owner of a customer
 * stays owner, with a warning in the log and the event `member.role_kept`. Customers that do not exist are skipped with a warning, and those
 * that move until the next sign-in.
 */
export async function applyGroups(
  database: Database,
  rules: readonly GroupRule[],
  { userId, provider, groups, endedAt = async () => [] }: GroupMember,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const given = rolesByGroup(rules, provider, groups)
  const before = await selectCustomersByGroup(database, userId, provider)
  const customers = [...new Set([...given.keys(), ...before])]
  const known = new Map(
    (await getCustomers(database, customers)).map((one) => [one.customerId, one]),
  )
  for (const customerId of customers) {
    const customer = known.get(customerId)
    if (customer === undefined) {
      log.warn(
        { customer: customerId, provider },
        'signIn.groups names a customer that does not exist',
      )
      continue
    }
    if (customer.move !== null) continue
    const role = given.get(customerId)
    const member = { userId, customerId, provider, role }
    const isKept = await transaction(database, async (tx) => await applyAt(tx, member, endedAt))
    if (isKept) log.warn({ ...member, role: 'owner' }, KEPT)
  }
}

const KEPT =
  'the groups no longer make this person an owner, but the customer would have no other: make another member an owner'

/** Applies the groups at one customer. Returns whether somebody stays the only owner. */
async function applyAt(
  tx: Transaction,
  member: {
    readonly userId: string
    readonly customerId: string
    readonly provider: string
    readonly role: Role | undefined
  },
  endedAt: NonNullable<GroupMember['endedAt']>,
): Promise<boolean> {
  const { userId, customerId, provider } = member
  const actor: Actor = { kind: 'system', id: 'groups', label: `Groups of ${provider}` }
  await lockOwners(tx, customerId)
  // Directories change access under the same lock.
  const isEnded = member.role !== undefined && (await endedAt(tx)).includes(customerId)
  const role = isEnded ? undefined : member.role
  const plan = planGroupChange(await selectMembership(tx, userId, customerId), role, provider)
  if (plan.change === 'none') return false
  const before = await selectMember(tx, userId, customerId)
  const isOwner = plan.change !== 'remove' && plan.to.role === 'owner'
  if (before && !isOwner && (await selectSoleOwned(tx, { userId })).includes(customerId)) {
    await recordMember(tx, 'member.role_kept', before, actor)
    return true
  }
  if (plan.change === 'remove') await deleteMember(tx, userId, customerId)
  else await putMembership(tx, userId, customerId, plan.to)
  const now = (await selectMember(tx, userId, customerId)) ?? before
  if (now === undefined) throw new Error(`the membership of user ${userId} was not stored`)
  if (now.role !== before?.role || plan.change === 'remove') {
    await recordMember(tx, EVENTS[plan.change], now, actor)
  }
  if (plan.change !== 'update') await recordAgentsIn(tx, userId, { actor })
  return false
}

const EVENTS = {
  join: 'member.joined',
  update: 'member.updated',
  remove: 'member.removed',
} as const
