/** The part that an application with the client SDK implements: it stores what the SDK gives it, and sends the person to the server. */
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** The callback of the clients in these tests. Nothing listens there, because {@link Person} stops before it. */
export const CALLBACK = 'http://127.0.0.1:4747/callback'

/** Information that a client may already have. */
export interface ProviderOptions {
  /** A client that is already registered. */
  readonly client?: StoredOAuthClientInformation
  /** URL of its metadata document. */
  readonly clientMetadataUrl?: string
  readonly metadata?: Partial<OAuthClientMetadata>
}

/** Stores everything in memory. `authorizationUrl` is the last URL to which the person was sent. */
export class StoredProvider implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata: OAuthClientMetadata
  readonly clientMetadataUrl?: string
  client: StoredOAuthClientInformation | undefined
  stored: StoredOAuthTokens | undefined
  authorizationUrl: URL | undefined
  /** How often tokens have been stored. */
  saved = 0
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor({ client, clientMetadataUrl, metadata }: ProviderOptions = {}) {
    this.client = client
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
    this.clientMetadata = {
      client_name: 'Test agent',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }
  }

  clientInformation() {
    return this.client
  }

  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client
  }

  tokens() {
    return this.stored
  }

  saveTokens(tokens: StoredOAuthTokens) {
    this.stored = tokens
    this.saved += 1
  }

  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }

  codeVerifier() {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovery = state
  }

  discoveryState() {
    return this.#discovery
  }
}
