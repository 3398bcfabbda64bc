/** What people and logs are told of a sign-in that failed. */
import * as oauth from 'oauth4webapi'

/** Why a sign-in failed, as it stands in the URL: spec B.5. Says nothing of what the provider answered. */
export const FAILURE_REASONS = [
  'csrf',
  'provider_unavailable',
  'token_exchange',
  'user_info',
  'user_mapping',
  'login_hook',
  'unknown',
] as const

/** One of {@link FAILURE_REASONS}. */
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** A sign-in that failed at one of its steps; the cause is for the log. */
export class LoginFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause: unknown) {
    super(`the sign-in failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Runs a step of a sign-in: what it throws becomes a {@link LoginFailure} with this reason. */
export async function step<T>(reason: FailureReason, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LoginFailure ? error : new LoginFailure(reason, error)
  }
}

/** What may be logged of an error: message and code, claims that were compared, never a token, a body or a stack of them. */
export function explain(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name } = error
  // It quotes what could not be read.
  if (error instanceof SyntaxError) return { name, message: 'the answer is no JSON' }
  const code = (error as { code?: unknown }).code
  if (error instanceof oauth.ResponseBodyError) {
    const { status, error: providerError, error_description: description } = error
    return { name, message, code, status, providerError, description: shorten(description) }
  }
  const cause = error.cause as { claim?: unknown } | undefined
  const claim =
    typeof cause?.claim === 'string' ? cause.claim : (error as { claim?: unknown }).claim
  const because = cause instanceof Error ? explain(cause).message : undefined
  return { name, message, code, ...(claim !== undefined && { claim }), ...(because !== undefined && { because }) }
}

function shorten(text: string | undefined): string | undefined {
  return text?.slice(0, 200)
}

/** An error code of a provider, for a URL: RFC 6749, section 4.1.2.1 gives it these characters, and it is short. */
export function providerErrorCode(error: string | null): string {
  return error !== null && /^[\w.-]{1,64}$/.test(error) ? error : 'unknown'
}
