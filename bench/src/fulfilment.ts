/**
 * Measures `POST /v2/shipments` with 32 requests in flight and durable commits, for lines of one order and for lines of many orders. The
 * baseline is raw SQL that makes the same updates under the same locks, with one transaction per shipment on 32 connections. Target: >= 0.6
 * of its throughput.
 * Also measures `GET /v2/shipments` with 1,000,000 shipments: the last page against the first. Target: <= 1.3 of its latency.
 */
import { type Database, executeScript, query, queryFirst, sql } from '@entrepot/database'
import { comparePages } from './fulfilment/pages.ts'
import { type BedHub, CONNECTIONS, makeBed } from './hub.ts'
import { brief, type Measurement, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

/** Number of lines of the one order, and number of the other orders. */
const HOT_LINES = 1_000
const ORDERS = 1_000
/** Units of each line. The benchmark ships fewer. */
const UNITS = 1_000_000

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 3 : 7
  const count = quick ? 1_000 : 3_000
  const bed = await makeBed()
  try {
    const side = await bed.hub('fulfilment')
    say('creating orders')
    const hot = await compare(side, 'one order', await makeHot(side), rounds, count)
    const many = await compare(side, 'many orders', await makeMany(side), rounds, count)
    const pages = await comparePages(side, quick)
    return {
      ratios: { 'one order/raw SQL': hot, 'many orders/raw SQL': many, 'last page/first': pages },
      targets: {
        'one order/raw SQL': '>=0.6',
        'many orders/raw SQL': '>=0.6',
        'last page/first': '<=1.3',
      },
    }
  } finally {
    await bed.close()
  }
}

/** A line that can be shipped, with the ids that each side uses. */
interface Target {
  readonly order: string
  readonly line: string
}

/** The lines that each side ships. Both sides have the same number of lines, and share none. */
interface Targets {
  readonly ours: readonly Target[]
  readonly raw: readonly Target[]
}

async function makeHot(side: BedHub): Promise<Targets> {
  const [ours, raw] = [
    await placeOrder(side, 'hot', HOT_LINES),
    await placeOrder(side, 'hot-raw', HOT_LINES),
  ]
  return { ours, raw }
}

async function makeMany(side: BedHub): Promise<Targets> {
  const targets = { ours: [] as Target[], raw: [] as Target[] }
  await measure(ORDERS * 2, CONNECTIONS, async (number) => {
    const isOurs = number % 2 === 0
    const [line] = await placeOrder(side, `${isOurs ? 'many' : 'many-raw'}-${number}`, 3)
    targets[isOurs ? 'ours' : 'raw'].push(line as Target)
  })
  return targets
}

/** Places an order over HTTP and acknowledges it. */
async function placeOrder(side: BedHub, name: string, lines: number): Promise<Target[]> {
  const { hub, call } = side
  const products = ['MUG-RED', 'MUG-BLUE', 'TEA-GREEN']
  const order = {
    ChannelReference: name,
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: Array.from({ length: lines }, (_, index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: products[index % 3],
      Quantity: UNITS,
      UnitPriceInclVat: 1,
    })),
  }
  const channelKey = hub.channels[0]?.key as string
  const stored = await call('POST', '/v2/orders', channelKey, 201, JSON.stringify(order))
  const acknowledgement = {
    OrderId: stored.Id,
    MerchantOrderReference: name,
    Lines: stored.Lines.map((line: { Id: number; ChannelReference: string }) => ({
      OrderLineId: line.Id,
      MerchantOrderLineReference: `${name}-${line.ChannelReference}`,
    })),
  }
  const body = JSON.stringify(acknowledgement)
  await call('POST', '/v2/orders/acknowledge', hub.merchantKey as string, 200, body)
  return acknowledgement.Lines.map((line: { MerchantOrderLineReference: string }) => ({
    order: name,
    line: line.MerchantOrderLineReference,
  }))
}

async function compare(
  side: BedHub,
  label: string,
  targets: Targets,
  rounds: number,
  count: number,
): Promise<number> {
  say(`${label}: ${rounds} rounds of ${count} shipments, ${CONNECTIONS} in flight`)
  await executeScript(side.database, 'vacuum analyze marketplace.orders, marketplace.order_lines')
  const ours = shipOverHttp(side, targets.ours)
  const raw = await shipBySql(side, targets.raw)
  await measure(count / 2, CONNECTIONS, (number) => ours(`${label}-warm-${number}`, number))
  await measure(count / 2, CONNECTIONS, (number) => raw(`${label}-raw-warm-${number}`, number))
  const results: { ours: Measurement; raw: Measurement }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const runOurs = () =>
      measure(count, CONNECTIONS, (number) => ours(`${label}-${round}-${number}`, number))
    const runRaw = () =>
      measure(count, CONNECTIONS, (number) => raw(`${label}-raw-${round}-${number}`, number))
    // The order alternates, so that neither side always works with larger tables.
    const first = round % 2 === 0 ? await runOurs() : await runRaw()
    const second = round % 2 === 0 ? await runRaw() : await runOurs()
    results.push(round % 2 === 0 ? { ours: first, raw: second } : { ours: second, raw: first })
  }
  await checkSums(side.database, targets, rounds * count + count / 2)
  printTable(
    results.map((result, round) => ({
      round,
      'shipments/s': Math.round(result.ours.perSecond),
      'p50 ms': brief(result.ours.p50),
      'p99 ms': brief(result.ours.p99),
      'raw/s': Math.round(result.raw.perSecond),
      'raw p50': brief(result.raw.p50),
      'raw p99': brief(result.raw.p99),
      ratio: brief(result.ours.perSecond / result.raw.perSecond),
    })),
  )
  return brief(median(results.map((result) => result.ours.perSecond / result.raw.perSecond)))
}

function shipOverHttp({ hub, send }: BedHub, targets: readonly Target[]) {
  return async (reference: string, number: number) => {
    const { order, line } = targets[number % targets.length] as Target
    const shipment = {
      MerchantShipmentReference: reference,
      MerchantOrderReference: order,
      TrackTraceNo: '3SABCD1234567',
      Lines: [{ MerchantOrderLineReference: line, Quantity: 1 }],
    }
    const body = JSON.stringify(shipment)
    const answer = await send('POST', '/v2/shipments', hub.merchantKey as string, 201, body)
    if (!answer.includes('"Quantity":1')) throw new Error(`unexpected shipment: ${answer}`)
  }
}

/** Rows that the benchmark inserts get ids far above those of the hub. */
const IDS_FROM = 1_000_000_000

/**
 * Stores the same rows with one statement per transaction: it updates the order, which locks it and finds nothing if nothing is open, then
 * the line, and inserts the record. It does not take the lock of the customer's clock, so its transactions can commit in parallel.
 */
async function shipBySql({ database }: BedHub, targets: readonly Target[]) {
  const order = await queryFirst(
    database,
    sql`select customer_id, channel_id, updated_at from marketplace.orders
    where merchant_reference = ${targets[0]?.order ?? ''}`,
  )
  const key = await queryFirst(
    database,
    sql`select key_id from marketplace.api_keys where kind = 'merchant'`,
  )
  const { customer_id: customerId, channel_id: channelId } = order ?? {}
  const details = JSON.stringify({ TrackTraceNo: '3SABCD1234567' })
  const hash = Buffer.alloc(32, 7)
  const highest = await queryFirst<{ id: number }>(
    database,
    sql`select greatest(${IDS_FROM}::bigint, max(fulfilment_id))::float8 as id from marketplace.fulfilments`,
  )
  let id = highest?.id ?? IDS_FROM
  return async (reference: string, number: number) => {
    const target = targets[number % targets.length] as Target
    id += 1
    const rows = await query(
      database,
      sql`
      with o as (
        update marketplace.orders set shipped = shipped + 1,
          backordered = least(backordered, units - shipped - 1 - cancelled),
          status = case when units = shipped + 1 + cancelled then 'SHIPPED' else 'IN_PROGRESS' end,
          updated_at = clock_timestamp()
        where customer_id = ${customerId} and merchant_reference = ${target.order}
          and shipped + cancelled < units
        returning order_id, status
      ), l as (
        update marketplace.order_lines set shipped = shipped + 1,
          backordered = least(backordered, quantity - shipped - 1 - cancelled)
        from o
        where customer_id = ${customerId} and merchant_reference = ${target.line}
          and order_lines.order_id = o.order_id and shipped + cancelled < quantity
        returning line_id, order_lines.order_id
      ), f as (
        insert into marketplace.fulfilments (customer_id, fulfilment_id, kind, reference, order_id, channel_id,
          content_hash, details, line_count, created_at, updated_at)
        select ${customerId}, ${id}::bigint, 'shipment', ${reference}, l.order_id, ${channelId}, ${hash},
          ${details}::text::jsonb, 1, clock_timestamp(), clock_timestamp() from l
        returning fulfilment_id, order_id
      ), fl as (
        insert into marketplace.fulfilment_lines (customer_id, fulfilment_id, order_id, line_id, quantity)
        select ${customerId}, f.fulfilment_id, l.order_id, l.line_id, 1 from f, l
      )
      insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, channel_id, key_id, data)
      select ${customerId}, 'shipment.created', 'order', o.order_id::text, ${id}::integer, ${channelId}, ${key?.key_id},
        jsonb_build_object('Status', o.status, 'Record', jsonb_build_object('Kind', 'shipment', 'Reference', ${reference}::text))
      from f, o
      returning event_id`,
    )
    if (rows.length !== 1) throw new Error(`${reference} was not shipped`)
  }
}

/** Checks that both sides shipped the expected number of units, in every table. */
async function checkSums(database: Database, targets: Targets, expected: number): Promise<void> {
  for (const side of [targets.ours, targets.raw]) {
    const orders = [...new Set(side.map((target) => target.order))]
    const row = await queryFirst(
      database,
      sql`
      select sum(o.shipped)::int as orders,
        sum((select sum(shipped) from marketplace.order_lines l
          where l.customer_id = o.customer_id and l.order_id = o.order_id))::int as lines,
        sum((select count(*) from marketplace.fulfilments f
          where f.customer_id = o.customer_id and f.order_id = o.order_id))::int as records,
        sum((select count(*) from marketplace.events e
          where e.customer_id = o.customer_id and e.subject_kind = 'order' and e.subject_id = o.order_id::text
            and e.type = 'shipment.created'))::int as events
      from marketplace.orders o where o.merchant_reference = any(${orders}::text[])`,
    )
    for (const [name, sum] of Object.entries(row ?? {})) {
      if (sum !== expected) throw new Error(`${name}: ${sum} units shipped, expected ${expected}`)
    }
  }
}
