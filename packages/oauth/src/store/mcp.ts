/**
 * The data of the authorization server. As in the rest of the store, every operation is atomic: if several nodes redeem, rotate or
 * claim the same row at once, exactly one of them succeeds. Codes, tokens and secrets are passed as SHA-256.
 */

import type { SigningKeyStore } from './signing-keys.ts'

/** Seconds for which a revocation is kept: longer than the lifetime of any access token (`accessTokenTtl` is at most a day). */
export const REVOCATION_TTL = 90_000

/** Seconds for which a code is kept after it was issued, so that its replay is recognised. */
export const CODE_MEMORY = 3_600

/** The part of a store that the authorization server for MCP clients needs. */
export interface McpStore {
  readonly clients: McpClientStore
  readonly documents: ClientDocumentStore
  readonly keys: SigningKeyStore
  readonly grants: GrantStore
  readonly connections: ConnectionStore
  readonly revocations: RevocationStore
  readonly limits: LimitStore
  readonly audit: AuditStore
}

/** A registered client (RFC 7591): `platform_oauth_mcp_clients`. */
export interface StoredClient {
  readonly clientId: string
  /** SHA-256 of the secret; null for public clients. */
  readonly secretHash: string | null
  /** SHA-256 of the token that manages the registration (RFC 7592). */
  readonly registrationHash: string
  /** The registered metadata, as JSON. */
  readonly metadata: string
  /** Seconds since 1970. */
  readonly issuedAt: number
}

/** Registered clients. */
export interface McpClientStore {
  create(client: StoredClient, ttlSeconds: number): Promise<void>
  find(clientId: string): Promise<StoredClient | undefined>
  /** Replaces the metadata. Returns false if the client does not exist. */
  update(clientId: string, metadata: string): Promise<boolean>
  /** Deletes the client. Returns false if it does not exist. */
  delete(clientId: string): Promise<boolean>
  /** Renews the expiry of a client that is in use. */
  touch(clientId: string, ttlSeconds: number): Promise<void>
}

/** A cache of Client ID Metadata Documents, shared by all nodes. */
export interface ClientDocumentStore {
  /**
   * Returns the document with the seconds for which it is still fresh. Zero or less: it is the last good document, kept for an
   * outage of its website.
   */
  find(url: string): Promise<{ readonly document: string; readonly ttlSeconds: number } | undefined>
  /** Saves a document that is fresh for `ttlSeconds`. It expires then, or later if the document before it does. */
  save(url: string, document: string, ttlSeconds: number): Promise<void>
  /** Lets a document, if there is one, expire `seconds` after it ceases to be fresh. */
  keep(url: string, seconds: number): Promise<void>
}

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
}

/** A client that redeems a code. */
export interface Redemption {
  readonly codeHash: string
  readonly clientId: string
  /** Undefined when the request named none, as in OAuth 2.1. */
  readonly redirectUri: string | undefined
  /** Derived from the verifier. */
  readonly codeChallenge: string
  readonly resource: string
  /** The new family: its id, its first refresh token, and its lifetime. */
  readonly familyId: string
  readonly tokenHash: string
  readonly familyTtl: number
  /** The lifetime without a refresh token: that of the access token. */
  readonly accessTtl: number
  /** `jti` of the access token, for the audit. */
  readonly jti: string
  /** Scopes that the client may be given now; undefined for all. */
  readonly allowed: ReadonlySet<string> | undefined
}

/** A grant: the user, and the scope that is given. */
export interface Granted {
  readonly sub: string
  readonly scope: string
  /** How and when the person authenticated: JSON with `acr` and `auth_time`, as far as they are known. Null for older rows. */
  readonly authentication: string | null
}

/** Why a code cannot be redeemed. */
export type RedemptionFault =
  | 'unknown'
  | 'expired'
  | 'client'
  | 'redirect_uri'
  | 'verifier'
  | 'resource'
  | 'limit'

/** The result of a {@link Redemption}. */
export type RedemptionOutcome =
  | (Granted & { readonly outcome: 'redeemed'; readonly offline: boolean })
  /** Nothing has changed. */
  | { readonly outcome: 'refused'; readonly fault: RedemptionFault }
  /** The code was redeemed before. The tokens that were issued for it are revoked (RFC 6749, section 4.1.2). */
  | { readonly outcome: 'replayed'; readonly familyId: string; readonly sub: string }

/** A client that refreshes. */
export interface Rotation {
  readonly familyId: string
  readonly clientId: string
  /** The token that the client presents. */
  readonly tokenHash: string
  /** The token that follows it. */
  readonly nextHash: string
  readonly resource: string
  /** Scopes to narrow to; undefined for all. */
  readonly scopes: readonly string[] | undefined
  /** Scopes that the client may be given now; undefined for all. The family keeps its own. */
  readonly allowed: ReadonlySet<string> | undefined
  /** Seconds for which the previous token may be presented again. */
  readonly graceSeconds: number
  readonly jti: string
}

/** Why a refresh is refused, with nothing changed. */
export type RotationFault =
  | 'unknown'
  | 'expired'
  | 'revoked'
  | 'client'
  | 'resource'
  /** Other scopes are asked for than those of the family. */
  | 'scope'
  /** None of the scopes is allowed now. */
  | 'limit'

/** The result of a {@link Rotation}. */
export type RotationOutcome =
  | (Granted & { readonly outcome: 'rotated' })
  /** A repetition within the grace: the client gets the same token as before; this is its hash. */
  | (Granted & { readonly outcome: 'repeated'; readonly currentHash: string })
  | { readonly outcome: 'refused'; readonly fault: RotationFault }
  /** A spent token was presented after the grace: the family is revoked (RFC 9700, section 4.14.2). */
  | { readonly outcome: 'reused'; readonly sub: string }

/** A family of refresh tokens: `mcp_refresh_families`. */
export interface RefreshFamily extends Granted {
  readonly familyId: string
  readonly clientId: string
  readonly resource: string
  readonly currentHash: string | null
  readonly previousHash: string | null
  /** Seconds since the last rotation; null before the first. */
  readonly rotatedAgo: number | null
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
  /** For the audit, if a token is issued for the assertion: its `jti` and scope. */
  readonly issued:
    | { readonly jti: string; readonly scope: string; readonly aud: string }
    | undefined
}

/** Codes, families of refresh tokens, and assertions. Each grant is one statement that includes its audit row. */
export interface GrantStore {
  saveCode(code: AuthorizationCode, ttlSeconds: number): Promise<void>
  redeem(redemption: Redemption): Promise<RedemptionOutcome>
  rotate(rotation: Rotation): Promise<RotationOutcome>
  /** Returns false if the assertion was claimed before. */
  claimAssertion(claim: AssertionClaim): Promise<boolean>
  findFamily(familyId: string): Promise<RefreshFamily | undefined>
  /** Revokes a family of a client. Returns false if it does not exist, or was revoked before. */
  revokeFamily(familyId: string, clientId: string): Promise<boolean>
}

/** A client that acts for a person, and the consent of the person. */
export interface Connection {
  readonly sub: string
  readonly clientId: string
  readonly clientName: string
  /** The redirect URI that the person saw on the consent page. */
  readonly redirectHost: string
  /** All scopes consented to, separated by spaces. */
  readonly scope: string
}

/** A connection with its times: seconds since 1970. */
export interface StoredConnection extends Connection {
  readonly createdAt: number
  /** The last token that was issued, or the consent. */
  readonly usedAt: number
  /** Whether the client can get new access tokens by itself. */
  readonly active: boolean
}

/** Connections of people and clients: stored consents, which people can list and revoke. */
export interface ConnectionStore {
  /**
   * Adds scopes to a connection, which is created if it does not exist. Removes scopes that the person was asked for and has just
   * refused, and in the same step ends what this client holds for the person with one of them: its unused codes are deleted, and its
   * families revoked.
   *
   * @returns how many families were revoked
   */
  remember(connection: Connection, refused: readonly string[], ttlSeconds: number): Promise<number>
  find(sub: string, clientId: string): Promise<Connection | undefined>
  list(sub: string): Promise<readonly StoredConnection[]>
  /** Deletes the consent, and revokes everything that was issued on it. Returns false if there was nothing. */
  revoke(sub: string, clientId: string): Promise<boolean>
  /** Stores a revocation of the person (`personId`) first, so that codes in progress find it, and then revokes all issued tokens. */
  revokePerson(sub: string): Promise<void>
  /** Revokes everything that was issued to a client, for all people. Stores no {@link Revocation} if there was nothing. */
  revokeClient(clientId: string): Promise<void>
}

/** Revokes access tokens: those of a family, one token by its `jti`, those of a deleted client, or those of a person. */
export interface Revocation {
  readonly id: string
  /** Seconds since 1970. */
  readonly revokedAt: number
}

/** The revocations that the guards of all nodes read. */
export interface RevocationStore {
  add(id: string, ttlSeconds: number): Promise<void>
  find(id: string): Promise<Revocation | undefined>
  /** Returns all current revocations, or only those of the last `seconds`. */
  list(seconds?: number): Promise<readonly Revocation[]>
}

/** Calls counted over all nodes. */
export interface LimitStore {
  /** Counts a call. Returns 0 if the call is allowed; otherwise the number of seconds to wait. */
  count(key: string, limit: number, windowSeconds: number): Promise<number>
}

/** An event of the audit. It never contains a token. */
export interface AuditEntry {
  readonly event: string
  readonly clientId?: string | undefined
  readonly sub?: string | undefined
  readonly detail?: Readonly<Record<string, unknown>> | undefined
}

/** An {@link AuditEntry} as it is stored. */
export interface StoredAuditEntry extends AuditEntry {
  readonly id: number
  /** Seconds since 1970. */
  readonly at: number
}

/** A filter for audit entries; all given conditions must be true. */
export interface AuditQuery {
  readonly event?: string | undefined
  readonly clientId?: string | undefined
  readonly sub?: string | undefined
  /** Only entries with smaller ids. Pass the id of the last entry of the previous page. */
  readonly before?: number | undefined
  /** @default 100, at most 1000 */
  readonly limit?: number | undefined
}

/** The audit: the table `mcp_audit`, listed newest first. */
export interface AuditStore {
  add(entries: readonly AuditEntry[]): Promise<void>
  list(query: AuditQuery): Promise<readonly StoredAuditEntry[]>
}
