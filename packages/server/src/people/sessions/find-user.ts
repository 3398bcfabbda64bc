/** Finds the user of a session cookie outside of the scope with session hooks. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { PersonAuthentication } from '@entrepot/oauth'
import { Signer } from '@fastify/cookie'
import type { SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deriveKey } from '../../config/secrets.ts'
import { rememberBriefly } from '../remember.ts'
import { authenticationOf, type SignInFacts } from './authentication.ts'
import { hashSession, isUserId, peekingSessions } from './session-store.ts'
import { type FoundSession, findSessions, peekSessions, type SessionLifetimes } from './store.ts'

/** Who is signed in in a session. */
export interface SignedIn {
  readonly user: string
  /** How and when the person authenticated, as far as the session says it. */
  readonly authentication?: PersonAuthentication | undefined
}

/** A session that has not ended. */
interface LiveSession extends SignedIn {
  /** From this time on, the sign-in plugin must check the session; milliseconds since 1970. */
  readonly checkAt: number | undefined
}

/** Checks a session as the hooks of pages do, and returns its user. */
export type CheckSession = (
  signedId: string,
  request: FastifyRequest,
) => Promise<SignedIn | undefined>

/**
 * Makes the function that finds the user of a session by its cookie. A session is read at most once a second, and requests that arrive
 * together share the statement. Each read counts as a use of the session, except for streams, which stay open while nobody uses the page,
 * and which browsers open again by themselves. Once a check by the sign-in plugin is due, `check` is called.
 */
export function createSessionFinder(
  database: Database,
  secrets: readonly string[],
  lives: SessionLifetimes,
  check: CheckSession,
): CheckSession {
  const signer = new Signer(secrets.map((secret) => deriveKey(secret, 'session')))
  const finderOf = (read: ReadSessions) => {
    const load = createBatcher((ids: readonly string[]) => loadSessions(ids, read))
    return rememberBriefly(async (signedId: string) => {
      const { valid, value } = signer.unsign(signedId)
      return valid ? await load(value) : undefined
    })
  }
  const use = finderOf(async (hashes) => await findSessions(database, hashes, lives))
  const peek = finderOf(async (hashes) => await peekSessions(database, hashes))
  return async (signedId, request) => {
    const session = await (isUse(request) ? use : peek)(signedId)
    if (session === undefined) return undefined
    const isDue = session.checkAt !== undefined && session.checkAt <= Date.now()
    return isDue ? await check(signedId, request) : session
  }
}

function isUse({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isEndless !== true
}

type ReadSessions = (hashes: readonly Buffer[]) => Promise<readonly FoundSession[]>

async function loadSessions(
  ids: readonly string[],
  read: ReadSessions,
): Promise<readonly (LiveSession | undefined)[]> {
  const hashes = ids.map(hashSession)
  const rows = await read(hashes)
  const byHash = new Map(rows.map(({ idHash, data }) => [idHash.toString('hex'), toLive(data)]))
  return hashes.map((hash) => byHash.get(hash.toString('hex')))
}

function toLive(data: string): LiveSession | undefined {
  const session = JSON.parse(data) as SignInFacts & {
    readonly user?: string
    readonly oauth?: { readonly checkAt?: number }
  }
  const { user, oauth } = session
  const authentication = authenticationOf(session)
  return isUserId(user) ? { user, authentication, checkAt: oauth?.checkAt } : undefined
}

/**
 * Makes the check for a scope with sessions and the sign-in plugin. The session is opened on a copy of the request, since the scope of the
 * API has no sessions.
 */
export function createSessionCheck(
  scope: FastifyInstance,
  database: Database,
  store: SessionStore,
): CheckSession {
  const peeking = peekingSessions(database, store)
  return async (signedId, request) => {
    const sessionStore = isUse(request) ? store : peeking
    const copy = Object.create(request, {
      session: { value: null, writable: true },
      sessionStore: { value: sessionStore },
    }) as FastifyRequest
    await new Promise<void>((resolve, reject) => {
      scope.decryptSession(signedId, copy, {}, (error?: unknown) =>
        error ? reject(error as Error) : resolve(),
      )
    })
    await scope.oauth.checkSession(copy)
    const { session } = copy
    if (!isUserId(session.user)) return undefined
    if (session.isModified()) await session.save()
    return { user: session.user, authentication: authenticationOf(session) }
  }
}
