import { type Database, queryOne, sql } from '@entrepot/database'

/** Reads the version of PostgreSQL, such as `18.1`. */
export async function readVersion(database: Database): Promise<string> {
  const statement = sql`select current_setting('server_version') as version`
  return (await queryOne<{ version: string }>(database, statement)).version
}
