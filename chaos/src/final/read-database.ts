/** Reads the stored data at the end of a run with SQL. */
import {
  type FinalDeparture,
  type FinalEntry,
  type FinalLine,
  type FinalOrder,
  type FinalRecord,
  type FinalStock,
  type LedgerEntry,
  moment,
  type Value,
} from '../entries.ts'
import type { Postgres } from '../world/postgres.ts'
import { AVAILABLE, DEPARTURES, STOCKS } from './stock-queries.ts'

interface ProductRow {
  readonly customer: string
  readonly id: string
  readonly reference: string
  readonly parent: string | null
  readonly active: boolean
  readonly name: string
  readonly description: string | null
  readonly price: number | null
  readonly stock: number
  readonly available: number
}

interface OrderRow {
  readonly thing: string
  readonly id: string
  readonly customer: string
  readonly status: string
  readonly merchant: string | null
  readonly closed: boolean
  readonly corrections: boolean
  readonly combination: string | null
  readonly total: number
  readonly lines: readonly FinalLine[]
}

interface RecordRow {
  readonly record: string
  readonly id: string
  readonly kind: FinalRecord['kind']
  readonly order: string
  readonly details: Readonly<Record<string, unknown>>
  readonly lines: readonly { line: string; quantity: number; accepted: number; rejected: number }[]
  readonly events: number
}

/** Enough time to read the data of one hour of load, also on a busy machine. */
const READ_LIMIT_MS = 300_000

/** Reads things, registers and the ledger. */
export async function readDatabase(
  postgres: Postgres,
): Promise<readonly [FinalEntry, LedgerEntry]> {
  // PostgreSQL loses its statistics in every crash. Without them, the joins take minutes after a long run.
  await postgres.run('analyze', READ_LIMIT_MS)
  const products = await postgres.run<ProductRow>(`
    select p.customer_id::text as customer, p.product_id::text as id, p.merchant_product_reference as reference,
      p.parent_reference as parent, p.is_active as active, p.name, p.description, p.price::float8 as price, p.stock,
      ${AVAILABLE} as available
    from marketplace.products p join marketplace.customers c on c.customer_id = p.customer_id`)
  const orders = await postgres.run<OrderRow>(ORDERS, READ_LIMIT_MS)
  const records = await postgres.run<RecordRow>(RECORDS, READ_LIMIT_MS)
  const stocks = await postgres.run<FinalStock>(STOCKS, READ_LIMIT_MS)
  const departures = await postgres.run<FinalDeparture>(DEPARTURES, READ_LIMIT_MS)
  const channels = await postgres.run<LedgerEntry['channels'][number]>(`
    select customer_id || '/' || channel_id as channel, customer_id::text as customer, mode
    from marketplace.channels`)
  const at = moment()
  const ledger: LedgerEntry = {
    kind: 'ledger',
    at,
    orders: orders.map(toFinalOrder),
    records: records.map(toFinalRecord),
    products: products.map(({ active, price, stock: _, available, ...product }) => ({
      ...product,
      isActive: active,
      available,
      offer: `${price}/${available}`,
    })),
    stocks,
    departures,
    channels,
  }
  return [toFinal(products, orders, records), ledger]
}

const ORDERS = `
  select 'order/' || customer_id || '/' || channel_id || '/' || channel_reference as thing, order_id::text as id,
    customer_id::text as customer, status, merchant_reference as merchant, closed_at is not null as closed,
    corrections <> '[]' as corrections, combination_id::text as combination,
    round(original_total_incl_vat * 100)::float8 as total,
    (select json_agg(json_build_object('line', channel_reference, 'quantity', quantity, 'shipped', shipped,
        'cancelled', cancelled, 'manco', manco, 'backordered', backordered, 'returned', returned) order by line_number)
      from marketplace.order_lines l where l.customer_id = o.customer_id and l.order_id = o.order_id) as lines
  from marketplace.orders o`

const RECORDS = `
  select f.kind || '/' || f.customer_id || '/' || f.reference as record, f.fulfilment_id::text as id, f.kind,
    'order/' || o.customer_id || '/' || o.channel_id || '/' || o.channel_reference as order, f.details,
    (select json_agg(json_build_object('line', l.channel_reference, 'quantity', p.quantity,
        'accepted', coalesce(p.accepted, 0), 'rejected', coalesce(p.rejected, 0)) order by l.line_number)
      from marketplace.fulfilment_lines p
      join marketplace.order_lines l using (customer_id, order_id, line_id)
      where p.customer_id = f.customer_id and p.fulfilment_id = f.fulfilment_id) as lines,
    coalesce(e.events, 0) as events
  from marketplace.fulfilments f
  join marketplace.orders o using (customer_id, order_id)
  left join (
    select customer_id, data -> 'Record' ->> 'Kind' as kind, data -> 'Record' ->> 'Reference' as reference,
      count(*)::int as events
    from marketplace.events
    where type in ('shipment.created', 'cancellation.created', 'backorder.created', 'return.created')
    group by 1, 2, 3
  ) e on e.customer_id = f.customer_id and e.kind = f.kind and e.reference = f.reference`

function toFinalOrder(row: OrderRow): FinalOrder {
  return {
    order: row.thing,
    status: row.status,
    isAcknowledged: row.merchant !== null,
    isClosed: row.closed,
    needsCorrection: row.corrections,
    combination: row.combination,
    lines: row.lines,
  }
}

function toFinalRecord(row: RecordRow): FinalRecord {
  const { record, kind, order, lines, events, details } = row
  const isManco = ['NOT_IN_STOCK', 'DAMAGED', 'INCOMPLETE'].includes(String(details.ReasonCode))
  return { record, kind, order, isManco, lines, events }
}

function toFinal(
  products: readonly ProductRow[],
  orders: readonly OrderRow[],
  records: readonly RecordRow[],
): FinalEntry {
  const things: Record<string, number> = {}
  const registers: Record<string, Value> = {}
  const constants: Record<string, Value> = {}
  const count = (thing: string) => {
    things[thing] = (things[thing] ?? 0) + 1
  }
  for (const row of products) {
    const thing = `product/${row.customer}/${row.reference}`
    count(thing)
    const { name, description, price, stock, active } = row
    Object.assign(registers, prefix(thing, { name, description, price, stock, active }))
    constants[`${thing}/id`] = Number(row.id)
  }
  for (const row of orders) {
    count(row.thing)
    const lines = row.lines.map(({ line, quantity }) => `${line}:${quantity}`).join(' ')
    const { total, merchant } = row
    Object.assign(registers, prefix(row.thing, { total, lines, merchant }))
    constants[`${row.thing}/id`] = Number(row.id)
    if (merchant !== null) count(`acknowledged/${row.customer}/${merchant}`)
  }
  for (const row of records) {
    count(row.record)
    const lines = row.lines.map(({ line, quantity }) => `${line}:${quantity}`).join(' ')
    registers[`${row.record}/lines`] = lines
    constants[`${row.record}/id`] = Number(row.id)
    if (row.kind === 'return') registers[`${row.record}/status`] = returnStatus(row.lines)
    if (row.kind === 'shipment') {
      registers[`${row.record}/tracking`] = (row.details.TrackTraceNo as string) ?? null
    }
  }
  return { kind: 'final', at: moment(), source: 'sql', things, registers, constants }
}

function prefix(thing: string, values: Readonly<Record<string, Value>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${thing}/${name}`, value]),
  )
}

/** A second implementation of the rule in the guide: an oracle must not use the code that it evaluates. */
function returnStatus(lines: RecordRow['lines']): string {
  if (lines.some(({ quantity, accepted, rejected }) => accepted + rejected < quantity)) {
    return 'ON_THE_WAY'
  }
  return lines.some(({ accepted }) => accepted > 0) ? 'ACCEPTED' : 'REJECTED'
}
