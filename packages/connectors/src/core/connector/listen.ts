/** The HTTP server of a connector: hints of shops, health and metrics. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hint } from '../../adapter/adapter.ts'

/** What the server asks of the connector. */
export interface ListenerHooks {
  /**
   * Lets the adapter check a hint, and wakes the connection.
   *
   * @returns whether it was one of the shop
   */
  hint(connectionId: number, hint: Hint): boolean
  metrics(): string
  /** Whether the connector works; in words if not. */
  health(): { readonly isHealthy: boolean; readonly detail: string }
}

export interface Listener {
  /** The address, such as `http://127.0.0.1:8090`. */
  readonly url: string
  close(): Promise<void>
}

/** Largest hint. Shops send the whole record with it, and its content is never used. */
const MAX_HINT_BYTES = 1024 * 1024

/** Hints that are received at the same time, and so the most memory that they take. */
const MAX_HINTS = 32

/** A shop that sends slowly does not keep a connection. */
const REQUEST_MS = 10_000

/** Starts the server. */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  hooks: ListenerHooks,
): Promise<Listener> {
  const answer = answerer(hooks)
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      void answer(request).then(
        (reply) => send(response, reply),
        () => response.destroy(),
      )
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers requests, and bounds how many hints are received at once. */
function answerer(hooks: ListenerHooks): (request: IncomingMessage) => Promise<Reply> {
  let receiving = 0
  return async (request) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (isRead(request)) return read(path, hooks)
    const [, id] = /^\/hints\/([1-9]\d{0,15})$/.exec(path) ?? []
    if (id === undefined || request.method !== 'POST') return NOT_FOUND
    if (receiving >= MAX_HINTS) return { status: 503, text: 'Too many hints at once.\n' }
    receiving += 1
    try {
      return await receive(request, Number(id), hooks)
    } finally {
      receiving -= 1
    }
  }
}

function read(path: string, hooks: ListenerHooks): Reply {
  if (path === '/metrics') return { status: 200, text: hooks.metrics() }
  if (path !== '/healthz') return NOT_FOUND
  const { isHealthy, detail } = hooks.health()
  return { status: isHealthy ? 200 : 503, text: `${detail}\n` }
}

async function receive(
  request: IncomingMessage,
  connectionId: number,
  hooks: ListenerHooks,
): Promise<Reply> {
  const body = await readBody(request)
  if (body === undefined) return { status: 413, text: 'The hint is too large.\n' }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  )
  // An unknown connection and a wrong signature have the same answer: it says nothing about which connections there are.
  return hooks.hint(connectionId, { headers, body }) ? { status: 202, text: '' } : REFUSED
}

interface Reply {
  readonly status: number
  readonly text: string
}

const NOT_FOUND: Reply = { status: 404, text: 'There is nothing at this address.\n' }
const REFUSED: Reply = { status: 401, text: 'The hint is not signed as the shop signs it.\n' }

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** @returns undefined if it is too large */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_HINT_BYTES) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_HINT_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function send(response: ServerResponse, { status, text }: Reply): void {
  // After a body that was not read to its end, the connection cannot be used again.
  const end = status === 413 || status === 503 ? { connection: 'close' } : {}
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...end,
  })
  response.end(text)
}
