/** A website with Client ID Metadata Documents, with TLS on loopback and a certificate authority of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '@entrepot/rest'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { issueCertificate } from './certificates.ts'

/** The default redirect URI of documents. */
const CALLBACK = 'http://127.0.0.1:4001/callback'

/** Answers the requests for a path. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The running website. */
export interface DocumentServer {
  readonly port: number
  /** The certificate of the authority that a client must trust, in PEM. */
  readonly authority: string
  /** URL of a document, which is the id of its client. */
  url(path: string): string
  /** Paths of the requests so far. */
  readonly requests: string[]
  /** Answers a path. */
  serve(path: string, answer: Answer): void
  /** Serves a valid document with changes, and returns its URL. */
  publish(
    path: string,
    changes?: object,
    headers?: Record<string, string>,
    /** Delays the answer until this promise is fulfilled. */
    until?: Promise<void>,
  ): string
  close(): Promise<void>
}

/** Starts a website. */
export async function startDocumentServer(): Promise<DocumentServer> {
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const authority = { commonName: 'Authority of the tests' }
  const issuer = { ...authority, ...issueCertificate(authority) }
  const own = issueCertificate({ commonName: 'localhost', hosts: ['localhost'], issuer })
  const server = createServer({ key: own.key, cert: own.certificate }, (request, response) => {
    requests.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const website: DocumentServer = {
    port,
    authority: issuer.certificate,
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
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
  return website
}

/** A client for the option `documentHttp` of `@entrepot/oauth` that reaches the website and trusts its certificate. */
export function documentHttpFor({ port, authority }: DocumentServer): Client {
  return createClient({
    guard: { [allowPrivateAddresses]: true, allowedPorts: [port] },
    tls: { ca: authority },
    redirect: 'manual',
  })
}
