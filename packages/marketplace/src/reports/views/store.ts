/** All SQL of saved views. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import { lockName } from '../../kit/sql/named-lock-store.ts'
import type { ViewList } from './schema.ts'

/** A stored view. */
export interface View {
  readonly viewId: number
  readonly list: ViewList
  readonly name: string
  /** Null: it is shared. */
  readonly owner: string | null
  readonly filter: Readonly<Record<string, unknown>>
  readonly columns: readonly string[]
  readonly updatedAt: Date
}

const COLUMNS = sql`view_id::float8 as "viewId", list, name, owner, filter, columns, updated_at as "updatedAt"`

/** Reads the views that an owner sees: the own and the shared ones, by name. */
export async function findViews(
  connection: Connection,
  customerId: string,
  owner: string,
  list: ViewList | undefined,
): Promise<readonly View[]> {
  return await query<View>(
    connection,
    sql`
    select ${COLUMNS} from marketplace.views
    where customer_id = ${customerId} and (owner is null or owner = ${owner})
      ${list === undefined ? sql`` : sql`and list = ${list}`}
    order by name, view_id`,
  )
}

/** Reads a view that an owner sees, and locks it. */
export async function lockView(
  tx: Transaction,
  customerId: string,
  owner: string,
  viewId: string,
): Promise<View | undefined> {
  return await queryFirst<View>(
    tx,
    sql`
    select ${COLUMNS} from marketplace.views
    where customer_id = ${customerId} and view_id = ${viewId} and (owner is null or owner = ${owner})
    for update`,
  )
}

/** Locks the views of an owner until the transaction ends, and counts them. */
export async function countViews(
  tx: Transaction,
  customerId: string,
  owner: string | null,
): Promise<number> {
  const name = `entrepot views ${customerId} ${owner ?? ''}`
  await lockName(tx, name)
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`
    select count(*)::integer as count from marketplace.views
    where customer_id = ${customerId} and owner is not distinct from ${owner}::text`,
  )
  return count
}

/** Throws the unique violation `views_by_name` if the owner has another view of this name. */
export async function insertView(
  tx: Transaction,
  customerId: string,
  { list, name, owner, filter, columns }: Omit<View, 'viewId' | 'updatedAt'>,
): Promise<View> {
  return await queryOne<View>(
    tx,
    sql`
    insert into marketplace.views (customer_id, list, name, owner, filter, columns)
    values (${customerId}, ${list}, ${name}, ${owner}, ${JSON.stringify(filter)}, ${JSON.stringify(columns)})
    returning ${COLUMNS}`,
  )
}

/** Throws the unique violation `views_by_name` if the owner has another view of this name. */
export async function updateView(
  tx: Transaction,
  customerId: string,
  { viewId, name, owner, filter, columns }: View,
): Promise<View> {
  return await queryOne<View>(
    tx,
    sql`
    update marketplace.views set name = ${name}, owner = ${owner}, filter = ${JSON.stringify(filter)},
      columns = ${JSON.stringify(columns)}, updated_at = clock_timestamp()
    where customer_id = ${customerId} and view_id = ${viewId} returning ${COLUMNS}`,
  )
}

/** Removes a view. */
export async function deleteView(
  tx: Transaction,
  customerId: string,
  viewId: number,
): Promise<void> {
  await execute(
    tx,
    sql`delete from marketplace.views where customer_id = ${customerId} and view_id = ${viewId}`,
  )
}
