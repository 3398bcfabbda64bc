/** Applications that use the provider. */
import { type AdapterPayload, type ClientMetadata, errors, type Provider } from 'oidc-provider'
import { DevIdpError } from './errors.ts'

/** An application. */
export interface Client {
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret?: string
  /** Shown on the sign-in page. @default the clientId */
  readonly name?: string
  /** Redirect URIs after a sign-in. Loopback addresses match with any port (RFC 8252, section 7.3). */
  readonly redirectUris: readonly string[]
  /** Redirect URIs after a sign-out; ports as above. */
  readonly postLogoutRedirectUris?: readonly string[]
  /** URL that is called when a person signs out at the provider (OpenID Connect Back-Channel Logout 1.0). */
  readonly backchannelLogoutUri?: string
  /** Signature algorithm of the ID token. @default 'RS256' */
  readonly idTokenAlgorithm?: 'RS256' | 'ES256' | 'EdDSA'
}

/**
 * The metadata of the client for oidc-provider.
 *
 * @throws {DevIdpError} `DEV_IDP_INVALID_CLIENT`
 */
export async function clientMetadata(provider: Provider, client: Client): Promise<AdapterPayload> {
  const isLocal = [...client.redirectUris, ...(client.postLogoutRedirectUris ?? [])].every(
    isLoopback,
  )
  const metadata: ClientMetadata = {
    client_id: client.clientId,
    client_name: client.name ?? client.clientId,
    ...(client.clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: client.clientSecret }),
    application_type: isLocal ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
    id_token_signed_response_alg: client.idTokenAlgorithm ?? 'RS256',
    ...(client.backchannelLogoutUri && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
  }
  try {
    await provider.Client.validate(metadata)
  } catch (cause) {
    if (!(cause instanceof errors.OIDCProviderError)) throw cause
    throw new DevIdpError(
      'DEV_IDP_INVALID_CLIENT',
      `The client ${client.clientId} cannot be registered: ${cause.error_description}.`,
      { cause },
    )
  }
  return metadata as AdapterPayload
}

function isLoopback(uri: string): boolean {
  const name = URL.canParse(uri) ? new URL(uri).hostname : ''
  return uri.startsWith('http:') && ['127.0.0.1', '[::1]', 'localhost'].includes(name)
}
