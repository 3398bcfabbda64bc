/** The SQL of the work on webhooks: new deliveries, due deliveries, and results. */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { WebhookIds } from '../delivery-store.ts'

/** A delivery to be stored. */
export interface NewDelivery {
  readonly eventId: string
  readonly type: string
  readonly subject: string | null
  readonly event: object
  readonly occurredAt: Date
}

/**
 * Stores deliveries of new events, and moves the position in the log. Returns false if another node has taken over the webhook: nothing is
 * stored then.
 */
export async function insertDeliveries(
  tx: Transaction,
  webhook: WebhookIds,
  leaseId: string,
  deliveries: readonly NewDelivery[],
  cursor: string,
): Promise<boolean> {
  const { customerId, webhookId } = webhook
  const moved = await execute(
    tx,
    sql`
    update marketplace.webhooks set event_cursor = ${cursor}
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint and lease_id = ${leaseId}::uuid`,
  )
  if (moved > 0 && deliveries.length > 0) {
    await execute(tx, sql`${inserting(webhook, deliveries)} on conflict do nothing`)
  }
  return moved > 0
}

/**
 * Makes deliveries of the events of a replay pending, also those that were delivered, and moves its position; null ends the replay. Returns
 * false if the replay was replaced or the webhook taken over: nothing is stored then.
 */
export async function repeatDeliveries(
  tx: Transaction,
  webhook: WebhookIds,
  leaseId: string,
  deliveries: readonly NewDelivery[],
  { from, to }: { readonly from: string; readonly to: string | null },
): Promise<boolean> {
  const { customerId, webhookId } = webhook
  const replay = await queryFirst<{ since: Date; until: Date; failedOnly: boolean }>(
    tx,
    sql`
    select replay_since as since, replay_until as until, replay_failed_only as "failedOnly" from marketplace.webhooks
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint and lease_id = ${leaseId}::uuid
      and replay_cursor = ${from} for update`,
  )
  if (replay === undefined) return false
  const { since, until, failedOnly } = replay
  const wanted = deliveries.filter(({ occurredAt }) => occurredAt >= since && occurredAt <= until)
  if (wanted.length > 0) {
    await execute(
      tx,
      sql`
      ${inserting(webhook, wanted)} on conflict (customer_id, webhook_id, event_id) do update
      set state = 'pending', failures = 0, due_at = clock_timestamp(), finished_at = null
      where d.state = 'failed' or d.state = 'delivered' and not ${failedOnly}`,
    )
  }
  await execute(
    tx,
    sql`
    update marketplace.webhooks set replay_cursor = ${to}::text, replay_since = case when ${to}::text is null then null else replay_since end
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint`,
  )
  return true
}

const inserting = (
  { customerId, webhookId }: WebhookIds,
  deliveries: readonly NewDelivery[],
) => sql`
  insert into marketplace.webhook_deliveries as d (customer_id, webhook_id, event_id, event_type, subject, event, occurred_at)
  select ${customerId}::bigint, ${webhookId}::bigint, r."eventId", r.type, r.subject, r.event, r."occurredAt"
  from json_to_recordset(${JSON.stringify(deliveries)}::text::json) as r (
    "eventId" bigint, type text, subject text, event json, "occurredAt" timestamptz)
  order by r."eventId"`

/** A delivery that is to be sent. */
export interface DueDelivery {
  readonly deliveryId: string
  readonly eventId: string | null
  readonly type: string
  readonly subject: string | null
  /** The event as in the answers of /v2/events. */
  readonly event: Readonly<Record<string, unknown>>
  readonly occurredAt: Date
  readonly attempts: number
  readonly failures: number
}

/** Reads the deliveries of a webhook that are due, in the order of their events, without those that are already being sent. */
export async function findDue(
  connection: Connection,
  { customerId, webhookId }: WebhookIds,
  sending: readonly string[],
  limit: number,
  shift: number,
): Promise<readonly DueDelivery[]> {
  return await query<DueDelivery>(
    connection,
    sql`
    select * from (
      select d.delivery_id as "deliveryId", d.event_id::text as "eventId", d.event_type as type, d.subject, d.event,
        d.occurred_at as "occurredAt", d.attempts, d.failures
      from marketplace.webhook_deliveries d
      where d.customer_id = ${customerId} and d.webhook_id = ${webhookId}::bigint and d.state = 'pending'
        and d.due_at <= statement_timestamp() + ${shift}::float8 * interval '1 millisecond'
        and d.delivery_id <> all(${sending as string[]}::bigint[])
      order by d.due_at, d.delivery_id limit ${limit}
    ) due
    order by "eventId"::bigint nulls first, "deliveryId"`,
  )
}

/** What came of an attempt. */
export interface Result extends WebhookIds {
  readonly deliveryId: string
  readonly state: 'pending' | 'delivered' | 'failed'
  /** Milliseconds until the next attempt, if the delivery stays pending. */
  readonly pause: number
  readonly startedAt: Date
  readonly milliseconds: number
  readonly status: number | null
  readonly error: string | null
  readonly request: string
  readonly answer: string | null
}

/** A delivery that was delivered stays so. */
const NEW_STATE = sql`case when r.state = 'delivered' or d.state = 'delivered' then 'delivered' else r.state end`

/** Finds the result of a row that was locked, unless it was the last that was stored: `for update` reads the row as it is after the lock. */
const IS_NEW = sql`l.customer_id = r."customerId" and l.webhook_id = r."webhookId" and l.delivery_id = r."deliveryId"
  and l.last_attempt_at is distinct from r."startedAt"`

/**
 * Stores results of any webhooks, in one statement unless a delivery has several. The rows are locked in order, so that nodes cannot deadlock.
 * A delivery that is delivered stays so, whatever another node stores later. A result that is stored already is not stored again.
 */
export async function storeResults(
  database: Database,
  results: readonly Result[],
  shift: number,
): Promise<void> {
  const ofDeliveries = Map.groupBy(results, ({ deliveryId }) => deliveryId)
  const most = Math.max(0, ...Array.from(ofDeliveries.values(), ({ length }) => length))
  for (let place = 0; place < most; place += 1) {
    const ofEach = Array.from(ofDeliveries.values(), (all) => all[place])
    await storeOne(
      database,
      ofEach.filter((result) => result !== undefined),
      shift,
    )
  }
}

/** Stores one result of each delivery. */
async function storeOne(
  database: Database,
  results: readonly Result[],
  shift: number,
): Promise<void> {
  await execute(
    database,
    sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(results)}::text::json) as r ("customerId" bigint, "webhookId" bigint,
        "deliveryId" bigint, state text, pause float8, "startedAt" timestamptz, milliseconds integer, status smallint, error text,
        request text, answer text)
    ), locked as materialized (
      select d.customer_id, d.webhook_id, d.delivery_id, d.last_attempt_at from marketplace.webhook_deliveries d
      join input r on d.customer_id = r."customerId" and d.webhook_id = r."webhookId" and d.delivery_id = r."deliveryId"
      order by 1, 2, 3 for update of d
    ), logged as (
      insert into marketplace.webhook_attempts (customer_id, webhook_id, delivery_id, started_at, milliseconds, status, error, request, answer)
      select l.customer_id, l.webhook_id, l.delivery_id, r."startedAt", r.milliseconds, r.status, r.error, r.request, r.answer
      from locked l join input r on ${IS_NEW}
    )
    update marketplace.webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = r."startedAt",
      failures = d.failures + (r.state <> 'delivered')::integer,
      state = ${NEW_STATE},
      due_at = case when ${NEW_STATE} = 'pending'
        then clock_timestamp() + (${shift}::float8 + r.pause) * interval '1 millisecond' end,
      finished_at = case when ${NEW_STATE} <> 'pending' then clock_timestamp() end
    from locked l join input r on ${IS_NEW}
    where d.customer_id = l.customer_id and d.webhook_id = l.webhook_id and d.delivery_id = l.delivery_id`,
  )
}
