import type { FastifyBaseLogger } from 'fastify'
import type { HookRegistry } from './hook-registry.ts'
import type { Metrics } from './metrics.ts'
import type { ProviderRegistry } from './providers/registry.ts'
import type { Sealer } from './shared/sealer.ts'
import type { Store } from './store/store.ts'
import type { Users } from './users.ts'

/** The parts that all features of one instance of the plugin share. */
export interface Context {
  readonly store: Store
  readonly users: Users | undefined
  readonly hooks: HookRegistry
  readonly sealer: Sealer
  readonly logger: FastifyBaseLogger
  readonly providers: ProviderRegistry
  readonly metrics: Metrics
}
