/** A website with Client ID Metadata Documents: real TLS on loopback, which only a client of the test's own can reach. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { createDocumentClient } from '../../src/mcp/clients/fetch-document.ts'
import { CALLBACK } from './mcp.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../rest/test/fixtures/${name}`, import.meta.url))

/** The running website. */
export interface DocumentServer {
  /** URL of a document, which is the id of its client. */
  url(path: string): string
  /** Requests by path. */
  readonly requests: string[]
  /** Answers a path. */
  serve(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Serves a good document, with changes, and gives its URL. */
  publish(
    path: string,
    changes?: object,
    headers?: Record<string, string>,
    /** Holds the answer back. */
    until?: Promise<void>,
  ): string
  /** For the option `documentHttp`: as the server's own, but it reaches loopback. */
  client(settings?: {
    fetchTimeoutMs?: number
    maxBytes?: number
  }): ReturnType<typeof createDocumentClient>
  close(): Promise<void>
}

/** Starts one. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const requests: string[] = []
  const tls = { key: fixture('localhost.key'), cert: fixture('localhost.crt') }
  const server = createServer(tls, (request, response) => {
    requests.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const website: DocumentServer = {
    url: (path) => `https://localhost:${port}${path}`,
    requests,
    serve: (path, answer) => void answers.set(path, answer),
    publish(path, changes = {}, headers = {}, until = Promise.resolve()) {
      const url = website.url(path)
      const base = { client_id: url, client_name: 'Published robot', redirect_uris: [CALLBACK] }
      website.serve(path, (_, response) => {
        const answer = () => {
          response.writeHead(200, { 'content-type': 'application/json', ...headers })
          response.end(JSON.stringify({ ...base, ...changes }))
        }
        void until.then(answer)
      })
      return url
    },
    client: ({ fetchTimeoutMs = 20_000, maxBytes = 65_536 } = {}) => {
      const documents = {
        fetchTimeoutMs,
        maxBytes,
        allowedHosts: undefined,
        rateLimit: 10,
        callerRateLimit: 60,
      }
      const guard = { [allowPrivateAddresses]: true, allowedPorts: [port] }
      return createDocumentClient({ documents }, { guard, tls: { ca: fixture('authority.crt') } })
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
  return website
}
