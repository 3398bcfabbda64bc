import type { Caller } from '../../store/audit.ts'
import type { McpContext } from '../mcp-context.ts'

/** Deletes a registered client, and ends whatever it may do. @returns false if there was no such client */
export async function removeClient(
  { mcpStore, clients, revocations }: Pick<McpContext, 'mcpStore' | 'revocations' | 'clients'>,
  clientId: string,
  caller: Caller,
): Promise<boolean> {
  const found = await mcpStore.clients.delete(clientId, caller)
  clients.forget(clientId)
  revocations.add(`client:${clientId}`)
  return found
}
