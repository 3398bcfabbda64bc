/** The SQL of notices that there is something to fetch. */
import {
  type Connection,
  execute,
  query,
  queryOne,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { isStaying } from '../../kit/sql/moving-store.ts'
import type { ChannelIds } from '../copy/store.ts'

/** The last notice of a channel in tables aliased `ch` and `s`. A channel has few events besides its notices. */
const LAST_NOTICE = sql`
  select e.occurred_at from marketplace.events e
  where e.customer_id = s.customer_id and e.subject_kind = 'channel' and e.subject_id = s.channel_id::text
    and e.type = 'sync.pending'
  order by e.sequence desc limit 1`

/** Whether a notice may be given: not more than one in 5 seconds, and none before the channel has polled, except after a quarter of an hour. */
const IS_DUE = sql`(n.occurred_at is null or (n.occurred_at < clock_timestamp() - interval '5 seconds'
  and (s.polled_at > n.occurred_at or n.occurred_at < clock_timestamp() - interval '15 minutes')))`

/**
 * Whether the customer of a channel has such a product, by the index `products_by_change`. For `exists`, PostgreSQL reads the whole table of
 * a merchant whose channels have fetched everything, because it expects to find such a product soon
 * (docs/decisions/0034-query-plans.md).
 */
const anyProduct = (condition: Sql) => sql`coalesce((
  select true from marketplace.products p where p.customer_id = s.customer_id and ${condition}
  order by p.customer_id, p.changed, p.product_id limit 1
), false)`

/**
 * Finds active channels that are to be notified if there is something to fetch, and for which there may be. Products that have changed are not
 * compared here.
 *
 * @param customerIds only of these customers, or of all
 */
export async function findChannelsToNotify(
  connection: Connection,
  customerIds: readonly string[] | undefined,
  limit: number,
): Promise<readonly ChannelIds[]> {
  return await query<ChannelIds>(
    connection,
    sql`
    select s.customer_id::text as "customerId", s.channel_id::float8 as "channelId"
    from marketplace.channel_syncs s
    join marketplace.channels ch on ch.customer_id = s.customer_id and ch.channel_id = s.channel_id
    left join lateral (${LAST_NOTICE}) n on true
    where ch.is_active and ${isStaying(sql`s.customer_id`)} ${customerIds === undefined ? sql`` : sql`and s.customer_id = any(${[...customerIds]}::bigint[])`}
      and ${IS_DUE} and (
        s.catalogue_after is not null or s.to_create + s.to_update + s.to_remove + s.offers > 0
        or ${anyProduct(sql`(p.changed, p.product_id) > (s.change_horizon, s.change_after)`)}
        or exists (select from unnest(s.change_open) as open (id)
          where ${anyProduct(sql`p.changed = open.id`)}))
    limit ${limit}`,
  )
}

/** Whether a notice may be given now. The caller has locked the state of the channel. */
export async function isNoticeDue(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
): Promise<boolean> {
  const { isDue } = await queryOne<{ isDue: boolean }>(
    tx,
    sql`
    select ${IS_DUE} as "isDue" from marketplace.channel_syncs s left join lateral (${LAST_NOTICE}) n on true
    where s.customer_id = ${customerId} and s.channel_id = ${channelId}`,
  )
  return isDue
}

/** Lets the transaction end only after it is on the disk, although an earlier statement said otherwise. */
export async function requireDurability(tx: Transaction): Promise<void> {
  await execute(tx, sql`set local synchronous_commit to default`)
}
