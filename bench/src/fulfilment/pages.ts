/** Compares the first and the last page of a million shipments. */
import { type Database, execute, executeScript, sql } from '@entrepot/database'
import type { BedHub } from '../hub.ts'
import { brief, measure, median, printTable, say } from '../measure.ts'

/** Inserted records get ids far above those of the hub and of the baseline. */
const IDS_FROM = 2_000_000_000

/** Reads all pages once and checks that each shipment is listed exactly once. Then measures the first and the last page. */
export async function comparePages(side: BedHub, quick: boolean): Promise<number> {
  const total = quick ? 100_000 : 1_000_000
  const rounds = quick ? 5 : 11
  const requests = quick ? 50 : 200
  say(`storing ${total} shipments`)
  await insertShipments(side.database, total)
  const key = side.hub.merchantKey as string
  const first = '/v2/shipments?pageSize=100'
  const last = await findLastPage(side, total)
  say(`${rounds} rounds of ${requests} pages of 100, one in flight`)
  const time = async (path: string) =>
    (await measure(requests, 1, async () => void (await side.send('GET', path, key, 200)))).p50
  const results: { first: number; last: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isFirst = round % 2 === 0
    const one = await time(isFirst ? first : last)
    const other = await time(isFirst ? last : first)
    // The first round is a warm-up for both.
    if (round > 0) results.push(isFirst ? { first: one, last: other } : { first: other, last: one })
  }
  printTable(
    results.map((result, round) => ({
      round,
      'first page, p50 ms': brief(result.first),
      'last page, p50 ms': brief(result.last),
      ratio: brief(result.last / result.first),
    })),
  )
  return brief(median(results.map((result) => result.last / result.first)))
}

/** Follows the links to the end, and returns the path of the last page of 100 shipments. */
async function findLastPage(side: BedHub, total: number): Promise<string> {
  const headers = { 'x-api-key': side.hub.merchantKey as string }
  const seen = new Set<number>()
  let last = ''
  for (let path: string | undefined = '/v2/shipments?pageSize=1000'; path; ) {
    const answer = await fetch(`${side.hub.url}${path}`, { headers })
    const shipments = (await answer.json()) as readonly { readonly Id: number }[]
    if (shipments.length >= 100) last = path.replace('pageSize=1000', 'pageSize=100')
    for (const { Id } of shipments) {
      if (seen.has(Id)) throw new Error(`shipment ${Id} was listed twice`)
      seen.add(Id)
    }
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  if (seen.size < total) throw new Error(`${seen.size} shipments were listed`)
  return last
}

/**
 * Inserts shipments of one line each, one millisecond apart, up to now. Each statement inserts a limited number, so that none runs too
 * long.
 */
async function insertShipments(database: Database, total: number): Promise<void> {
  const atOnce = 100_000
  for (let from = 1; from <= total; from += atOnce) {
    await execute(
      database,
      sql`
      with l as (
        select l.customer_id, l.order_id, l.line_id, o.channel_id from marketplace.order_lines l
        join marketplace.orders o using (customer_id, order_id) where l.merchant_reference = 'hot-raw-1'
      ), f as (
        insert into marketplace.fulfilments (customer_id, fulfilment_id, kind, reference, order_id, channel_id,
          content_hash, details, line_count, created_at, updated_at)
        select customer_id, ${IDS_FROM}::bigint + n, 'shipment', 'old-' || n, order_id, channel_id, decode(repeat('00', 32), 'hex'),
          '{"TrackTraceNo": "3SABCD1234567"}', 1, d, d
        from l, generate_series(${from}::int, ${Math.min(total, from + atOnce - 1)}::int) n,
          lateral (select now() - (${total} - n) * interval '1 ms' as d) d
        returning customer_id, fulfilment_id, order_id
      )
      insert into marketplace.fulfilment_lines (customer_id, fulfilment_id, order_id, line_id, quantity)
      select f.customer_id, f.fulfilment_id, f.order_id, l.line_id, 1 from f join l using (order_id)`,
    )
  }
  await executeScript(
    database,
    'vacuum analyze marketplace.fulfilments, marketplace.fulfilment_lines',
  )
}
