/**
 * Runs one client in a separate process: `load.ts <client> <method> <in flight> <url> <requests>`. Sends requests when it is told to, and
 * finally reports the results of the requests that count.
 */
import { clients, document } from './clients.ts'

/** An order: the number of requests to send and whether they count, or `report`. */
export type LoadOrder = { readonly send: number; readonly counts: boolean } | 'report'

/** The result of the requests that count. */
export interface LoadResult {
  readonly perSecond: number
  /** User and system time of the whole process, including garbage collection. */
  readonly cpuMicros: number
  readonly p50: number
  readonly p99: number
  readonly rssMB: number
}

const [name = '', method = '', inFlight = '', url = '', requests = ''] = process.argv.slice(2)
const prepare = clients[name]
if (prepare === undefined) throw new Error(`no client named ${name}`)
const send = await prepare(url, method, document())

const latencies = new Float64Array(Number(requests))
let counted = 0
let milliseconds = 0
let cpuMicros = 0

async function sendAll(total: number, onLatency: (milliseconds: number) => void): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next++ < total) {
      const start = performance.now()
      const { id, contentType } = await send()
      onLatency(performance.now() - start)
      if (id !== 7 || contentType !== 'application/json') throw new Error('wrong answer')
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, worker))
}

async function sendCounted(total: number): Promise<void> {
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  await sendAll(total, (latency) => {
    latencies[counted++] = latency
  })
  milliseconds += performance.now() - start
  const { user, system } = process.cpuUsage(cpuBefore)
  cpuMicros += user + system
}

function report(): LoadResult {
  latencies.sort()
  return {
    perSecond: counted / (milliseconds / 1000),
    cpuMicros: cpuMicros / counted,
    p50: latencies[Math.floor(counted * 0.5)] ?? 0,
    p99: latencies[Math.floor(counted * 0.99)] ?? 0,
    rssMB: process.resourceUsage().maxRSS / 1024,
  }
}

async function obey(order: LoadOrder): Promise<LoadResult | 'sent'> {
  if (order === 'report') return report()
  if (order.counts) {
    await sendCounted(order.send)
  } else {
    await sendAll(order.send, () => {})
    globalThis.gc?.()
  }
  return 'sent'
}

process.on('message', async (order: LoadOrder) => void process.send?.(await obey(order)))
process.on('disconnect', () => process.exit())
