import { type Database, type MigrationSet, migrate } from '@entrepot/database'
import { migrations as marketplaceMigrations } from '@entrepot/marketplace'

/** The tables of the hub itself: users and sessions, in the schema `hub`. */
export const hubMigrations: MigrationSet = Object.freeze({
  name: 'hub',
  directory: new URL('../migrations/', import.meta.url),
})

/**
 * Brings the database of a hub up to date: the marketplace's tables and its own. Plugins see to theirs.
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
