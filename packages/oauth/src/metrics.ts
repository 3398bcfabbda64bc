/** Counters of this process. Their names and labels are fixed at the start, so that requests cannot add more. */
import { FAILURE_REASONS } from './failure-reasons.ts'

/** The value of a counter now. It begins at 0 when the process starts, and only grows. */
export interface Metric {
  /** As in Prometheus, such as `oauth_tokens_issued_total`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The counters of an instance. */
export interface Metrics {
  tokenIssued(grantType: string): void
  /** @param error the error code of the answer */
  tokenRefused(error: string): void
  /** @param outcome one of {@link SIGN_IN_OUTCOMES}, or the reason of a failure */
  signIn(provider: string, outcome: string): void
  /** @param outcome `registered`, or the error code of the answer */
  registration(outcome: string): void
  /** @param reason one of {@link GUARD_REFUSALS} */
  guardRefused(reason: string | undefined): void
  read(): readonly Metric[]
}

/** Why the guard refuses a request. */
export const GUARD_REFUSALS = [
  'missing',
  'malformed',
  'expired',
  'revoked',
  'disabled',
  'invalid',
  'unknown_key',
  'bound',
  'unbound',
  'invalid_token',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'insufficient_scope',
  'insufficient_user_authentication',
  'unavailable',
] as const

/** How a sign-in ends. Everything else counts as `other`. */
export const SIGN_IN_OUTCOMES = [
  'signed_in',
  'for_client',
  'redirected',
  'access_denied',
  'oauth_failed',
  'invalid_request',
  'session_expired',
  ...FAILURE_REASONS,
] as const

/** The grants by which tokens are issued. */
export const GRANTS = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
] as const

const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'access_denied',
  'authorization_pending',
  'expired_token',
  'slow_down',
  'temporarily_unavailable',
]

const REGISTRATIONS = [
  'registered',
  'invalid_client_metadata',
  'invalid_redirect_uri',
  'invalid_token',
  'slow_down',
  'temporarily_unavailable',
]

/** The label for all other values. */
const OTHER = 'other'

/** Makes the counters of an instance. @param providers the names of the providers of the options */
export function createMetrics(providers: readonly string[]): Metrics {
  const issued = createCounters('oauth_tokens_issued_total', 'grant_type', GRANTS)
  const refused = createCounters('oauth_tokens_refused_total', 'error', TOKEN_ERRORS)
  const registrations = createCounters('oauth_registrations_total', 'outcome', REGISTRATIONS)
  const guard = createCounters('oauth_guard_refusals_total', 'reason', GUARD_REFUSALS)
  const signIns = new Map(
    [...new Set([...providers, OTHER])].map((provider) => [
      provider,
      createCounters('oauth_sign_ins_total', 'outcome', SIGN_IN_OUTCOMES, { provider }),
    ]),
  )
  const all = [issued, refused, ...signIns.values(), registrations, guard]
  return {
    tokenIssued: issued.add,
    tokenRefused: refused.add,
    signIn: (provider, outcome) => (signIns.get(provider) ?? signIns.get(OTHER))?.add(outcome),
    registration: registrations.add,
    guardRefused: (reason = OTHER) => guard.add(reason),
    read: () => all.flatMap((counters) => counters.read()),
  }
}

/** Counters that differ in one label. */
function createCounters(
  name: string,
  label: string,
  values: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
) {
  const counts = new Map([...new Set([...values, OTHER])].map((value) => [value, 0]))
  return {
    add(value: string): void {
      const key = counts.has(value) ? value : OTHER
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    read: (): readonly Metric[] =>
      Array.from(counts, ([key, value]) => ({ name, labels: { ...fixed, [label]: key }, value })),
  }
}
