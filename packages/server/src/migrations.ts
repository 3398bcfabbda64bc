import { type Database, type MigrationSet, migrate } from '@entrepot/database'
import { migrations as marketplaceMigrations } from '@entrepot/marketplace'

/** The tables of the hub itself: users and sessions, in the schema `hub`. */
export const hubMigrations: MigrationSet = Object.freeze({
  name: 'hub',
  directory: new URL('../migrations/', import.meta.url),
})

/**
 * Migrates the tables of the marketplace and of the hub. Plugins migrate their own tables.
 *
 * @returns the names of the files that were applied
 * @throws DatabaseError as `migrate` does
 */
export async function migrateHub(database: Database): Promise<readonly string[]> {
  const applied: string[] = []
  for (const set of [marketplaceMigrations, hubMigrations]) {
    applied.push(...(await migrate(database, set)).applied)
  }
  return applied
}
