/** Gives the people of a directory their access, and ends it. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '@entrepot/marketplace'
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { revokePerson } from '@entrepot/oauth/postgres'
import { endAgentIn } from '../../agents/headless-agents/headless-agents.ts'
import { recordAgentsIn } from '../../people/agent-events/record-agents.ts'
import { recordMember } from '../../people/members/member-events.ts'
import { changeRole, endMembership } from '../../people/members/members.ts'
import type { Role } from '../../people/members/roles.ts'
import { insertMember, lockOwners } from '../../people/members/store.ts'
import { deleteSessionsOf } from '../../people/sessions/store.ts'
import type { Identity } from '../../people/users/rules.ts'
import { type AccessDecision, decideAccess } from './rules.ts'
import {
  deleteInvitationsOf,
  isMemberSomewhere,
  type LinkedPerson,
  linkUser,
  selectCandidates,
  selectLinked,
  selectOwnAgents,
  selectSettings,
  updateGiven,
} from './store.ts'

/** What a transaction has done to the access of people. */
export interface Settled {
  /** Users who are members of no customer any more, whose sessions and grants have ended. */
  readonly ended: readonly string[]
}

/**
 * Makes the memberships of people what the directory and its settings say: of all people, or of those with some ids. The caller holds
 * the lock of the owners (`lockOwners`). Refusal: `MARKET_LAST_OWNER`.
 */
export async function settleAccess(
  tx: Transaction,
  customerId: string,
  actor: Actor,
  scimIds?: readonly string[],
): Promise<Settled | Refusal> {
  const settings = await selectSettings(tx, customerId)
  const ended: string[] = []
  const decided = (await selectLinked(tx, customerId, scimIds))
    .map((person) => ({ person, ...decideAccess(person, settings) }))
    // Owners come first, so that the only owner may change within one request.
    .toSorted((one, other) => Number(givesOwner(other)) - Number(givesOwner(one)))
  for (const { person, change, given } of decided) {
    const refusal =
      change === 'end'
        ? await endAccess(tx, customerId, person, actor)
        : change === 'give' && given !== null
          ? await giveRole(tx, customerId, person, given, actor)
          : undefined
    if (refusal) return refusal
    if (change === 'end' && !(await isMemberSomewhere(tx, person.userId))) ended.push(person.userId)
    if (given !== person.givenRole) await updateGiven(tx, customerId, person.scimId, given)
  }
  return await signOut(tx, ended)
}

function givesOwner({ change, given }: AccessDecision): boolean {
  return change === 'give' && given === 'owner'
}

/** Ends the access of a person who is deleted, with the rules and the refusal of {@link settleAccess}. */
export async function settleRemoval(
  tx: Transaction,
  customerId: string,
  scimId: string,
  actor: Actor,
): Promise<Settled | Refusal> {
  const [person] = await selectLinked(tx, customerId, [scimId])
  if (person === undefined || person.role === null) return { ended: [] }
  const refusal = await endAccess(tx, customerId, person, actor)
  if (refusal) return refusal
  return await signOut(tx, (await isMemberSomewhere(tx, person.userId)) ? [] : [person.userId])
}

/** Ends the sessions and the grants of people. Their rows are locked last, after those of the owners. */
async function signOut(tx: Transaction, ended: readonly string[]): Promise<Settled> {
  for (const userId of ended) {
    await deleteSessionsOf(tx, userId)
    await revokePerson(tx, userId)
  }
  return { ended }
}

async function giveRole(
  tx: Transaction,
  customerId: string,
  { userId, email, role: before }: LinkedPerson,
  role: Role,
  actor: Actor,
): Promise<Refusal | undefined> {
  if (before !== null) {
    const changed = await changeRole(tx, { userId, customerId, role }, actor)
    return isRefusal(changed) ? (changed as Refusal) : undefined
  }
  if (await insertMember(tx, { userId, customerId, role })) {
    await recordMember(tx, 'member.joined', { customerId, userId, email, role }, actor)
    await recordAgentsIn(tx, userId, { actor })
  }
  return undefined
}

/** Ends a membership with what the person could come back by: agents that only the person knows, and invitations. */
async function endAccess(
  tx: Transaction,
  customerId: string,
  { userId, email }: LinkedPerson,
  actor: Actor,
): Promise<Refusal | undefined> {
  const refusal = await endMembership(tx, userId, customerId, actor)
  if (refusal) return refusal
  for (const agentId of await selectOwnAgents(tx, customerId, userId)) {
    await endAgentIn(tx, { customerId, actor }, agentId)
  }
  await withdrawInvitations(tx, customerId, email, actor)
  return undefined
}

/** Withdraws the open invitations of an address to a customer. */
export async function withdrawInvitations(
  tx: Transaction,
  customerId: string,
  email: string,
  actor: Actor,
): Promise<void> {
  for (const { role } of await deleteInvitationsOf(tx, customerId, email)) {
    await recordMember(tx, 'member.invitation_withdrawn', { customerId, email, role }, actor)
  }
}

/**
 * Revokes again after the commit, for tokens that other nodes have issued in the meantime. After a crash at this point, only those remain.
 */
export async function finishEnds(database: Database, { ended }: Settled): Promise<void> {
  for (const userId of ended) await revokePerson(database, userId)
}

/**
 * Gives a person who has signed in the memberships that directories provide: for a verified address, or for an account whose subject is
 * the external id. It never changes the user, and a directory gives access to its own customer only.
 */
export async function joinProvisioned(
  database: Database,
  userId: string,
  verifiedEmail: string | undefined,
  identity: Identity,
): Promise<void> {
  for (const candidate of await selectCandidates(database, verifiedEmail, identity)) {
    const { customerId, scimId } = candidate
    const settled = await transaction(database, async (tx) => {
      await lockOwners(tx, customerId)
      if (!(await linkUser(tx, candidate, userId))) return undefined
      return await settleAccess(tx, customerId, SYSTEM, [scimId])
    })
    // The only owner stays: the directory is told so when it sends the person again.
    if (settled !== undefined && !isRefusal(settled)) await finishEnds(database, settled as Settled)
  }
}
