/** Rules of deliveries: when they are tried again, and what ends a webhook. Pure functions. */

/** The type of tests. They are sent once. */
export const TEST_TYPE = 'webhook.test'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after the first, second and further failed attempts, in milliseconds. After the last one a delivery has failed. */
export const RETRY_PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A pause is up to this part longer or shorter, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1

/** The longest `Retry-After` that is obeyed. */
const MAX_RETRY_AFTER = 24 * HOUR

/** A webhook with nothing but failures for so long is disabled. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR

/** What came back for an attempt. */
export interface Answer {
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  /** `Retry-After` of the answer, in milliseconds. */
  readonly retryAfter?: number | undefined
}

/** What follows from an attempt. */
export type Decision =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed'; readonly isGone: boolean }
  /** `pause` is in milliseconds. */
  | { readonly state: 'pending'; readonly pause: number }

/**
 * Evaluates an attempt: any 2xx is a success, and 410 ends the webhook. Redirects are failures: an answer that leads elsewhere would send
 * the event to an address that the owner of the webhook has not named.
 *
 * @param failures the failed attempts before this one
 * @param isTest a test is sent once
 * @param random from 0 to 1
 */
export function evaluate(
  { status, retryAfter }: Answer,
  failures: number,
  isTest: boolean,
  random: number,
): Decision {
  if (status !== undefined && status >= 200 && status <= 299) return { state: 'delivered' }
  const isGone = status === 410
  const pause = RETRY_PAUSES[failures]
  if (isGone || isTest || pause === undefined) return { state: 'failed', isGone }
  const own = pause * (1 - JITTER + 2 * JITTER * random)
  const asked = status === 429 || status === 503 ? (retryAfter ?? 0) : 0
  return { state: 'pending', pause: Math.max(own, Math.min(asked, MAX_RETRY_AFTER)) }
}

/** How many deliveries of a webhook are sent at once: few while it fails, so that a dead receiver costs little. */
export function concurrencyOf(isFailing: boolean): number {
  return isFailing ? 4 : 32
}

/** The id of the message: that of the event, so that a receiver recognises repeats. */
export function messageIdOf(eventId: string | null, deliveryId: string): string {
  return eventId === null ? `test_${deliveryId}` : `evt_${eventId}`
}
