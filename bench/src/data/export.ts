/**
 * Measures `GET /v2/exports/order-lines`, until the last byte has arrived. The baseline is one `copy` of the same columns of the same rows to a client,
 * over its own connection to the same PostgreSQL: without pages, the guard against formulas, HTTP and a hub. Target: >= 0.5 of the lines per
 * second of the copy.
 */
import { copyOut, execute, sql, transaction } from '@entrepot/database'
import { request } from 'undici'
import { ORDER_LINE_COLUMNS } from '../../../packages/marketplace/src/exports/columns.ts'
import type { BedHub } from '../hub.ts'
import { brief, median, printTable, say } from '../measure.ts'

const LINES_OF_ORDER = 4
const FORMATS = ['csv', 'ndjson'] as const

/** The lines per second of each format divided by those of the copy. */
export async function measureExport(
  parts: BedHub,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
): Promise<{ readonly csv: number; readonly ndjson: number }> {
  say(`inserting ${lines} order lines`)
  await insertLines(parts, lines)
  const rows: { round: number; 'copy/s': number; 'csv/s': number; 'ndjson/s': number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const perSecond = async (run: () => Promise<number>) => {
      const started = performance.now()
      const count = await run()
      if (count !== lines) throw new Error(`got ${count} lines instead of ${lines}`)
      return Math.round((lines / (performance.now() - started)) * 1_000)
    }
    const copy = await perSecond(async () => await copyLines(parts))
    const [csv = 0, ndjson = 0] = [
      await perSecond(async () => (await exportLines(parts, 'csv')) - 1),
      await perSecond(async () => await exportLines(parts, 'ndjson')),
    ]
    rows.push({ round, 'copy/s': copy, 'csv/s': csv, 'ndjson/s': ndjson })
  }
  printTable(rows)
  const ratio = (format: (typeof FORMATS)[number]) =>
    brief(median(rows.map((row) => row[`${format}/s`] / row['copy/s'])))
  return { csv: ratio('csv'), ndjson: ratio('ndjson') }
}

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

async function copyLines({ database }: BedHub): Promise<number> {
  const columns = ORDER_LINE_COLUMNS.map((column) => column.sql).join(', ')
  const statement = `copy (select ${columns} from marketplace.orders o
    join marketplace.order_lines l on l.customer_id = o.customer_id and l.order_id = o.order_id
    order by l.order_id, l.line_id) to stdout (format csv)`
  let ends = 0
  await transaction(database, async (tx) => {
    await copyOut(tx, statement, async (chunk) => {
      ends += countLines(chunk)
    })
  })
  return ends
}

async function exportLines({ hub }: BedHub, format: (typeof FORMATS)[number]): Promise<number> {
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
