/** Checks what the hub needs from the network: its public address, and the discovery documents of identity providers. */
import { OAUTH_PACKAGE } from '../../config/provider-rules.ts'
import type { Config } from '../../config/types.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Longer than a provider under load needs. */
const TIMEOUT_MS = 5_000

/** Checks that the public address leads to a hub. */
export async function checkPublicAddress({ publicUrl }: Config): Promise<Finding> {
  const check = 'public address'
  if (publicUrl === undefined) {
    return ok(check, 'publicUrl is not set: the hub is used by the address on which it listens.')
  }
  const answer = await fetchJson(`${publicUrl}/health/live`)
  if (typeof answer !== 'string' && answer.status === 'ok') {
    return ok(check, `${publicUrl} leads to a hub.`)
  }
  const reason = typeof answer === 'string' ? answer : 'another program answers'
  const fix = `Start the hub. If it runs, let DNS and the proxy lead ${publicUrl} to it.`
  return warning(check, `${publicUrl}/health/live does not answer as a hub: ${reason}.`, fix)
}

/** Checks the discovery document of each active provider that has one (OpenID Connect Discovery 1.0, section 4). */
export async function checkProviders({ plugins }: Config): Promise<readonly Finding[]> {
  const entry = plugins.find((one) => one.package === OAUTH_PACKAGE)
  if (entry === undefined) return []
  // Loaded only for this command, because the plugin is large.
  const { listIssuers } = await import('@entrepot/oauth')
  // The hub sets the secret and the redirect URI, and has replaced variables.
  const options = {
    redirectUri: 'https://hub.example/oauth/callback',
    ...entry.options,
    substitute: false as const,
  }
  const providers = listIssuers(options).flatMap(({ provider, issuers }) =>
    issuers.slice(0, 1).map((issuer) => ({ provider, issuer })),
  )
  return await Promise.all(providers.map(checkDiscovery))
}

async function checkDiscovery({
  provider,
  issuer,
}: {
  readonly provider: string
  readonly issuer: string
}): Promise<Finding> {
  const check = `provider ${provider}`
  // Those of shared authorities, such as of Entra ID, have a placeholder for the tenant.
  if (issuer.includes('<')) return ok(check, 'The issuer depends on the person: not checked.')
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetchJson(url)
  const fix = 'Check issuer in entrepot.yaml, and that this node may reach the provider.'
  if (typeof answer === 'string') return failure(check, `${url} cannot be read: ${answer}.`, fix)
  if (answer.issuer === issuer) return ok(check, `${issuer} answers.`)
  return failure(check, `${url} is of another issuer: ${JSON.stringify(answer.issuer)}.`, fix)
}

/** The JSON object at a URL, or the reason why there is none. */
async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status !== 200) return `status ${response.status}`
    const value: unknown = await response.json()
    const isObject = typeof value === 'object' && value !== null
    return isObject ? (value as Record<string, unknown>) : 'not a JSON object'
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    return cause?.code ?? cause?.message ?? message
  }
}
