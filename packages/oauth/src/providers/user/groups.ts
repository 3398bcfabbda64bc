/** The groups of a person at the provider. Pure. */
import { isStorableId } from '../../shared/identifier.ts'
import type { ProviderConfig } from '../provider-config.ts'
import type { Claims } from '../tokens/id-token.ts'
import { claimAt } from './claim-at.ts'

/** Why it is not known in which groups a person is. */
export type GroupsProblem =
  /** There are too many for the token, which refers to another place instead (OpenID Connect Core 1.0, section 5.6.2). */
  | 'overage'
  /** Userinfo, which may have them, did not answer. */
  | 'unavailable'

/** The groups of a person, if `groupsClaim` is set. */
export interface Groups {
  /** As the provider names them. A missing claim means none. Absent if they are not known. */
  readonly groups?: readonly string[]
  readonly groupsProblem?: GroupsProblem
}

/** The most groups that are kept in the session, and the most bytes of each. */
const MAX_GROUPS = 1_000
const MAX_BYTES = 512

/**
 * Reads the groups: a list, a single text, or an object whose members are named by groups, as Zitadel sends project roles.
 *
 * @param isPartial whether claims may be missing because userinfo did not answer
 */
export function groupsOf(
  { settings }: Pick<ProviderConfig, 'settings'>,
  claims: Claims,
  isPartial: boolean,
): Groups {
  const { groupsClaim } = settings
  if (groupsClaim === undefined) return {}
  if (isElsewhere(claims, groupsClaim)) return { groupsProblem: 'overage' }
  const claim = claimAt(claims, groupsClaim)
  if (claim === undefined && isPartial) return { groupsProblem: 'unavailable' }
  const groups = [...new Set(namesIn(claim))]
  return groups.length > MAX_GROUPS ? { groupsProblem: 'overage' } : { groups }
}

function namesIn(claim: unknown): readonly string[] {
  const isObject = typeof claim === 'object' && claim !== null && !Array.isArray(claim)
  const names = isObject ? Object.keys(claim) : [claim ?? []].flat()
  return names.filter(
    (name) => typeof name === 'string' && isStorableId(name, MAX_BYTES),
  ) as string[]
}

/** Entra ID names the claim in `_claim_names`, or sends `hasgroups`, if a person is in more than 200 groups. */
function isElsewhere(claims: Claims, groupsClaim: string): boolean {
  const names = claims._claim_names
  const [first = ''] = groupsClaim.split('.')
  const isNamed = (name: string) =>
    typeof names === 'object' && names !== null && Object.hasOwn(names, name)
  const isFlagged = claims.hasgroups === true || claims.hasgroups === 'true'
  return isNamed(groupsClaim) || isNamed(first) || (groupsClaim === 'groups' && isFlagged)
}
