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
  mended: {
    // Only their comments changed.
    '0001-customers-channels-keys': [
      'cb07f2c78387a4c47300dcb586d3eaa47f807d8c892bffd135d578acfc313173',
    ],
    '0003-orders': ['026780af81e32249cd46e23c112b485a9967a2f81fc9ce56accd25ae15dbcfe0'],
    '0004-fulfilment': ['18cc07894693e557c26975af882b4331be151e3108537ac30e9d273a85f256bf'],
    '0005-sync': ['7fca26adc3b3e5b1e298aa57c38b6f7939653bcb3e52eaee8ff1aa5338092928'],
    // The earlier text failed where the extension pg_trgm is in a schema that the role may not use.
    '0019-reads': ['e50f3a50e86452d05f2ada67f31a50bf21d120d01524f889127f218eae7e3447'],
  },
})
