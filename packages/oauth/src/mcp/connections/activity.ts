import type { ConnectionLives } from '../../store/mcp.ts'
import type { McpContext } from '../mcp-context.ts'

/** Whether a client can act for a person now, and until when. */
export function activityOf(
  { mcp, revocations }: Pick<McpContext, 'mcp' | 'revocations'>,
  {
    clientId,
    active,
    renewableSince,
    endsAt,
  }: ConnectionLives & { readonly clientId: string; readonly active: boolean },
): { readonly active: boolean; readonly actsUntil: Date | undefined } {
  const isDisabled = revocations.isDisabled(clientId)
  const ends = [
    ...(renewableSince === null ? [] : [renewableSince + mcp.refreshTokenTtl]),
    ...(endsAt === null ? [] : [endsAt]),
  ]
  const actsUntil =
    isDisabled || ends.length === 0 ? undefined : new Date(Math.max(...ends) * 1_000)
  return { active: active && !isDisabled, actsUntil }
}
