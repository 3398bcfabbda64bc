/**
 * The scopes of the endpoint, which follow from its tools. A module of its own, because hosts need them before the endpoint: it does not
 * load the SDK.
 */
import type { Scope } from '@entrepot/marketplace'
import { TOOLS } from './tools.ts'

/** What access tokens for the endpoint may allow: the scope of each tool. */
export const MCP_SCOPES: readonly Scope[] = [...new Set(TOOLS.map(({ scope }) => scope))]

/** What a client needs to begin: the scopes of the tools that only read. */
const FIRST_SCOPES: readonly Scope[] = [
  ...new Set(TOOLS.filter((tool) => tool.annotations.readOnlyHint).map(({ scope }) => scope)),
]

/**
 * The scopes that a request to the endpoint requires: those of the tools that it calls. Never throws: the endpoint answers invalid bodies.
 *
 * @param body JSON-RPC; undefined for a request without one, or before it is read: then the scopes of the tools that only read
 * @example
 * requiredScopes('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order"}}') // ['orders:read']
 */
export function requiredScopes(body: string | undefined): readonly Scope[] {
  if (body === undefined) return FIRST_SCOPES
  const names = calledTools(body)
  return [...new Set(TOOLS.filter(({ name }) => names.includes(name)).map(({ scope }) => scope))]
}

function calledTools(body: string): readonly unknown[] {
  try {
    // A batch is a list (JSON-RPC 2.0, section 6).
    const messages = [JSON.parse(body)].flat()
    return messages
      .filter((message) => message?.method === 'tools/call')
      .map(({ params }) => params?.name)
  } catch {
    return []
  }
}
