import type { RefreshClaim, RefreshClaimOutcome } from './store.ts'

/** What a store knows of a sign-in whose refresh could not be claimed. */
export interface StoredLogin {
  readonly generation: number
  /** Sealed tokens of that generation; null until the first refresh. */
  readonly tokens: string | null
  readonly refused: boolean
}

/** Why a refresh could not be claimed: the rule that all stores share. */
export function judgeClaim(
  claim: RefreshClaim,
  login: StoredLogin | undefined,
): RefreshClaimOutcome {
  if (login === undefined) return { outcome: 'ended' }
  const { generation, tokens, refused } = login
  if (generation > claim.generation && tokens !== null) {
    return { outcome: 'refreshed', generation, tokens }
  }
  return { outcome: refused ? 'refused' : 'busy' }
}
