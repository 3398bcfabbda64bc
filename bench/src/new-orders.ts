/**
 * Measures `GET /v2/orders/new` with 100 new orders among 1,000,000 old ones, against 100 new orders and no old ones. Target: <= 1.2 of the
 * latency.
 */
import { type Database, execute, executeScript, sql, transaction } from '@entrepot/database'
import { type Bed, type BedHub, makeBed } from './hub.ts'
import { brief, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

const NEW = 100

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const old = quick ? 100_000 : 1_000_000
  const rounds = quick ? 5 : 11
  const requests = quick ? 100 : 300
  const bed = await makeBed()
  try {
    const many = await prepare(bed, 'many', old)
    const none = await prepare(bed, 'none', 0)
    say(`${rounds} rounds of ${requests} requests each, one in flight`)
    const rows: { round: number; many: number; none: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const sides = round % 2 === 0 ? [many, none] : [none, many]
      const times = new Map<BedHub, number>()
      for (const side of sides) {
        const { p50 } = await measure(requests, 1, async () => await fetchNew(side))
        times.set(side, p50)
      }
      // The first round is a warm-up for both.
      if (round > 0) rows.push({ round, many: times.get(many) ?? 0, none: times.get(none) ?? 0 })
    }
    printTable(
      rows.map((row) => ({
        round: row.round,
        [`among ${old}, p50 ms`]: brief(row.many),
        'among 0, p50 ms': brief(row.none),
        ratio: brief(row.many / row.none),
      })),
    )
    const ratio = brief(median(rows.map((row) => row.many / row.none)))
    return { ratios: { 'many/none': ratio }, targets: { 'many/none': '<=1.2' } }
  } finally {
    await bed.close()
  }
}

/** Starts a hub with a given number of acknowledged orders, and then creates 100 new orders over HTTP. */
async function prepare(bed: Bed, name: string, old: number): Promise<BedHub> {
  const side = await bed.hub(name)
  if (old > 0) await insertOld(side.database, old)
  for (let number = 0; number < NEW; number += 1) {
    const order = {
      ChannelReference: `new-${number}`,
      Email: 'ann@example.com',
      CurrencyCode: 'EUR',
      ShippingAddress: { City: 'Rotterdam', CountryIso: 'NL' },
      Lines: ['MUG-RED', 'MUG-BLUE', 'TEA-GREEN'].map((product, index) => ({
        ChannelReference: String(index + 1),
        MerchantProductReference: product,
        Quantity: 1,
        UnitPriceInclVat: 9.95,
      })),
    }
    await side.call(
      'POST',
      '/v2/orders',
      side.hub.channels[0]?.key as string,
      201,
      JSON.stringify(order),
    )
  }
  await executeScript(side.database, 'vacuum analyze marketplace.orders, marketplace.order_lines')
  return side
}

/** Inserted rows get ids far above those of the hub. */
export const IDS_FROM = 1_000_000_000

/** Inserts acknowledged orders of the first channel. */
export async function insertOld(database: Database, old: number): Promise<void> {
  say(`inserting ${old} old orders`)
  await transaction(database, async (tx) => {
    await execute(
      tx,
      sql`
      insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, merchant_reference, status,
        content_hash, email, billing_address, shipping_address, currency_code, order_date,
        original_shipping_costs_incl_vat, original_total_incl_vat, line_count, units, acknowledged_at)
      select customer_id, ${IDS_FROM}::bigint + n, channel_id, 'old-' || n, 'M-' || n, 'IN_PROGRESS', sha256(n::text::bytea),
        'bob@example.com', '{}', '{}', 'EUR', now(), 0, 9.95, 1, 1, now()
      from generate_series(1, ${old}) n,
        (select customer_id, channel_id from marketplace.channels order by channel_id limit 1) channel`,
    )
    await execute(
      tx,
      sql`
      insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference,
        merchant_reference, merchant_product_reference, quantity, vat_rate, original_unit_price_incl_vat)
      select customer_id, order_id, order_id, 1, '1', merchant_reference || '-1', 'MUG-RED', 1, 21, 9.95
      from marketplace.orders`,
    )
  })
}

async function fetchNew({ call, hub }: BedHub): Promise<void> {
  const orders = await call('GET', '/v2/orders/new', hub.merchantKey as string, 200)
  const good = orders.length === NEW && orders[NEW - 1].ChannelReference === `new-${NEW - 1}`
  if (!good) throw new Error(`got ${orders.length} orders`)
}
