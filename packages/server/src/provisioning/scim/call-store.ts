/** All SQL of the calls that are kept for people who set a directory up. */
import { type Connection, execute, query, sql } from '@entrepot/database'

/** A call of a directory. */
export interface ScimCall {
  readonly label: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** Why it was refused. */
  readonly detail: string | null
}

/** A call that is kept. */
export interface KeptCall extends ScimCall {
  readonly callId: string
  readonly calledAt: Date
}

/** How many calls of a customer are kept. */
const KEPT_CALLS = 200

/** Stores a call, and deletes the oldest ones. */
export async function insertCall(
  connection: Connection,
  customerId: string,
  { label, method, path, status, detail }: ScimCall,
): Promise<void> {
  await execute(
    connection,
    sql`
    with added as (
      insert into hub.scim_calls (customer_id, label, method, path, status, detail)
      values (${customerId}, ${label}, ${method}, ${path}, ${status}, ${detail})
    )
    delete from hub.scim_calls where customer_id = ${customerId} and call_id <= (
      select call_id from hub.scim_calls where customer_id = ${customerId}
      order by call_id desc offset ${KEPT_CALLS - 1} limit 1)`,
  )
}

/** The last calls of a customer, newest first. */
export async function selectCalls(
  connection: Connection,
  customerId: string,
  limit: number,
): Promise<readonly KeptCall[]> {
  return await query<KeptCall>(
    connection,
    sql`
    select call_id as "callId", called_at as "calledAt", label, method, path, status, detail from hub.scim_calls
    where customer_id = ${customerId} order by call_id desc limit ${limit}`,
  )
}
