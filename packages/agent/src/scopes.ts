/**
 * The scopes of the endpoint, which follow from its tools. A module of its own, because hosts need them before the endpoint: it does not
 * load the SDK.
 */
import type { Scope } from '@entrepot/marketplace'
import { TOOLS } from './tools.ts'

/** What access tokens for the endpoint may allow: the scope of each tool. */
export const MCP_SCOPES: readonly Scope[] = [...new Set(TOOLS.map(({ scope }) => scope))]

/** What a client needs to begin: the scope of the first tool. */
const FIRST_SCOPES: readonly Scope[] = MCP_SCOPES.slice(0, 1)

/**
 * The scopes that a request to the endpoint requires: those of the tools that it calls, and that of the first tool for any other message,
 * so that a client that may do nothing here learns it at once. Never throws: the endpoint answers invalid bodies.
 *
 * @param body JSON-RPC; undefined for a request without one, or before it is read
 * @example
 * requiredScopes('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order"}}') // ['orders:read']
 */
export function requiredScopes(body: string | undefined): readonly Scope[] {
  const names = body === undefined ? [] : calledTools(body)
  const scopes = TOOLS.filter(({ name }) => names.includes(name)).map(({ scope }) => scope)
  return scopes.length === 0 ? FIRST_SCOPES : [...new Set(scopes)]
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
