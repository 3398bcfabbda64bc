/** Which access a person of a directory gets. Pure. */
import { ROLE_NAMES, type Role } from '../../people/members/roles.ts'

/** A group, by its name or its external id, and the role that it gives. */
export interface GroupRole {
  readonly group: string
  readonly role: Role
}

/** How the directory of a customer gives roles. */
export interface RoleSettings {
  /** The role of people whose groups give none; null for no access. */
  readonly defaultRole: Role | null
  readonly roles: readonly GroupRole[]
}

/** A group, as far as it gives a role. */
export interface NamedGroup {
  readonly displayName: string
  readonly externalId: string | null
}

/** The role that a group gives; undefined if it gives none. Names are compared without case. */
export function roleOfGroup(
  { displayName, externalId }: NamedGroup,
  roles: readonly GroupRole[],
): Role | undefined {
  const names = [displayName.toLowerCase(), externalId?.toLowerCase()]
  return highest(roles.filter(({ group }) => names.includes(group.toLowerCase())))
}

/** The roles of groups after one group gives another role, or none. */
export function withGroupRole(
  roles: readonly GroupRole[],
  group: string,
  role: Role | null,
): readonly GroupRole[] {
  const others = roles.filter((one) => one.group.toLowerCase() !== group.toLowerCase())
  return role === null ? others : [...others, { group, role }]
}

function highest(given: readonly { readonly role: Role }[]): Role | undefined {
  return ROLE_NAMES.find((name) => given.some(({ role }) => role === name))
}

/** What is known of the access of a person. */
export interface AccessFacts {
  readonly isActive: boolean
  readonly groups: readonly NamedGroup[]
  /** The current role of the member; null if the person is none. */
  readonly role: Role | null
  /** The role that the directory gave last; null if the membership is not from the directory. */
  readonly givenRole: Role | null
  /** Whether a provider has confirmed that the user is the person of the directory. */
  readonly isProven: boolean
}

/** What is to be done. `given` is the role that the directory has given then. */
export interface AccessDecision {
  readonly change: 'none' | 'give' | 'end'
  readonly given: Role | null
}

/**
 * Decides on the access of a person. An inactive person has none. The highest role of the groups counts; without one, the default
 * counts. A membership that was not given by the directory keeps its role unless a group gives one.
 */
export function decideAccess(
  { isActive, groups, role, givenRole, isProven }: AccessFacts,
  { defaultRole, roles }: RoleSettings,
): AccessDecision {
  if (!isActive) return { change: role === null ? 'none' : 'end', given: null }
  const ofGroups = highest(
    groups.flatMap((group) => {
      const one = roleOfGroup(group, roles)
      return one === undefined ? [] : [{ role: one }]
    }),
  )
  const isOwnMember = role !== null && givenRole === null
  const wanted = ofGroups ?? (isOwnMember ? null : defaultRole)
  if (wanted === null) {
    const isGiven = role !== null && givenRole !== null
    return { change: isGiven ? 'end' : 'none', given: null }
  }
  if (wanted === role) return { change: 'none', given: wanted }
  // The link of an invitation does not prove the address: who came by it gets no more than was given there.
  if (!isProven) return { change: 'none', given: givenRole }
  return { change: 'give', given: wanted }
}
