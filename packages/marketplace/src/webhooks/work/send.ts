/** Sends one delivery over HTTP. */
import { Resolver } from 'node:dns/promises'
import {
  type Client,
  type ClientOptions,
  createClient,
  header,
  RestError,
  type StreamResponse,
} from '@entrepot/rest'
import type { Resolve } from '@entrepot/rest/guard'
import { parseRetryAfter } from '@entrepot/rest/headers'
import { type NamedHosts, PORTS } from '../targets.ts'

/** A receiver must answer within this time, with everything that is read of its answer. */
const ANSWER_MS = 15_000
const CONNECT_MS = 5_000

/** Bytes of an answer that are read. The connection of a longer answer is closed. */
const KEPT_BYTES = 1_024

/** What a receiver answered. */
export interface Reply {
  /** Undefined if there was no answer. */
  readonly status: number | undefined
  /** Milliseconds. */
  readonly retryAfter: number | undefined
  /** The first KB. */
  readonly answer: string | undefined
  /** Why there was no answer, for the owner of the webhook. Never contains an address, which could tell about the network of the hub. */
  readonly error: string | undefined
}

/** What is sent. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends deliveries. */
export interface Sender {
  /** Never rejects. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Reply>
  close(): Promise<void>
}

/** What a {@link Sender} may connect to. */
export interface SenderOptions {
  readonly named: NamedHosts
  /** Replaces DNS in tests. */
  readonly resolve?: Resolve | undefined
}

/** Creates a sender: one client with the guard for public addresses, and one without for the named hosts. */
export function createSender({ named, resolve = resolveNames }: SenderOptions): Sender {
  const common: ClientOptions = {
    userAgent: 'Entrepot-Webhooks/1',
    timeout: { connect: CONNECT_MS, total: ANSWER_MS },
    limits: { bodyBytes: false },
    redirect: 'manual',
    retry: false,
    decompress: false,
    pool: { connections: 64 },
  }
  // Many lookups at once, so that slow ones do not delay the others. They use no threads of Node.
  const guard = { allowedPorts: [...PORTS], resolve, maxConcurrentLookups: 64 }
  const guarded = createClient({ ...common, guard, proxy: 'env' })
  const plain = createClient(common)
  return {
    async send(outgoing, signal) {
      const client = named.has(new URL(outgoing.url)) ? plain : guarded
      return await exchange(client, outgoing, signal)
    },
    async close() {
      await Promise.all([guarded.close(), plain.close()])
    },
  }
}

async function exchange(
  client: Client,
  { url, headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const request = { method: 'POST', baseURL: url, headers, body }
    const response = await client.stream(request, { signal })
    const retryAfter = header(response, 'retry-after')
    return {
      status: response.statusCode,
      retryAfter: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, Date.now()),
      answer: await readStart(response),
      error: undefined,
    }
  } catch (error) {
    return { status: undefined, retryAfter: undefined, answer: undefined, error: explain(error) }
  }
}

/** Reads the first KB. An answer that ends early, or comes slowly, has its status all the same. */
async function readStart(response: StreamResponse): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > KEPT_BYTES) break
    }
  } catch {
    // What has arrived is kept.
  } finally {
    response.body.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8')
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '\uFFFD')
}

function explain(error: unknown): string {
  if (!RestError.is(error)) return 'The request failed.'
  switch (error.code) {
    case 'REST_BLOCKED_ADDRESS':
      return 'The host has no public address, or its port is not allowed. Whoever runs the hub can allow it: `webhooks.allowHosts`.'
    case 'REST_TIMEOUT':
      return 'The receiver did not answer in time: within 15 seconds, of which 5 for the connection.'
    case 'REST_CONNECT':
      return CONNECT_ERRORS[(error as { phase?: string }).phase ?? ''] ?? 'No connection.'
    case 'REST_RESPONSE':
      return 'The receiver closed the connection, or its answer is not valid HTTP.'
    default:
      return 'The request failed.'
  }
}

const CONNECT_ERRORS: Readonly<Record<string, string>> = {
  dns: 'The name of the host was not found.',
  tcp: 'The host refused the connection, or cannot be reached.',
  tls: 'The TLS handshake failed: check the certificate of the host.',
}

/** Resolves names by the resolver of the system's configuration, without threads. One slow name does not delay others. */
const resolveNames: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ]
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason
  return addresses
}
