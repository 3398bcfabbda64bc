import type { Database } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import { revokePerson } from '@entrepot/oauth/postgres'
import { recordAgents } from '../agent-events/record-agents.ts'
import { type HubRefusal, refuse } from '../refusal.ts'
import { selectAccounts } from '../users/store.ts'
import { findUser } from '../users/users.ts'
import { deleteSessionsOf } from './store.ts'

/** A person, by the address of the user, or by an account that is bound to the user. */
export type Subject =
  | { readonly email: string }
  | { readonly issuer: string; readonly subject: string }

/**
 * Ends the sessions and sign-ins of a person, and the tokens of all agents that act for them, on every node: refreshes fail at once, and
 * access tokens within three seconds. Assertions about the person that were made before give no token.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`.
 */
export async function revokeAgentsOf(
  database: Database,
  who: Subject,
): Promise<{ readonly userId: string } | HubRefusal> {
  const userId = await findUserId(database, who)
  if (typeof userId !== 'string') return userId
  // First: a session that stays, such as that of a passkey, could connect the next agent.
  await deleteSessionsOf(database, userId)
  await revokePerson(database, userId)
  await recordAgents(database, userId)
  return { userId }
}

async function findUserId(database: Database, who: Subject): Promise<string | HubRefusal> {
  if ('email' in who) {
    const user = await findUser(database, who.email)
    return isRefusal(user) ? user : user.userId
  }
  const [account] = await selectAccounts(database, who)
  const message = `No user has the account ${who.subject} at ${who.issuer}.`
  return account?.userId ?? refuse('SERVER_NO_USER', message)
}
