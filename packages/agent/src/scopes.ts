/**
 * The scopes of the endpoint, which follow from its tools. A module of its own, because hosts need them before the endpoint: it does not
 * load the SDK.
 */
import { toolOfAddress } from './resources/declarations.ts'
import { TOOLS } from './tools.ts'

/** What access tokens for the endpoint may allow: the scopes of all tools. */
export const MCP_SCOPES: readonly string[] = [...new Set(TOOLS.flatMap(({ scopes }) => scopes))]

/** What a client should ask for that begins: the scopes of the first tool. */
export const FIRST_SCOPES: readonly string[] = TOOLS[0]?.scopes ?? []

/**
 * The scopes that a request to the endpoint requires: those of the tools that it calls, and of the resources that it reads. Never throws: the
 * endpoint answers invalid bodies.
 *
 * @param body JSON-RPC; undefined for a request without one, or before it is read
 * @example
 * requiredScopes('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order"}}') // ['orders:read']
 */
export function requiredScopes(body: string | undefined): readonly string[] {
  const names = body === undefined ? [] : calledTools(body)
  const called = TOOLS.filter(({ name }) => names.includes(name))
  return called.length === 0 ? FIRST_SCOPES : [...new Set(called.flatMap(({ scopes }) => scopes))]
}

function calledTools(body: string): readonly unknown[] {
  try {
    // A batch is a list (JSON-RPC 2.0, section 6).
    const messages = [JSON.parse(body)].flat()
    return messages.flatMap((message) => {
      if (message?.method === 'tools/call') return [message.params?.name]
      return message?.method === 'resources/read' ? [toolOfAddress(message.params?.uri)] : []
    })
  } catch {
    return []
  }
}
