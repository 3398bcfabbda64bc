/** The SQL of pairs. */
import {
  type Connection as Database,
  query,
  queryFirst,
  queryOne,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { KINDS, type Kind } from '../route-parts.ts'
import type { PairRequest, PairResponse, PairState } from './schema.ts'

/** The number or name by which people in the shop know the record of a pair: connectors store it in its data. */
export const referenceOf = (pair: Sql) =>
  sql`case when jsonb_typeof(${pair}.data -> 'reference') = 'string' then nullif(${pair}.data ->> 'reference', '') end`

/** A position in a list of pairs. */
export interface PairPlace {
  readonly kind: Kind
  readonly hubId: string
}

/** Which pairs to read. */
export interface PairFilter {
  readonly kind?: Kind | undefined
  readonly hubIds?: readonly string[] | undefined
  readonly shopIds?: readonly string[] | undefined
  readonly state?: PairState | undefined
  readonly after?: PairPlace | undefined
}

/** Reads pairs of a connection by kind and id of the hub. */
export async function findPairs(
  database: Database,
  customerId: string,
  connectionId: string,
  { kind, hubIds, shopIds, state, after }: PairFilter,
  limit: number,
): Promise<readonly PairResponse[]> {
  // With ids, the kinds are named, so that each id is one look-up.
  const isNamed = hubIds !== undefined || shopIds !== undefined
  const kinds = kind === undefined ? (isNamed ? KINDS : undefined) : [kind]
  const rows = await query<
    Omit<PairResponse, 'CreatedAt' | 'UpdatedAt'> & { CreatedAt: Date; UpdatedAt: Date }
  >(
    database,
    sql`
    select kind as "Kind", hub_id as "HubId", shop_id as "ShopId", state as "State", fingerprint as "Fingerprint", url as "Url",
      data as "Data", created_at as "CreatedAt", updated_at as "UpdatedAt"
    from marketplace.connection_pairs
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint
      ${kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]}::text[])`}
      ${hubIds === undefined ? sql`` : sql`and hub_id = any(${[...hubIds]}::text[])`}
      ${shopIds === undefined ? sql`` : sql`and shop_id = any(${[...shopIds]}::text[])`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${after === undefined ? sql`` : sql`and (kind, hub_id) > (${after.kind}::text, ${after.hubId}::text)`}
    order by kind, hub_id limit ${limit}`,
  )
  return rows.map(({ CreatedAt, UpdatedAt, ...row }) => ({
    ...row,
    CreatedAt: CreatedAt.toISOString(),
    UpdatedAt: UpdatedAt.toISOString(),
  }))
}

/** A pair that has the id of another record in the shop. */
export interface TakenPair {
  readonly kind: Kind
  readonly hubId: string
  readonly shopId: string
}

/** Finds a pair that is not among the given ones and has one of their ids of the shop. */
export async function findTaken(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  pairs: readonly PairRequest[],
): Promise<TakenPair | undefined> {
  return await queryFirst<TakenPair>(
    tx,
    sql`
    with given as (${given(pairs)})
    select p.kind, p.hub_id as "hubId", p.shop_id as "shopId"
    from given g cross join lateral (
      select * from marketplace.connection_pairs p
      where p.customer_id = ${customerId} and p.connection_id = ${connectionId}::bigint and p.kind = g."Kind" and p.shop_id = g."ShopId"
    ) p
    where not exists (select from given own where own."Kind" = p.kind and own."HubId" = p.hub_id)
    limit 1`,
  )
}

/** What has changed by storing pairs. */
export interface PairChanges {
  readonly changed: number
  readonly creating: number
  readonly linked: Readonly<Record<string, number>>
}

/**
 * Stores pairs. The caller has locked the connection, and has found none of their ids of the shop with other records. Pairs that exchange
 * their ids give them up first.
 */
export async function savePairs(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  pairs: readonly PairRequest[],
): Promise<PairChanges> {
  await query(
    tx,
    sql`
    with given as (${given(pairs)})
    update marketplace.connection_pairs p set shop_id = null from given g
    where p.customer_id = ${customerId} and p.connection_id = ${connectionId}::bigint and p.kind = g."Kind" and p.hub_id = g."HubId"
      and p.shop_id is not null and p.shop_id is distinct from g."ShopId"`,
  )
  return await queryOne<PairChanges>(
    tx,
    sql`
    with given as (${given(pairs)}),
    before as materialized (
      select g."Kind" as kind, g."HubId" as hub_id, p.state
      from given g left join lateral (
        select state from marketplace.connection_pairs p
        where p.customer_id = ${customerId} and p.connection_id = ${connectionId}::bigint and p.kind = g."Kind" and p.hub_id = g."HubId"
        limit 1
      ) p on true
    ), stored as (
      insert into marketplace.connection_pairs as p (customer_id, connection_id, kind, hub_id, shop_id, state, fingerprint, url, data)
      select ${customerId}, ${connectionId}::bigint, "Kind", "HubId", "ShopId", "State", "Fingerprint", "Url", "Data" from given
      on conflict (customer_id, connection_id, kind, hub_id) do update set shop_id = excluded.shop_id, state = excluded.state,
        fingerprint = excluded.fingerprint, url = excluded.url, data = excluded.data, updated_at = clock_timestamp()
      where (p.shop_id, p.state, p.fingerprint, p.url, p.data)
        is distinct from (excluded.shop_id, excluded.state, excluded.fingerprint, excluded.url, excluded.data)
      returning p.kind
    ), counted as (
      select b.kind, count(*) filter (where g."State" = 'linked') - count(*) filter (where b.state = 'linked') as linked,
        count(*) filter (where g."State" = 'creating') - count(*) filter (where b.state = 'creating') as creating
      from before b join given g on g."Kind" = b.kind and g."HubId" = b.hub_id group by b.kind
    )
    select (select count(*)::integer from stored) as changed, coalesce(sum(creating), 0)::integer as creating,
      coalesce(jsonb_object_agg(kind, linked) filter (where linked <> 0), '{}') as linked
    from counted`,
  )
}

const given = (pairs: readonly PairRequest[]) => sql`
  select * from json_to_recordset(${JSON.stringify(pairs)}::text::json) as r (
    "Kind" text, "HubId" text, "ShopId" text, "State" text, "Fingerprint" text, "Url" text, "Data" jsonb)`
