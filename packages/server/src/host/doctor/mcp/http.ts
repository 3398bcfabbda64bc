/** Requests to a server that somebody wants to examine. */
import { lookup } from 'node:dns/promises'
import { ConnectError, createClient, type Request, RestError } from '@entrepot/rest'
import { isPublicAddress } from '@entrepot/rest/guard'
import type { Exchange } from './facts.ts'

/** Sends a request. Redirects are answers, because a client has to decide about them. */
export type Ask = (request: Request) => Promise<Exchange>

/** A connection to a server. */
export interface Connection {
  readonly ask: Ask
  /** Undefined if its name has no address. */
  readonly isPublic: boolean | undefined
  close(): Promise<void>
}

/** As long as claude.ai waits for discovery, registration and tokens. */
const TIMEOUT_MS = 10_000

/** Lists of tools are the largest answers. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Opens a connection to a server. A public server is followed to public addresses only: its documents name other addresses, and must not
 * lead this command into the network of the person. A server in that network was named by the person.
 */
export async function connectTo(url: URL): Promise<Connection> {
  const isPublic = await hasPublicAddress(url.hostname.replace(/^\[|\]$/g, ''))
  const ports = [443, 8443, 80, Number(url.port || 443)]
  const client = createClient({
    timeout: TIMEOUT_MS,
    limits: { bodyBytes: MAX_BODY_BYTES },
    redirect: 'manual',
    retry: false,
    ...(isPublic && { guard: { protocols: ['https:', 'http:'], allowedPorts: ports } }),
  })
  return {
    isPublic,
    ask: async (request) => {
      const { response, error } = await client.sendResult(request)
      if (response === undefined || error !== undefined) return toNoAnswer(error)
      const { statusCode, headers, body } = response
      const lines = Object.entries(headers).map(([name, all]) => [name, all?.join(', ') ?? ''])
      return {
        status: statusCode,
        headers: Object.fromEntries(lines),
        text: body,
        json: parse(body),
      }
    },
    close: async () => await client.close(),
  }
}

async function hasPublicAddress(hostname: string): Promise<boolean | undefined> {
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  if (addresses.length === 0) return undefined
  return addresses.some(({ address }) => isPublicAddress(address))
}

function toNoAnswer(error: unknown): Exchange {
  const failure = explain(error)
  const isTls =
    (ConnectError.is(error) && error.phase === 'tls') ||
    /CERT|TLS|SSL|_SIGNATURE|_CHAIN/.test(failure)
  return { failure, isTls }
}

/** The code of the operating system or of TLS, which people find with a search; else the message. */
function explain(error: unknown): string {
  if (ConnectError.is(error) && error.errno) return error.errno
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  if (code !== undefined) return code
  return RestError.is(error) ? error.message : String(error)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
