import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Provider } from '../providers/provider.ts'
import type { OAuthUser } from '../providers/user/oauth-user.ts'
import { detachSession } from '../session/detached-session.ts'
import { describeSignIn, signIn } from '../session/sign-in.ts'
import { explain } from '../shared/explain.ts'
import { appTarget, safeTarget, withParameters } from '../shared/redirects.ts'
import { equalSecrets, hashSecret } from '../shared/secrets.ts'
import { signInUrl } from '../shared/sign-in-url.ts'
import { keepBinding, readBinding, takeBinding } from './browser-cookie.ts'
import { decideSignIn, type SignInOutcome } from './decide.ts'
import { emailHint } from './email-hint.ts'
import { knownErrorCode, SignInFailure } from './failure.ts'
import type { Authentication, FailedSignIn, SignInFinisher } from './finisher.ts'
import { answerOnce, isAnswered, type NextStep, repeatAnswer } from './once.ts'
import { openPending, type PendingSignIn } from './pending.ts'
import { type Ending, receive } from './receive.ts'

/**
 * Completes a sign-in: takes the state, checks that the answer is for this browser and from this provider, exchanges the code,
 * determines the user, and creates a session. A sign-in with another purpose continues with its finisher; if the same browser sends its
 * callback again, it gets the same answer again.
 *
 * @param answer what the provider has sent: the query, or the form
 * @returns where the browser goes
 */
export async function finishSignIn(
  context: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  finisher: SignInFinisher | undefined,
  answer: URLSearchParams,
): Promise<NextStep> {
  const { config } = provider
  const states = answer.getAll('state')
  const [state = ''] = states
  const count = (outcome: string) => context.metrics.signIn(config.name, outcome)
  if (state === '' || states.length > 1) {
    const failure = withoutState(answer)
    count(failure.error)
    return { target: failureTarget(provider, failure) }
  }
  const next = await continueSignIn(context, provider, state, { request, reply, answer, finisher })
  if (next !== undefined) return next
  count('session_expired')
  const { pathname } = new URL(signInUrl(config.redirectUri))
  return { target: `${pathname}?error=session_expired` }
}

/** Continues the sign-in of a state. Undefined for a state that is unknown, used, or older than 10 minutes. */
async function continueSignIn(
  context: Context,
  provider: Provider,
  state: string,
  callback: Callback,
): Promise<NextStep | undefined> {
  const { csrf } = context.store
  const { request, reply } = callback
  const isSecure = provider.config.redirectUri.startsWith('https:')
  const key = hashSecret(state)
  const data = await csrf.find(key)
  if (data === undefined) return undefined
  const browserHash = readBinding(request, state, isSecure)
  if (isAnswered(data)) {
    detachSession(request)
    return await repeatAnswer(context, key, browserHash)
  }
  const pending = openPending(context, data)
  if (pending?.forClient) detachSession(request)
  if (pending?.forClient && isFor(pending, provider, browserHash)) {
    keepBinding(request, reply, state, isSecure)
    const own = { key, data, browserHash: pending.browserHash }
    return await answerOnce(context, own, () => end(context, provider, pending, callback))
  }
  const claimed = await csrf.claim(key)
  takeBinding(request, reply, state, isSecure)
  if (pending === undefined || claimed !== data) return undefined
  if (isFor(pending, provider, browserHash)) return await end(context, provider, pending, callback)
  const reason =
    pending.provider === provider.config.name
      ? 'the browser is another one'
      : 'the state is of another provider'
  return await fail(
    context,
    provider,
    pending,
    callback,
    new SignInFailure('csrf', new Error(reason)),
  )
}

/** Whether a sign-in was started for this provider, in this browser. */
function isFor(
  pending: PendingSignIn,
  { config }: Provider,
  browserHash: string | undefined,
): boolean {
  const isSameBrowser = browserHash !== undefined && equalSecrets(browserHash, pending.browserHash)
  return isSameBrowser && pending.provider === config.name
}

/** Ends a sign-in whose state was claimed. */
async function end(
  context: Context,
  provider: Provider,
  pending: PendingSignIn,
  callback: Callback,
): Promise<NextStep> {
  const { name } = provider.config
  try {
    const ending = await finishPending(context, provider, pending, callback)
    context.metrics.signIn(name, outcomeOf(ending, pending))
    if (ending.outcome !== 'failed') return ending
    context.logger.info({ provider: name, ...ending }, 'a sign-in was refused')
    const { error, reason, reference } = ending
    return await refuse(provider, pending, callback, { error, reason, reference })
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    return await fail(context, provider, pending, callback, error)
  }
}

async function fail(
  { metrics, logger }: Pick<Context, 'metrics' | 'logger'>,
  provider: Provider,
  pending: PendingSignIn,
  callback: Callback,
  { reason, cause, reference }: SignInFailure,
): Promise<NextStep> {
  const { name } = provider.config
  metrics.signIn(name, reason)
  const facts = { provider: name, reason, ...(reference && { reference }), cause: explain(cause) }
  logger.warn(facts, 'a sign-in failed')
  return await refuse(provider, pending, callback, { error: 'auth_failed', reason, reference })
}

async function refuse(
  provider: Provider,
  { forClient }: PendingSignIn,
  { finisher }: Callback,
  failure: FailedSignIn,
): Promise<NextStep> {
  const target = forClient ? await finisher?.refuse(forClient, failure) : undefined
  return { target: target ?? failureTarget(provider, failure) }
}

/** The label of a result for the counters. */
function outcomeOf(ending: Ending, { forClient }: PendingSignIn): string {
  if (ending.outcome === 'failed') return ending.error
  if (ending.outcome === 'signed in') return 'signed_in'
  return forClient ? 'for_client' : 'redirected'
}

/** The data of the callback, and the finisher of sign-ins that are not for the application. */
interface Callback {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly answer: URLSearchParams
  readonly finisher: SignInFinisher | undefined
}

function withoutState(answer: URLSearchParams): { error: string; reason?: string } {
  const error = answer.get('error')
  return error === null
    ? { error: 'invalid_request' }
    : { error: 'oauth_failed', reason: knownErrorCode(error) }
}

/** The page for people who could not be signed in. */
export function failureTarget(
  { config }: Provider,
  { error, reason, reference }: FailedSignIn,
): string {
  return withParameters(config.postLoginRedirect, { error, reason, reference })
}

async function finishPending(
  context: Context,
  provider: Provider,
  pending: PendingSignIn,
  { request, reply, answer, finisher }: Callback,
): Promise<Ending> {
  const { config } = provider
  const state = answer.get('state') ?? ''
  const received = await receive(context, provider, pending, answer, state)
  if ('outcome' in received) return received
  const { oauthUser, exchanged } = received
  const decision = await decideSignIn(context, provider, request, oauthUser, exchanged.tokens)
  if (decision.outcome === 'denied') {
    return refusal(decision, config.redirectUri, emailHint(config, oauthUser.authEvidence))
  }
  if (decision.outcome === 'redirected') return decision
  const { user, fields, role } = decision
  if (pending.forClient && finisher) {
    const person = {
      user,
      account: oauthUser.email ?? oauthUser.username,
      provider: config.name,
      isQuarantined: role === null,
      signedInAt: Date.now() / 1_000,
      origin: describeSignIn(config.name, exchanged, oauthUser),
      authentication: ofToken(oauthUser.authentication),
    }
    const next = await finisher.accept(request, reply, pending.forClient, person)
    return { outcome: 'redirected', ...next }
  }
  const person = role === undefined ? oauthUser : { ...oauthUser, role }
  await signIn(context, provider, request, { user, oauthUser: person, exchanged, fields })
  const { origin } = new URL(config.redirectUri)
  const target = safeTarget(pending.target, origin) ?? config.postLoginRedirect
  context.logger.info(
    { provider: config.name, trust: oauthUser.authEvidence.emailProvenance },
    'signed in',
  )
  return { outcome: 'signed in', target }
}

/** What access tokens say of it. */
function ofToken({ acr, auth_time }: OAuthUser['authentication'] = {}): Authentication {
  return { ...(acr !== undefined && { acr }), ...(auth_time !== undefined && { auth_time }) }
}

function refusal(
  { reason, reference, redirect }: Extract<SignInOutcome, { outcome: 'denied' }>,
  redirectUri: string,
  hint: string | undefined,
): Ending {
  const target = appTarget(redirect, new URL(redirectUri).origin)
  return target === undefined
    ? { outcome: 'failed', error: 'access_denied', reason, reference, hint }
    : { outcome: 'redirected', target }
}
