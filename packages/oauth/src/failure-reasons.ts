/** Why a sign-in failed, as `reason` in the URL (`docs/errors.md`). It contains no text of the provider. */
export const FAILURE_REASONS = [
  'csrf',
  'provider_unavailable',
  'authorization_request',
  'token_exchange',
  'unmet_authentication_requirements',
  'authentication_not_stated',
  'user_info',
  'user_mapping',
  'login_hook',
  'unknown',
] as const

/** One of {@link FAILURE_REASONS}. */
export type FailureReason = (typeof FAILURE_REASONS)[number]
