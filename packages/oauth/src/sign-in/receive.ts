/** Receives the answer of a provider: exchanges the code, and determines the person. */
import * as oauth from 'oauth4webapi'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import { checkAnswer, type Exchanged, exchangeCode } from '../providers/tokens/exchange.ts'
import { problemOfAuthentication } from '../providers/tokens/sign-in-hints.ts'
import { type OAuthUser, toOAuthUser } from '../providers/user/oauth-user.ts'
import { getUserClaims } from '../providers/user/user-claims.ts'
import { isStorableId, MAX_PROVIDER_ID_BYTES } from '../shared/identifier.ts'
import { providerErrorCode, step } from './failure.ts'
import type { Authentication } from './finisher.ts'
import type { NextStep } from './once.ts'
import type { PendingSignIn } from './pending.ts'

/** The result of a callback: where the browser goes, and whether somebody is signed in. */
export type Ending =
  | { readonly outcome: 'signed in'; readonly target: string }
  | ({ readonly outcome: 'redirected' } & NextStep)
  | {
      readonly outcome: 'failed'
      readonly error: string
      readonly reason?: string
      readonly reference?: string | undefined
      /** For the log. */
      readonly hint?: string | undefined
    }

/** How and when the person authenticated, as far as the provider says it. */
export function authenticationOf(idToken: Exchanged['idToken']): Authentication {
  const { acr, auth_time: authTime } = idToken ?? {}
  return {
    ...(typeof acr === 'string' && isStorableId(acr, MAX_PROVIDER_ID_BYTES) && { acr }),
    ...(Number.isSafeInteger(authTime) && { auth_time: authTime as number }),
  }
}

/** Exchanges the code, and determines the person. */
export async function receive(
  context: Pick<Context, 'logger'>,
  provider: Provider,
  pending: PendingSignIn,
  answer: URLSearchParams,
  state: string,
): Promise<Ending | { readonly oauthUser: OAuthUser; readonly exchanged: Exchanged }> {
  const { config } = provider
  const metadata = await step('provider_unavailable', () => provider.metadata())
  const checked = await step('token_exchange', () => {
    try {
      return checkAnswer(provider, metadata, answer, state)
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError) return error
      throw error
    }
  })
  if (checked instanceof Error) {
    return { outcome: 'failed', error: 'oauth_failed', reason: providerErrorCode(checked.error) }
  }
  if (!answer.get('code')) return { outcome: 'failed', error: 'invalid_request' }
  const { nonce, codeVerifier, dpopKey } = pending
  const checks = { state, nonce, codeVerifier, ...(dpopKey !== undefined && { dpopKey }) }
  const exchanged = await step('token_exchange', () =>
    exchangeCode(provider, metadata, checked, checks),
  )
  await step('unmet_authentication_requirements', () => {
    const { hints = {}, startedAt } = pending
    const problem = problemOfAuthentication(hints, exchanged.idToken, startedAt)
    if (problem !== undefined) throw new Error(problem)
  })
  const warn = (reason: string) =>
    context.logger.warn(
      { provider: config.name, reason },
      'some user information could not be loaded',
    )
  const { claims, evidence } = await step('user_info', () =>
    getUserClaims(provider, metadata, exchanged, warn),
  )
  const oauthUser = await step('user_mapping', () => toOAuthUser(config, claims, evidence))
  return { oauthUser, exchanged }
}
