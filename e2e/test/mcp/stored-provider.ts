/** What an application that uses the client SDK writes: keeps what the SDK gives it, and sends its person to the server. */
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** Where the clients of these tests are answered. Nothing listens there: {@link Person} stops before it. */
export const CALLBACK = 'http://127.0.0.1:4747/callback'

/** What a client may bring. */
export interface ProviderOptions {
  /** A client that is known already: no registration. */
  readonly client?: StoredOAuthClientInformation
  /** URL of its metadata document. */
  readonly clientMetadataUrl?: string
  readonly metadata?: Partial<OAuthClientMetadata>
}

/** Keeps everything in memory; `authorizationUrl` is where the person was last sent. */
export class StoredProvider implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata: OAuthClientMetadata
  readonly clientMetadataUrl?: string
  client: StoredOAuthClientInformation | undefined
  stored: StoredOAuthTokens | undefined
  authorizationUrl: URL | undefined
  /** How often tokens were stored. */
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
