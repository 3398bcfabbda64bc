/** Where the endpoints of a provider are: from its settings, or discovered (OpenID Connect Discovery 1.0). */
import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import { problemOfUrl } from '../../shared/urls.ts'
import type { ProviderConfig } from '../provider-config.ts'
import { ID_TOKEN_ALGORITHMS, type Security } from '../security/read-security.ts'
import type { RequestOptions } from './request-options.ts'

/** Metadata as the protocol library takes it. */
export type Metadata = oauth.AuthorizationServer

/** How long a discovered document is used before a sign-in asks for it again. */
const FRESH_MS = 60 * 60_000

/** Pause after a failure, so that people who reload the page do not add load during an outage. */
const PAUSE_MS = 2_000

/** Gets the metadata of a provider. Requests at the same time share one answer; an old document outlives an outage. */
export type GetMetadata = () => Promise<Metadata>

/** Makes the {@link GetMetadata} of a provider. */
export function createMetadata(
  config: ProviderConfig,
  options: RequestOptions,
  now: () => number = Date.now,
): GetMetadata {
  if (config.discoveryIssuer === undefined) {
    const metadata = staticMetadata(config)
    return async () => metadata
  }
  const issuer = new URL(config.discoveryIssuer)
  let known: Metadata | undefined
  let askAgainAt = 0
  let asking: Promise<Metadata> | undefined
  let failure: unknown
  return async () => {
    if (now() < askAgainAt) {
      if (known) return known
      throw failure
    }
    asking ??= discover(issuer, config, options).finally(() => {
      asking = undefined
    })
    try {
      known = await asking
      askAgainAt = now() + FRESH_MS
      return known
    } catch (error) {
      failure = error
      askAgainAt = now() + PAUSE_MS
      if (known) return known
      throw error
    }
  }
}

function staticMetadata(config: ProviderConfig): Metadata {
  return {
    issuer: config.issuers?.[0] ?? config.authorizationUrl ?? config.name,
    ...settingsOf(config),
    id_token_signing_alg_values_supported: algorithmsOf(config.security, ID_TOKEN_ALGORITHMS),
  }
}

/** What the settings say of the endpoints; it overrides what is discovered. */
function settingsOf(config: ProviderConfig): Partial<Metadata> {
  const named = {
    authorization_endpoint: config.authorizationUrl,
    token_endpoint: config.tokenUrl,
    userinfo_endpoint: config.userInfoUrl,
    jwks_uri: config.jwksUri,
    end_session_endpoint: config.endSessionUrl,
    revocation_endpoint: config.revocationUrl,
    pushed_authorization_request_endpoint: config.pushedAuthorizationUrl,
  }
  return Object.fromEntries(Object.entries(named).filter(([, url]) => url !== undefined))
}

async function discover(
  issuer: URL,
  config: ProviderConfig,
  options: RequestOptions,
): Promise<Metadata> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options })
  const discovered = await oauth.processDiscoveryResponse(issuer, response)
  const metadata = { ...discovered, ...settingsOf(config) }
  checkEndpoints(metadata, config.security, options[oauth.allowInsecureRequests] === true)
  const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const algorithms = algorithmsOf(config.security, supported)
  return { ...metadata, id_token_signing_alg_values_supported: algorithms }
}

/** The settings decide; otherwise what is announced, as far as it is verified with public keys. */
function algorithmsOf({ idTokenAlgorithms }: Security, announced: readonly string[]): string[] {
  return [...(idTokenAlgorithms ?? announced.filter((name) => ID_TOKEN_ALGORITHMS.includes(name)))]
}

const REQUIRED = ['authorization_endpoint', 'token_endpoint'] as const
const OPTIONAL = [
  'userinfo_endpoint',
  'end_session_endpoint',
  'pushed_authorization_request_endpoint',
] as const

function checkEndpoints(
  metadata: Metadata,
  { hasSecretSignatures }: Security,
  allowLoopbackHttp: boolean,
): void {
  const required: readonly string[] = hasSecretSignatures ? REQUIRED : [...REQUIRED, 'jwks_uri']
  for (const name of [...REQUIRED, 'jwks_uri', ...OPTIONAL] as const) {
    const url = metadata[name]
    const isMissing = url === undefined && required.includes(name)
    const problem = isMissing
      ? 'is missing'
      : url === undefined
        ? undefined
        : problemOfUrl(url, allowLoopbackHttp)
    if (problem !== undefined) {
      const message = `The provider's discovery document cannot be used: ${name} ${problem}.`
      throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
    }
  }
}
