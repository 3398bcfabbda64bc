/** The roles, from the most to the fewest rights. */
export const ROLE_NAMES = ['owner', 'operator', 'viewer'] as const
export type Role = (typeof ROLE_NAMES)[number]
