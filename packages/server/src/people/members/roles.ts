/** The roles of members: each is a set of scopes. Pure. */
import type { Scope } from '@entrepot/marketplace'
import { ROLE_NAMES, type Role } from '../../config/role-names.ts'
import { hubNames } from '../../names.ts'

export { ROLE_NAMES, type Role }

const ALL: readonly Scope[] = hubNames.scopes.merchant
const READ = ALL.filter((scope) => scope.endsWith(':read'))
const WORK = ALL.filter((scope) => /^(orders|fulfilment|products):/.test(scope))

/** What each role may do. An owner may do everything, an operator works with orders and products, a viewer reads. */
export const ROLES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL,
  operator: [...new Set([...WORK, ...READ])],
  viewer: READ,
}

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return (ROLE_NAMES as readonly string[]).includes(text)
}

/** What an agent may do for a person: the scopes of its token, as far as the role of the person has them now. */
export function cutDown(scopes: readonly string[], role: Role): readonly Scope[] {
  return ROLES[role].filter((scope) => scopes.includes(scope))
}

/** Whether somebody with these scopes may give a role: nobody gives more than they have. */
export function mayGive(scopes: readonly Scope[], role: Role): boolean {
  return ROLES[role].every((scope) => scopes.includes(scope))
}
