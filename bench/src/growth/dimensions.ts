/** In what a hub grows: each dimension with its points, and how it gets from one to the next. */
import { execute, executeScript, queryFirst, sql } from '@entrepot/database'
import { makeKeys, openStream, PER_KEY } from '../events/streams.ts'
import type { BedHub } from '../hub.ts'
import { IDS_FROM, insertOld } from '../new-orders.ts'
import { copyListings } from '../sync/changes.ts'
import { customerOf, makeChannels } from '../sync/channels.ts'
import { copyMany } from './copies.ts'

/** One curve. */
export interface Dimension {
  readonly name: string
  readonly points: readonly number[]
  /** The points of a quick run. */
  readonly quick: readonly number[]
  /** The tables whose size is divided by the number of records. */
  readonly tables: readonly string[]
  /** Goes from a number of records, at first 0, to the next point. @returns what ends with the measurement, if anything */
  grow(side: BedHub, from: number, to: number): Promise<(() => void) | undefined>
}

/** Rows of which copies are made. */
const BASE = 1_000

/** An order has an order line, and is shipped. */
const orders: Dimension = {
  name: 'orders',
  points: [1_000_000, 3_000_000, 10_000_000],
  quick: [10_000, 30_000, 100_000],
  tables: ['orders', 'order_lines'],
  async grow({ database }, from, to) {
    if (from === 0) {
      await insertOld(database, BASE)
      await executeScript(
        database,
        `update marketplace.orders set status = 'SHIPPED', shipped = units where order_id > ${IDS_FROM};
        update marketplace.order_lines set shipped = quantity where order_id > ${IDS_FROM}`,
      )
    }
    const where = `x.order_id > ${IDS_FROM} and x.order_id <= ${IDS_FROM + BASE}`
    const id = `x.order_id + n::bigint * ${BASE}`
    const time = `now() - (n % 8760) * interval '1 hour'`
    const copies = [
      {
        table: 'orders',
        where,
        changed: {
          order_id: id,
          channel_reference: `x.channel_reference || '-' || n`,
          merchant_reference: `x.merchant_reference || '-' || n`,
          order_date: time,
          created_at: time,
          updated_at: time,
          acknowledged_at: time,
        },
      },
      {
        table: 'order_lines',
        where,
        changed: {
          order_id: id,
          line_id: `x.line_id + n::bigint * ${BASE}`,
          merchant_reference: `x.merchant_reference || '-' || n`,
        },
      },
    ]
    await copyMany(database, copies, Math.max(1, from / BASE), to / BASE - 1)
    return undefined
  },
}

const products: Dimension = {
  name: 'products',
  points: [250_000, 1_000_000, 2_000_000],
  quick: [5_000, 20_000, 50_000],
  tables: ['products', 'listings'],
  async grow({ database }, from, to) {
    const reference = `x.merchant_product_reference || '-' || n`
    const where = `x.merchant_product_reference between 'SKU-0000000' and 'SKU-0000999' and length(x.merchant_product_reference) = 11`
    const copies = [
      {
        table: 'products',
        where,
        changed: { product_id: undefined, merchant_product_reference: reference },
      },
      {
        table: 'listings',
        where,
        changed: {
          merchant_product_reference: reference,
          channel_reference: `x.channel_reference || '-' || n`,
        },
      },
    ]
    await copyMany(database, copies, Math.max(1, from / BASE), to / BASE - 1)
    return undefined
  },
}

const channels: Dimension = {
  name: 'channels',
  points: [1, 10, 50],
  quick: [1, 5, 20],
  tables: ['listings'],
  async grow(side, from, to) {
    if (to > 1) await copyListings(side, await makeChannels(side, to - Math.max(1, from)))
    return undefined
  },
}

/** A customer like the sample one: its channels, 50 products and their listings, 40 orders and their events. */
const customers: Dimension = {
  name: 'customers',
  points: [1, 50, 500, 5_000],
  quick: [1, 20, 200],
  tables: ['customers', 'channels', 'channel_syncs', 'products', 'orders', 'order_lines', 'events'],
  async grow(side, from, to) {
    if (to === 1) return undefined
    const customer = await customerOf(side)
    const where = `x.customer_id = ${customer}`
    const customer_id = 'x.customer_id + n * 1000'
    const channel_id = 'x.channel_id + n * 1000'
    const few = `${where} and x.merchant_product_reference < 'SKU-0000050'`
    const orders = `select order_id from marketplace.orders where customer_id = ${customer} order by order_id limit 40`
    const ofOrders = `${where} and x.order_id in (${orders})`
    const ofEvents = `${where} and x.subject_kind = 'order' and x.subject_id in (select order_id::text from (${orders}) o)`
    const copies = [
      { table: 'customers', where, changed: { customer_id } },
      { table: 'channels', where, changed: { customer_id, channel_id } },
      { table: 'channel_syncs', where, changed: { customer_id, channel_id } },
      { table: 'products', where: few, changed: { customer_id, product_id: undefined } },
      { table: 'listings', where: few, changed: { customer_id, channel_id } },
      { table: 'orders', where: ofOrders, changed: { customer_id, channel_id } },
      { table: 'order_lines', where: ofOrders, changed: { customer_id } },
      {
        table: 'events',
        where: ofEvents,
        changed: { customer_id, channel_id, event_id: undefined },
      },
    ]
    await copyMany(side.database, copies, Math.max(1, from), to - 1)
    return undefined
  },
}

const streams: Dimension = {
  name: 'open streams',
  points: [1, 50, 200],
  quick: [1, 20, 100],
  tables: [],
  async grow(side, _, to) {
    const keys = await makeKeys(side, Math.ceil(to / PER_KEY))
    const closers = await Promise.all(
      Array.from({ length: to }, (_, number) =>
        openStream(side.hub.url, keys[number % keys.length] ?? '', () => {}),
      ),
    )
    return () => {
      for (const close of closers) close()
    }
  },
}

/** Spread over a year: five events of each order. */
const events: Dimension = {
  name: 'events of a year',
  points: [1_000_000, 3_000_000, 10_000_000],
  quick: [20_000, 60_000, 200_000],
  tables: ['events'],
  async grow(side, from, to) {
    await execute(
      side.database,
      sql`
      insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, data, occurred_at)
      select ${await customerOf(side)}, 'shipment.created', 'order', (${IDS_FROM}::bigint + n / 5)::text, n % 5 + 1,
        jsonb_build_object('Status', 'SHIPPED', 'Record', jsonb_build_object('Kind', 'SHIPMENT', 'Reference', 'S-' || n)),
        now() - interval '365 days' * (1 - n / ${to}::float8)
      from generate_series(${from + 5}::int, ${to + 4}::int) n`,
    )
    return undefined
  },
}

/** All curves, in the order in which they are measured. */
export const DIMENSIONS = [orders, products, channels, customers, streams, events] as const

/** Bytes of tables with their indexes. */
export async function bytesOf({ database }: BedHub, tables: readonly string[]): Promise<number> {
  const row = await queryFirst<{ bytes: number }>(
    database,
    sql`
    select coalesce(sum(pg_total_relation_size('marketplace.' || name)), 0)::float8 as bytes
    from unnest(${tables}::text[]) name`,
  )
  return row?.bytes ?? 0
}
