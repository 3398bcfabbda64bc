/** The messages of the protocol, and the answers to them. Pure. */
import type { Request } from '@entrepot/rest'
import { type Exchange, isAnswer, membersOf } from './facts.ts'

/** A request of the protocol (JSON-RPC 2.0), or a notification without an id. */
export interface Message {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly id?: number
}

/** What a request is sent with. */
export interface Sending {
  readonly token?: string | undefined
  readonly revision?: string
  readonly session?: string | undefined
}

const CLIENT_INFO = { name: 'entrepot doctor', version: '1.0.0' }

/** The first message of revisions up to 2025-11-25. */
export function initializeMessage(revision: string): Message {
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT_INFO }
  return { method: 'initialize', params, id: 1 }
}

/** What each request of revision 2026-07-28 has in `_meta`. */
export function envelope(revision: string): Readonly<Record<string, unknown>> {
  return {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

/** The HTTP request of a message (Streamable HTTP). */
export function postMessage(
  url: string,
  message: Message,
  { token, revision, session }: Sending = {},
): Request {
  return {
    method: 'POST',
    baseURL: url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(revision !== undefined && { 'mcp-protocol-version': revision }),
      ...(revision !== undefined && { 'mcp-method': message.method }),
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  }
}

/** The result of a message, or a sentence that says why there is none. The answer is JSON, or a stream of events that has ended. */
export function resultOf(exchange: Exchange): Readonly<Record<string, unknown>> | string {
  if (!isAnswer(exchange)) return exchange.failure
  const answered = membersOf(exchange.json ?? lastEvent(exchange.text))
  const { code, message } = membersOf(answered.error)
  if (message !== undefined) return `error ${String(code)}, ${String(message)}`
  if (exchange.status !== 200) return `status ${exchange.status}`
  return 'result' in answered ? membersOf(answered.result) : 'no JSON-RPC answer'
}

/** The last event with data: notifications come before the answer. */
function lastEvent(text: string): unknown {
  const data = [...text.matchAll(/^data:(.*)$/gm)].map(([, line = '']) => line.trim())
  try {
    return JSON.parse(data.findLast(Boolean) ?? '')
  } catch {
    return undefined
  }
}
