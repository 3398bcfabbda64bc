/** The SQL of connectors. */
import {
  type Connection as Database,
  execute,
  query,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Owner } from '../route-parts.ts'
import type { ConnectorRequest } from './schema.ts'

/** A connector as stored. */
export interface StoredConnector {
  readonly shop: string
  readonly description: ConnectorRequest
  readonly updatedAt: Date
}

/** Reads what is known of connectors, by shop: what the merchant's processes have stored, or else those of a channel. */
export async function findConnectors(
  database: Database,
  { customerId, channelId }: Owner,
): Promise<readonly StoredConnector[]> {
  const own = channelId === null ? sql`` : sql`and channel_id in (0, ${channelId})`
  return await query<StoredConnector>(
    database,
    sql`
    select distinct on (shop) shop, description, updated_at as "updatedAt" from marketplace.connectors
    where customer_id = ${customerId} ${own} order by shop, channel_id`,
  )
}

/** Counts the connectors that an owner has stored besides one. The customer is locked, so that the number cannot be exceeded by several at once. */
export async function countOthers(
  tx: Transaction,
  { customerId, channelId }: Owner,
  shop: string,
): Promise<number> {
  await execute(
    tx,
    sql`select from marketplace.customers where customer_id = ${customerId} for no key update`,
  )
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`
    select count(*)::integer as count from marketplace.connectors
    where customer_id = ${customerId} and channel_id = ${channelId ?? 0} and shop <> ${shop}`,
  )
  return count
}

/** Stores what an adapter says of itself. */
export async function upsertConnector(
  tx: Transaction,
  { customerId, channelId }: Owner,
  shop: string,
  description: ConnectorRequest,
): Promise<StoredConnector> {
  return await queryOne<StoredConnector>(
    tx,
    sql`
    insert into marketplace.connectors (customer_id, shop, channel_id, description)
    values (${customerId}, ${shop}, ${channelId ?? 0}, ${JSON.stringify(description)}::text::jsonb)
    on conflict (customer_id, shop, channel_id) do update
      set description = excluded.description, updated_at = clock_timestamp()
    returning shop, description, updated_at as "updatedAt"`,
  )
}
