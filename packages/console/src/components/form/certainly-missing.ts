/** Whether something was stored of which the call has failed. Pure. */
import { isProblem } from '@entrepot/client'

/** Refusals that come before the hub looks for the answer to an earlier attempt: no sign-in, no right, too many calls. */
const EARLY = [401, 403, 429]

/**
 * Whether it is certain after a failure that the hub has stored nothing.
 *
 * @param isRepeat whether an earlier attempt got no answer. Then only a refusal that the hub makes after it has looked for that attempt is certain
 */
export function isCertainlyMissing(error: unknown, isRepeat: boolean): boolean {
  if (!isProblem(error) || error.status >= 500) return false
  if (error.code.startsWith('MARKET_IDEMPOTENCY')) return false
  return !(isRepeat && EARLY.includes(error.status))
}
