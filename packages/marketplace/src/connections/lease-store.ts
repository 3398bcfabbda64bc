/** The SQL of leases. */
import {
  type Connection as Database,
  execute,
  queryFirst,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Owner } from '../kit/principals/owner.ts'
import { named } from './store.ts'

/** A lease as stored. */
export interface Lease {
  readonly number: number
  readonly expiresAt: Date
  readonly isPaused: boolean
  readonly version: number
  readonly channelId: number | null
  /** How often something was found for the connection. */
  readonly work: string
  readonly eventsCursor: string
  readonly productMark: string | null
}

const FIRST_CHANGED = sql`
  select p.changed::text || '-' || p.product_id as mark from marketplace.products p`
const BY_CHANGE = sql`order by p.customer_id, p.changed, p.product_id limit 1`

/**
 * A product with a change that the channel of the state `s` has not examined, by `products_by_change`. Each open transaction is looked up by
 * itself: for `= any`, PostgreSQL reads all products of the customer in the order of the index.
 */
const CHANGED_PRODUCT: Sql = sql`coalesce(
  (select p.mark from unnest(s.change_open) as o (xid) cross join lateral (
    ${FIRST_CHANGED} where p.customer_id = s.customer_id and p.changed = o.xid ${BY_CHANGE}) p limit 1),
  (${FIRST_CHANGED} where p.customer_id = s.customer_id
    and (p.changed, p.product_id) > (s.change_horizon, s.change_after) ${BY_CHANGE}))`

/**
 * What the channel of the connection `c` may have to fetch, as a text that is another one for each change; null if there is nothing. Once
 * the channel has fetched everything, a later change has a later transaction, place, version or epoch. Rules that convert currencies are
 * looked at every hour, because rates change without an event.
 */
const PRODUCT_MARK = sql`(
  select nullif(concat_ws('/',
    'p' || ${CHANGED_PRODUCT},
    case when s.to_create + s.to_update + s.to_remove + s.offers > 0 then 'q' || s.last_place end,
    case when s.catalogue_after is not null then 'c' || s.epoch || '-' || s.offer_version end,
    case when s.offer_rules @? '$.Price.**.Currency' then 'h' || to_char(now() at time zone 'UTC', 'YYYYMMDDHH24') end
  ), '')
  from marketplace.channel_syncs s
  where s.customer_id = c.customer_id and s.channel_id = c.channel_id)`

/** Who asks for a lease, for how long, and what it says of its work: what it does not say stays. */
export interface LeaseClaim {
  readonly holder: string
  readonly seconds: number
  readonly pending?: Readonly<Record<string, number>> | null | undefined
  readonly lagSeconds?: number | null | undefined
}

/**
 * Takes or renews the lease of a connection, unless another holder has one that has not expired. The number grows with each change of the
 * holder. Undefined if another holder has it, or if there is no such connection.
 *
 * @param requests an expression of the connection `c`, whose value is answered, too
 */
export async function claimLease<Requests>(
  tx: Transaction,
  owner: Owner,
  connectionId: string,
  { holder, seconds, pending: waiting, lagSeconds }: LeaseClaim,
  requests: Sql,
): Promise<(Lease & { readonly requests: Requests }) | undefined> {
  const pending = waiting ? JSON.stringify(waiting) : null
  return await queryFirst<Lease & { readonly requests: Requests }>(
    tx,
    sql`
    update marketplace.connections c set
      lease_number = c.lease_number + case when c.lease_holder is not distinct from ${holder} then 0 else 1 end,
      lease_holder = ${holder}, lease_expires_at = clock_timestamp() + ${seconds}::integer * interval '1 second',
      pending = coalesce(${pending}::text::jsonb, c.pending), lag_seconds = coalesce(${lagSeconds ?? null}::integer, c.lag_seconds),
      product_mark = coalesce(${PRODUCT_MARK}, c.product_mark)
    where ${named(owner, connectionId)}
      and (c.lease_holder is null or c.lease_holder = ${holder} or c.lease_expires_at <= clock_timestamp())
    returning c.lease_number as number, c.lease_expires_at as "expiresAt", c.is_paused as "isPaused", c.version,
      c.channel_id::float8 as "channelId", c.work::text as work, c.events_cursor as "eventsCursor",
      c.product_mark as "productMark", ${requests} as requests`,
  )
}

/** Ends a lease. The caller has locked the connection. */
export async function endLease(
  tx: Transaction,
  customerId: string,
  connectionId: string,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.connections set lease_holder = null, lease_expires_at = clock_timestamp()
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint`,
  )
}

/** How far the events were examined. */
export interface WorkProgress {
  readonly before: string
  readonly after: string
  readonly isFound: boolean
}

/**
 * Stores up to where the events were examined, and whether one of them concerns the connection, unless another call has stored its own
 * position meanwhile: what that one has not seen, the next call finds. Returns the number of the work.
 */
export async function advanceWork(
  database: Database,
  customerId: string,
  connectionId: string,
  { before, after, isFound }: WorkProgress,
): Promise<string> {
  const row = await queryFirst<{ work: string }>(
    database,
    sql`
    with advanced as (
      update marketplace.connections set events_cursor = ${after}, work = work + ${isFound ? 1 : 0}::integer
      where customer_id = ${customerId} and connection_id = ${connectionId}::bigint and events_cursor = ${before}
      returning work
    )
    select coalesce(advanced.work, c.work)::text as work from marketplace.connections c left join advanced on true
    where c.customer_id = ${customerId} and c.connection_id = ${connectionId}::bigint`,
  )
  return row?.work ?? ''
}
