/** The SQL of problems of records. */
import {
  type Connection as Database,
  query,
  queryOne,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import { referenceOf } from '../pairs/store.ts'
import type { Kind } from '../route-parts.ts'
import type { ProblemRequest, ProblemResponse, SolvedRecord } from './schema.ts'

/** The number in the shop of the order of the problem `p`, as its connector has stored it. */
export const REFERENCE = sql`(select ${referenceOf(sql`o`)} from marketplace.connection_pairs o
  where o.customer_id = p.customer_id and o.connection_id = p.connection_id and o.kind = 'order'
    and o.hub_id = coalesce(p.order_id::text, case when p.kind = 'order' then p.hub_id end))`

/** The columns of the problem `p`, in the names of answers. */
export const PROBLEM_COLUMNS = sql`
  p.problem_id::float8 as "Id", p.kind as "Kind", p.hub_id as "HubId", p.shop_id as "ShopId", p.code as "Code",
  p.order_id::float8 as "OrderId", ${REFERENCE} as "Reference", p.message as "Message", p.remedy as "Remedy", p.shop_message as "ShopMessage", p.since as "Since",
  p.updated_at as "UpdatedAt"`

/** Which problems to read. */
export interface ProblemFilter {
  readonly kind?: Kind | undefined
  readonly code?: string | undefined
  /** Those after this one. */
  readonly after?: string | undefined
}

/** Reads problems of a connection, oldest first. */
export async function findProblems(
  database: Database,
  customerId: string,
  connectionId: string,
  { kind, code, after }: ProblemFilter,
  limit: number,
): Promise<readonly ProblemResponse[]> {
  const rows = await query<ProblemRow>(
    database,
    sql`
    select ${PROBLEM_COLUMNS} from marketplace.connection_problems p
    where p.customer_id = ${customerId} and p.connection_id = ${connectionId}::bigint and p.problem_id > ${after ?? '0'}::bigint
      ${kind === undefined ? sql`` : sql`and p.kind = ${kind}`} ${code === undefined ? sql`` : sql`and p.code = ${code}`}
    order by p.problem_id limit ${limit}`,
  )
  return rows.map(toProblem)
}

type ProblemRow = Omit<ProblemResponse, 'Since' | 'UpdatedAt'> & { Since: Date; UpdatedAt: Date }

function toProblem({ Since, UpdatedAt, ...row }: ProblemRow): ProblemResponse {
  return { ...row, Since: Since.toISOString(), UpdatedAt: UpdatedAt.toISOString() }
}

/** A problem to be stored, and under which name its record was stored before its id in the hub was known. */
export type StoredProblem = ProblemRequest & {
  readonly record: string
  readonly formerly: string | null
}

/**
 * Stores problems and removes solved ones. A record that has a problem keeps the time since when. Returns by how many their number has
 * changed. The caller has locked the connection.
 */
export async function saveProblems(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  problems: readonly StoredProblem[],
  solved: readonly (Pick<SolvedRecord, 'Kind'> & { readonly record: string })[],
): Promise<number> {
  const added = problems.length === 0 ? 0 : await upsert(tx, customerId, connectionId, problems)
  const former = problems.flatMap(({ Kind, formerly }) =>
    formerly === null ? [] : [{ Kind, record: formerly }],
  )
  const ended = [...former, ...solved]
  return added - (ended.length === 0 ? 0 : await remove(tx, customerId, connectionId, ended))
}

async function upsert(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  problems: readonly StoredProblem[],
): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`
    with stored as (
      insert into marketplace.connection_problems as p
        (customer_id, connection_id, kind, hub_id, shop_id, order_id, record, code, message, remedy, shop_message, since)
      select ${customerId}, ${connectionId}::bigint, g."Kind", g."HubId", g."ShopId", g."OrderId", g.record, g."Code", g."Message", g."Remedy",
        g."ShopMessage", coalesce(f.since, clock_timestamp())
      from json_to_recordset(${JSON.stringify(problems)}::text::json) as g (
        "Kind" text, "HubId" text, "ShopId" text, "OrderId" bigint, record text, formerly text, "Code" text, "Message" text, "Remedy" text,
        "ShopMessage" text)
      left join marketplace.connection_problems f on ${isRecord(sql`f`, sql`g."Kind"`, sql`g.formerly`, customerId, connectionId)}
      on conflict (customer_id, connection_id, kind, record) do update set hub_id = excluded.hub_id,
        shop_id = coalesce(excluded.shop_id, p.shop_id), order_id = coalesce(excluded.order_id, p.order_id), code = excluded.code, message = excluded.message, remedy = excluded.remedy,
        shop_message = excluded.shop_message, updated_at = clock_timestamp()
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::integer as count from stored`,
  )
  return count
}

async function remove(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  records: readonly { readonly Kind: string; readonly record: string }[],
): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`
    with removed as (
      delete from marketplace.connection_problems p
      using json_to_recordset(${JSON.stringify(records)}::text::json) as g ("Kind" text, record text)
      where ${isRecord(sql`p`, sql`g."Kind"`, sql`g.record`, customerId, connectionId)}
      returning p.problem_id
    )
    select count(*)::integer as count from removed`,
  )
  return count
}

const isRecord = (
  problem: Sql,
  kind: Sql,
  record: Sql,
  customerId: string,
  connectionId: string,
) => sql`${problem}.customer_id = ${customerId} and ${problem}.connection_id = ${connectionId}::bigint
  and ${problem}.kind = ${kind} and ${problem}.record = ${record}`
