/** Sign-ins that fail: at which step, and with which code of the provider. */
import type { FailureReason } from '../failure-reasons.ts'

/** A sign-in that failed at one of its steps; the cause is for the log. */
export class SignInFailure extends Error {
  readonly reason: FailureReason
  /** By which the operator finds the line of the log, where the person has to ask for help. */
  readonly reference: string | undefined

  constructor(reason: FailureReason, cause: unknown, reference?: string) {
    super(`the sign-in failed: ${reason}`, { cause })
    this.reason = reason
    this.reference = reference
  }
}

/** Runs a step of a sign-in. An error of it becomes the cause of a {@link SignInFailure} with this reason. */
export async function step<T>(reason: FailureReason, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SignInFailure ? error : new SignInFailure(reason, error)
  }
}

/** Error codes of RFC 6749, section 4.1.2.1, and OpenID Connect Core 1.0, section 3.1.2.6. */
const KNOWN_CODES: readonly (string | null)[] = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
]

/** An error code that came without a state. Anybody can write such a code, so only codes of the standards are passed on. */
export function knownErrorCode(error: string | null): string {
  return KNOWN_CODES.includes(error) ? providerErrorCode(error) : 'unknown'
}

/** An error code of a provider, for a URL: a short text of the characters that RFC 6749, section 4.1.2.1 allows. */
export function providerErrorCode(error: string | null): string {
  return error !== null && /^[\w.-]{1,64}$/.test(error) ? error : 'unknown'
}
