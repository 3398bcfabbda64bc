/** All SQL of mappings of imports. */
import type { ColumnMapping } from '@entrepot/catalogues'
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

/** A kept mapping. */
export interface KeptMapping {
  readonly name: string
  readonly columns: ColumnMapping['columns']
  readonly constants: NonNullable<ColumnMapping['constants']>
  readonly updatedAt: Date
}

const COLUMNS = sql`name, columns, constants, updated_at as "updatedAt"`

/** Reads the mappings of a customer by name. */
export async function findMappings(
  connection: Connection,
  customerId: string,
): Promise<readonly KeptMapping[]> {
  return await query<KeptMapping>(
    connection,
    sql`select ${COLUMNS} from marketplace.import_mappings where customer_id = ${customerId} order by name`,
  )
}

export async function findMapping(
  connection: Connection,
  customerId: string,
  name: string,
): Promise<KeptMapping | undefined> {
  return await queryFirst<KeptMapping>(
    connection,
    sql`
    select ${COLUMNS} from marketplace.import_mappings
    where customer_id = ${customerId} and name = ${name}`,
  )
}

/** Locks the mappings of a customer until the transaction ends, and counts them. */
export async function countMappings(tx: Transaction, customerId: string): Promise<number> {
  const lock = `marketplace import mappings ${customerId}`
  await lockName(tx, lock)
  const { count } = await queryOne<{ count: number }>(
    tx,
    sql`
    select count(*)::integer as count from marketplace.import_mappings
    where customer_id = ${customerId}`,
  )
  return count
}

/** Stores a mapping under its name. Undefined if the same mapping is stored already. */
export async function upsertMapping(
  tx: Transaction,
  customerId: string,
  { name, columns, constants }: Omit<KeptMapping, 'updatedAt'>,
): Promise<KeptMapping | undefined> {
  return await queryFirst<KeptMapping>(
    tx,
    sql`
    insert into marketplace.import_mappings as kept (customer_id, name, columns, constants)
    values (${customerId}, ${name}, ${JSON.stringify(columns)}, ${JSON.stringify(constants)})
    on conflict (customer_id, name) do update
      set columns = excluded.columns, constants = excluded.constants, updated_at = clock_timestamp()
      where (kept.columns, kept.constants) is distinct from (excluded.columns, excluded.constants)
    returning ${COLUMNS}`,
  )
}

/** Removes a mapping. Returns false if there is none. */
export async function deleteMapping(
  tx: Transaction,
  customerId: string,
  name: string,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    delete from marketplace.import_mappings where customer_id = ${customerId} and name = ${name}`,
  )
  return count === 1
}
