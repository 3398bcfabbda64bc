/** Applications that sign people in through the provider. */
import { type AdapterPayload, type ClientMetadata, errors, type Provider } from 'oidc-provider'
import { DevIdpError } from './errors.ts'

/** An application. */
export interface Client {
  readonly clientId: string
  /** Left out for a public client, which has none. */
  readonly clientSecret?: string
  /** Shown on the sign-in page. @default the clientId */
  readonly name?: string
  /** Where people come back to after signing in. Of loopback addresses any port will do (RFC 8252, section 7.3). */
  readonly redirectUris: readonly string[]
  /** Where people may come back to after signing out; ports as above. */
  readonly postLogoutRedirectUris?: readonly string[]
  /** Is told when someone signs out at the provider (OpenID Connect Back-Channel Logout 1.0). */
  readonly backchannelLogoutUri?: string
  /** How the ID token is signed. @default 'RS256' */
  readonly idTokenAlgorithm?: 'RS256' | 'ES256' | 'EdDSA'
}

/**
 * The client as oidc-provider stores it.
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
