/** The SQL of deliveries, as calls show and change them. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Cursor } from '../kit/shared/paging.ts'
import type { DeliveryState } from './schema.ts'

/** A delivery as stored. */
export interface Delivery {
  readonly webhookId: string
  readonly deliveryId: string
  /** Null for a test. */
  readonly eventId: string | null
  readonly type: string
  /** The kind and the id of what the event is about; null if there is no single record. */
  readonly subject: string | null
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: Date | null
  readonly occurredAt: Date
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** Of the last attempt; null before the first one. */
  readonly lastStatus: number | null
  readonly lastError: string | null
}

/** An attempt as stored. */
export interface Attempt {
  readonly startedAt: Date
  readonly milliseconds: number
  readonly status: number | null
  readonly error: string | null
  readonly request: string
  readonly answer: string | null
}

const ofLastAttempt = (column: Sql) => sql`
  (select a.${column} from marketplace.webhook_attempts a
   where a.customer_id = d.customer_id and a.webhook_id = d.webhook_id and a.delivery_id = d.delivery_id
   order by a.attempt_id desc limit 1)`

const COLUMNS = sql`
  d.webhook_id as "webhookId", d.delivery_id as "deliveryId", d.event_id::text as "eventId", d.event_type as type, d.subject, d.state, d.attempts,
  d.due_at as "dueAt", d.occurred_at as "occurredAt", d.created_at as "createdAt", d.finished_at as "finishedAt",
  ${ofLastAttempt(sql`status`)} as "lastStatus", ${ofLastAttempt(sql`error`)} as "lastError"`

/** One webhook of a customer. */
export interface WebhookIds {
  readonly customerId: string
  readonly webhookId: string
}

const ofWebhook = ({ customerId, webhookId }: WebhookIds) =>
  sql`d.customer_id = ${customerId} and d.webhook_id = ${webhookId}::bigint`

/** Which deliveries are listed. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly type?: string | undefined
  readonly eventId?: string | undefined
  readonly since?: string | undefined
}

/** Reads deliveries, newest first. */
export async function findDeliveries(
  connection: Connection,
  webhook: WebhookIds,
  { state, type, eventId, since }: DeliveryFilter,
  before: Cursor | undefined,
  limit: number,
): Promise<readonly Delivery[]> {
  const conditions: Sql[] = [ofWebhook(webhook)]
  if (before) conditions.push(sql`d.delivery_id < ${before.id}::bigint`)
  if (state) conditions.push(sql`d.state = ${state}`)
  if (type) conditions.push(sql`d.event_type = ${type}`)
  if (eventId) conditions.push(sql`d.event_id = ${eventId}::bigint`)
  if (since) conditions.push(sql`d.occurred_at >= ${since}::timestamptz`)
  const where = conditions.reduce((all, one) => sql`${all} and ${one}`)
  return await query<Delivery>(
    connection,
    sql`
    select ${COLUMNS} from marketplace.webhook_deliveries d where ${where}
    order by d.delivery_id desc limit ${limit}`,
  )
}

/** Reads a delivery. */
export async function findDelivery(
  connection: Connection,
  webhook: WebhookIds,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return await queryFirst<Delivery>(
    connection,
    sql`
    select ${COLUMNS} from marketplace.webhook_deliveries d
    where ${ofWebhook(webhook)} and d.delivery_id = ${deliveryId}::bigint`,
  )
}

/** Attempts of a delivery that are shown. */
const ATTEMPTS = 50

/** Reads the last attempts of a delivery, oldest first. */
export async function findAttempts(
  connection: Connection,
  webhook: WebhookIds,
  deliveryId: string,
): Promise<readonly Attempt[]> {
  const rows = await query<Attempt>(
    connection,
    sql`
    select d.started_at as "startedAt", d.milliseconds, d.status, d.error, d.request, d.answer
    from marketplace.webhook_attempts d
    where ${ofWebhook(webhook)} and d.delivery_id = ${deliveryId}::bigint
    order by d.attempt_id desc limit ${ATTEMPTS}`,
  )
  return rows.toReversed()
}

/** Makes a delivery pending again. Undefined if there is none. One that is pending is tried now. */
export async function repeatDelivery(
  tx: Transaction,
  webhook: WebhookIds,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return await queryFirst<Delivery>(
    tx,
    sql`
    update marketplace.webhook_deliveries d
    set state = 'pending', failures = 0, due_at = clock_timestamp(), finished_at = null
    where ${ofWebhook(webhook)} and d.delivery_id = ${deliveryId}::bigint
    returning ${COLUMNS}`,
  )
}

/** A delivery that is no event of the log. */
export interface TestDelivery {
  readonly type: string
  readonly event: object
  readonly occurredAt: Date
}

/** Stores a test. */
export async function insertTest(
  tx: Transaction,
  { customerId, webhookId }: WebhookIds,
  { type, event, occurredAt }: TestDelivery,
): Promise<Delivery> {
  const row = await queryFirst<Delivery>(
    tx,
    sql`
    insert into marketplace.webhook_deliveries as d (customer_id, webhook_id, event_type, event, occurred_at)
    values (${customerId}, ${webhookId}::bigint, ${type}, ${JSON.stringify(event)}::json, ${occurredAt})
    returning ${COLUMNS}`,
  )
  return row as Delivery
}

/** Lets a node look at a webhook now. The caller has changed its deliveries. */
export async function wakeWebhook(
  tx: Transaction,
  { customerId, webhookId }: WebhookIds,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.webhooks set due_at = clock_timestamp()
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint`,
  )
}

/** What is sent again. */
export interface Replay {
  readonly since: string
  readonly failedOnly: boolean
  /** The position in the log before the events of that time. */
  readonly cursor: string
}

/** Lets the events of a time be sent again, up to those of now. A replay that is running is replaced. */
export async function startReplay(
  tx: Transaction,
  { customerId, webhookId }: WebhookIds,
  { since, failedOnly, cursor }: Replay,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.webhooks set replay_since = ${since}::timestamptz, replay_until = clock_timestamp(),
      replay_failed_only = ${failedOnly}, replay_cursor = ${cursor}, due_at = clock_timestamp()
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint`,
  )
}

/** Transactions are shorter: an event that occurred at a time has a higher id than those that occurred so long before it. */
const DISORDER = sql`interval '1 hour'`

/**
 * An event that occurred clearly before a time, with at most an hour of others in between; '0' if there is none. The ids are in the order of
 * time but for that hour, so it halves their range until none is left, and reads one event each time.
 */
export async function lastEventBefore(
  connection: Connection,
  customerId: string,
  time: string,
): Promise<string> {
  const row = await queryFirst<{ eventId: string }>(
    connection,
    sql`
    with recursive search (before, last) as (
      select 0::bigint, coalesce((select max(event_id) from marketplace.events where customer_id = ${customerId}), 0)
      union all
      select case when e.is_before then e.event_id else s.before end, case when e.is_before then s.last else m.id - 1 end
      from search s cross join lateral (select s.before + (s.last - s.before + 1) / 2 as id) m left join lateral (
        select event_id, occurred_at < ${time}::timestamptz - ${DISORDER} as is_before from marketplace.events
        where customer_id = ${customerId} and event_id between m.id and s.last order by customer_id, event_id limit 1
      ) e on true
      where s.before < s.last
    )
    select max(before)::text as "eventId" from search`,
  )
  return row?.eventId ?? '0'
}

/** Deliveries and their attempts are kept for so many days. */
const KEPT = sql`interval '30 days'`

/** Removes up to `limit` deliveries that are old and not pending, with their attempts. */
export async function removeOldDeliveries(connection: Connection, limit: number): Promise<number> {
  // `now` and not `clock_timestamp`, for which PostgreSQL uses no index.
  return await removeThose(
    connection,
    sql`old as (
      select d.customer_id, d.webhook_id, d.delivery_id from marketplace.webhook_deliveries d
      where d.created_at < now() - ${KEPT} and d.state <> 'pending' limit ${limit} for update skip locked)`,
  )
}

/** Removes up to `limit` deliveries of webhooks that were deleted. It looks at one delivery of each webhook to find those. */
export async function removeOrphans(connection: Connection, limit: number): Promise<number> {
  return await removeThose(
    connection,
    sql`recursive owner as (
      (select customer_id, webhook_id from marketplace.webhook_deliveries order by customer_id, webhook_id limit 1)
      union all
      select n.customer_id, n.webhook_id from owner o cross join lateral (
        select customer_id, webhook_id from marketplace.webhook_deliveries
        where (customer_id, webhook_id) > (o.customer_id, o.webhook_id) order by customer_id, webhook_id limit 1) n
    ), old as (
      select n.* from owner o cross join lateral (
        select d.customer_id, d.webhook_id, d.delivery_id from marketplace.webhook_deliveries d
        where d.customer_id = o.customer_id and d.webhook_id = o.webhook_id
        order by d.delivery_id limit ${limit} for update skip locked) n
      where not exists (
        select from marketplace.webhooks w where w.customer_id = o.customer_id and w.webhook_id = o.webhook_id)
      limit ${limit})`,
  )
}

/** @param old what a `with` needs to name the deliveries `old` */
async function removeThose(connection: Connection, old: Sql): Promise<number> {
  return await execute(
    connection,
    sql`
    with ${old}, without_attempts as (
      delete from marketplace.webhook_attempts a using old
      where a.customer_id = old.customer_id and a.webhook_id = old.webhook_id and a.delivery_id = old.delivery_id
    )
    delete from marketplace.webhook_deliveries d using old
    where d.customer_id = old.customer_id and d.webhook_id = old.webhook_id and d.delivery_id = old.delivery_id`,
  )
}
