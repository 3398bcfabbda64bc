import { type Client, createClient } from '@entrepot/rest'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { isLoopback } from '../../../shared/urls.ts'
import type { McpConfig } from '../../config/config.ts'

/** As of documents of clients. */
const TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 256 * 1_024

/**
 * A client that reaches the identity providers of the settings at private addresses, if `allowPrivateProviders` permits that: at 443 and at
 * the ports that the settings name. Otherwise they are reached as documents of clients are; then the result is undefined.
 */
export function createTrustedHttp(
  { identityAssertions }: Pick<McpConfig, 'identityAssertions'>,
  { allowPrivateProviders }: { readonly allowPrivateProviders: boolean },
): Client | undefined {
  if (!allowPrivateProviders || identityAssertions.size === 0) return undefined
  const urls = [...identityAssertions.values()]
    .flatMap(({ issuer, jwksUri }) => [issuer, jwksUri])
    .flatMap((url) => (url === undefined ? [] : [new URL(url)]))
  return createClient({
    guard: {
      protocols: ['https:', 'http:'],
      allowedPorts: [...new Set([443, ...urls.map(portOf)])],
      [allowPrivateAddresses]: true,
    },
    // A proxy is elsewhere, and has a loopback of its own.
    proxy: urls.every(({ hostname }) => isLoopback(hostname)) ? false : 'env',
    timeout: TIMEOUT_MS,
    limits: { bodyBytes: MAX_BODY_BYTES },
    redirect: 'manual',
  })
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
