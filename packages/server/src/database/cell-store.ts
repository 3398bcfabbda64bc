/** The SQL of the numbers that a hub gives, where there are several hubs. */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryOne,
  raw,
  sql,
  transaction,
} from '@entrepot/database'
import { ConfigError } from '../config/problems.ts'

/** A sequence of the database. */
export interface HubSequence {
  /** Quoted, with its schema. */
  readonly name: string
  /** Whether its numbers are unique in the hub, such as those of customers, and not only at a customer. */
  readonly isOfHub: boolean
}

/** Finds the sequences of the marketplace and of the hub. A number is of the hub if a column is unique by itself. */
export async function findSequences(connection: Connection): Promise<readonly HubSequence[]> {
  return await query<HubSequence>(
    connection,
    sql`
    select format('%I.%I', n.nspname, s.relname) as name, exists (
      select from pg_depend d join pg_index i on i.indrelid = d.refobjid
      where d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
        and d.deptype in ('i', 'a') and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = d.refobjsubid) as "isOfHub"
    from pg_class s join pg_namespace n on n.oid = s.relnamespace
    where s.relkind = 'S' and n.nspname in ('marketplace', 'hub') order by 1`,
  )
}

/** Numbers of a cell. Cell 2 has 2,000,000,001 to 2,999,999,999. */
const RANGE = 1_000_000_000

/**
 * Lets the numbers that are unique in a hub, such as those of customers, begin in the range of the cell. Those that exist stay. Any number of nodes
 * and commands may call it at once.
 *
 * @throws ConfigError if the database has numbers of a later cell
 */
export async function startCell(database: Database, cell: number | undefined): Promise<void> {
  if (cell === undefined) return
  const first = cell * RANGE
  await transaction(database, async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('entrepot cell', 0))`)
    for (const { name, isOfHub } of await findSequences(tx)) {
      if (!isOfHub) continue
      const { last } = await queryOne<{ last: number }>(
        tx,
        sql`select last_value::float8 as last from ${raw(name)}`,
      )
      if (last >= first + RANGE) throw otherCell(cell, name, last)
      if (last < first)
        await execute(tx, sql`select setval(${name}::text::regclass, ${first}::bigint)`)
    }
  })
}

function otherCell(cell: number, sequence: string, last: number): ConfigError {
  const message = `The cell is ${cell}, but the database has numbers of cell ${Math.floor(last / RANGE)} (${sequence}: ${last}). Set it to the cell of this database, or DATABASE_URL to the database of this cell.`
  return new ConfigError([{ source: 'ENTREPOT_CELL', path: '', message }])
}
