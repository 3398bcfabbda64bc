/** The reads by which calls are measured. */
import { type Connection, query, sql } from '@entrepot/database'
import type { MeasuredOrder, MeasuredReturn, MeasureReads, OrderName } from './measure.ts'

/** Makes the reads of a customer. */
export function measureReads(connection: Connection, customerId: string): MeasureReads {
  return {
    findOrder: async (name) => await findOrder(connection, customerId, name),
    findReturn: async (reference) => await findReturn(connection, customerId, reference),
  }
}

async function findOrder(
  connection: Connection,
  customerId: string,
  {
    MerchantOrderReference: ofMerchant,
    ChannelOrderReference: ofChannel,
    ChannelId: channelId,
  }: OrderName,
): Promise<MeasuredOrder | undefined> {
  // The body has not been checked yet.
  const isText = (name: unknown) => typeof name === 'string' && !name.includes('\0')
  if (!isText(ofMerchant ?? ofChannel) || !Number.isSafeInteger(channelId ?? 0)) return undefined
  const named = ofMerchant
    ? sql`o.merchant_reference = ${ofMerchant}`
    : sql`o.channel_reference = ${ofChannel ?? ''} and o.channel_id in (
        select channel_id from marketplace.channels
        where customer_id = ${customerId}::bigint and channel_id = coalesce(${channelId ?? null}::bigint, channel_id))`
  const [order, ...others] = await query<MeasuredOrder>(
    connection,
    sql`
    select o.rate_to_base_currency::float8 as rate, (
      select json_agg(json_build_object('merchantReference', l.merchant_reference, 'channelReference', l.channel_reference,
        'unitPrice', l.unit_price_incl_vat::float8))
      from marketplace.order_lines l where l.customer_id = o.customer_id and l.order_id = o.order_id) as lines
    from marketplace.orders o where o.customer_id = ${customerId}::bigint and ${named} limit 2`,
  )
  return others.length === 0 ? order : undefined
}

async function findReturn(
  connection: Connection,
  customerId: string,
  reference: string,
): Promise<MeasuredReturn | undefined> {
  const [found] = await query<MeasuredReturn>(
    connection,
    sql`
    select o.rate_to_base_currency::float8 as rate, (
      select json_agg(json_build_object('merchantReference', l.merchant_reference, 'channelReference', l.channel_reference,
        'unitPrice', l.unit_price_incl_vat::float8, 'quantity', r.quantity, 'accepted', coalesce(r.accepted, 0),
        'manualRefund', r.manual_refund_incl_vat::float8))
      from marketplace.fulfilment_lines r
      join marketplace.order_lines l on l.customer_id = r.customer_id and l.order_id = r.order_id and l.line_id = r.line_id
      where r.customer_id = f.customer_id and r.fulfilment_id = f.fulfilment_id) as lines
    from marketplace.fulfilments f
    join marketplace.orders o on o.customer_id = f.customer_id and o.order_id = f.order_id
    where f.customer_id = ${customerId}::bigint and f.kind = 'return' and f.reference = ${reference}`,
  )
  return found
}
