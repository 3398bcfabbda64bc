import type { McpStore } from '../../../store/mcp.ts'
import { personId } from '../../../store/rules/person-id.ts'

/** Seconds by which the clocks of the provider, the node and the database may differ. */
const TOLERANCE = 60

/** Whether the access of a person was ended after an assertion about them was made. @param madeAt seconds since 1970 */
export async function wasRevokedSince(
  { revocations }: Pick<McpStore, 'revocations'>,
  sub: string,
  madeAt: number,
): Promise<boolean> {
  const revocation = await revocations.find(personId(sub))
  return revocation !== undefined && madeAt - revocation.revokedAt < TOLERANCE
}
