/**
 * The scopes of the endpoint, which follow from its tools. A module of its own, because hosts need them before the endpoint: it does not
 * load the SDK.
 */
import { toolOfAddress } from './resources/declarations.ts'
import { readSelection, toolsOf } from './selection.ts'
import { TOOLS } from './tools.ts'

/** What access tokens for the endpoint may allow: the scopes of all tools. */
export const MCP_SCOPES: readonly string[] = [...new Set(TOOLS.flatMap(({ scopes }) => scopes))]

/** A request to the endpoint, as far as it is known. */
export interface ScopedRequest {
  /** Its path and query. The query chooses tools. */
  readonly url: string
  /** JSON-RPC. Undefined for a request without one, or before it is read. */
  readonly body?: string | undefined
  /** The scopes of its token. Undefined before the token is verified. */
  readonly held?: readonly string[] | undefined
}

/**
 * The scopes that a request to the endpoint requires: those of the tools that it calls, and of the resources that it reads. Every other
 * request requires any scope of the endpoint.
 * A token without one should get those of the tools that the address chooses: a client lists no tools whose scopes it lacks, and would never
 * ask for them. Never throws: the endpoint answers invalid bodies.
 *
 * @example
 * requiredScopes({ url: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order"}}' }) // ['orders:read']
 */
export function requiredScopes({ url, body, held }: ScopedRequest): readonly string[] {
  const names = body === undefined ? [] : calledTools(body)
  const called = TOOLS.filter(({ name }) => names.includes(name))
  if (called.length > 0) return scopesOf(called)
  return held?.some((scope) => MCP_SCOPES.includes(scope)) ? [] : chosenScopes(url)
}

/** The scopes of the tools that an address chooses. An address that chooses none that exists is answered by the endpoint. */
function chosenScopes(url: string): readonly string[] {
  const chosen = readSelection(new URL(url, 'http://hub.internal'))
  return typeof chosen === 'string' ? [] : scopesOf(toolsOf(chosen))
}

function scopesOf(tools: typeof TOOLS): readonly string[] {
  return [...new Set(tools.flatMap(({ scopes }) => scopes))]
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
