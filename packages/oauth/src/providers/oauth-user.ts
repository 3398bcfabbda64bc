/** What can be said of where an email address came from. The adoption gate goes by it and nothing else. */
export interface AuthEvidence {
  readonly emailProvenance: 'signed-oidc' | 'github-authenticated' | 'unauthenticated'
  /** The address was asserted as verified by an authenticated source. */
  readonly emailAuthenticated: boolean
  readonly signatureVerified: boolean
  /** The issuer of the ID token is one that the settings name. */
  readonly issuerValidated: boolean
  readonly idTokenIssuer?: string
  readonly idTokenSubject?: string
}

/** A person as the provider describes them. Kept in the session as `session.oauthUser`. */
export interface OAuthUser {
  /** The value of the username claim. */
  readonly username: string
  /** Null for an identity that the adoption gate has quarantined. */
  readonly role: string | null
  /** The template: github, google, azure, auth0, okta or oidc. */
  readonly provider: string
  /** The provider's own id of the person: stable, made to bind an account to. */
  readonly providerUserId: string
  readonly email?: string
  /** What the provider says of the address. Not proof that the address came from an authenticated source. */
  readonly emailVerified?: boolean
  readonly name?: string
  readonly metadata: {
    /** Name of the provider in URLs. */
    readonly oauthProvider: string
    /** All claims that were received. */
    readonly oauthClaims: Readonly<Record<string, unknown>>
  }
  readonly authEvidence: AuthEvidence
}
