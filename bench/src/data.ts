/**
 * Measures `POST /v2/imports` with a CSV of 100,000 products, from the first byte until the import is done. The baseline is
 * `POST /v2/products` with the same products in arrays of 1,000, four calls in flight, on the same hub. Targets: created >= 0.7 of the
 * products per second of the arrays, unchanged >= 2.5 of the created ones of the import, and 15,000 rows a second. And an export of
 * 1,000,000 order lines, see data/export.ts.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { execute, sql } from '@entrepot/database'
import { stringify } from 'csv-stringify/sync'
import { measureExport } from './data/export.ts'
import { type BedHub, makeBed } from './hub.ts'
import { brief, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { empty, type Item, item, toBodies, upsert } from './upsert.ts'

interface Round {
  readonly arrays: number
  readonly created: number
  readonly unchanged: number
}

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const count = quick ? 20_000 : 100_000
  const bed = await makeBed()
  try {
    const parts = await bed.hub('data')
    const items = Array.from({ length: count }, (_, number) => rounded(item(number)))
    const [bodies, file] = [toBodies(items), toCsv(items)]
    say(`a file of ${count} products, ${Math.round(file.length / 1e6)} MB`)
    await upsert(parts, bodies.slice(0, 10))
    await importFile(parts, toCsv(items.slice(0, 1_000)), 1_000)
    const rounds: Round[] = []
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      await empty(parts.database)
      const arrays = await upsert(parts, bodies)
      await empty(parts.database)
      const created = await importFile(parts, file, count)
      // As PostgreSQL does by itself within a minute.
      await execute(parts.database, sql`analyze marketplace.products`)
      const unchanged = await importFile(parts, file, count)
      rounds.push({ arrays, created, unchanged })
      await execute(
        parts.database,
        sql`truncate marketplace.import_chunks, marketplace.import_rows`,
      )
    }
    printTable(
      rounds.map(({ arrays, created, unchanged }, round) => ({
        round,
        'arrays/s': Math.round(arrays),
        'created/s': Math.round(created),
        'unchanged/s': Math.round(unchanged),
      })),
    )
    const ratio = (of: (round: Round) => number) => brief(median(rounds.map(of)))
    const exported = await measureExport(await bed.hub('export'), {
      lines: quick ? 200_000 : 1_000_000,
      rounds: quick ? 2 : 5,
    })
    return {
      ratios: {
        'created/arrays': ratio(({ created, arrays }) => created / arrays),
        'unchanged/created': ratio(({ unchanged, created }) => unchanged / created),
        'created/s': ratio(({ created }) => created),
        'export csv/copy': exported.csv,
        'export ndjson/copy': exported.ndjson,
        'export ndjson/copy of JSON': exported.ndjsonOfJson,
      },
      targets: {
        'created/arrays': '>=0.7',
        'unchanged/created': '>=2.5',
        'created/s': '>=15000',
        'export csv/copy': '>=0.6',
        'export ndjson/copy of JSON': '>=0.8',
      },
    }
  } finally {
    await bed.close()
  }
}

const rounded = (made: Item): Item => ({ ...made, MSRP: Math.round(Number(made.MSRP) * 100) / 100 })

/** A file with the columns of the API. */
export function toCsv(items: readonly Item[], header = true): string {
  const rows = items.map(({ ExtraData, ...made }) => ({
    ...rounded(made as Item),
    ExtraData: JSON.stringify(ExtraData),
  }))
  return stringify(rows, { header })
}

/** Returns the products per second. */
async function importFile({ call, hub }: BedHub, file: string, count: number): Promise<number> {
  const started = performance.now()
  const key = hub.merchantKey as string
  const { Id } = await call('POST', '/v2/imports', key, 202, file)
  for (;;) {
    const found = await call('GET', `/v2/imports/${Id}`, key, 200)
    if (found.Status === 'done' && found.FailedCount === 0) break
    if (found.EndedAt !== null) throw new Error(JSON.stringify(found).slice(0, 500))
    await pause(20)
  }
  return (count / (performance.now() - started)) * 1_000
}
