/** The database of the hub: an external one by DATABASE_URL, else the embedded one in the data directory. */
import { closeDatabase, type Database, openDatabase } from '@entrepot/database'
import type { EmbeddedPostgres } from '@entrepot/embedded-postgres'
import type { Config } from '../config/types.ts'
import { startCell } from './cell-store.ts'
import { migrateHub, type NamedMigration } from './migrations.ts'

/** An open, migrated database. `close` ends the pool, and leaves the server running. */
export interface HubDatabase {
  readonly database: Database
  readonly description: string
  close(): Promise<void>
}

/**
 * Opens and migrates the database of a hub.
 *
 * @param server the embedded server; undefined for the external database of the configuration
 * @throws DatabaseError when the database cannot be reached or migrated
 */
export async function openHubDatabase(
  config: Config,
  server: EmbeddedPostgres | undefined,
  onProgress: (step: string) => void,
): Promise<HubDatabase> {
  const database = await openDatabase({ url: server?.url ?? (config.databaseUrl as string) })
  try {
    const applied = await migrateHub(database)
    if (applied.length > 0) onProgress(describe(applied))
    await startCell(database, config.cell)
  } catch (error) {
    await closeDatabase(database, 1_000)
    throw error
  }
  return {
    database,
    description: server ? `embedded, in ${config.dataDirectory}` : 'external',
    close: async () => await closeDatabase(database, 5_000),
  }
}

/** Migrations that are named. A new database gets more, whose names tell nobody anything. */
const NAMED = 5

function describe(applied: readonly NamedMigration[]): string {
  if (applied.length > NAMED) return `Migrated the database: ${applied.length} migrations`
  const names = applied.map(({ schema, migration }) => `${schema}/${migration}`)
  return `Migrated the database: ${names.join(', ')}`
}
