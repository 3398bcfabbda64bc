import { Readable } from 'node:stream'

/**
 * `streaming.ts <url> <bytes>`: downloads and uploads that many bytes through the client and prints,
 * as JSON, the highest resident memory in each direction and how fast it went. Memory is sampled, and
 * set against that after a first, shorter stream, when everything is warm.
 */
export interface StreamingResult {
  readonly downMBPerSecond: number
  readonly upMBPerSecond: number
  /** Highest resident memory while streaming, above that before, in MB. */
  readonly downGrowthMB: number
  readonly upGrowthMB: number
}

const { stream, buildResponse } = await import('@entrepot/rest')
const [url = '', size = ''] = process.argv.slice(2)
const bytes = Number(size)
/** Enough for buffers, pools and the heap to reach the size at which they stay. */
const warmUpBytes = 2 ** 26
const piece = Buffer.alloc(64 * 1024, 'y')

async function download(total: number): Promise<void> {
  await using response = await stream({ baseURL: `${url}${total}` })
  let received = 0
  for await (const chunk of response.body) received += chunk.length
  if (received !== total) throw new Error(`received ${received} of ${total} bytes`)
}

async function* pieces(total: number): AsyncGenerator<Uint8Array> {
  for (let left = total; left > 0; left -= piece.length) yield piece.subarray(0, left)
}

async function upload(total: number): Promise<void> {
  const body = Readable.from(pieces(total), { objectMode: false })
  const response = await buildResponse(await stream({ method: 'POST', baseURL: url, body }))
  if (Number(response.body) !== total) throw new Error(`server got ${response.body} bytes`)
}

async function watch(run: (total: number) => Promise<void>): Promise<readonly [number, number]> {
  await run(warmUpBytes)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 10)
  const start = performance.now()
  await run(bytes)
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  return [bytes / 1e6 / seconds, (highest - before) / 2 ** 20]
}

const [downMBPerSecond, downGrowthMB] = await watch(download)
const [upMBPerSecond, upGrowthMB] = await watch(upload)
const result: StreamingResult = { downMBPerSecond, upMBPerSecond, downGrowthMB, upGrowthMB }
process.stdout.write(JSON.stringify(result), () => process.exit())
