/** Checks the session of a request, if a check is due. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type HostSession, type OAuthSession, sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import { explain } from '../shared/explain.ts'
import { createJoinCalls } from '../shared/join-calls.ts'
import { nextCheck, openTokens, toOAuthSession } from './oauth-session.ts'
import { createRefresh, type Refresh, type RefreshResult } from './refresh.ts'
import { dropSession, signInTtl, storedUser } from './sign-in.ts'

/** Pause after a refresh or a check that failed for a reason outside of the session. */
const RETRY_MS = 10_000

/** Checks the sessions of requests. */
export interface SessionValidator {
  /** Returns undefined if nothing is due. This is the usual case, and costs one comparison. */
  validate(request: FastifyRequest): Promise<void> | undefined
  /** Refreshes now, even if no refresh is due. */
  forceRefresh(request: FastifyRequest): Promise<RefreshResult['outcome'] | 'impossible'>
}

/** Creates the {@link SessionValidator} of an instance. */
export function createValidator(
  context: Pick<Context, 'store' | 'hooks' | 'sealer' | 'logger' | 'providers'>,
): SessionValidator {
  const refresh = createRefresh(context)
  const join = createJoinCalls<CheckResult>()
  const check: Check = (provider, session, oauth) =>
    join(oauth.loginId, () => checkSignIn(context, provider, session, oauth))
  return {
    validate(request) {
      const { session } = request as FastifyRequest & { session?: HostSession | null }
      const oauth = session?.oauth
      if (oauth === undefined) return undefined
      const isKnown = context.providers.known(oauth.provider) !== undefined
      if (isKnown && Date.now() < oauth.checkAt) return undefined
      return runDueCheck(context, request, oauth, refresh, check)
    },
    async forceRefresh(request) {
      const { oauth } = sessionOf(request)
      const provider = oauth && (await context.providers.find(oauth.provider))
      if (!oauth?.hasRefreshToken || !provider) return 'impossible'
      return await renew(context, request, provider, oauth, refresh)
    },
  }
}

type CheckResult = 'good' | 'bad' | 'unknown'
type Check = (provider: Provider, session: HostSession, oauth: OAuthSession) => Promise<CheckResult>

async function runDueCheck(
  context: Pick<Context, 'store' | 'hooks' | 'sealer' | 'logger' | 'providers'>,
  request: FastifyRequest,
  oauth: OAuthSession,
  refresh: Refresh,
  check: Check,
): Promise<void> {
  const provider = await findProvider(context, oauth)
  if (provider === 'unknown') return
  if (provider === undefined) return await autoLogout(context, request)
  const now = Date.now()
  const isExpired = (oauth.expiresAt ?? Number.POSITIVE_INFINITY) <= now
  if (oauth.hasRefreshToken && (oauth.refreshThreshold ?? Number.POSITIVE_INFINITY) <= now) {
    await renew(context, request, provider, oauth, refresh)
  } else if (isExpired) {
    await autoLogout(context, request)
  } else if (oauth.lastValidated + provider.config.validationInterval <= now) {
    await recheck(context, request, provider, oauth, check)
  }
}

async function findProvider(
  { providers, logger }: Pick<Context, 'logger' | 'providers'>,
  oauth: OAuthSession,
): Promise<Provider | 'unknown' | undefined> {
  try {
    return await providers.find(oauth.provider)
  } catch (error) {
    // The tenant may still exist: its people stay signed in until their tokens expire.
    logger.error({ provider: oauth.provider, cause: explain(error) }, 'onResolveProvider failed')
    return (oauth.expiresAt ?? Number.POSITIVE_INFINITY) > Date.now() ? 'unknown' : undefined
  }
}

/** Results that were stored by one of the requests that share them. */
const saved = new WeakSet<RefreshResult>()

async function renew(
  context: Pick<Context, 'store' | 'hooks' | 'sealer' | 'logger'>,
  request: FastifyRequest,
  provider: Provider,
  oauth: OAuthSession,
  refresh: Refresh,
): Promise<RefreshResult['outcome']> {
  const session = sessionOf(request)
  const renewed = await refresh(provider, oauth, signInTtl(session))
  const isRefreshed = renewed.outcome === 'refreshed'
  if (renewed.outcome === 'refreshed') {
    const { loginId: signInId, signedInAt } = oauth
    const { generation } = renewed
    const state = { signInId, signedInAt, generation, validatedAt: Date.now() }
    session.oauth = toOAuthSession(context, provider, state, renewed.tokens)
    // The next request, on any node, must find the new tokens. One of the requests that share the result stores them.
    if (!saved.has(renewed)) {
      saved.add(renewed)
      await session.save()
    }
  } else if (mustEnd(renewed, oauth)) {
    await callHook(context, request, session, false)
    await autoLogout(context, request)
    return renewed.outcome
  } else if (renewed.outcome === 'refused') {
    const without = { ...oauth, hasRefreshToken: false }
    session.oauth = { ...without, checkAt: nextCheck(without, provider.config.validationInterval) }
  } else {
    postpone(session, oauth)
  }
  await callHook(context, request, session, isRefreshed)
  return renewed.outcome
}

/** If the sign-in was ended elsewhere, the session ends. If tokens cannot be refreshed, they are valid until they expire. */
function mustEnd({ outcome }: RefreshResult, oauth: OAuthSession): boolean {
  return outcome === 'ended' || (oauth.expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now()
}

function postpone(session: HostSession, oauth: OAuthSession): void {
  const checkAt = Math.min(oauth.expiresAt ?? Number.POSITIVE_INFINITY, Date.now() + RETRY_MS)
  session.oauth = { ...oauth, checkAt }
}

async function recheck(
  context: Pick<Context, 'store' | 'logger'>,
  request: FastifyRequest,
  provider: Provider,
  oauth: OAuthSession,
  check: Check,
): Promise<void> {
  const session = sessionOf(request)
  const result = await check(provider, session, oauth)
  if (result === 'bad') return await autoLogout(context, request)
  if (result === 'unknown') return postpone(session, oauth)
  const checked = { ...oauth, lastValidated: Date.now() }
  session.oauth = { ...checked, checkAt: nextCheck(checked, provider.config.validationInterval) }
}

/** Whether the sign-in still exists in the store and, for tokens without a lifetime, at the provider. */
async function checkSignIn(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  provider: Provider,
  session: HostSession,
  oauth: OAuthSession,
): Promise<CheckResult> {
  const { store, sealer, logger } = context
  try {
    const seen = {
      signInId: oauth.loginId,
      session: sealer.seal('session id', session.sessionId),
      user: storedUser(session.user),
    }
    const isStanding = await store.signIns.touch(seen, signInTtl(session))
    return isStanding && (await isTokenGood(context, provider, oauth)) ? 'good' : 'bad'
  } catch (error) {
    logger.warn(
      { provider: oauth.provider, cause: explain(error) },
      'a session could not be checked',
    )
    return 'unknown'
  }
}

async function isTokenGood(
  context: Pick<Context, 'sealer'>,
  provider: Provider,
  oauth: OAuthSession,
): Promise<boolean> {
  const { strategy, settings } = provider.config
  // A token with a lifetime is refreshed instead.
  const isTokenValid = oauth.expiresAt === undefined ? strategy.isTokenValid : undefined
  const validateToken =
    settings.validateToken ?? (isTokenValid && ((token: string) => isTokenValid(provider, token)))
  if (validateToken === undefined) return true
  return await validateToken(openTokens(context, oauth).accessToken)
}

async function callHook(
  { hooks, logger }: Pick<Context, 'hooks' | 'logger'>,
  request: FastifyRequest,
  session: HostSession,
  isRefreshed: boolean,
): Promise<void> {
  try {
    await hooks.get('onTokenRefresh')?.(session, isRefreshed, request)
  } catch (error) {
    logger.error({ cause: explain(error) }, 'the hook onTokenRefresh failed')
  }
}

/** Ends a session, even if the store is unavailable: the row of the sign-in then expires later. */
async function autoLogout(
  { store, logger }: Pick<Context, 'store' | 'logger'>,
  request: FastifyRequest,
): Promise<void> {
  const { oauth } = sessionOf(request)
  try {
    if (oauth !== undefined) await store.signIns.end([oauth.loginId])
  } catch (error) {
    logger.warn({ cause: explain(error) }, 'an ended sign-in could not be deleted')
  }
  await dropSession(request)
}
