/** The SQL of records as they are in shops. */
import { type Connection as Database, query, sql } from '@entrepot/database'
import type { Owner } from '../../kit/principals/owner.ts'
import { isoOf } from '../iso-store.ts'
import { referenceOf } from '../pairs/store.ts'
import { REFERENCE } from '../problems/store.ts'
import type { Kind } from '../route-parts.ts'
import { ownedBy } from '../store.ts'
import type { ConnectedRecord } from './schema.ts'

/** Reads where records of the hub are, and what is wrong with them there, by id and connection. */
export async function findConnectedRecords(
  database: Database,
  owner: Owner,
  kind: Kind,
  hubIds: readonly string[],
): Promise<readonly ConnectedRecord[]> {
  const { customerId } = owner
  const isAsked = sql`customer_id = ${customerId} and kind = ${kind} and hub_id = any(${[...hubIds]}::text[])`
  return await query<ConnectedRecord>(
    database,
    sql`
    with pairs as materialized (select * from marketplace.connection_pairs where ${isAsked}),
    problems as materialized (select * from marketplace.connection_problems where ${isAsked} and hub_id is not null)
    select c.connection_id::float8 as "ConnectionId", c.name as "ConnectionName", c.shop as "Shop", ${kind}::text as "Kind",
      r.hub_id as "HubId", coalesce(a.shop_id, p.shop_id) as "ShopId", ${referenceOf(sql`a`)} as "Reference", a.url as "Url", a.state as "State",
      case when p.problem_id is null then null else json_build_object('Id', p.problem_id, 'Kind', p.kind, 'HubId', p.hub_id,
        'ShopId', p.shop_id, 'OrderId', p.order_id, 'Reference', ${REFERENCE}, 'Code', p.code, 'Message', p.message, 'Remedy', p.remedy, 'ShopMessage', p.shop_message,
        'Since', ${isoOf(sql`p.since`)}, 'UpdatedAt', ${isoOf(sql`p.updated_at`)}) end as "Problem"
    from (select connection_id, hub_id from pairs union select connection_id, hub_id from problems) r
    join marketplace.connections c on c.connection_id = r.connection_id and ${ownedBy(owner)}
    left join pairs a on a.connection_id = r.connection_id and a.hub_id = r.hub_id
    left join problems p on p.connection_id = r.connection_id and p.hub_id = r.hub_id
    order by r.hub_id, c.connection_id`,
  )
}
