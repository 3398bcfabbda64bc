/** What a refused agent is told. Pure. */
import { type Refusal, refuse } from '@entrepot/marketplace'
import { type Amounts, CAP_TEXTS, type CapName, type Caps, WIRE_NAMES } from './rules.ts'
import type { UsageToday } from './store.ts'

/** What the problem document, and the event, say of a cap that was reached. */
export interface ReachedCap {
  readonly cap: string
  readonly limit: number
  readonly used: number
  /** Null if it is not known before. */
  readonly asked: number | null
  readonly resetsAt: string
}

/** The cap that a call exceeds, and the refusal of the call. */
export function refuseCapped(
  cap: CapName,
  {
    caps,
    asked,
    today,
  }: { readonly caps: Caps; readonly asked: Amounts; readonly today: UsageToday },
  currency: string,
): { readonly reached: ReachedCap; readonly refusal: Refusal } {
  const most = caps[cap] as number
  const used = today.used[cap]
  const resetsAt = today.resetsAt.toISOString()
  const isKnown = Number.isFinite(asked[cap])
  const show = (amount: number) => (cap === 'refunds' ? `${amount.toFixed(2)} ${currency}` : amount)
  const what = isKnown
    ? `it has used ${show(used)} of ${show(most)}, and this asks for ${show(asked[cap])}`
    : `it may change at most ${show(most)}, and how much this call would change is not known before: name each item`
  const detail = `The limit of ${CAP_TEXTS[cap]} of this agent for today does not allow this: ${what}. Nothing was changed. A new day begins at ${resetsAt}. A member with the scope agents:write can raise the limit, in the console or with PUT /v2/agents/{id}/caps; agents cannot.`
  const facts = { cap: WIRE_NAMES[cap], limit: most, used, asked: isKnown ? asked[cap] : null }
  const reached = { ...facts, resetsAt }
  return {
    reached,
    refusal: { ...refuse('SERVER_AGENT_CAP', detail), extension: { limit: reached } },
  }
}
