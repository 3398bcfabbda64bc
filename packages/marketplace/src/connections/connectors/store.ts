/** The SQL of connectors. */
import {
  type Connection as Database,
  query,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Owner } from '../../kit/principals/owner.ts'
import { countLocked } from '../../kit/sql/count-store.ts'
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

/** The number of connectors that an owner has stored besides one. The row of the customer is locked. */
export async function countOthers(
  tx: Transaction,
  { customerId, channelId }: Owner,
  shop: string,
): Promise<number> {
  const others = sql`
    marketplace.connectors
    where customer_id = ${customerId} and channel_id = ${channelId ?? 0} and shop <> ${shop}`
  return await countLocked(tx, customerId, others)
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
