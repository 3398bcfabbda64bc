import type { JSONWebKeySet } from 'jose'

/** How clients can show who they are at the token endpoint (RFC 7591, section 2). */
export const AUTH_METHODS = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const

/** One of {@link AUTH_METHODS}. */
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** Algorithms of client assertions (RFC 7523). */
export const ASSERTION_ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const

/**
 * Whether a text can be the id of a client: RFC 6749, appendix A.1, and no longer than a URL may be. Other texts must not reach a
 * query, because PostgreSQL refuses NUL.
 */
export function isClientId(text: string): boolean {
  return /^[\x20-\x7E]{1,2048}$/.test(text)
}

/** The grant of devices: RFC 8628, section 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The challenge of the codes of devices. It is no SHA-256, so no verifier fits it at the grant `authorization_code`. */
export const DEVICE_CHALLENGE = 'device'

/** The grant by an assertion of somebody else (RFC 7523, section 2.1). */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Grants that clients can use. */
export const GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_GRANT,
  JWT_BEARER,
] as const

/** One of {@link GRANT_TYPES}. */
export type GrantType = (typeof GRANT_TYPES)[number]

/** The grants with a person that the settings allow. */
export function personGrants({
  deviceAuthorization,
}: {
  readonly deviceAuthorization: object | undefined
}): readonly GrantType[] {
  const devices = deviceAuthorization ? ([DEVICE_GRANT] as const) : []
  return ['authorization_code', 'refresh_token', ...devices]
}

/** A client of any origin. It contains no secret in clear text. */
export interface Client {
  readonly clientId: string
  /** Named by the configuration, registered (RFC 7591), described by a document at the URL that is its id, or named by the application. */
  readonly kind: 'configured' | 'registered' | 'document' | 'resolved'
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly GrantType[]
  readonly authMethod: AuthMethod
  /** SHA-256 of the secret. */
  readonly secretHash?: string | undefined
  readonly jwks?: JSONWebKeySet | undefined
  readonly jwksUri?: string | undefined
  /** What `client_credentials` gives, separated by spaces. */
  readonly scope?: string | undefined
  /** Unverified: what the client says of itself. */
  readonly clientUri?: string | undefined
  /** Unverified, http or https: its policy on data of people. */
  readonly policyUri?: string | undefined
  /** Unverified, http or https: its terms of service. */
  readonly tosUri?: string | undefined
  /** People are not asked for their consent. */
  readonly trusted: boolean
  /** Whether each of its token requests must prove a key (RFC 9449, section 5.2). */
  readonly dpopBoundAccessTokens?: boolean | undefined
  /** Whether it may introspect tokens of other clients: all, or those for these protected resources. */
  readonly introspect: boolean | readonly string[]
}
