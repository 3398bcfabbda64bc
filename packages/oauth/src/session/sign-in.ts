/** Creates and ends the session of a person who has signed in. */
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import { type HostSession, type HostSessionStore, sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import type { Exchanged } from '../providers/tokens/exchange.ts'
import type { OAuthUser } from '../providers/user/oauth-user.ts'
import { isStorableId } from '../shared/identifier.ts'
import { randomSecret } from '../shared/secrets.ts'
import type { Caller } from '../store/audit.ts'
import type { StoredSignIn } from '../store/store.ts'
import { tokensOf, toOAuthSession } from './oauth-session.ts'

/** A sign-in that is not used for this time ends, unless the session cookie lives longer. */
const MIN_SIGN_IN_TTL_SECONDS = 30 * 24 * 3600

/** Tabs that start a sign-in together also finish it together, except for the time that a person needs at the provider. */
const TABS_MS = 60_000

/** Fields of the session plugin and of this plugin: hooks cannot set them, and a sign-in does not copy them from the old session. */
const RESERVED: ReadonlySet<string> = new Set([
  'cookie',
  'user',
  'oauthUser',
  'oauth',
  'sessionId',
  'encryptedSessionId',
  '__proto__',
])

/** A decision to sign somebody in. */
export interface SignIn {
  readonly user: string
  readonly oauthUser: OAuthUser
  readonly exchanged: Exchanged
  /** Further fields of the session, from the hook. */
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Gives the person a new session. Its id changes, so that somebody who knew the old id is not signed in too (session fixation; OWASP ASVS
 * 3.2.1; RFC 9700 leaves this to the application). The data of an anonymous session is kept; the data of another user's session is not.
 */
export async function signIn(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  provider: Provider,
  request: FastifyRequest,
  decision: SignIn,
): Promise<void> {
  const { user, oauthUser, exchanged, fields } = decision
  const before = sessionOf(request)
  if (isAnotherTab(before, provider, user, oauthUser)) {
    setFields(context, before, fields)
    before.oauthUser = oauthUser
    return
  }
  const isSamePerson = before.user === undefined || before.user === user
  const kept = isSamePerson ? Object.keys(before).filter((key) => !RESERVED.has(key)) : []
  const previous = before.oauth?.loginId
  if (previous !== undefined) await context.store.signIns.end([previous])
  await before.regenerate(kept)
  const session = sessionOf(request)
  const now = Date.now()
  const state = { signInId: randomSecret(), signedInAt: now, generation: 0, validatedAt: now }
  const subject = subjectOf(exchanged, oauthUser)
  const tokens = tokensOf(exchanged.tokens, subject, now, exchanged.dpopKey)
  await storeSignIn(context, provider, session, state.signInId, decision, callerOf(request))
  setFields(context, session, fields)
  const oauth = toOAuthSession(context, provider, state, tokens)
  Object.assign(session, { user, oauthUser, oauth })
  warnOfLostCookie(context, request, session)
}

/**
 * Whether the session belongs to the same sign-in, which another tab has just finished. Another new id would invalidate the session of
 * that tab, and the session plugin would then remove the cookie. Another account of the same user is another sign-in, with other tokens.
 */
function isAnotherTab(
  { user, oauthUser, oauth }: HostSession,
  { config }: Provider,
  userNow: string,
  personNow: OAuthUser,
): boolean {
  if (user !== userNow || oauth?.provider !== config.name) return false
  const isSameAccount =
    oauthUser?.providerUserId === personNow.providerUserId &&
    oauthUser.authEvidence.idTokenIssuer === personNow.authEvidence.idTokenIssuer &&
    // A stronger or newer authentication gets a new id, as a change of rights does.
    oauthUser.authentication?.acr === personNow.authentication?.acr &&
    oauthUser.authentication?.auth_time === personNow.authentication?.auth_time
  return isSameAccount && Date.now() - oauth.signedInAt < TABS_MS
}

function setFields(
  { logger }: Pick<Context, 'logger'>,
  session: HostSession,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(fields)) {
    // Inherited properties are methods, which a field of the same name would hide.
    const isMethod = name in session && !Object.hasOwn(session, name)
    if (RESERVED.has(name) || isMethod)
      logger.warn({ name }, 'onLogin may not set this session field')
    else Object.assign(session, { [name]: value })
  }
}

async function storeSignIn(
  { store, sealer }: Pick<Context, 'store' | 'sealer'>,
  { config }: Provider,
  session: HostSession,
  signInId: string,
  { user, oauthUser, exchanged }: SignIn,
  caller: Caller,
): Promise<void> {
  const stored = {
    ...describeSignIn(config.name, exchanged, oauthUser),
    signInId,
    user: storedUser(user),
    session: sealer.seal('session id', session.sessionId),
    caller,
  }
  await store.signIns.create(stored, signInTtl(session))
}

/** The values that a logout token can refer to. */
export type SignInOrigin = Pick<
  StoredSignIn,
  'provider' | 'issuer' | 'subject' | 'sid' | 'issuedAt'
>

/** Describes a sign-in, so that a logout token for it is recognised. */
export function describeSignIn(
  provider: string,
  exchanged: Exchanged,
  oauthUser: OAuthUser,
): SignInOrigin {
  const { iss, sid, iat } = exchanged.idToken ?? {}
  return {
    provider,
    issuer: typeof iss === 'string' ? iss : '',
    subject: subjectOf(exchanged, oauthUser),
    sid: typeof sid === 'string' ? sid : undefined,
    issuedAt: typeof iat === 'number' ? Math.floor(iat) : Math.floor(Date.now() / 1_000),
  }
}

/** The user for the row of a sign-in: empty for an id that PostgreSQL cannot store, such as one with a NUL. */
export function storedUser(user: string | undefined): string {
  return user !== undefined && isStorableId(user, Number.POSITIVE_INFINITY) ? user : ''
}

/** Ends every sign-in of a user. The sessions end at their next check. */
export async function endSignIns({ store }: Pick<Context, 'store'>, user: string): Promise<void> {
  const stored = storedUser(user)
  if (stored !== '') await store.signIns.endUser(stored)
}

/** Who signed in, by the provider's own id. */
function subjectOf({ idToken }: Exchanged, { providerUserId }: OAuthUser): string {
  return typeof idToken?.sub === 'string' ? idToken.sub : providerUserId
}

/** Seconds for which an unused sign-in is kept: never less than the lifetime of its session cookie. */
export function signInTtl(session: HostSession): number {
  const { cookie } = session as { cookie?: { originalMaxAge?: number | null } }
  return Math.max(MIN_SIGN_IN_TTL_SECONDS, Math.ceil((cookie?.originalMaxAge ?? 0) / 1_000))
}

/** `@fastify/session` silently keeps a session to itself whose cookie is for https when the request came over http. */
function warnOfLostCookie(
  { logger }: Pick<Context, 'logger'>,
  request: FastifyRequest,
  session: HostSession,
): void {
  const { cookie } = session as { cookie?: { secure?: boolean | 'auto' } }
  if (cookie?.secure !== true || request.protocol === 'https') return
  logger.warn(
    "the session cookie is for https and this request came over http, so the sign-in will be lost: set 'trustProxy' if a proxy speaks https, or the session's cookie.secure to 'auto'",
  )
}

/** Ends the session of a request, as {@link dropSession} does, and the sign-in with it, on every node. */
export async function endSession(
  { store }: Pick<Context, 'store'>,
  request: FastifyRequest,
): Promise<void> {
  const { oauth } = sessionOf(request)
  if (oauth !== undefined) await store.signIns.end([oauth.loginId])
  await dropSession(request)
}

/** Destroys the stored session of a request; the request continues with an empty session. */
export async function dropSession(request: FastifyRequest): Promise<void> {
  await sessionOf(request).regenerate()
  // The empty one is stored already; unless the application stores such sessions, the answer also removes the cookie.
  await destroyStored(request, sessionOf(request).sessionId)
}

/** Destroys a stored session by its id. Returns false if the session plugin of the application does not support this. */
export async function destroyStored(request: FastifyRequest, sessionId: string): Promise<boolean> {
  const { sessionStore } = request as { sessionStore?: HostSessionStore }
  if (typeof sessionStore?.destroy !== 'function') return false
  await new Promise<void>((resolve, reject) => {
    sessionStore.destroy(sessionId, (error) => (error ? reject(error as Error) : resolve()))
  })
  return true
}
