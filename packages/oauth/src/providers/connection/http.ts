/** How providers are called: through `@entrepot/rest`, guarded and bounded. */
import { type Client, createClient, createFetch, type Fetch } from '@entrepot/rest'
import { allowPrivateAddresses, proxyIsTrusted } from '@entrepot/rest/unsafe'
import { isLoopback } from '../../shared/urls.ts'
import type { ProviderConfig } from '../provider-config.ts'

/** A person waits in front of the browser: what has not answered by then has failed. */
const TIMEOUT_MS = 10_000

/** Key sets of large providers have about 30 KB. */
const MAX_BODY_BYTES = 256 * 1024

/** Settings of the plugin on what providers may be, and how they are reached. */
export interface NetworkSettings {
  readonly allowPrivateProviders: boolean
  /** The proxy in HTTPS_PROXY refuses private addresses itself. */
  readonly proxyChecksTargets: boolean
}

/** The HTTP client for calls to providers, if the application provides one. */
export type ProviderClient = Pick<Client, 'stream'>

/**
 * A `fetch` for the calls to one provider. It reaches public addresses at 443 and at the ports that the settings name, unless
 * `allowPrivateProviders` lets it reach private ones; through the proxy of the environment, unless it is on loopback. `close` closes its
 * connections; a client of the host stays open.
 */
export function providerFetch(
  config: ProviderConfig,
  { allowPrivateProviders: allowPrivate, proxyChecksTargets }: NetworkSettings,
  http: ProviderClient | undefined,
): { readonly fetch: Fetch; close(): Promise<void> } {
  if (http !== undefined) return { fetch: createFetch(http), close: async () => {} }
  const client = createClient({
    guard: {
      protocols: allowPrivate ? ['https:', 'http:'] : ['https:'],
      allowedPorts: portsOf(config),
      [allowPrivateAddresses]: allowPrivate,
    },
    // A proxy is elsewhere, and has a loopback of its own.
    proxy: urlsOf(config).every(({ hostname }) => isLoopback(hostname)) ? false : 'env',
    [proxyIsTrusted]: proxyChecksTargets,
    timeout: { connect: TIMEOUT_MS / 2, total: TIMEOUT_MS },
    limits: { bodyBytes: MAX_BODY_BYTES },
    redirect: 'manual',
  })
  return { fetch: createFetch(client), close: client.close }
}

/** Ports of the URLs in the settings: what is discovered must be at one of them. */
function portsOf(config: ProviderConfig): readonly number[] {
  return [...new Set([443, ...urlsOf(config).map(portOf)])]
}

function urlsOf(config: ProviderConfig): readonly URL[] {
  const { authorizationUrl, tokenUrl, userInfoUrl, emailsUrl, jwksUri, revocationUrl } = config
  const endpoints = [authorizationUrl, tokenUrl, userInfoUrl, emailsUrl, jwksUri, revocationUrl]
  const urls = [...endpoints, config.pushedAuthorizationUrl, config.discoveryIssuer]
  return urls.flatMap((url) => (url === undefined ? [] : [new URL(url)]))
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
