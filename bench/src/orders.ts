/**
 * Measures `POST /v2/orders` with three lines, 32 requests in flight and durable commits. The baseline inserts the same rows into the same
 * PostgreSQL with one raw SQL statement per transaction, on 32 connections. Target: >= 0.75 of its throughput.
 */
import { type Database, query, queryFirst, sql } from '@entrepot/database'
import { type BedHub, CONNECTIONS, makeBed } from './hub.ts'
import { brief, type Measurement, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

const PRODUCTS = ['MUG-RED', 'MUG-BLUE', 'TEA-GREEN']

/** A valid order with three lines. */
export function anOrder(reference: string) {
  return {
    ChannelReference: reference,
    ChannelCustomerReference: 'C-17850',
    Email: 'ann@example.com',
    Phone: '+31101234567',
    CurrencyCode: 'EUR',
    PaymentMethod: 'iDEAL',
    ShippingCostsInclVat: 4.95,
    OrderDate: '2026-03-01T10:00:00Z',
    ShippingAddress: {
      FirstName: 'Ann',
      LastName: 'de Vries',
      StreetName: 'Kade',
      HouseNr: '1',
      ZipCode: '3011 AA',
      City: 'Rotterdam',
      CountryIso: 'NL',
    },
    Lines: PRODUCTS.map((product, index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: product,
      Quantity: index + 1,
      UnitPriceInclVat: 9.95 + index,
    })),
  }
}

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 3 : 7
  const count = quick ? 3_000 : 10_000
  const bed = await makeBed()
  try {
    const parts = await bed.hub('orders')
    say(`${rounds} rounds of ${count} orders each, ${CONNECTIONS} in flight`)
    const ours = await makeOurs(parts)
    const baseline = await makeBaseline(parts)
    await measure(count / 2, CONNECTIONS, (number) => ours(`warm-${number}`))
    await measure(count / 2, CONNECTIONS, (number) => baseline(`warm-raw-${number}`))
    const results: { ours: Measurement; baseline: Measurement }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const runOurs = () => measure(count, CONNECTIONS, (number) => ours(`${round}-${number}`))
      const runRaw = () =>
        measure(count, CONNECTIONS, (number) => baseline(`raw-${round}-${number}`))
      // The order alternates, so that neither side always works with the larger table.
      const first = round % 2 === 0 ? await runOurs() : await runRaw()
      const second = round % 2 === 0 ? await runRaw() : await runOurs()
      results.push(
        round % 2 === 0 ? { ours: first, baseline: second } : { ours: second, baseline: first },
      )
      await checkRows(parts.database, count, round)
    }
    printTable(
      results.map(({ ours, baseline }, round) => ({
        round,
        'orders/s': Math.round(ours.perSecond),
        'p50 ms': brief(ours.p50),
        'p99 ms': brief(ours.p99),
        'raw/s': Math.round(baseline.perSecond),
        'raw p50': brief(baseline.p50),
        'raw p99': brief(baseline.p99),
        ratio: brief(ours.perSecond / baseline.perSecond),
      })),
    )
    const ratio = median(results.map(({ ours, baseline }) => ours.perSecond / baseline.perSecond))
    return {
      ratios: { 'orders/raw SQL': brief(ratio) },
      targets: { 'orders/raw SQL': '>=0.75' },
    }
  } finally {
    await bed.close()
  }
}

/** Text that each answer must contain. The stored rows are checked after each round. */
const STORED = '"Status":"NEW","Corrections":[]'

async function makeOurs({ hub, send }: BedHub) {
  const key = hub.channels[0]?.key as string
  return async (reference: string) => {
    const answer = await send('POST', '/v2/orders', key, 201, JSON.stringify(anOrder(reference)))
    if (!answer.includes(STORED)) throw new Error(`unexpected order: ${answer}`)
  }
}

/** Orders of the baseline get ids far above those of the hub. */
const IDS_FROM = 1_000_000_000

/** Inserts the same rows with one statement. They are copies of the rows of an order that was created over HTTP. */
export async function makeBaseline({ database, call, hub }: BedHub) {
  await call(
    'POST',
    '/v2/orders',
    hub.channels[0]?.key as string,
    201,
    JSON.stringify(anOrder('pattern')),
  )
  const o = await queryFirst(
    database,
    sql`select *, billing_address::text as billing, shipping_address::text as shipping
    from marketplace.orders where channel_reference = 'pattern'`,
  )
  const lines = await query(
    database,
    sql`select * from marketplace.order_lines
    where customer_id = ${o?.customer_id} and order_id = ${o?.order_id} order by line_number`,
  )
  if (o === undefined || lines.length !== 3) throw new Error('the order to copy was not found')
  const l = (name: string) => lines.map((line) => line[name] as string)
  let orderId = IDS_FROM
  return async (reference: string) => {
    orderId += 1
    const rows = await query(
      database,
      sql`
      with stored as (
        insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, content_hash,
          channel_customer_reference, email, phone, payment_method, billing_address, shipping_address,
          currency_code, order_date, status, max_vat_rate, original_shipping_costs_incl_vat,
          original_shipping_costs_vat, original_total_incl_vat, original_total_vat, shipping_costs_incl_vat,
          shipping_costs_vat, total_incl_vat, total_vat, line_count, units, created_by, first_status)
        values (${o.customer_id}, ${orderId}, ${o.channel_id}, ${reference}, ${o.content_hash},
          ${o.channel_customer_reference}, ${o.email}, ${o.phone}, ${o.payment_method},
          ${o.billing}::text::jsonb, ${o.shipping}::text::jsonb, ${o.currency_code}, ${o.order_date},
          ${o.status}, ${o.max_vat_rate}, ${o.original_shipping_costs_incl_vat},
          ${o.original_shipping_costs_vat}, ${o.original_total_incl_vat}, ${o.original_total_vat},
          ${o.shipping_costs_incl_vat}, ${o.shipping_costs_vat}, ${o.total_incl_vat}, ${o.total_vat}, ${o.line_count}, ${o.units},
          ${o.created_by}, ${o.first_status})
        returning customer_id, order_id
      )
      insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference,
        merchant_product_reference, quantity, vat_rate, original_unit_price_incl_vat, original_unit_vat,
        unit_price_incl_vat, unit_vat)
      select s.customer_id, s.order_id, 3 * s.order_id + l.number, l.* from stored s, unnest(
        ${l('line_number')}::integer[], ${l('channel_reference')}::text[],
        ${l('merchant_product_reference')}::text[], ${l('quantity')}::integer[], ${l('vat_rate')}::numeric[],
        ${l('original_unit_price_incl_vat')}::numeric[], ${l('original_unit_vat')}::numeric[],
        ${l('unit_price_incl_vat')}::numeric[], ${l('unit_vat')}::numeric[]) as l (number)
      returning line_id`,
    )
    if (rows.length !== 3) throw new Error('the order was not stored')
  }
}

async function checkRows(database: Database, count: number, round: number): Promise<void> {
  const rows = await query(
    database,
    sql`
    select o.channel_reference like 'raw-%' as raw, count(distinct o.order_id)::int as orders,
      count(*)::int as lines, sum(distinct o.total_incl_vat)::float8 as total
    from marketplace.orders o join marketplace.order_lines l using (customer_id, order_id)
    where o.channel_reference like ${`raw-${round}-%`} or o.channel_reference like ${`${round}-%`}
    group by 1`,
  )
  const good =
    rows.length === 2 && rows.every((row) => row.orders === count && row.lines === 3 * count)
  if (!good || rows[0]?.total !== rows[1]?.total)
    throw new Error(`the stored rows differ: ${JSON.stringify(rows)}`)
}
