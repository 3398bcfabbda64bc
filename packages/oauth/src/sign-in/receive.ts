/** Receives the answer of a provider: exchanges the code, and determines the person. */
import * as oauth from 'oauth4webapi'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import { authenticationOf } from '../providers/tokens/authentication.ts'
import { checkAnswer, type Exchanged, exchangeCode } from '../providers/tokens/exchange.ts'
import { requirementOf } from '../providers/tokens/required-authentication.ts'
import { problemOfAuthentication } from '../providers/tokens/sign-in-hints.ts'
import { claimAt } from '../providers/user/claim-at.ts'
import { nameInForm } from '../providers/user/form-user.ts'
import { type Groups, groupsOf } from '../providers/user/groups.ts'
import { type OAuthUser, toOAuthUser } from '../providers/user/oauth-user.ts'
import { getUserClaims } from '../providers/user/user-claims.ts'
import { newReference } from '../shared/reference.ts'
import { providerErrorCode, SignInFailure, step } from './failure.ts'
import { usesForms } from './form-post.ts'
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
  checkAuthentication(provider, pending, exchanged)
  const warn = (reason: string) =>
    context.logger.warn(
      { provider: config.name, reason },
      'some user information could not be loaded',
    )
  const {
    claims,
    evidence,
    isPartial = false,
  } = await step('user_info', () => getUserClaims(provider, metadata, exchanged, warn))
  const user = await step('user_mapping', () => toOAuthUser(config, claims, evidence))
  const { name = usesForms(provider) ? nameInForm(answer) : undefined } = user
  const { acrValues = config.settings.requiredAcr } = pending.hints ?? {}
  const authentication = authenticationOf(config.strategy, exchanged.idToken, acrValues)
  const groups = groupsOf(config, claims, isPartial)
  warnOfGroups(context, config, claims, groups)
  const named = name === undefined ? user : { ...user, name }
  return { oauthUser: { ...named, authentication, ...groups }, exchanged }
}

/** A claim that is missing can be a name that is misspelt, and then everybody is in no group. */
function warnOfGroups(
  { logger }: Pick<Context, 'logger'>,
  { name: provider, settings: { groupsClaim } }: Provider['config'],
  claims: Readonly<Record<string, unknown>>,
  { groups, groupsProblem }: Groups,
): void {
  if (groupsProblem !== undefined) {
    const message = 'the groups of a person are not known: see groupsClaim in docs/options.md'
    logger.warn({ provider, claim: groupsClaim, problem: groupsProblem }, message)
  } else if (groups !== undefined && claimAt(claims, groupsClaim ?? '') === undefined) {
    const message = 'the claim with the groups of a person is missing, which counts as no groups'
    logger.warn({ provider, claim: groupsClaim }, message)
  }
}

/**
 * Compares the ID token with what the sign-in asked for and with what the settings require.
 *
 * @throws SignInFailure `unmet_authentication_requirements`, or `authentication_not_stated` if the claims are missing
 */
function checkAuthentication(
  { config }: Provider,
  { hints = {}, startedAt }: PendingSignIn,
  { idToken }: Exchanged,
): void {
  for (const asked of [hints, requirementOf(config.settings)]) {
    const now = Date.now() / 1_000
    const problem = problemOfAuthentication(config.strategy, asked, idToken, startedAt, now)
    if (problem === undefined) continue
    const reason = problem.isUnstated ? 'authentication_not_stated' : UNMET
    throw new SignInFailure(reason, new Error(problem.message), newReference())
  }
}

const UNMET = 'unmet_authentication_requirements'
