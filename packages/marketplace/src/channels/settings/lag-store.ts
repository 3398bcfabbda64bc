/** What monitoring shows about the synchronisation of channels. */
import { type Connection, query, sql } from '@entrepot/database'

/** How far a channel is behind, as of its last poll. */
export interface ChannelLag {
  readonly customerId: string
  readonly channelId: number
  /** Products that the channel still has to create, update or remove. Changes since the last poll are not counted. */
  readonly products: number
  /** Offers that the channel still has to take over. */
  readonly offers: number
  /** Seconds since 1970; null if the channel has never polled. */
  readonly polledAt: number | null
  /** Seconds since 1970; null if the channel has never acknowledged. */
  readonly acknowledgedAt: number | null
}

/**
 * Reads the lag of channels, oldest channels first. It costs one row per channel, and does not depend on the number of products.
 *
 * @param limit maximum number of channels
 * @example
 * const [first] = await readSyncLag(database, 100)
 */
export async function readSyncLag(
  connection: Connection,
  limit: number,
): Promise<readonly ChannelLag[]> {
  return await query<ChannelLag>(
    connection,
    sql`
    select customer_id as "customerId", channel_id::float8 as "channelId",
      to_create + to_update + to_remove as products, offers,
      extract(epoch from polled_at)::float8 as "polledAt",
      extract(epoch from acknowledged_at)::float8 as "acknowledgedAt"
    from marketplace.channel_syncs
    order by customer_id, channel_id
    limit ${limit}`,
  )
}
