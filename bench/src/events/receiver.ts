/** A receiver of webhooks in a process of its own, as receivers are. It counts the events that arrive, and how late they are. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What has arrived since the last question. */
export interface Received {
  readonly count: number
  /** Milliseconds between the event and its arrival: the 99th of 100. */
  readonly lagP99: number
  /** How many arrived a second time. */
  readonly repeated: number
  /** When the last one arrived, in milliseconds since 1970; 0 before the first. */
  readonly lastAt: number
}

const seen = new Set<string>()
let lags: number[] = []
let repeated = 0
let lastAt = 0

const server = createServer((request, response) => {
  const id = String(request.headers['webhook-id'])
  const arrived = Date.now()
  lastAt = arrived
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.writeHead(204).end()
    if (seen.has(id)) repeated += 1
    seen.add(id)
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string }
    lags.push(arrived - Date.parse(timestamp))
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', (question) => {
  if (question === 'end') process.exit()
  const sorted = lags.toSorted((one, other) => one - other)
  const lagP99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  process.send?.({ count: lags.length, lagP99, repeated, lastAt } satisfies Received)
  if (question === 'reset') {
    lags = []
    repeated = 0
  }
})
