import type { Store } from '../store.ts'
import { memoryCsrf } from './csrf.ts'
import { memoryMcp } from './mcp.ts'
import { memorySignIns } from './sign-ins.ts'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Seconds since 1970; for tests. @default the system's clock */
  readonly clock?: () => number
}

/**
 * A store in the memory of the process, for tests and first steps. The data is lost at the end of the process, and is not shared
 * with other nodes; the plugin logs a warning if `NODE_ENV` is `production`.
 *
 * @example
 * import { memoryStore } from '@entrepot/oauth/memory'
 * await app.register(oauth, { store: memoryStore(), ...options })
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const clock = options.clock ?? (() => Date.now() / 1000)
  const mcp = memoryMcp(clock)
  const csrf = memoryCsrf(clock, mcp.limits)
  const signIns = memorySignIns(clock)
  return {
    csrf,
    signIns,
    mcp,
    isVolatile: true,
    prepare: async () => {},
    clean: async ({ auditTtl } = {}) => csrf.clean() + signIns.clean() + mcp.clean(auditTtl),
  }
}
