/** All SQL of channels. */
import type { Connection } from '@entrepot/database'
import type { Channel, NewChannel } from './schema.ts'

/** The columns of a {@link Channel} in a table aliased `ch`. */
export const channelColumns = (sql: Connection) => sql`
  ch.channel_id::float8 as "channelId", ch.name, ch.mode,
  ch.can_ship_partial_order_lines as "canShipPartialOrderLines"`

/** Inserts a channel; undefined when the customer has one of that name. */
export async function insertChannel(
  sql: Connection,
  customerId: string,
  channel: NewChannel,
): Promise<Channel | undefined> {
  const rows = await sql<Channel[]>`
    insert into marketplace.channels as ch (customer_id, name, mode, can_ship_partial_order_lines)
    values (${customerId}, ${channel.name}, ${channel.mode ?? 'flat'},
      ${channel.canShipPartialOrderLines ?? true})
    on conflict do nothing
    returning ${channelColumns(sql)}`
  return rows[0]
}

/** Reads the channels of a customer, oldest first. */
export async function findChannels(
  sql: Connection,
  customerId: string,
): Promise<readonly Channel[]> {
  return await sql<Channel[]>`
    select ${channelColumns(sql)} from marketplace.channels ch
    where ch.customer_id = ${customerId} order by ch.channel_id`
}
