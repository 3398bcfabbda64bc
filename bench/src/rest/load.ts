import { clients, document } from './clients.ts'

/**
 * One measurement in a process of its own: `load.ts <client> <method> <in flight> <url> <warm-up>
 * <requests>`. Prints a {@link LoadResult} as JSON.
 */
export interface LoadResult {
  readonly perSecond: number
  /** User and system time of the whole process, garbage collection included. */
  readonly cpuMicros: number
  readonly p50: number
  readonly p99: number
  readonly rssMB: number
}

const [name = '', method = '', inFlight = '', url = '', warmUp = '', requests = ''] =
  process.argv.slice(2)
const prepare = clients[name]
if (prepare === undefined) throw new Error(`no client named ${name}`)
const send = await prepare(url, method, document())

const latencies = new Float64Array(Number(requests))

async function run(total: number, record: boolean): Promise<void> {
  let next = 0
  const worker = async () => {
    for (;;) {
      const index = next++
      if (index >= total) return
      const start = performance.now()
      const { id, contentType } = await send()
      if (record) latencies[index] = performance.now() - start
      if (id !== 7 || contentType !== 'application/json') throw new Error('wrong answer')
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, worker))
}

await run(Number(warmUp), false)
globalThis.gc?.()
const cpuBefore = process.cpuUsage()
const start = performance.now()
await run(Number(requests), true)
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
latencies.sort()

const result: LoadResult = {
  perSecond: Number(requests) / seconds,
  cpuMicros: (user + system) / Number(requests),
  p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
  p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  rssMB: process.resourceUsage().maxRSS / 1024,
}
process.stdout.write(JSON.stringify(result), () => process.exit())
