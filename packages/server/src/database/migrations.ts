import {
  type Database,
  listMigrations,
  type MigrationSet,
  migrate,
  migrationStatus,
} from '@entrepot/database'
import { migrations as marketplaceMigrations } from '@entrepot/marketplace'

/** The tables of the hub itself: users and sessions, in the schema `hub`. */
export const hubMigrations: MigrationSet = Object.freeze({
  name: 'hub',
  directory: new URL('../../migrations/', import.meta.url),
})

/** The sets of the hub, in the order in which they are applied. `@entrepot/oauth` migrates its own tables. */
export const HUB_SETS = [marketplaceMigrations, hubMigrations] as const

/** A migration: the name of its set, and of its file. */
export interface NamedMigration {
  readonly schema: string
  readonly migration: string
}

/**
 * Migrates the tables of the marketplace and of the hub. Plugins migrate their own tables.
 *
 * @returns the names of the files that were applied
 * @throws DatabaseError as `migrate` does
 */
export async function migrateHub(database: Database): Promise<readonly string[]> {
  return (await applyMigrations(database)).map(({ migration }) => migration)
}

/** {@link migrateHub}, with the schema of each file. */
export async function applyMigrations(database: Database): Promise<readonly NamedMigration[]> {
  const applied: NamedMigration[] = []
  for (const set of HUB_SETS) applied.push(...named(set, (await migrate(database, set)).applied))
  return applied
}

/** The migrations that {@link applyMigrations} would apply. Throws DatabaseError as `migrate` does. */
export async function pendingMigrations(database: Database): Promise<readonly NamedMigration[]> {
  const pending: NamedMigration[] = []
  for (const set of HUB_SETS)
    pending.push(...named(set, (await migrationStatus(database, set)).pending))
  return pending
}

/** The last migration of each schema that this version of the hub has. */
export async function knownSchemas(): Promise<readonly NamedMigration[]> {
  const known = await Promise.all(
    HUB_SETS.map(async (set) => named(set, await listMigrations(set))),
  )
  return known.flatMap((all) => all.slice(-1))
}

function named({ name }: MigrationSet, files: readonly string[]): readonly NamedMigration[] {
  return files.map((migration) => ({ schema: name, migration }))
}
