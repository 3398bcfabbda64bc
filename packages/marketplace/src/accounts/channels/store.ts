/** All SQL of channels. */
import { type Connection, execute, query, type Sql, sql } from '@entrepot/database'
import type { Channel } from '../../kit/principals/channel.ts'
import type { NewChannel } from './schema.ts'

/** The columns of a {@link Channel} in a table aliased `ch`. */
export const CHANNEL_COLUMNS = sql`
  ch.channel_id::float8 as "channelId", ch.name, ch.mode,
  ch.can_ship_partial_order_lines as "canShipPartialOrderLines", ch.is_active as "isActive"`

/**
 * Inserts a channel. Undefined if the name is taken or the customer does not exist.
 *
 * @param parts the statements that store the synchronisation and the event of the channel in `ch`, in the same `with`
 */
export async function insertChannel(
  connection: Connection,
  customerId: string,
  channel: NewChannel,
  parts: { readonly sync: Sql; readonly event: Sql },
): Promise<Channel | undefined> {
  const rows = await query<Channel>(
    connection,
    sql`
    with ch as (
      insert into marketplace.channels (customer_id, name, mode, can_ship_partial_order_lines)
      select c.customer_id, ${channel.name}::text, ${channel.mode ?? 'flat'}::text,
        ${channel.canShipPartialOrderLines ?? true}::boolean
      from marketplace.customers c where c.customer_id = ${customerId}
      on conflict do nothing
      returning *
    ), sync as (${parts.sync}), event as (${parts.event})
    select ${CHANNEL_COLUMNS} from ch`,
  )
  return rows[0]
}

/** Reads the channels of a customer, oldest first. */
export async function findChannels(
  connection: Connection,
  customerId: string,
): Promise<readonly Channel[]> {
  return await query<Channel>(
    connection,
    sql`
    select ${CHANNEL_COLUMNS} from marketplace.channels ch
    where ch.customer_id = ${customerId} order by ch.channel_id`,
  )
}

/**
 * Changes the given values of a channel. Values that are undefined stay.
 *
 * @throws the unique violation `channels_customer_id_name_key` if another channel has the name
 */
export async function updateChannel(
  connection: Connection,
  customerId: string,
  channelId: number,
  { name, mode, canShipPartialOrderLines, isActive }: Partial<Channel>,
): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.channels set
      name = coalesce(${name ?? null}, name),
      mode = coalesce(${mode ?? null}, mode),
      can_ship_partial_order_lines = coalesce(${canShipPartialOrderLines ?? null}, can_ship_partial_order_lines),
      is_active = coalesce(${isActive ?? null}, is_active)
    where customer_id = ${customerId} and channel_id = ${channelId}`,
  )
}
