/** Which role the groups of a person give at a customer. Pure. */
import { ROLE_NAMES, type Role } from '../../config/role-names.ts'
import type { Settings } from '../../config/schema.ts'

/** A rule of the configuration: who is in the group has the role at the customer. */
export type GroupRule = Settings['signIn']['groups'][number]

/** The membership of a person at a customer. */
export interface Membership {
  readonly role: Role
  /** The provider whose groups give the role; null for a membership that people have given. */
  readonly groupProvider: string | null
  /** The role without groups; null if groups alone give the membership. */
  readonly ownRole: Role | null
}

/** The highest role that the groups give at each customer. */
export function rolesByGroup(
  rules: readonly GroupRule[],
  provider: string,
  groups: readonly string[],
): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>()
  for (const { provider: own, group, customer, role } of rules) {
    if (own !== provider || !groups.includes(group)) continue
    roles.set(String(customer), higher(role, roles.get(String(customer)) ?? null))
  }
  return roles
}

/** What happens to a membership. */
export type GroupChange =
  | { readonly change: 'none' }
  | { readonly change: 'join' | 'update'; readonly to: Membership }
  | { readonly change: 'remove' }

/**
 * Decides what becomes of a membership after a sign-in. Groups raise the role that people have given, and never lower it. The provider whose
 * groups gave a role takes it away again: the role falls to the one that people have given, or the membership ends.
 *
 * @param given the role by the groups; undefined for none
 */
export function planGroupChange(
  current: Membership | undefined,
  given: Role | undefined,
  provider: string,
): GroupChange {
  if (current === undefined) {
    const to = given && { role: given, groupProvider: provider, ownRole: null }
    return to === undefined ? { change: 'none' } : { change: 'join', to }
  }
  const { role, groupProvider } = current
  const ownRole = groupProvider === null ? role : current.ownRole
  const isOfOther = groupProvider !== null && groupProvider !== provider
  if (isOfOther && !(given !== undefined && isHigher(given, role))) return { change: 'none' }
  const isByGroup = given !== undefined && (ownRole === null || isHigher(given, ownRole))
  if (isByGroup) return update(current, { role: given, groupProvider: provider, ownRole })
  if (ownRole === null) return { change: 'remove' }
  return update(current, { role: ownRole, groupProvider: null, ownRole: null })
}

function update(from: Membership, to: Membership): GroupChange {
  const isSame =
    from.role === to.role && from.groupProvider === to.groupProvider && from.ownRole === to.ownRole
  return isSame ? { change: 'none' } : { change: 'update', to }
}

function isHigher(one: Role, other: Role): boolean {
  return ROLE_NAMES.indexOf(one) < ROLE_NAMES.indexOf(other)
}

function higher(one: Role, other: Role | null): Role {
  return other !== null && isHigher(other, one) ? other : one
}
