/** Lists and ends the sessions of users, for operators. */
import { type Database, transaction } from '@entrepot/database'
import { isRefusal } from '@entrepot/marketplace'
import { type HubRefusal, refuse } from '../refusal.ts'
import { describeBrowser } from '../user-agent.ts'
import { emailKey } from '../users/rules.ts'
import { findUser } from '../users/users.ts'
import { deleteSessionsOf, type ListedSession, selectSessions } from './store.ts'

/** A session as operators see it, with the name of the browser instead of its header. */
export interface NamedSession extends Omit<ListedSession, 'userAgent'> {
  readonly browser: string | null
}

/**
 * The sessions that have not expired, of all users or of one.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`.
 */
export async function listSessions(
  database: Database,
  email?: string,
): Promise<readonly NamedSession[] | HubRefusal> {
  if (email === undefined) return (await selectSessions(database)).map(toNamed)
  const user = await findUser(database, email)
  return isRefusal(user) ? user : (await selectSessions(database, emailKey(email))).map(toNamed)
}

function toNamed({ userAgent, ...session }: ListedSession): NamedSession {
  return { ...session, browser: describeBrowser(userAgent) }
}

/**
 * Ends the sessions of a user: all, or one. It applies to the next request, on every node. The person can sign in again; MCP clients
 * keep their connection.
 *
 * Refusals: `SERVER_INVALID_EMAIL`, `SERVER_NO_USER`, `SERVER_NO_SESSION`.
 *
 * @param sessionId as {@link listSessions} returns it
 * @example
 * await endSessions(database, 'ann@shop.example') // { ended: 2 }
 */
export async function endSessions(
  database: Database,
  email: string,
  sessionId?: string,
): Promise<{ readonly ended: number } | HubRefusal> {
  return await transaction(database, async (tx) => {
    const user = await findUser(tx, email)
    if (isRefusal(user)) return user
    const ended = await deleteSessionsOf(tx, user.userId, sessionId)
    if (ended > 0 || sessionId === undefined) return { ended }
    const message = `${email} has no session ${sessionId}. See entrepot sessions list.`
    return refuse('SERVER_NO_SESSION', message)
  })
}
