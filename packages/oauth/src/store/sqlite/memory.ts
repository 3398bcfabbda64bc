import type { Store } from '../store.ts'
import { type SqliteStoreOptions, sqliteStore } from './index.ts'

/** Options of {@link memoryStore}. */
export type MemoryStoreOptions = SqliteStoreOptions

/**
 * A store in the memory of the process, for tests and first steps: an SQLite database without a file. The data is lost at the end of the
 * process, and is not shared with other nodes; the plugin logs a warning if `NODE_ENV` is `production`. Without the plugin, call
 * `prepare` before the first operation.
 *
 * @example
 * import { memoryStore } from '@entrepot/oauth/memory'
 * await app.register(oauth, { store: memoryStore(), ...options })
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  return { ...sqliteStore(':memory:', options), isVolatile: true }
}
