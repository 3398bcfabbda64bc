/** How providers are called: through `@entrepot/rest`, guarded and bounded. */
import { type Client, createClient, createFetch, type Fetch } from '@entrepot/rest'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import type { ProviderConfig } from './provider-config.ts'

/** A person waits in front of the browser: what has not answered by then has failed. */
const TIMEOUT_MS = 10_000

/** Key sets of large providers have about 30 KB. */
const MAX_BODY_BYTES = 256 * 1024

/** The HTTP client for calls to providers, if the application provides one. */
export type ProviderClient = Pick<Client, 'stream'>

/**
 * A `fetch` for the calls to one provider. It reaches public addresses at 443 and at the ports that the settings name, unless
 * `allowPrivateProviders` lets it reach private ones. `close` closes its connections; a client of the host stays open.
 */
export function providerFetch(
  config: ProviderConfig,
  allowPrivate: boolean,
  http: ProviderClient | undefined,
): { readonly fetch: Fetch; close(): Promise<void> } {
  if (http !== undefined) return { fetch: createFetch(http), close: async () => {} }
  const client = createClient({
    guard: {
      protocols: allowPrivate ? ['https:', 'http:'] : ['https:'],
      allowedPorts: portsOf(config),
      [allowPrivateAddresses]: allowPrivate,
    },
    timeout: { connect: TIMEOUT_MS / 2, total: TIMEOUT_MS },
    limits: { bodyBytes: MAX_BODY_BYTES },
    redirect: 'manual',
  })
  return { fetch: createFetch(client), close: client.close }
}

/** Ports of the URLs in the settings: what is discovered must be at one of them. */
function portsOf(config: ProviderConfig): readonly number[] {
  const { authorizationUrl, tokenUrl, userInfoUrl, emailsUrl, jwksUri, discoveryIssuer } = config
  const urls = [authorizationUrl, tokenUrl, userInfoUrl, emailsUrl, jwksUri, discoveryIssuer]
  const ports = urls.flatMap((url) => (url === undefined ? [] : [portOf(new URL(url))]))
  return [...new Set([443, ...ports])]
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
