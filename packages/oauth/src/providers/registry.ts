/** The providers by name: those of the options, and those that the hook `onResolveProvider` names at run time. */
import { compileSettings } from '@entrepot/config'
import type { FastifyBaseLogger } from 'fastify'
import { configError, toProblem } from '../shared/errors.ts'
import { createJoinCalls } from '../shared/join-calls.ts'
import type { NetworkSettings, ProviderClient } from './connection/http.ts'
import { createProvider, type Provider } from './provider.ts'
import type { ProviderConfig } from './provider-config.ts'
import { readProvider } from './read-provider.ts'
import { issuesOfFiles } from './security/read-security.ts'
import { type ProviderDefaults, ProviderSettings, type ResolvedProvider } from './settings.ts'

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

/** What the options say of providers. */
export interface RegistrySettings extends NetworkSettings {
  readonly providers: ReadonlyMap<string, ProviderConfig>
  /** How long providers resolved by the hook are kept, in seconds. */
  readonly dynamicProviderTtl: number
  /** The options as written: what providers resolved at run time are read with. */
  readonly written: ProviderDefaults
}

/** The hook `onResolveProvider`. */
export type ResolveProvider = (
  name: string,
  logger: FastifyBaseLogger,
) => Promise<ResolvedProvider | null | undefined> | ResolvedProvider | null | undefined

/**
 * Makes the {@link ProviderRegistry} of an instance.
 *
 * @param findHook gives the hook, if one is registered by now
 */
export function createRegistry(
  settings: RegistrySettings,
  findHook: () => ResolveProvider | undefined,
  logger: FastifyBaseLogger,
  http: ProviderClient | undefined,
): ProviderRegistry {
  const make = (config: ProviderConfig) => createProvider(config, settings, http)
  const fixed = new Map<string, Provider>()
  for (const [name, config] of settings.providers) fixed.set(name, make(config))
  const dynamic = new Map<string, { readonly provider: Provider; readonly until: number }>()

  const known = (name: string): Provider | undefined => {
    const provider = fixed.get(name)
    if (provider) return provider
    const kept = dynamic.get(name)
    return kept && Date.now() < kept.until ? kept.provider : undefined
  }
  const join = createJoinCalls<Provider | undefined>()
  const resolve = async (name: string): Promise<Provider | undefined> => {
    const resolved = await findHook()?.(name, logger)
    if (!resolved) return undefined
    const made = make(readResolved(name, resolved, settings.written))
    const [oldest] = dynamic.keys()
    if (dynamic.size >= MAX_DYNAMIC && oldest !== undefined) dynamic.delete(oldest)
    dynamic.set(name, { provider: made, until: Date.now() + settings.dynamicProviderTtl * 1_000 })
    return made
  }
  return {
    names: [...fixed.keys()],
    isEmpty: () => fixed.size === 0 && findHook() === undefined,
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
function readResolved(
  name: string,
  resolved: ResolvedProvider,
  defaults: ProviderDefaults,
): ProviderConfig {
  const { azureTenantId, ...rest } = resolved
  const settings = azureTenantId === undefined ? rest : { ...rest, tenantId: azureTenantId }
  const checked = checkSettings(settings)
  if (!checked.isValid) throw configError(checked.issues.map(toProblem))
  const files = issuesOfFiles(checked.value)
  if (files.length > 0) throw configError(files)
  const { provider, problems } = readProvider(name, checked.value, defaults)
  if (provider) return provider
  throw configError(
    problems.length > 0
      ? problems
      : [
          {
            path: name,
            message: 'needs clientId, and clientSecret, clientKeys or clientAuthentication: none',
          },
        ],
  )
}
