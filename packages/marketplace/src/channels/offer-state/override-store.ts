/** All SQL of overrides. */
import { type Sql, sql } from '@entrepot/database'

const MOMENT = (column: Sql) =>
  sql`case when isfinite(${column}) then to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`

/** The overrides of product `p` for a channel, as JSON. */
export const overridesOf = (channelId: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('Price', o.price::float8, 'Stock', o.stock, 'Hidden', o.hidden,
    'From', ${MOMENT(sql`o.from_at`)}, 'Until', ${MOMENT(sql`o.until_at`)})), '[]')
  from marketplace.offer_overrides o
  where o.customer_id = p.customer_id and o.channel_id = ${channelId}
    and o.merchant_product_reference = p.merchant_product_reference)`
