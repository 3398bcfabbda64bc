/** The SQL that stores new orders. */
import { type Connection, query, type Sql, sql } from '@entrepot/database'
import { publishCommit } from '../../kit/events/notifier.ts'
import { appendingFirstEvents } from '../../kit/events/store.ts'
import type { StoredActor } from '../../kit/principals/actor.ts'
import { insertOf, type WrittenName } from '../../kit/sql/columns.ts'
import { markingStock } from '../stock/mark-store.ts'
import { ORDER_COLUMNS, ORDER_LINE_COLUMNS } from './columns.ts'
import { DUE_AT } from './due-store.ts'
import type { OrderIds } from './order-id-store.ts'
import type { OrderLineRow, OrderRow } from './store.ts'

/** An order to be stored: the content that the channel sent, with its amounts. */
export interface OrderDraft extends Pick<OrderRow, WrittenName<typeof ORDER_COLUMNS>> {
  readonly customerId: string
  /** SHA-256 of the content, in hex. */
  readonly contentHash: string
  /** Who creates the order. */
  readonly createdBy: StoredActor
  /** Total number of units in all lines. */
  readonly units: number
  /** Null if the channel sends none. The order then gets the time at which it is stored, by the clock of the database. */
  readonly OrderDate: string | null
  readonly Lines: readonly Pick<OrderLineRow, WrittenName<typeof ORDER_LINE_COLUMNS>>[]
}

/** The values that the database added to a stored order. */
export interface InsertedOrder {
  readonly orderId: number
  readonly createdAt: Date
  readonly dueAt: Date
  readonly lineIds: readonly number[]
}

/**
 * Stores orders with their lines in one statement, and therefore in one transaction. If the channel already has an order with that
 * reference, nothing is stored and the result is undefined. References are inserted in sorted order, so that two such statements wait for
 * each other instead of deadlocking.
 *
 * @param ids of each draft; see `takeOrderIds`
 */
export async function insertOrders(
  connection: Connection,
  drafts: readonly OrderDraft[],
  ids: readonly OrderIds[],
): Promise<readonly (InsertedOrder | undefined)[]> {
  const numbered = drafts.map((draft, index) => ({ ...draft, ...(ids[index] as OrderIds) }))
  const first = new Map<string, (typeof numbered)[number]>()
  for (const draft of numbered) {
    const name = nameOf(draft)
    if (!first.has(name)) first.set(name, draft)
  }
  const rows = await query<StoredName & Pick<InsertedOrder, 'createdAt' | 'dueAt'>>(
    connection,
    sql`
    with draft as materialized (
      ${readDrafts([...first.values()])}
    ), stored as (
      ${STORING_ORDERS}
    ), events as (
      ${appendingFirstEvents(CREATIONS)}
    ), lines as (
      ${STORING_LINES}
    ), marks as (
      ${markingStock(sql`from lines`)}
    )
    select customer_id::text as "customerId", channel_id::float8 as "ChannelId",
      channel_reference as "ChannelReference", created_at as "createdAt",
      ${DUE_AT} as "dueAt"
    from stored o`,
  )
  for (const customerId of new Set(rows.map((row) => row.customerId)))
    publishCommit(connection, customerId)
  const times = new Map(rows.map((row) => [nameOf(row), row]))
  return numbered.map((draft) => {
    const stored = times.get(nameOf(draft))
    if (stored === undefined || first.get(nameOf(draft)) !== draft) return undefined
    const lineIds = draft.Lines.map((_, index) => draft.firstLineId + index)
    const { createdAt, dueAt } = stored
    return { orderId: draft.orderId, createdAt, dueAt, lineIds }
  })
}

/**
 * The drafts as rows, with the moment at which they are stored. Not now(), which is the start of the transaction: it may have waited for a
 * lock since then, and a client that lists orders by time would miss the order.
 */
const readDrafts = (drafts: readonly object[]): Sql => sql`
  select d.*, clock_timestamp() as moment from json_to_recordset(${JSON.stringify(drafts)}::text::json) as d (
    "customerId" bigint, "orderId" bigint, "firstLineId" bigint, "contentHash" text, "createdBy" json, units bigint,
    "OrderDate" timestamptz, "Lines" json, ${INSERT.fields})
  order by "customerId", "ChannelId", "ChannelReference" collate "C"`

const INSERT = insertOf(ORDER_COLUMNS, 'draft')
const INSERT_LINE = insertOf(ORDER_LINE_COLUMNS, 'l')

/** Stores the orders of `draft`. */
const STORING_ORDERS = sql`
  insert into marketplace.orders (customer_id, order_id, content_hash, order_date, line_count, units, created_by,
    created_by_actor, first_status, created_at, updated_at, ${INSERT.columns})
  select "customerId", "orderId", decode("contentHash", 'hex'), coalesce("OrderDate", moment),
    json_array_length("Lines"), units, ("createdBy"->>'keyId')::bigint, ("createdBy"->>'actor')::jsonb, "Status",
    moment, moment, ${INSERT.values}
  from draft
  on conflict (customer_id, channel_id, channel_reference) do nothing
  returning customer_id, order_id, channel_id, channel_reference, order_date, created_at, first_status, created_by, created_by_actor`

/** Stores the lines of the orders in `stored`, which were made from `draft`. */
const STORING_LINES = sql`
  insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, ${INSERT_LINE.columns})
  select s.customer_id, s.order_id, d."firstLineId" + l.ordinality - 1, l.ordinality, ${INSERT_LINE.values}
  from stored s
  join draft d on d."customerId" = s.customer_id and d."ChannelId" = s.channel_id
    and d."ChannelReference" = s.channel_reference
  cross join lateral rows from (
    json_to_recordset(d."Lines") as (${INSERT_LINE.fields})) with ordinality as l
  order by s.order_id, l.ordinality
  returning customer_id, merchant_product_reference as reference`

/** The events of the orders in `stored`, which were made from `draft`. */
const CREATIONS = sql`
  select s.customer_id as "customerId", 'order.created' as type, 'order' as "subjectKind", s.order_id::text as "subjectId",
    s.channel_id as "channelId", s.created_by as "keyId", s.created_by_actor as actor, d."createdBy"->>'requestId' as "requestId",
    jsonb_build_object('Status', s.first_status) as data, s.created_at as "occurredAt"
  from stored s
  join draft d on d."customerId" = s.customer_id and d."ChannelId" = s.channel_id
    and d."ChannelReference" = s.channel_reference`

type StoredName = Pick<OrderDraft, 'customerId' | 'ChannelId' | 'ChannelReference'>

function nameOf({ customerId, ChannelId, ChannelReference }: StoredName): string {
  return `${customerId}/${ChannelId}/${ChannelReference}`
}
