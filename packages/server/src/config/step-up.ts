/** How people must have signed in, by role and by call (`signIn.stepUp`). Pure. */
import { ROLE_NAMES, type Role } from './role-names.ts'
import type { Settings } from './schema.ts'

/** A rule of the configuration. */
export type StepUpRule = Settings['signIn']['stepUp'][number]

/** The `acr` of a passkey with user verification (OpenID Connect Extended Authentication Profile ACR Values 1.0, section 2). */
export const PASSKEY_ACR = 'phr'

/** For which requests rules are looked up. */
export interface Situation {
  /** The roles in which the person acts: one at a customer, or all. */
  readonly roles: readonly Role[]
  /** Whether the call changes who may do what. */
  readonly changesAccess: boolean
}

/** What rules need of a person. */
export interface Needed {
  readonly acr?: readonly string[]
  /** Seconds. */
  readonly maxAge?: number
}

/**
 * What the rules need of a person; undefined for nothing. Every rule that applies has to be fulfilled, so the lists of `acr` are cut to what
 * they have in common, and the shortest time counts.
 *
 * @example neededBy([{ roles: ['owner'], calls: 'all', maxAge: 3600 }], { roles: ['owner'], changesAccess: false }) // { maxAge: 3600 }
 */
export function neededBy(
  rules: readonly StepUpRule[],
  { roles, changesAccess }: Situation,
): Needed | undefined {
  const applying = rules.filter(
    ({ roles: own = ROLE_NAMES, calls }) =>
      (calls === 'all' || changesAccess) && roles.some((role) => own.includes(role)),
  )
  if (applying.length === 0) return undefined
  const lists = applying.flatMap(({ acr }) => (acr === undefined ? [] : [acr]))
  const ages = applying.flatMap(({ maxAge }) => maxAge ?? [])
  const common = lists[0]?.filter((value) => lists.every((list) => list.includes(value)))
  return {
    ...(common !== undefined && { acr: common }),
    ...(ages.length > 0 && { maxAge: Math.min(...ages) }),
  }
}
