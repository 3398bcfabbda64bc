import { type Database, queryOne, sql } from '@entrepot/database'

/** Reads the clock of the database, which all nodes share. */
export async function readClock(database: Database): Promise<Date> {
  return (await queryOne<{ now: Date }>(database, sql`select clock_timestamp() as now`)).now
}
