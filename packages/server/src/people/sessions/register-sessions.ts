/** Gives the requests of a scope their session. */
import type { Database } from '@entrepot/database'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance } from 'fastify'
import { deriveKey } from '../../config/secrets.ts'
import { refuseForeignForms, requireHttps } from './guards.ts'
import { cleanSessions, postgresSessions } from './session-store.ts'
import type { SessionLifetimes } from './store.ts'

/** What {@link registerSessions} needs. */
export interface SessionParts {
  readonly database: Database
  /** Origin that people open. */
  readonly publicUrl: string
  /** The first one signs; the cookies of the others are still read. */
  readonly secrets: readonly string[]
  readonly lives: SessionLifetimes
}

/** The name of the session cookie. `__Host-`: no other host of the domain can set it (RFC 6265bis, section 4.1.3.2). It needs https. */
export function sessionCookie(publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}entrepot_session`
}

/**
 * Registers cookies and sessions, refuses plain http where people use https, and refuses forms of other sites. Refusals are
 * pages, so the scope needs `enablePages`.
 *
 * @returns the store of the sessions
 */
export async function registerSessions(
  scope: FastifyInstance,
  { database, publicUrl, secrets, lives }: SessionParts,
): Promise<SessionStore> {
  const isHttps = publicUrl.startsWith('https:')
  const cookieName = sessionCookie(publicUrl)
  const store = postgresSessions(database, lives)
  requireHttps(scope, isHttps)
  await scope.register(cookie)
  await scope.register(session, {
    secret: secrets.map((secret) => deriveKey(secret, 'session')),
    store,
    cookieName,
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      // The database ends what is idle; the library would end it a fixed time after the last change.
      maxAge: lives.maxHours * 3_600_000,
    },
    saveUninitialized: false,
    rolling: false,
  })
  signAnew(scope, cookieName)
  refuseForeignForms(scope, publicUrl, cookieName)
  const stop = cleanSessions(database, scope.log)
  scope.addHook('onClose', async () => stop())
  return store
}

/**
 * Signs the cookies of earlier secrets with the first one. @fastify/session 11.1.3 opens such a cookie, but removes it from the
 * browser unless the session was changed.
 */
function signAnew(scope: FastifyInstance, cookieName: string): void {
  scope.addHook('onRequest', async ({ cookies, session }) => {
    const signed = cookies[cookieName]
    const isOpened = signed !== undefined && session.storedAs !== undefined
    if (isOpened && signed !== session.encryptedSessionId) await session.save()
  })
}
