/** Asks the application who an assertion is about, and what that person may give. */
import type { FastifyRequest } from 'fastify'
import type { IdentityAssertion } from '../../../hooks.ts'
import { Refusal } from '../../../http/refusal.ts'
import { explain } from '../../../shared/explain.ts'
import { isStorableId, MAX_USER_BYTES } from '../../../shared/identifier.ts'
import type { TrustedIssuer } from '../../config/config.ts'
import type { McpContext } from '../../mcp-context.ts'
import { givableScopes, type WantedGrant } from '../givable-scopes.ts'

type Application = Pick<McpContext, 'mcp' | 'hooks' | 'users' | 'logger'>

/**
 * The user that an assertion is about: by the hook `onMCPIdentityAssertion`, or without it by an address for which the provider is
 * trusted.
 */
export async function findPerson(
  { hooks, users, logger }: Application,
  trusted: TrustedIssuer,
  assertion: Omit<IdentityAssertion, 'email'>,
  request: FastifyRequest,
): Promise<string | Refusal> {
  const { issuer, subject } = assertion
  const email = trustedEmail(trusted, assertion.claims)
  const hook = hooks.get('onMCPIdentityAssertion')
  try {
    const user =
      hook === undefined
        ? email && (await users?.find(email))
        : userOf(await hook({ ...assertion, ...(email !== undefined && { email }) }, request))
    if (user instanceof Refusal) return user
    if (user && isStorableId(user, MAX_USER_BYTES)) return user
    const text = 'The person of the assertion is not a user of this application.'
    return new Refusal('access_denied', text, { status: 400 })
  } catch (error) {
    logger.error({ issuer, subject, cause: explain(error) }, 'a person could not be found')
    return tryAgain()
  }
}

/** @throws Error for an answer that is neither a user nor a refusal */
function userOf(answer: unknown): string | undefined | Refusal {
  if (answer === undefined || answer === null) return undefined
  const { user, status = 'ok', error } = answer as Readonly<Record<string, unknown>>
  if (status === 'denied') {
    const text = typeof error === 'string' ? error : 'The person may not use this application.'
    return new Refusal('access_denied', text, { status: 400 })
  }
  if (status === 'ok' && typeof user === 'string') return user
  throw new Error('the answer is neither a user nor denied')
}

/** The address of the person, if the operator trusts the provider for its domain, and the provider does not call it unverified. */
function trustedEmail(
  { emailDomains }: TrustedIssuer,
  { email, email_verified: verified }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof email !== 'string' || email.length > 254) return undefined
  if (verified !== undefined && verified !== true && verified !== 'true') return undefined
  const at = email.lastIndexOf('@')
  return at > 0 && emailDomains.has(email.slice(at + 1).toLowerCase()) ? email : undefined
}

/** Leaves out what the person may not give now, as at an authorization. */
export async function limitByApplication(
  { mcp, hooks, logger }: Application,
  grant: WantedGrant,
  request: FastifyRequest,
): Promise<readonly string[] | Refusal> {
  try {
    const kept = await givableScopes({ hooks, mcp }, grant, request)
    return 'denied' in kept ? new Refusal('access_denied', kept.denied, { status: 400 }) : kept
  } catch (error) {
    const { clientId } = grant
    logger.error({ cause: explain(error), client_id: clientId }, 'the hook onMCPAuthorize failed')
    return tryAgain()
  }
}

function tryAgain(): Refusal {
  return new Refusal('temporarily_unavailable', 'Try again in a moment.', { retryAfter: 5 })
}
