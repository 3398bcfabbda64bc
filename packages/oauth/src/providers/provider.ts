import type { Fetch } from '@entrepot/rest'
import type { JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import { type ProviderClient, providerFetch } from './http.ts'
import { createKeySet } from './keys.ts'
import { createMetadata, type Metadata } from './metadata.ts'
import type { ProviderConfig } from './provider-config.ts'
import type { RequestOptions } from './request-options.ts'
import { readableTokenAnswers } from './token-answer.ts'

/** Seconds by which the clocks of a provider and this machine may differ. */
export const CLOCK_TOLERANCE = 60

/** A provider at work: its settings, and how it is talked to. */
export interface Provider {
  readonly config: ProviderConfig
  readonly fetch: Fetch
  readonly client: oauth.Client
  readonly requestOptions: RequestOptions
  /** @throws when the provider's discovery document cannot be had */
  metadata(): Promise<Metadata>
  /** Keys for signatures of the provider, fetched when needed and again for a key that is not known. */
  keysOf(metadata: Metadata): JWTVerifyGetKey
  /**
   * The same keys for logout tokens, fetched on an account of their own: anybody can send those, and must not use up what
   * sign-ins need after a roll-over.
   */
  logoutKeysOf(metadata: Metadata): JWTVerifyGetKey
  /** Closes its connections. */
  close(): Promise<void>
}

/** Makes a provider of its settings. Nothing is fetched until somebody signs in. */
export function createProvider(
  config: ProviderConfig,
  allowPrivate: boolean,
  http: ProviderClient | undefined,
): Provider {
  const { fetch, close } = providerFetch(config, allowPrivate, http)
  const requestOptions: RequestOptions = {
    [oauth.customFetch]: readableTokenAnswers(fetch),
    // The rules on URLs (urls.ts) have refused http anywhere but on loopback.
    [oauth.allowInsecureRequests]: allowPrivate,
  }
  return {
    config,
    fetch,
    client: { client_id: config.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE },
    requestOptions,
    metadata: createMetadata(config, requestOptions),
    keysOf: createKeySet(fetch),
    logoutKeysOf: createKeySet(fetch),
    close,
  }
}

/** How the client shows who it is: as set, or as the provider says, or in the body as most expect. */
export function clientAuthentication(provider: Provider, metadata: Metadata): oauth.ClientAuth {
  const { settings, clientSecret, discoveryIssuer } = provider.config
  const supported = metadata.token_endpoint_auth_methods_supported
  // RFC 8414, section 2: a document that says nothing means client_secret_basic.
  const said = discoveryIssuer !== undefined && !supported?.includes('client_secret_post')
  const method =
    settings.clientAuthentication ?? (said ? 'client_secret_basic' : 'client_secret_post')
  return method === 'client_secret_basic'
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}
