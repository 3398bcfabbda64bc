import { EventEmitter, on, once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'

/** A server on loopback that ends, with all its connections, when the test does. */
export interface TestServer extends AsyncDisposable {
  readonly origin: string
  readonly port: number
  /** Connections accepted so far. */
  readonly connections: () => number
  close(): Promise<void>
}

export function startServer(listener: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(listener), 'http')
}

/** A server whose answers the test gives by hand. */
export interface HeldServer extends TestServer {
  /** The answer to the next request, once that has arrived. */
  next(): Promise<ServerResponse>
}

export async function startHeldServer(): Promise<HeldServer> {
  const requests = new EventEmitter()
  const arrivals = on(requests, 'request')
  const server = await startServer((...args) => void requests.emit('request', ...args))
  const next = async () => (await arrivals.next()).value?.[1]
  return { ...server, next }
}

export function startTlsServer(
  options: ServerOptions,
  listener: RequestListener = (_request, response) => response.end('secure'),
): Promise<TestServer> {
  return listen(createHttpsServer(options, listener), 'https')
}

/** A server that writes whatever it likes. */
export async function startRawServer(onSocket: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createTcpServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  const origin = `http://127.0.0.1:${port}`
  return { origin, port, connections: () => connections, close, [Symbol.asyncDispose]: close }
}

/** A raw server that answers every request on a connection with the same bytes. */
export function startFixedServer(answer: string | Uint8Array): Promise<TestServer> {
  return startRawServer((socket) => {
    socket.on('data', () => socket.write(answer))
  })
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<TestServer> {
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  const origin = `${scheme}://127.0.0.1:${port}`
  return { origin, port, connections: () => connections, close, [Symbol.asyncDispose]: close }
}

/** A certificate or key of `test/fixtures`. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A server that answers with what it saw, as JSON. */
export function startEchoServer(): Promise<TestServer> {
  return startServer(async (request, response) => {
    const { method, url, headers, rawHeaders } = request
    const body = await bodyOf(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method, url, headers, rawHeaders, body }))
  })
}

/** What {@link startEchoServer} answers. */
export interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const value = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (value === undefined) throw new Error('expected a rejection')
  return value.error
}
