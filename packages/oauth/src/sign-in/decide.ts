import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { LoginDecision } from '../hooks.ts'
import { sessionOf } from '../host-session.ts'
import type { Provider } from '../providers/provider.ts'
import type { TokenResponse } from '../providers/tokens/token-response.ts'
import type { OAuthUser } from '../providers/user/oauth-user.ts'
import { explain } from '../shared/explain.ts'
import { appTarget } from '../shared/redirects.ts'
import { SignInFailure, step } from './failure.ts'
import { decide, type Lookup } from './gate.ts'

/** The user of a person, or the reason why the sign-in is refused. */
export type SignInOutcome =
  | {
      readonly outcome: 'accepted'
      readonly user: string
      /** Null for a quarantined identity; undefined leaves the role as it is. */
      readonly role?: null
      readonly fields: Readonly<Record<string, unknown>>
    }
  | {
      readonly outcome: 'denied'
      readonly reason: string
      readonly reference?: string | undefined
      readonly redirect?: unknown
    }
  | { readonly outcome: 'redirected'; readonly target: string }

/** What a reference of the application may be. */
const REFERENCE = /^[\w-]{1,64}$/

/** The characters of a reason that an application may put into a URL. */
const MAX_REASON = 200

/**
 * Calls the hook `onLogin`. If it names no user, the adoption gate decides.
 *
 * @throws SignInFailure `login_hook` if the hook throws or its answer is not valid
 */
export async function decideSignIn(
  context: Pick<Context, 'users' | 'hooks' | 'logger'>,
  provider: Provider,
  request: FastifyRequest,
  oauthUser: OAuthUser,
  tokens: TokenResponse,
): Promise<SignInOutcome> {
  const { name, redirectUri } = provider.config
  const onLogin = context.hooks.get('onLogin')
  const answer = await step('login_hook', async () => {
    const decision = await onLogin?.(oauthUser, tokens, sessionOf(request), request, name)
    return readDecision(decision, new URL(redirectUri).origin)
  })
  if (answer.outcome !== 'undecided') return answer
  return await askGate(context, provider, oauthUser, answer.fields)
}

type Answer =
  | SignInOutcome
  | { readonly outcome: 'undecided'; readonly fields: Readonly<Record<string, unknown>> }

function readDecision(decision: LoginDecision, origin: string): Answer {
  if (decision === undefined || decision === null) return { outcome: 'undecided', fields: {} }
  if (typeof decision !== 'object' || Array.isArray(decision))
    throw new Error('onLogin answered something that is not an object')
  const { status = 'ok', user, ...fields } = decision as Record<string, unknown>
  if (status === 'denied') {
    return readDenial(fields)
  }
  if (status === 'needs_confirmation') {
    const target = appTarget(fields.redirect, origin)
    return target === undefined
      ? { outcome: 'denied', reason: 'confirmation_required' }
      : { outcome: 'redirected', target }
  }
  if (status !== 'ok')
    throw new Error(`onLogin answered the unknown status ${JSON.stringify(status)}`)
  if (user === undefined) return { outcome: 'undecided', fields }
  if (typeof user !== 'string' || user === '')
    throw new Error('onLogin answered a user that is not text')
  return { outcome: 'accepted', user, fields }
}

function readDenial({ error, reference, redirect }: Readonly<Record<string, unknown>>): Answer {
  const reason = typeof error === 'string' ? error.slice(0, MAX_REASON) : 'denied'
  const isReference = typeof reference === 'string' && REFERENCE.test(reference)
  return { outcome: 'denied', reason, redirect, reference: isReference ? reference : undefined }
}

async function askGate(
  context: Pick<Context, 'users' | 'logger'>,
  { config }: Provider,
  oauthUser: OAuthUser,
  fields: Readonly<Record<string, unknown>>,
): Promise<SignInOutcome> {
  const lookup = await lookUp(context, oauthUser.username)
  const decision = decide(oauthUser, lookup)
  switch (decision.decision) {
    case 'signed in':
      return { outcome: 'accepted', user: decision.user, fields }
    case 'quarantined':
      return { outcome: 'accepted', user: decision.user, role: null, fields }
    case 'denied':
      context.logger.warn(
        { provider: config.name },
        'an unverified claim matched an account: adoption denied',
      )
      return { outcome: 'denied', reason: 'unverified' }
    case 'unknown':
      throw new SignInFailure('unknown', 'failed' in lookup ? lookup.error : undefined)
  }
}

async function lookUp(
  { users, logger }: Pick<Context, 'users' | 'logger'>,
  username: string,
): Promise<Lookup & { readonly error?: unknown }> {
  try {
    const found = (await users?.find(username)) ?? undefined
    if (found === undefined || (typeof found === 'string' && found !== '')) return { found }
    throw new Error('users.find answered neither an identifier nor null')
  } catch (error) {
    logger.error({ cause: explain(error) }, 'the accounts could not be asked')
    return { failed: true, error }
  }
}
