/** The answer of a token endpoint (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3), after all checks. */
export interface TokenResponse {
  readonly access_token: string
  /** In lower case: `bearer`. */
  readonly token_type: string
  /** Seconds. */
  readonly expires_in?: number
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
}
