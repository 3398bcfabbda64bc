/**
 * Measures the memory of the hub's process while it imports a CSV of 1,000,000 products: once when all are created, once when nothing
 * changes, and as a dry run. Target: the peak of resident memory stays below 300 MB. Linux only.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { toCsv } from './data.ts'
import { type BedHub, makeBed } from './hub.ts'
import { printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { item } from './upsert.ts'

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const count = quick ? 100_000 : 1_000_000
  const bed = await makeBed()
  try {
    const parts = await bed.hub('import-memory')
    const rows = []
    for (const [name, parameters] of [
      ['created', ''],
      ['unchanged', ''],
      ['dry run', '?dryRun=true'],
    ] as const) {
      const before = await forgetPeak(parts)
      const perSecond = await importProducts(parts, count, parameters)
      const peak = await readMegabytes(parts, 'VmHWM')
      say(`${name}: ${peak} MB`)
      rows.push({ name, before, peak, perSecond })
    }
    printTable(rows)
    const peak = Math.max(...rows.map((row) => row.peak))
    return { ratios: { MB: peak }, targets: { MB: '<=300' } }
  } finally {
    await bed.close()
  }
}

/** Returns the products per second. */
async function importProducts(parts: BedHub, count: number, parameters: string): Promise<number> {
  const started = performance.now()
  const key = parts.hub.merchantKey as string
  const { statusCode, body } = await request(`${parts.hub.url}/v2/imports${parameters}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: Readable.from(writeFileOf(count)),
  })
  const answer = (await body.json()) as { readonly Id: number }
  if (statusCode !== 202) throw new Error(JSON.stringify(answer))
  for (;;) {
    const found = await parts.call('GET', `/v2/imports/${answer.Id}`, key, 200)
    if (found.Status === 'done' && found.FailedCount === 0) break
    if (found.EndedAt !== null) throw new Error(JSON.stringify(found))
    await pause(200)
  }
  return Math.round((count / (performance.now() - started)) * 1_000)
}

const PER_PIECE = 1_000

async function* writeFileOf(count: number): AsyncGenerator<string> {
  for (let start = 0; start < count; start += PER_PIECE) {
    const items = Array.from({ length: PER_PIECE }, (_, index) => item(start + index))
    yield toCsv(items, start === 0)
  }
}

/** Sets the peak of the process to what it uses now. Returns that. */
async function forgetPeak(parts: BedHub): Promise<number> {
  await writeFile(`/proc/${parts.hub.process.pid}/clear_refs`, '5')
  return await readMegabytes(parts, 'VmRSS')
}

async function readMegabytes({ hub }: BedHub, name: string): Promise<number> {
  const status = await readFile(`/proc/${hub.process.pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
