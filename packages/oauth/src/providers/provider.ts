import type { Fetch } from '@entrepot/rest'
import * as oauth from 'oauth4webapi'
import { type Authenticate, createAuthenticate } from './connection/client-authentication.ts'
import { type NetworkSettings, type ProviderClient, providerFetch } from './connection/http.ts'
import { createKeySet, type KeySet, secretKeySet } from './connection/keys.ts'
import { createMetadata, type Metadata } from './connection/metadata.ts'
import type { RequestOptions } from './connection/request-options.ts'
import { readableTokenAnswers } from './connection/token-answer.ts'
import type { ProviderConfig } from './provider-config.ts'

/** Seconds by which the clocks of a provider and this machine may differ. */
export const CLOCK_TOLERANCE = 60

/** A provider at work: its settings, and how it is talked to. */
export interface Provider {
  readonly config: ProviderConfig
  readonly fetch: Fetch
  readonly client: oauth.Client
  readonly requestOptions: RequestOptions
  readonly authenticate: Authenticate
  /** @throws when the provider's discovery document cannot be had */
  metadata(): Promise<Metadata>
  /** Keys for signatures of the provider, fetched when needed and again for a key that is not known. */
  keysOf(metadata: Metadata): KeySet
  /**
   * The same keys for logout tokens, fetched on an account of their own: anybody can send those, and must not use up what
   * sign-ins need after a roll-over.
   */
  logoutKeysOf(metadata: Metadata): KeySet
  /** Closes its connections. */
  close(): Promise<void>
}

/** Makes a provider of its settings. Nothing is fetched until somebody signs in. */
export function createProvider(
  config: ProviderConfig,
  network: NetworkSettings,
  http: ProviderClient | undefined,
): Provider {
  const { fetch, close } = providerFetch(config, network, http)
  const { security, clientSecret } = config
  const keySet = () =>
    security.hasSecretSignatures ? () => secretKeySet(clientSecret) : createKeySet(fetch)
  const requestOptions: RequestOptions = {
    [oauth.customFetch]: readableTokenAnswers(fetch),
    // The rules on URLs (urls.ts) have refused http anywhere but on loopback.
    [oauth.allowInsecureRequests]: network.allowPrivateProviders,
  }
  return {
    config,
    fetch,
    client: { client_id: config.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE },
    requestOptions,
    authenticate: createAuthenticate(config),
    metadata: createMetadata(config, requestOptions),
    keysOf: keySet(),
    logoutKeysOf: keySet(),
    close,
  }
}
