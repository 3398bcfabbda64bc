/** The SQL of what people ask of connectors. */
import { execute, queryFirst, type Sql, sql, type Transaction } from '@entrepot/database'
import { removalOf } from '../../kit/sql/old-rows-store.ts'
import { isoOf } from '../iso-store.ts'
import type { Action } from '../names.ts'
import type { RequestResponse } from './schema.ts'

/** Most requests that a lease answers at once. */
const MAX_OPEN = 100

/** The columns of a request `r` with its problem `p`, in the names of answers. */
const ANSWERED = sql`
  r.request_id::float8 as "Id", r.action as "Action", ${isoOf(sql`r.created_at`)} as "CreatedAt",
  case when p.problem_id is null then null else json_build_object('Id', p.problem_id, 'Kind', p.kind, 'HubId', p.hub_id,
    'ShopId', p.shop_id, 'Code', p.code) end as "Problem"`

const FROM_REQUESTS = sql`
  from marketplace.connection_requests r left join marketplace.connection_problems p
    on p.customer_id = r.customer_id and p.connection_id = r.connection_id and p.problem_id = r.problem_id`

/** The open requests of the connection `c`, oldest first, as JSON. */
export const OPEN_REQUESTS: Sql = sql`coalesce((
  select json_agg(asked) from (
    select ${ANSWERED} ${FROM_REQUESTS}
    where r.customer_id = c.customer_id and r.connection_id = c.connection_id and r.closed_at is null
    order by r.request_id limit ${MAX_OPEN}
  ) asked), '[]')`

/** Stores a request, unless the same one is open. Returns the one that is open now. The caller has locked the connection. */
export async function openRequest(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  { action, problemId }: { readonly action: Action; readonly problemId: number | null },
): Promise<{ readonly isNew: boolean; readonly request: RequestResponse }> {
  const count = await execute(
    tx,
    sql`
    insert into marketplace.connection_requests (customer_id, connection_id, action, problem_id)
    values (${customerId}, ${connectionId}::bigint, ${action}, ${problemId}::bigint) on conflict do nothing`,
  )
  const request = await queryFirst<RequestResponse>(
    tx,
    sql`
    select ${ANSWERED} ${FROM_REQUESTS}
    where r.customer_id = ${customerId} and r.connection_id = ${connectionId}::bigint and r.closed_at is null
      and r.action = ${action} and coalesce(r.problem_id, 0) = coalesce(${problemId}::bigint, 0)`,
  )
  if (request === undefined) throw new Error('a request was stored and is not there')
  return { isNew: count === 1, request }
}

/** Closes a request, if it is open. Returns whether the connection has such a request. The caller has locked the connection. */
export async function closeRequest(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  requestId: number,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    update marketplace.connection_requests set closed_at = coalesce(closed_at, clock_timestamp())
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint and request_id = ${requestId}::bigint`,
  )
  return count === 1
}

/** Closes the open requests about problems that no longer exist. The caller has locked the connection. */
export async function closeSolved(
  tx: Transaction,
  customerId: string,
  connectionId: string,
): Promise<void> {
  await execute(
    tx,
    sql`
    update marketplace.connection_requests r set closed_at = clock_timestamp()
    where r.customer_id = ${customerId} and r.connection_id = ${connectionId}::bigint and r.closed_at is null
      and r.problem_id is not null and not exists (
        select from marketplace.connection_problems p
        where p.customer_id = r.customer_id and p.connection_id = r.connection_id and p.problem_id = r.problem_id)`,
  )
}

/** Whether the connection has this problem. */
export async function hasProblem(
  tx: Transaction,
  customerId: string,
  connectionId: string,
  problemId: number,
): Promise<boolean> {
  const row = await queryFirst(
    tx,
    sql`
    select from marketplace.connection_problems
    where customer_id = ${customerId} and connection_id = ${connectionId}::bigint and problem_id = ${problemId}::bigint`,
  )
  return row !== undefined
}

/** Removes requests 30 days after they were closed. Returns their number. */
export const removeOldRequests = removalOf('connection_requests', 'closed_at', '30 days')
