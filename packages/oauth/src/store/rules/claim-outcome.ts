import type { RefreshClaim, RefreshClaimOutcome } from '../store.ts'

/** The state of a refresh in the store that could not be claimed. */
export interface RefreshState {
  readonly generation: number
  /** Sealed tokens of that generation; null until the first refresh. */
  readonly tokens: string | null
  readonly refused: boolean
  /** A refresh has just failed: do not try again yet. */
  readonly paused: boolean
}

/** Determines why a refresh could not be claimed. All stores share this rule. */
export function claimOutcome(
  claim: RefreshClaim,
  state: RefreshState | undefined,
): RefreshClaimOutcome {
  if (state === undefined) return { outcome: 'ended' }
  const { generation, tokens, refused, paused } = state
  if (generation > claim.generation && tokens !== null) {
    return { outcome: 'refreshed', generation, tokens }
  }
  if (refused) return { outcome: 'refused' }
  return { outcome: paused ? 'paused' : 'busy' }
}
