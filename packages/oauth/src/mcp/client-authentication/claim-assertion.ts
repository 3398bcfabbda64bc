import { Refusal } from '../../http/refusal.ts'
import type { McpContext } from '../mcp-context.ts'
import type { Authenticated } from './authenticate.ts'

/**
 * Claims the assertion of a caller, so that it cannot be used again (RFC 7523, section 3). Nothing happens for callers without an
 * assertion.
 *
 * @returns a refusal for an assertion that was used
 */
export async function claimForAuthentication(
  { mcpStore }: Pick<McpContext, 'mcpStore'>,
  { client, assertion }: Authenticated,
): Promise<Refusal | undefined> {
  if (assertion === undefined) return undefined
  const isFirst = await mcpStore.grants.claimAssertion({
    clientId: client.clientId,
    assertionHash: assertion.hash,
    ttlSeconds: assertion.ttlSeconds,
    issued: undefined,
  })
  return isFirst
    ? undefined
    : new Refusal('invalid_client', 'The client assertion was used before.')
}
