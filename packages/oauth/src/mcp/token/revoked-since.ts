import type { McpStore } from '../../store/mcp.ts'
import { personId } from '../../store/rules/person-id.ts'

/**
 * Seconds after a revocation of a person in which they get nothing, even if the sign-in or the assertion seems to be later. This covers
 * differences between the clocks of providers, nodes and store, and the time between the decision of a hook and the grant.
 */
const TOLERANCE = 60

/** Whether the access of a person was ended after they signed in, or after an assertion about them was made. @param at seconds since 1970 */
export async function wasRevokedSince(
  { revocations }: Pick<McpStore, 'revocations'>,
  sub: string,
  at: number,
): Promise<boolean> {
  const revocation = await revocations.find(personId(sub))
  return revocation !== undefined && at - revocation.revokedAt < TOLERANCE
}
