/** The SQL of leases: which node works on which webhook, and how the webhook does. */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
} from '@entrepot/database'
import { isStaying } from '../../kit/sql/moving-store.ts'
import type { WebhookIds } from '../delivery-store.ts'
import type { Payload } from '../schema.ts'

/** A webhook on which this node works, alone. */
export interface LeasedWebhook extends WebhookIds {
  readonly channelId: number | null
  readonly url: string
  readonly types: readonly string[]
  readonly payload: Payload
  readonly sealedKey: string | null
  /** Encrypted, newest first. */
  readonly sealedSecrets: readonly string[]
  readonly failingSince: Date | null
  readonly cursor: string
  readonly replayCursor: string | null
}

/** How long a node may work on a webhook without a heartbeat. */
export const LEASE_SECONDS = 30

const LEASED = sql`
  w.customer_id as "customerId", w.webhook_id as "webhookId", w.channel_id::float8 as "channelId", w.url, w.event_types as types,
  w.payload, w.sealed_key as "sealedKey", array(
    select s.sealed from marketplace.webhook_secrets s
    where s.customer_id = w.customer_id and s.webhook_id = w.webhook_id and (s.ends_at is null or s.ends_at > clock_timestamp())
    order by s.secret_id desc) as "sealedSecrets",
  w.failing_since as "failingSince", w.event_cursor as cursor, w.replay_cursor as "replayCursor"`

/** A webhook of a customer or channel that is not active waits. */
const MAY_WORK = sql`w.is_enabled
  and exists (select from marketplace.customers c where c.customer_id = w.customer_id and c.is_active and c.move is null)
  and (w.channel_id is null or exists (
    select from marketplace.channels ch where ch.customer_id = w.customer_id and ch.channel_id = w.channel_id and ch.is_active))`

/** Which webhooks are wanted. */
export interface Claim {
  /** The lease of this node. */
  readonly leaseId: string
  /** Customers who have new events. */
  readonly customerIds: readonly string[]
  /** Webhooks on which this node has not ended its work, such as one whose lease it has lost. */
  readonly webhookIds: readonly string[]
  readonly limit: number
  /** Milliseconds by which the clock of tests is ahead of that of the database. */
  readonly shift: number
}

/** Leases webhooks that are due, or have new events, and that no other node works on. */
export async function leaseWebhooks(
  database: Database,
  { leaseId, customerIds, webhookIds, limit, shift }: Claim,
): Promise<readonly LeasedWebhook[]> {
  return await query<LeasedWebhook>(
    database,
    sql`
    with chosen as materialized (
      select w.customer_id, w.webhook_id from marketplace.webhooks w
      where ${MAY_WORK} and w.webhook_id <> all(${webhookIds as string[]}::bigint[])
        and (w.leased_until is null or w.leased_until < clock_timestamp())
        and (w.due_at <= clock_timestamp() + ${shift}::float8 * interval '1 millisecond'
          or w.customer_id = any(${customerIds as string[]}::bigint[]))
      order by w.due_at limit ${limit} for update of w skip locked
    )
    update marketplace.webhooks w set lease_id = ${leaseId}, leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    from chosen c where w.customer_id = c.customer_id and w.webhook_id = c.webhook_id
    returning ${LEASED}`,
  )
}

/**
 * Makes all webhooks due, after the commit of a program that is no node, such as a command. A node looks at them within a second. Those that
 * the command has changed nothing for are due again when they were before.
 */
export async function wakeAllWebhooks(connection: Connection): Promise<void> {
  await execute(
    connection,
    sql`update marketplace.webhooks set due_at = clock_timestamp()
      where due_at > clock_timestamp() and ${isStaying(sql`customer_id`)}`,
  )
}

/** What is left to do. */
export interface Agenda {
  /** Of the given customers, those with a webhook on which another node works. It may have read the log too early. */
  readonly busy: readonly string[]
  /** Milliseconds until the next webhook is due; null if there is none. */
  readonly nextIn: number | null
}

/** Reads what is left to do after {@link leaseWebhooks}. */
export async function readAgenda(
  database: Database,
  { leaseId, customerIds, shift }: Claim,
): Promise<Agenda> {
  return await queryOne<Agenda>(
    database,
    sql`
    select coalesce(array_agg(distinct w.customer_id::text) filter (
        where w.customer_id = any(${customerIds as string[]}::bigint[])
          and w.leased_until > clock_timestamp() and w.lease_id <> ${leaseId}::uuid), '{}') as busy,
      (extract(epoch from min(greatest(w.due_at - ${shift}::float8 * interval '1 millisecond', w.leased_until))
        - clock_timestamp()) * 1000)::float8 as "nextIn"
    from marketplace.webhooks w where ${MAY_WORK} and w.lease_id is distinct from ${leaseId}::uuid`,
  )
}

/** Renews a lease, and reads the webhook again. Undefined if it has been taken over, disabled or deleted. */
export async function renewLease(
  database: Database,
  { customerId, webhookId }: WebhookIds,
  leaseId: string,
): Promise<LeasedWebhook | undefined> {
  return await queryFirst<LeasedWebhook>(
    database,
    sql`
    update marketplace.webhooks w set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where w.customer_id = ${customerId} and w.webhook_id = ${webhookId}::bigint and w.lease_id = ${leaseId}::uuid and ${MAY_WORK}
    returning ${LEASED}`,
  )
}

/** When a webhook is looked at again, in seconds. Its next delivery decides, between these limits. */
export interface LookAgain {
  readonly earliest: number
  readonly latest: number
}

/** Ends a lease, and stores the position in the log. */
export async function releaseWebhook(
  database: Database,
  { customerId, webhookId, cursor }: WebhookIds & { readonly cursor: string },
  leaseId: string,
  { earliest, latest }: LookAgain,
): Promise<void> {
  await execute(
    database,
    sql`
    update marketplace.webhooks w set lease_id = null, leased_until = null, event_cursor = ${cursor}, due_at = greatest(least(
      (select min(d.due_at) from marketplace.webhook_deliveries d
        where d.customer_id = ${customerId} and d.webhook_id = ${webhookId}::bigint and d.state = 'pending'),
      clock_timestamp() + ${latest}::float8 * interval '1 second'),
      clock_timestamp() + ${earliest}::float8 * interval '1 second')
    where w.customer_id = ${customerId} and w.webhook_id = ${webhookId}::bigint and w.lease_id = ${leaseId}::uuid`,
  )
}

/** Records that a webhook has worked, or has begun to fail. Returns for how many milliseconds it has failed. */
export async function recordHealth(
  database: Database,
  { customerId, webhookId }: WebhookIds,
  hasSucceeded: boolean,
  shift: number,
): Promise<number> {
  const now = sql`clock_timestamp() + ${shift}::float8 * interval '1 millisecond'`
  const row = await queryFirst<{ failedFor: number }>(
    database,
    sql`
    update marketplace.webhooks set
      failing_since = case when ${hasSucceeded} then null else coalesce(failing_since, ${now}) end,
      last_success_at = case when ${hasSucceeded} then clock_timestamp() else last_success_at end
    where customer_id = ${customerId} and webhook_id = ${webhookId}::bigint
    returning coalesce(extract(epoch from ${now} - failing_since) * 1000, 0)::float8 as "failedFor"`,
  )
  return row?.failedFor ?? 0
}
