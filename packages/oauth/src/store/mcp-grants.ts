/** Codes, families of refresh tokens and assertions, as a store keeps them. */
import type { Caller } from './audit.ts'

/** An authorization code as it is stored: `mcp_auth_codes`. */
export interface AuthorizationCode {
  readonly codeHash: string
  readonly clientId: string
  readonly sub: string
  readonly resource: string
  readonly redirectUri: string
  /** S256. */
  readonly codeChallenge: string
  /** Separated by spaces. */
  readonly scope: string
  /** Whether a refresh token is issued with it. */
  readonly offline: boolean
  /** As in {@link Granted}. */
  readonly authentication: string | null
  /** The thumbprint of the key that must redeem it (RFC 9449, section 10); undefined for any. */
  readonly dpopJkt?: string | undefined
  /** As in {@link Granted}; undefined for null. */
  readonly account?: string | undefined
}

/** The keys of a grant, by their thumbprints (RFC 9449). */
export interface KeysOfGrant {
  /** The key that the request proves; undefined for none. */
  readonly jkt?: string | undefined
  /** The key that the refresh tokens are bound to from now on, unless they are bound already; undefined for none. */
  readonly familyJkt?: string | undefined
}

/** The request of a client to redeem a code. */
export interface Redemption extends KeysOfGrant {
  readonly codeHash: string
  readonly clientId: string
  /** Undefined if the request has none, as in OAuth 2.1. */
  readonly redirectUri: string | undefined
  /** Derived from the verifier. */
  readonly codeChallenge: string
  readonly resource: string
  /** The new family: its id, its first refresh token, and its lifetime until this token is used. */
  readonly familyId: string
  readonly tokenHash: string
  readonly familyTtl: number
  /** The lifetime if no refresh token is issued: that of the access token. */
  readonly accessTtl: number
  /** `jti` of the access token, for the audit. */
  readonly jti: string
  /** Scopes that the client may be given now; undefined for all. */
  readonly allowed: ReadonlySet<string> | undefined
  /** The request that presents it, for the audit. */
  readonly caller?: Caller | undefined
}

/** A grant: the user, and the scope that is given. */
export interface Granted {
  readonly sub: string
  readonly scope: string
  /** How and when the person authenticated: JSON with `acr` and `auth_time`, as far as they are known. Null for older rows. */
  readonly authentication: string | null
  /** The account for which the client acts: an id of the application, or `*` for all. Null where nothing was chosen. */
  readonly account: string | null
}

/** Why a code cannot be redeemed. */
export type RedemptionProblem =
  | 'unknown'
  | 'expired'
  | 'client'
  | 'redirect_uri'
  | 'verifier'
  | 'key'
  | 'resource'
  | 'limit'

/** The result of a {@link Redemption}. */
export type RedemptionOutcome =
  | (Granted & { readonly outcome: 'redeemed'; readonly offline: boolean })
  /** Nothing has changed. */
  | { readonly outcome: 'refused'; readonly problem: RedemptionProblem }
  /** The code was redeemed before. The tokens that were issued for it are revoked (RFC 6749, section 4.1.2). */
  | { readonly outcome: 'replayed'; readonly familyId: string; readonly sub: string }

/** The request of a client to refresh its tokens. */
export interface Rotation extends KeysOfGrant {
  readonly familyId: string
  readonly clientId: string
  /** The token that the client presents. */
  readonly tokenHash: string
  /** The next token: its hash, and the token encrypted by the caller. */
  readonly nextHash: string
  readonly nextSealed: string
  readonly resource: string
  /** Scopes to narrow to; undefined for all. */
  readonly scopes: readonly string[] | undefined
  /** Scopes that the client may be given now; undefined for all. The family keeps its own. */
  readonly allowed: ReadonlySet<string> | undefined
  /** Seconds for which a token may be presented again after it was spent, until its successor is used. */
  readonly graceSeconds: number
  /** The program that presents the token: see `instance.ts`. */
  readonly instance: string
  /** Lifetimes of the family in seconds: since its creation, and since its last rotation. */
  readonly familyTtl: number
  readonly idleTtl: number
  readonly jti: string
  /** The request that presents it, for the audit. */
  readonly caller?: Caller | undefined
}

/** Why a refresh is refused, with nothing changed. */
export type RotationProblem =
  | 'unknown'
  | 'expired'
  | 'revoked'
  | 'client'
  | 'key'
  | 'resource'
  /** The request contains scopes that the family does not have. */
  | 'scope'
  /** None of the scopes is allowed now. */
  | 'limit'

/** The result of a {@link Rotation}. */
export type RotationOutcome =
  | (Granted & { readonly outcome: 'rotated' })
  /** A retry within the grace period: the encrypted current token of the family, for the client; null if there is none. */
  | (Granted & {
      readonly outcome: 'repeated'
      readonly currentHash: string
      readonly currentSealed: string | null
    })
  | { readonly outcome: 'refused'; readonly problem: RotationProblem }
  /** A spent token was presented after the grace period, or after its successor was used: the family is revoked (RFC 9700, section 4.14.2). */
  | { readonly outcome: 'reused'; readonly sub: string }

/** A family of refresh tokens: `mcp_refresh_families`. */
export interface RefreshFamily extends Granted {
  readonly familyId: string
  readonly clientId: string
  readonly resource: string
  readonly currentHash: string | null
  /** The current token, encrypted by the caller; null before the first rotation. */
  readonly currentSealed: string | null
  /** The thumbprint of the key that its refresh tokens are bound to; null for none. */
  readonly dpopJkt: string | null
  readonly revoked: boolean
  readonly expired: boolean
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** An assertion that a client has signed (RFC 7523). */
export interface AssertionClaim {
  readonly clientId: string
  /** SHA-256 over client and `jti`. */
  readonly assertionHash: string
  readonly ttlSeconds: number
  /** For the audit, if a token is issued for the assertion: its `jti` and scope, and the key that it is bound to. */
  readonly issued:
    | {
        readonly jti: string
        readonly scope: string
        readonly aud: string
        readonly jkt?: string | undefined
      }
    | undefined
  /** The request that presents it, for the audit. */
  readonly caller?: Caller | undefined
}

/** An issuer and its subject, by whose assertion something is granted. */
export interface Asserted {
  readonly issuer: string
  readonly subject: string
}

/** A grant without a code: an access token, and no refresh token. */
export interface DirectGrant {
  /** The family of the token, by which it is listed and revoked. */
  readonly familyId: string
  readonly clientId: string
  readonly sub: string
  readonly resource: string
  /** Separated by spaces. */
  readonly scope: string
  /** As in {@link Granted}. */
  readonly authentication: string
  /** The lifetime of the access token. */
  readonly ttlSeconds: number
  /** `jti` of the access token, for the audit. */
  readonly jti: string
  /** For the audit, as the key that the access token is bound to. */
  readonly by: Asserted
  readonly jkt?: string | undefined
  readonly caller?: Caller | undefined
}

/** Codes, families of refresh tokens, and assertions. Each grant is one statement that includes its audit row. */
export interface GrantStore {
  saveCode(code: AuthorizationCode, ttlSeconds: number): Promise<void>
  /** The protected resource of a code; undefined for an unknown code. */
  findResource(codeHash: string): Promise<string | undefined>
  /** Whether a code can still be redeemed: it exists, was not redeemed, and has not expired. */
  isUnused(codeHash: string): Promise<boolean>
  redeem(redemption: Redemption): Promise<RedemptionOutcome>
  rotate(rotation: Rotation): Promise<RotationOutcome>
  /** Returns false if the assertion was claimed before. */
  claimAssertion(claim: AssertionClaim): Promise<boolean>
  /** Stores a grant by an assertion that was claimed before, with its audit row. */
  grantDirectly(grant: DirectGrant): Promise<void>
  findFamily(familyId: string): Promise<RefreshFamily | undefined>
  /** Revokes a family of a client. Returns false if it does not exist, or was revoked before. */
  revokeFamily(familyId: string, clientId: string, caller?: Caller): Promise<boolean>
}
