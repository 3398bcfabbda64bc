/** The endpoint, whose modules are loaded with the first request: a hub that no client calls needs neither their memory nor their time. */
import type { McpHost } from './kit/host.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'

/**
 * Creates the MCP endpoint. It keeps no state between requests, so any node can answer any request. It supports clients of the MCP revisions
 * from 2025-03-26 to 2026-07-28.
 *
 * @example
 * const endpoint = createMcpEndpoint(host)
 * const response = await endpoint.answer(request, { clientId, person: userId, customers })
 */
export function createMcpEndpoint(host: McpHost): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined
  const open = async () => {
    opened ??= import('./mcp-endpoint.ts').then((module) => module.createMcpEndpoint(host))
    return await opened
  }
  return {
    answer: async (request, caller) => await (await open()).answer(request, caller),
    close: async () => await (await opened)?.close(),
  }
}
