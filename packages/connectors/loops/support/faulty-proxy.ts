/** A proxy before a shop or a hub that breaks a part of the calls: some do not reach the server, and of some the answer is lost after its work. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Random } from '@entrepot/test-support/random'

/**
 * What can happen to a call. `unreached`: the server never gets it. `lost`: the server has done what was asked, and its answer is lost;
 * `cut`: the second half of its answer is.
 */
export type Fault =
  | 'throttled'
  | 'unavailable'
  | 'malformed'
  | 'denied'
  | 'unreached'
  | 'lost'
  | 'cut'

/** A running proxy. */
export interface FaultyProxy extends AsyncDisposable {
  readonly url: string
  /** All calls, and those that were broken. */
  readonly calls: number
  readonly faults: Readonly<Partial<Record<Fault, number>>>
  /** The share of calls to break, and how. */
  breaks(share: number, faults: readonly Fault[]): void
  /** Answers all calls with this status, such as 401 for an expired key. Undefined to let them pass. */
  answers(status: number | undefined): void
  /** Called for each call before it reaches the server, with what will happen to it. */
  onCall(listener: (fault: Fault | undefined) => void): void
}

/** Starts a proxy that breaks nothing yet. */
export async function startFaultyProxy(target: string, random: Random): Promise<FaultyProxy> {
  const faults: Partial<Record<Fault, number>> = {}
  let share = 0
  let kinds: readonly Fault[] = []
  let status: number | undefined
  let calls = 0
  let listener: (fault: Fault | undefined) => void = () => {}
  const choose = (): Fault | undefined => {
    const fault = kinds.length > 0 && random.chance(share) ? random.pick(kinds) : undefined
    if (fault !== undefined) faults[fault] = (faults[fault] ?? 0) + 1
    return fault
  }
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming)
    calls += 1
    if (status !== undefined) return void outgoing.writeHead(status).end('{}')
    const fault = choose()
    listener(fault)
    if (withhold(outgoing, fault)) return
    const answer = await fetch(`${target}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: headersOf(incoming),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: 'manual',
    })
    const text = Buffer.from(await answer.arrayBuffer())
    if (fault === 'lost') return void incoming.socket.destroy()
    outgoing.writeHead(answer.status, answerHeaders(answer, text.length))
    if (fault !== 'cut') return void outgoing.end(text)
    outgoing.write(text.subarray(0, text.length / 2), () => incoming.socket.destroy())
  }
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // The server is down.
    handle(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    get calls() {
      return calls
    },
    breaks(newShare, newKinds) {
      share = newShare
      kinds = newKinds
    },
    answers(newStatus) {
      status = newStatus
    },
    onCall(newListener) {
      listener = newListener
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Does what keeps a call from the server. @returns whether the fault is of this kind */
function withhold(outgoing: ServerResponse, fault: Fault | undefined): boolean {
  if (fault === 'throttled') outgoing.writeHead(429, { 'retry-after': '0' }).end()
  else if (fault === 'unavailable') outgoing.writeHead(503).end('<html>Maintenance</html>')
  else if (fault === 'malformed') outgoing.writeHead(200).end('{"data": {"orders"')
  else if (fault === 'denied') outgoing.writeHead(401).end()
  else if (fault === 'unreached') outgoing.destroy()
  else return false
  return true
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']

function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (!HOP_BY_HOP.includes(name) && value !== undefined) kept.set(name, String(value))
  }
  return kept
}

function answerHeaders(answer: Response, length: number): Record<string, string> {
  const headers = Object.fromEntries(answer.headers)
  for (const name of ['content-encoding', 'transfer-encoding', 'connection']) delete headers[name]
  return { ...headers, 'content-length': String(length) }
}
