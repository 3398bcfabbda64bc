import { Readable } from 'node:stream'
import { request } from 'undici'

/**
 * `streaming.ts <client> <url> <bytes>`: downloads and uploads this number of bytes with our client or with undici, and prints speed and
 * memory as JSON. Memory is given as the difference to the resident memory after a first, shorter stream.
 */
export interface StreamingResult {
  readonly down: StreamingRun
  readonly up: StreamingRun
}

export interface StreamingRun {
  readonly mbPerSecond: number
  /** The highest resident memory directly after a garbage collection (about 20 of them), in MB above the starting value. */
  readonly heldMB: number
  /** The highest resident memory at any time, in MB above the starting value. V8 keeps up to 64 MB of pieces as garbage. */
  readonly peakMB: number
}

/** Streams `total` bytes and calls `onPiece` with the length of each piece. */
type Run = (total: number, onPiece: (length: number) => void) => Promise<void>

const { stream } = await import('@entrepot/rest')
const { buildResponse } = await import('@entrepot/rest/go')
const [client = '', url = '', size = ''] = process.argv.slice(2)
const bytes = Number(size)
/** Enough bytes that buffers, pools and the heap stop growing. */
const WARM_UP_BYTES = 2 ** 26
const piece = Buffer.alloc(64 * 1024, 'y')

async function drain(body: AsyncIterable<Uint8Array>, onPiece: (length: number) => void) {
  for await (const chunk of body) onPiece(chunk.length)
}

function source(total: number, onPiece: (length: number) => void): Readable {
  const pieces = async function* () {
    for (let left = total; left > 0; left -= piece.length) {
      const next = piece.subarray(0, left)
      onPiece(next.length)
      yield next
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

const runs: Record<string, { readonly down: Run; readonly up: Run }> = {
  '@entrepot/rest': {
    down: async (total, onPiece) => {
      await using response = await stream({ baseURL: `${url}${total}` })
      await drain(response.body, onPiece)
    },
    up: async (total, onPiece) => {
      const body = source(total, onPiece)
      const { body: count } = await buildResponse(
        await stream({ method: 'POST', baseURL: url, body }),
      )
      expectBytes(Number(count), total)
    },
  },
  'undici.request': {
    down: async (total, onPiece) => await drain((await request(`${url}${total}`)).body, onPiece),
    up: async (total, onPiece) => {
      const { body } = await request(url, { method: 'POST', body: source(total, onPiece) })
      expectBytes(Number(await body.text()), total)
    },
  },
}

function expectBytes(actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`${actual} of ${expected} bytes arrived`)
}

/** Streams twice: once at full speed, and once with regular garbage collections. */
async function watch(run: Run): Promise<StreamingRun> {
  await run(WARM_UP_BYTES, () => {})
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const start = performance.now()
  const peak = await highestMemory(run, 2 ** 22, () => process.memoryUsage.rss())
  const seconds = (performance.now() - start) / 1000
  const held = await highestMemory(run, bytes / 20, () => {
    globalThis.gc?.()
    return process.memoryUsage.rss()
  })
  const above = (rss: number) => (rss - before) / 2 ** 20
  return { mbPerSecond: bytes / 1e6 / seconds, heldMB: above(held), peakMB: above(peak) }
}

async function highestMemory(run: Run, everyBytes: number, look: () => number): Promise<number> {
  let highest = 0
  let seen = 0
  let isDue = everyBytes
  await run(bytes, (length) => {
    seen += length
    if (seen < isDue) return
    isDue += everyBytes
    highest = Math.max(highest, look())
  })
  expectBytes(seen, bytes)
  return highest
}

const chosen = runs[client]
if (chosen === undefined) throw new Error(`no client named ${client}`)
const down = await watch(chosen.down)
const result: StreamingResult = { down, up: await watch(chosen.up) }
process.stdout.write(JSON.stringify(result), () => process.exit())
