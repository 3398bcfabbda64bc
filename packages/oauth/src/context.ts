import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { HookRegistry } from './hooks.ts'
import type { Users } from './options.ts'
import type { ProviderRegistry } from './providers/registry.ts'
import type { Sealer } from './sealer.ts'
import type { Store } from './store/store.ts'

/** What the features of one instance of the plugin share. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly users: Users | undefined
  readonly hooks: HookRegistry
  readonly sealer: Sealer
  readonly logger: FastifyBaseLogger
  readonly providers: ProviderRegistry
}
