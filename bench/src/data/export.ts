/**
 * Measures `GET /v2/exports/order-lines`, until the last byte has arrived. The baseline is one `copy` of the same columns of the same rows
 * to a client, over its own connection to the same PostgreSQL: without pages, the guard against formulas, HTTP and a hub. Targets: >= 0.6 of
 * the lines per second of the copy; for NDJSON >= 0.8 of a copy of the same rows as JSON, because most of its time goes into JSON.
 */
import { copyOut, execute, sql, transaction } from '@entrepot/database'
import { request } from 'undici'
import { EXPORT_KINDS } from '../../../packages/marketplace/src/reports/exports/kind-store.ts'
import type { BedHub } from '../hub.ts'
import { brief, median, printTable, say } from '../measure.ts'

const LINES_OF_ORDER = 4

/** Lines per second of the exports, divided by those of a copy. */
export interface ExportRatios {
  readonly csv: number
  readonly ndjson: number
  /** Of the copy that makes JSON, too. */
  readonly ndjsonOfJson: number
}

/** Inserts order lines, and measures exports of all of them. */
export async function measureExport(
  parts: BedHub,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<ExportRatios> {
  say(`inserting ${lines} order lines`)
  await insertLines(parts, lines)
  const rows: Record<(typeof NAMES)[number], number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const perSecond = async (run: () => Promise<number>) => {
      const started = performance.now()
      const count = await run()
      if (count !== lines) throw new Error(`got ${count} lines instead of ${lines}`)
      return Math.round((lines / (performance.now() - started)) * 1_000)
    }
    rows.push({
      'copy/s': await perSecond(async () => await copyLines(parts, CSV_COPY)),
      'copy of JSON/s': await perSecond(async () => await copyLines(parts, JSON_COPY)),
      // Without the header.
      'csv/s': await perSecond(async () => (await exportLines(parts, 'csv')) - 1),
      'ndjson/s': await perSecond(async () => await exportLines(parts, 'ndjson')),
    })
  }
  printTable(rows.map((row, round) => ({ round, ...row })))
  const ratio = (name: (typeof NAMES)[number], of: (typeof NAMES)[number]) =>
    brief(median(rows.map((row) => row[name] / row[of])))
  return {
    csv: ratio('csv/s', 'copy/s'),
    ndjson: ratio('ndjson/s', 'copy/s'),
    ndjsonOfJson: ratio('ndjson/s', 'copy of JSON/s'),
  }
}

const NAMES = ['copy/s', 'copy of JSON/s', 'csv/s', 'ndjson/s'] as const

/** Orders of the first channel with {@link LINES_OF_ORDER} lines each. */
async function insertLines({ database }: BedHub, lines: number): Promise<void> {
  await execute(
    database,
    sql`
    insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, merchant_reference, status, content_hash, email,
      billing_address, shipping_address, currency_code, order_date, original_shipping_costs_incl_vat, original_total_incl_vat,
      line_count, units, acknowledged_at)
    select customer_id, n, channel_id, 'A-' || n, 'M-' || n, 'IN_PROGRESS', sha256(n::text::bytea), 'bob@example.com',
      '{}', '{}', 'EUR', now(), 0, 39.8, ${LINES_OF_ORDER}, ${LINES_OF_ORDER}, now()
    from generate_series(1, ${lines / LINES_OF_ORDER}::bigint) n,
      (select customer_id, channel_id from marketplace.channels order by channel_id limit 1) channel`,
  )
  await execute(
    database,
    sql`
    insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference, merchant_reference,
      merchant_product_reference, quantity, vat_rate, original_unit_price_incl_vat)
    select customer_id, order_id, order_id * ${LINES_OF_ORDER} + line, line + 1, line::text, merchant_reference || '-' || line,
      'MUG-RED', 1, 21, 9.95
    from marketplace.orders, generate_series(0, ${LINES_OF_ORDER - 1}) line`,
  )
  await execute(database, sql`vacuum analyze marketplace.orders`)
  await execute(database, sql`vacuum analyze marketplace.order_lines`)
}

const COLUMNS = EXPORT_KINDS['order-lines'].columns
const FROM = `marketplace.orders o
  join marketplace.order_lines l on l.customer_id = o.customer_id and l.order_id = o.order_id order by l.order_id, l.line_id`
const CSV_COPY = `copy (select ${COLUMNS.map((column) => column.sql)} from ${FROM}) to stdout (format csv)`
const JSON_COPY = `copy (select row_to_json(r) from (
  select ${COLUMNS.map(({ name, sql }) => `${sql} as "${name}"`)} from ${FROM}) r) to stdout`

async function copyLines({ database }: BedHub, statement: string): Promise<number> {
  let ends = 0
  await transaction(database, async (tx) => {
    await copyOut(tx, statement, async (chunk) => {
      ends += countLines(chunk)
    })
  })
  return ends
}

async function exportLines({ hub }: BedHub, format: 'csv' | 'ndjson'): Promise<number> {
  const { statusCode, body } = await request(`${hub.url}/v2/exports/order-lines?format=${format}`, {
    headers: { 'x-api-key': hub.merchantKey as string },
    bodyTimeout: 0,
  })
  if (statusCode !== 200) throw new Error(await body.text())
  let ends = 0
  for await (const chunk of body) ends += countLines(chunk as Buffer)
  return ends
}

const LINE_END = 0x0a

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) count += 1
  return count
}
