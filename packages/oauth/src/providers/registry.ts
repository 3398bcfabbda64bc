/** The providers by name: those of the options, and those that the hook `onResolveProvider` names at run time. */
import { compileSettings } from '@entrepot/config'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { readProvider } from '../config/read-provider.ts'
import { ProviderSettings } from '../config/schema.ts'
import { toProblem } from '../config/check-shapes.ts'
import { configError } from '../errors.ts'
import type { HookRegistry, ResolvedProvider } from '../hooks.ts'
import { createJoinCalls } from '../join-calls.ts'
import type { CodeOptions } from '../options.ts'
import { createProvider, type Provider } from './provider.ts'

/** Tenants that are kept at once; the one that was resolved first goes first. */
const MAX_DYNAMIC = 1_000

/** Finds providers by their name in URLs. */
export interface ProviderRegistry {
  /** Names of the providers in the options. */
  readonly names: readonly string[]
  /** True when there is no provider and no hook that could name one. */
  isEmpty(): boolean
  /** A provider that is known without asking the hook. */
  known(name: string): Provider | undefined
  /**
   * @param name of the form that the options allow
   * @throws what the hook throws; OAuthError `OAUTH_CONFIG` when its answer cannot be used
   */
  find(name: string): Promise<Provider | undefined>
  /** Closes all connections to providers. */
  close(): Promise<void>
}

/** Makes the {@link ProviderRegistry} of an instance. */
export function createRegistry(
  config: Config,
  hooks: HookRegistry,
  logger: FastifyBaseLogger,
  http: CodeOptions['http'],
): ProviderRegistry {
  const fixed = new Map<string, Provider>()
  for (const [name, one] of config.providers) fixed.set(name, createProvider(one, config, http))
  const dynamic = new Map<string, { readonly provider: Provider; readonly until: number }>()

  const known = (name: string): Provider | undefined => {
    const provider = fixed.get(name)
    if (provider) return provider
    const kept = dynamic.get(name)
    return kept && Date.now() < kept.until ? kept.provider : undefined
  }
  const join = createJoinCalls<Provider | undefined>()
  const resolve = async (name: string): Promise<Provider | undefined> => {
    const resolved = await hooks.get('onResolveProvider')?.(name, logger)
    if (!resolved) return undefined
    const made = createProvider(readResolved(name, resolved, config), config, http)
    const [oldest] = dynamic.keys()
    if (dynamic.size >= MAX_DYNAMIC && oldest !== undefined) dynamic.delete(oldest)
    dynamic.set(name, { provider: made, until: Date.now() + config.dynamicProviderTtl * 1_000 })
    return made
  }
  return {
    names: [...fixed.keys()],
    isEmpty: () => fixed.size === 0 && hooks.get('onResolveProvider') === undefined,
    known,
    // Requests that come at once share what the hook answers, and with it discovery, keys and connections.
    find: async (name) => known(name) ?? (await join(name, () => resolve(name))),
    async close() {
      const dynamicOnes = Array.from(dynamic.values(), ({ provider }) => provider)
      await Promise.all([...fixed.values(), ...dynamicOnes].map((provider) => provider.close()))
    },
  }
}

const checkSettings = compileSettings<ProviderSettings>(ProviderSettings)

/** The answer of the hook passes the same rules as the options. */
function readResolved(name: string, resolved: ResolvedProvider, config: Config) {
  const { azureTenantId, ...rest } = resolved
  const settings = azureTenantId === undefined ? rest : { ...rest, tenantId: azureTenantId }
  const checked = checkSettings(settings)
  if (checked.faults.length > 0) throw configError(checked.faults.map(toProblem))
  const { provider, problems } = readProvider(name, checked.value, config.written)
  if (provider) return provider
  throw configError(
    problems.length > 0 ? problems : [{ path: name, message: 'needs clientId and clientSecret' }],
  )
}
