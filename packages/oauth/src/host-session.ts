import type { FastifyRequest } from 'fastify'
import type { OAuthUser } from './providers/user/oauth-user.ts'
import { OAuthError } from './shared/errors.ts'

/** The data of a sign-in in the session. The tokens are encrypted. */
export interface OAuthSession {
  /** The id of the sign-in, which is `signInId` elsewhere. Existing sessions contain it under this name. */
  readonly loginId: string
  /** When the person signed in; epoch milliseconds, as all times here. */
  readonly signedInAt: number
  /** Name of the provider in URLs. */
  readonly provider: string
  /** The template. */
  readonly providerType: string
  /** Sealed: access, refresh and ID token. */
  readonly tokens: string
  /** How often the tokens were refreshed. */
  readonly generation: number
  /** Undefined when the provider gave no lifetime. */
  readonly expiresAt?: number
  /** From this time on the tokens are refreshed, if there is a refresh token. */
  readonly refreshThreshold?: number
  readonly hasRefreshToken: boolean
  readonly scope?: string
  readonly tokenType: string
  readonly lastRefreshed?: number
  readonly lastValidated: number
  /** Before this time, nothing has to be checked. The next request after it checks the session. */
  readonly checkAt: number
}

/** The parts of a session that the plugin uses: a session of `@fastify/session`, or one of the same shape. */
export interface HostSession {
  readonly sessionId: string
  /** Identifier of the user; absent for people who have not signed in. */
  user?: string
  oauthUser?: OAuthUser
  oauth?: OAuthSession
  regenerate(keep?: string[]): Promise<void>
  destroy(): Promise<void>
  save(): Promise<void>
}

/** The store behind the sessions: `request.sessionStore` of `@fastify/session`. */
export interface HostSessionStore {
  destroy(sessionId: string, callback: (error?: unknown) => void): void
}

/**
 * The session of a request.
 *
 * @throws OAuthError `OAUTH_NO_SESSION` when the request has none, or one of another shape
 */
export function sessionOf(request: FastifyRequest): HostSession {
  const session = (request as { session?: Partial<HostSession> | null }).session
  if (typeof session?.regenerate !== 'function' || typeof session.sessionId !== 'string') {
    throw noSession('the request has no session, or one without sessionId and regenerate()')
  }
  return session as HostSession
}

/** The error of an application without sessions. */
export function noSession(what: string): OAuthError {
  return new OAuthError(
    'OAUTH_NO_SESSION',
    `@entrepot/oauth needs sessions: ${what}. Register @fastify/cookie and @fastify/session before it, with a cookie path of '/'.`,
  )
}
