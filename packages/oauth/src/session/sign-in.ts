/** The session of a person who has signed in, from its first moment to its last. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type HostSession, type HostSessionStore, sessionOf } from '../host-session.ts'
import { isStorableId } from '../identifier.ts'
import type { Exchanged } from '../providers/exchange.ts'
import type { OAuthUser } from '../providers/oauth-user.ts'
import type { Provider } from '../providers/provider.ts'
import { randomSecret } from '../secrets.ts'
import { tokensOf, toOAuthSession } from './oauth-session.ts'

/** A person who has not been seen for so long signs in again, unless the session cookie lives longer. */
const MIN_SIGN_IN_TTL_SECONDS = 30 * 24 * 3600

/** Tabs that begin together end together, give or take what a person types at the provider. */
const TABS_MS = 60_000

/** What belongs to the session or to the plugin: no hook may set it, and no sign-in takes it over from before. */
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
 * Gives the person a new session: the id changes, so that nobody who knew the old one is signed in with them
 * (RFC 9700 leaves that to the application; OWASP ASVS 3.2.1). What an anonymous session held is taken over; what another
 * user's session held is not.
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
  const tokens = tokensOf(exchanged.tokens, subjectOf(exchanged, oauthUser), now)
  await storeSignIn(context, provider, session, state.signInId, decision)
  setFields(context, session, fields)
  const oauth = toOAuthSession(context, provider, state, tokens)
  Object.assign(session, { user, oauthUser, oauth })
  warnOfLostCookie(context, request, session)
}

/**
 * Whether the session is that of the same sign-in, finished in another tab a moment ago. Another new id would take the session
 * from under the requests of that tab, and the session plugin answers those by removing the cookie. Another account of the
 * same user is another sign-in: its tokens are others.
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
    oauthUser.authEvidence.idTokenIssuer === personNow.authEvidence.idTokenIssuer
  return isSameAccount && Date.now() - oauth.signedInAt < TABS_MS
}

function setFields(
  { logger }: Pick<Context, 'logger'>,
  session: HostSession,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(fields)) {
    // What is not its own is a method: a field of that name would take it away.
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
): Promise<void> {
  const { iss, sid, iat } = exchanged.idToken ?? {}
  const stored = {
    signInId,
    user: storedUser(user),
    provider: config.name,
    issuer: typeof iss === 'string' ? iss : '',
    subject: subjectOf(exchanged, oauthUser),
    sid: typeof sid === 'string' ? sid : undefined,
    session: sealer.seal('session id', session.sessionId),
    issuedAt: typeof iat === 'number' ? Math.floor(iat) : Math.floor(Date.now() / 1_000),
  }
  await store.signIns.create(stored, signInTtl(session))
}

/** The user as the row of a sign-in can hold them: nobody for an id that PostgreSQL does not take, such as one with a NUL. */
export function storedUser(user: string | undefined): string {
  return user !== undefined && isStorableId(user, Number.POSITIVE_INFINITY) ? user : ''
}

/** Ends every sign-in of a user; their sessions end when they are next looked at. */
export async function endSignIns({ store }: Pick<Context, 'store'>, user: string): Promise<void> {
  const stored = storedUser(user)
  if (stored !== '') await store.signIns.endUser(stored)
}

/** Who signed in, by the provider's own id. */
function subjectOf({ idToken }: Exchanged, { providerUserId }: OAuthUser): string {
  return typeof idToken?.sub === 'string' ? idToken.sub : providerUserId
}

/** How long a sign-in is kept without a sign of life, in seconds: never shorter than its session cookie. */
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

/** Destroys the stored form of the session of a request, which goes on with an empty one. */
export async function dropSession(request: FastifyRequest): Promise<void> {
  await sessionOf(request).regenerate()
  // The empty one is stored already; unless the application stores such sessions, the answer also removes the cookie.
  await destroyStored(request, sessionOf(request).sessionId)
}

/** Destroys a stored session by its id. False when the sessions of the application cannot be reached that way. */
export async function destroyStored(request: FastifyRequest, sessionId: string): Promise<boolean> {
  const { sessionStore } = request as { sessionStore?: HostSessionStore }
  if (typeof sessionStore?.destroy !== 'function') return false
  await new Promise<void>((resolve, reject) => {
    sessionStore.destroy(sessionId, (error) => (error ? reject(error as Error) : resolve()))
  })
  return true
}
