/** Refreshes the tokens of a session. At most one refresh runs at a time, whatever the number of requests and nodes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { OAuthSession } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import { isRefusedForGood, type Renewal, refreshTokens } from '../providers/tokens/refresh.ts'
import { explain } from '../shared/explain.ts'
import { createJoinCalls } from '../shared/join-calls.ts'
import { randomSecret } from '../shared/secrets.ts'
import type { RefreshClaim } from '../store/store.ts'
import { openTokens, refreshedTokens, sealContext, type Tokens } from './oauth-session.ts'

/** Milliseconds after the claim in which the refresh token is sent: after a discovery that takes 10 s, or again with a nonce. */
const SEND_MS = 14_000

/** Longer than a refresh can take. Its last request takes 10 s, and the keys for an ID token 5 s. */
const LEASE_SECONDS = 30

/** Pause after a failure that does not mean that the tokens are invalid. */
const PAUSE_SECONDS = 10

/**
 * How long a request waits for the refresh of another node. With expired tokens it waits as long as a slow refresh takes; otherwise the
 * wait is short, so that people do not notice a node that has died.
 */
const WAIT_EXPIRED_MS = 15_000
const WAIT_MS = 5_000

/** How often it checks the store while it waits. */
const LOOK_EVERY_MS = 100

/** Attempts to store new tokens if the store fails, and the pause between them. Together they take less time than a lease. */
const KEEP_ATTEMPTS = 5
const KEEP_PAUSE_MS = 500

/** The result of a refresh. */
export type RefreshResult =
  | { readonly outcome: 'refreshed'; readonly generation: number; readonly tokens: Tokens }
  /** The provider cannot be reached. The tokens have not changed. */
  | { readonly outcome: 'failed' }
  /** The provider has refused the refresh token permanently. */
  | { readonly outcome: 'refused' }
  /** The sign-in has been ended elsewhere. */
  | { readonly outcome: 'ended' }

/** Refreshes the tokens of a session. */
export type Refresh = (
  provider: Provider,
  oauth: OAuthSession,
  ttlSeconds: number,
) => Promise<RefreshResult>

/**
 * Creates the {@link Refresh} of an instance. Requests of this process with the same tokens share one result; among processes, the store
 * decides which one refreshes. The others wait for the new tokens. A request with an older copy of the session gets the new tokens from
 * the store.
 */
export function createRefresh(context: Pick<Context, 'store' | 'sealer' | 'logger'>): Refresh {
  const join = createJoinCalls<RefreshResult>()
  return (provider, oauth, ttlSeconds) =>
    join(`${oauth.loginId} ${oauth.generation}`, async () => {
      try {
        return await claimAndRefresh(context, provider, oauth, ttlSeconds)
      } catch (error) {
        const cause = explain(error)
        context.logger.error(
          { provider: provider.config.name, cause },
          'the store failed a refresh',
        )
        return { outcome: 'failed' }
      }
    })
}

async function claimAndRefresh(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  provider: Provider,
  oauth: OAuthSession,
  ttlSeconds: number,
): Promise<RefreshResult> {
  const { store, sealer } = context
  const { loginId: signInId, generation } = oauth
  const claim = { signInId, generation, holder: randomSecret(), leaseSeconds: LEASE_SECONDS }
  const isExpired = (oauth.expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now()
  const until = Date.now() + (isExpired ? WAIT_EXPIRED_MS : WAIT_MS)
  for (;;) {
    const sendUntil = Date.now() + SEND_MS
    const claimed = await store.signIns.claimRefresh(claim)
    switch (claimed.outcome) {
      case 'claimed': {
        const result = await refreshNow(
          context,
          provider,
          { ...claim, sendUntil },
          oauth,
          ttlSeconds,
        )
        if (result) return result
        break // the claim has passed to another: see what became of it
      }
      case 'refreshed': {
        const tokens = sealer.open<Tokens>(sealContext(signInId), claimed.tokens)
        return { outcome: 'refreshed', generation: claimed.generation, tokens }
      }
      case 'refused':
      case 'ended':
        return { outcome: claimed.outcome }
      case 'paused':
        return { outcome: 'failed' }
      case 'busy':
        if (Date.now() > until) return { outcome: 'failed' }
        await delay(LOOK_EVERY_MS * (0.5 + Math.random()))
    }
  }
}

async function refreshNow(
  context: Pick<Context, 'store' | 'sealer' | 'logger'>,
  provider: Provider,
  claim: RefreshClaim & Pick<Renewal, 'sendUntil'>,
  oauth: OAuthSession,
  ttlSeconds: number,
): Promise<RefreshResult | undefined> {
  const { store, logger } = context
  let tokens: Tokens
  try {
    const before = openTokens(context, oauth)
    const { refreshToken = '', subject, dpopKey } = before
    const renewal = { refreshToken, subject, dpopKey, sendUntil: claim.sendUntil }
    const answer = await refreshTokens(provider, renewal)
    tokens = refreshedTokens(answer, before, Date.now())
  } catch (error) {
    const final = isRefusedForGood(error)
    const { name } = provider.config
    logger.warn({ provider: name, final, cause: explain(error) }, 'a refresh failed')
    await store.signIns.failRefresh(claim, { final, pauseSeconds: PAUSE_SECONDS })
    return { outcome: final ? 'refused' : 'failed' }
  }
  const isOurs = await keepTokens(context, claim, tokens, ttlSeconds)
  if (!isOurs) return undefined
  return { outcome: 'refreshed', generation: claim.generation + 1, tokens }
}

/**
 * Stores new tokens, after which the provider may no longer accept the old ones. If the store fails, it tries again; if the store stays
 * unavailable, only the session has the new tokens. Returns false if another node has the claim now.
 */
async function keepTokens(
  { store, sealer, logger }: Pick<Context, 'store' | 'sealer' | 'logger'>,
  claim: RefreshClaim,
  tokens: Tokens,
  ttlSeconds: number,
): Promise<boolean> {
  const sealed = sealer.seal(sealContext(claim.signInId), tokens)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.signIns.completeRefresh(claim, sealed, ttlSeconds)
    } catch (error) {
      logger.error({ attempt, cause: explain(error) }, 'refreshed tokens could not be stored')
      if (attempt === KEEP_ATTEMPTS) return true
      await delay(KEEP_PAUSE_MS)
    }
  }
}
