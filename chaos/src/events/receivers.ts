/** The receivers of the model of events, which fail in every way that receivers do. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '@entrepot/test-support/random'

/** A request that a receiver got. */
export interface Receipt {
  /** Path of the webhook. */
  readonly path: string
  /** The `webhook-id`. */
  readonly eventId: string
  readonly subject: string | null
  readonly sequence: number | null
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whether the status of the answer was 2xx. */
  readonly isAccepted: boolean
}

/** How a request is answered. Returns whether it counts as accepted. */
type Answer = (response: ServerResponse) => boolean

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end()
    return code < 300
  }

/** A failure of each kind. */
const FAILURES: Readonly<Record<string, Answer>> = {
  '500': status(500),
  '429': status(429, { 'retry-after': '3' }),
  '503': status(503, { 'retry-after': '1' }),
  redirect: status(302, { location: '/elsewhere' }),
  'closes early': (response) => {
    response.destroy()
    return false
  },
  // The status of these two says that the event was accepted.
  'closes within the answer': (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
    return true
  },
  drips: (response) => {
    response.writeHead(200)
    let bytes = 0
    const timer = setInterval(() => {
      bytes += 1
      if (bytes < 20) response.write('.')
      else {
        clearInterval(timer)
        response.end()
      }
    }, 20)
    return true
  },
}

/** Most failures of one event, so that its attempts are never used up. */
const MAX_FAILURES = 5

/** Running receivers. */
export interface Receivers {
  readonly url: string
  readonly receipts: readonly Receipt[]
  /** Kinds of failures so far. */
  readonly failures: ReadonlySet<string>
  /** From now on, all receivers accept everything. */
  heal(): void
  close(): Promise<void>
}

/**
 * Starts receivers: `/steady` accepts everything, `/moody` fails at random, `/gone` answers 410, and `/dead` fails until they are healed.
 */
export async function startReceivers(random: Random): Promise<Receivers> {
  const receipts: Receipt[] = []
  const kinds = new Set<string>()
  const failed = new Map<string, number>()
  let isHealed = false

  const answerOf = (path: string, eventId: string): Answer => {
    if (isHealed || path === '/steady') return status(204)
    if (path === '/gone') return status(410)
    if (path === '/dead') return status(500)
    const count = failed.get(eventId) ?? 0
    if (count >= MAX_FAILURES || random.chance(0.5)) return status(200)
    failed.set(eventId, count + 1)
    const kind = random.pick(Object.keys(FAILURES))
    kinds.add(kind)
    return FAILURES[kind] as Answer
  }

  const server = createServer(async (request, response) => {
    const at = Date.now()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return // The node was killed while it sent.
    }
    const path = request.url ?? ''
    const eventId = String(request.headers['webhook-id'])
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString())
    const subject = data.Subject ? `${data.Subject.Kind}:${data.Subject.Id}` : null
    const isAccepted = answerOf(path, eventId)(response)
    receipts.push({ path, eventId, subject, sequence: data.Sequence, type, at, isAccepted })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    failures: kinds,
    heal: () => {
      isHealed = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
