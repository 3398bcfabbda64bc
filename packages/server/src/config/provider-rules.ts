/** Rules for the providers of the sign-in plugin. Pure. */
import type { Issue } from '@entrepot/config'
import type { Config, PluginEntry } from './types.ts'

/** The package that signs people in. */
export const OAUTH_PACKAGE = '@entrepot/oauth'

/** The providers of the sign-in plugin that have credentials, in their order. */
export function activeProviders(
  plugins: readonly PluginEntry[],
): readonly (readonly [name: string, settings: Readonly<Record<string, unknown>>])[] {
  const { options } = plugins.find((entry) => entry.package === OAUTH_PACKAGE) ?? {}
  const providers = Object.entries(
    (options?.providers ?? {}) as Record<string, Readonly<Record<string, unknown>> | null>,
  )
  return providers.flatMap(([name, settings]) =>
    settings?.clientId && isAuthenticated(settings) ? [[name, settings] as const] : [],
  )
}

interface Credentials {
  readonly clientId?: unknown
  readonly clientSecret?: unknown
  readonly clientKeys?: unknown
  readonly clientAuthentication?: unknown
}

/** What identifies the hub at a provider: a secret, a key, or nothing, for a public client. */
export function isAuthenticated(settings: Credentials): boolean {
  return credentialOf(settings) !== undefined
}

function credentialOf({ clientSecret, clientKeys, clientAuthentication: method }: Credentials) {
  if (clientSecret) return 'clientSecret'
  if (clientKeys) return 'clientKeys'
  return method === 'none' || method === 'private_key_jwt' ? 'clientAuthentication' : undefined
}

/** Refuses providers with only one of their two credentials. A provider without both is inactive, and the sign-in plugin does not report it. */
export function providerIssues({ plugins }: Config): readonly Issue[] {
  return plugins
    .filter((entry) => entry.package === OAUTH_PACKAGE)
    .flatMap(({ name, options }) => {
      const providers = (options.providers ?? {}) as Record<string, Credentials | null>
      return Object.entries(providers).flatMap(([provider, settings]) => {
        const { clientId } = settings ?? {}
        const credential = credentialOf(settings ?? {})
        if (!clientId === !credential) return []
        const [missing, given] = clientId ? ['clientSecret', 'clientId'] : ['clientId', credential]
        const message = `is required with ${given}. Set it, or leave both out to keep the provider inactive.`
        return [{ path: ['plugins', name, 'providers', provider, missing as string], message }]
      })
    })
}
