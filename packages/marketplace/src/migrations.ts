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
  // The earlier text failed where the extension pg_trgm is in a schema that the role may not use.
  mended: {
    '0019-reads': ['e50f3a50e86452d05f2ada67f31a50bf21d120d01524f889127f218eae7e3447'],
  },
})
