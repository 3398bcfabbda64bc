import type { MigrationSet } from '@entrepot/database'

/**
 * The tables of the marketplace, in the schema `marketplace`.
 *
 * @example
 * await migrate(database, migrations)
 */
export const migrations: MigrationSet = Object.freeze({
  name: 'marketplace',
  directory: new URL('../migrations/', import.meta.url),
})
