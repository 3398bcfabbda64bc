/** What people are told of a sign-in that failed. */
/** Why a sign-in failed, as `reason` in the URL (`docs/errors.md`). It tells nothing that the provider answered. */
export const FAILURE_REASONS = [
  'csrf',
  'provider_unavailable',
  'token_exchange',
  'unmet_authentication_requirements',
  'user_info',
  'user_mapping',
  'login_hook',
  'unknown',
] as const

/** One of {@link FAILURE_REASONS}. */
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** A sign-in that failed at one of its steps; the cause is for the log. */
export class SignInFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause: unknown) {
    super(`the sign-in failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Runs a step of a sign-in: what it throws becomes a {@link SignInFailure} with this reason. */
export async function step<T>(reason: FailureReason, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SignInFailure ? error : new SignInFailure(reason, error)
  }
}

/** An error code of a provider, for a URL: RFC 6749, section 4.1.2.1 gives it these characters, and it is short. */
export function providerErrorCode(error: string | null): string {
  return error !== null && /^[\w.-]{1,64}$/.test(error) ? error : 'unknown'
}
