/**
 * What the authorization server keeps. As with the rest of the store every operation is one atomic step: of any number of
 * nodes that redeem, rotate or claim the same thing at once, one gets it. Codes, tokens and secrets come as SHA-256.
 */

/** Seconds that a revocation is kept: longer than any access token may live (`accessTokenTtl` is at most a day). */
export const REVOCATION_TTL = 90_000

/** Seconds that a code is kept after it was made, so that its replay is known as one. */
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
  /** Replaces the metadata; false when the client is gone. */
  update(clientId: string, metadata: string): Promise<boolean>
  /** Deletes the client; false when it is gone already. */
  delete(clientId: string): Promise<boolean>
  /** Keeps a client that is in use: its time begins anew. */
  touch(clientId: string, ttlSeconds: number): Promise<void>
}

/** Client ID Metadata Documents that were fetched, for all nodes. */
export interface ClientDocumentStore {
  find(url: string): Promise<{ readonly document: string; readonly ttlSeconds: number } | undefined>
  save(url: string, document: string, ttlSeconds: number): Promise<void>
}

/** A key that signs access tokens: `platform_oauth_mcp_keys`. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  /** Counts the keys of an algorithm. Two nodes that make the next key make the same number, and one of them loses. */
  readonly generation: number
  /** JWK as JSON. */
  readonly publicKey: string
  /** JWK as JSON, sealed by the caller. */
  readonly privateKey: string
  /** Seconds since the key was made, by the store's clock. */
  readonly age: number
  /** Seconds until it is gone; undefined while it has no successor. */
  readonly ttl: number | undefined
}

/** Keys that sign access tokens. */
export interface SigningKeyStore {
  /** All live keys, oldest first. */
  list(): Promise<readonly SigningKey[]>
  /**
   * Adds the next key, unless another node was faster; every older key, of whatever algorithm, is gone after
   * `retireSeconds`.
   */
  add(key: Omit<SigningKey, 'age' | 'ttl'>, retireSeconds: number): Promise<boolean>
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
  /** Whether a refresh token goes with it. */
  readonly offline: boolean
}

/** A client that redeems a code. */
export interface Redemption {
  readonly codeHash: string
  readonly clientId: string
  /** Undefined when the request named none, as in OAuth 2.1. */
  readonly redirectUri: string | undefined
  /** Made from the verifier. */
  readonly codeChallenge: string
  readonly resource: string
  /** The family that begins: its id, its first refresh token, how long it lasts. */
  readonly familyId: string
  readonly tokenHash: string
  readonly familyTtl: number
  /** How long it lasts when there is no refresh token: as long as the access token. */
  readonly accessTtl: number
  /** `jti` of the access token, for the audit. */
  readonly jti: string
}

/** What was granted to whom. */
export interface Granted {
  readonly sub: string
  readonly scope: string
}

/** Why a code cannot be redeemed. */
export type RedemptionFault =
  | 'unknown'
  | 'expired'
  | 'client'
  | 'redirect_uri'
  | 'verifier'
  | 'resource'

/** What came of a {@link Redemption}. */
export type RedemptionOutcome =
  | (Granted & { readonly outcome: 'redeemed'; readonly offline: boolean })
  /** Nothing has changed. */
  | { readonly outcome: 'refused'; readonly fault: RedemptionFault }
  /** It was redeemed before: what was issued then is revoked (RFC 6749, section 4.1.2). */
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
  /** Seconds in which the token before may be presented again. */
  readonly graceSeconds: number
  readonly jti: string
}

/** Why a refresh is refused, with nothing changed. */
export type RotationFault = 'unknown' | 'expired' | 'revoked' | 'client' | 'resource' | 'scope'

/** What came of a {@link Rotation}. */
export type RotationOutcome =
  | (Granted & { readonly outcome: 'rotated' })
  /** A repetition within the grace: the client gets the token that it was given before, whose hash this is. */
  | (Granted & { readonly outcome: 'repeated'; readonly currentHash: string })
  | { readonly outcome: 'refused'; readonly fault: RotationFault }
  /** A token that was spent long ago came again: the family is revoked (RFC 9700, section 4.14.2). */
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
  /** For the audit, when a token is issued on it: `jti` and scope of that. */
  readonly issued:
    | { readonly jti: string; readonly scope: string; readonly aud: string }
    | undefined
}

/** Codes, families of refresh tokens, assertions. Each grant is one statement, its audit row included. */
export interface GrantStore {
  saveCode(code: AuthorizationCode, ttlSeconds: number): Promise<void>
  redeem(redemption: Redemption): Promise<RedemptionOutcome>
  rotate(rotation: Rotation): Promise<RotationOutcome>
  /** False for an assertion that was claimed before. */
  claimAssertion(claim: AssertionClaim): Promise<boolean>
  findFamily(familyId: string): Promise<RefreshFamily | undefined>
  /** Revokes a family of a client. False when there is none, or it was revoked before. */
  revokeFamily(familyId: string, clientId: string): Promise<boolean>
}

/** A client that acts for a person: what was consented to. */
export interface Connection {
  readonly sub: string
  readonly clientId: string
  readonly clientName: string
  /** Where its answers went: what people saw when they consented. */
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

/** Connections of people and clients: consent that is remembered, and what they can revoke. */
export interface ConnectionStore {
  /**
   * Adds scopes to a connection, which is made if need be, and takes away those that the person was asked for and has just
   * refused: what they said last counts.
   */
  remember(connection: Connection, refused: readonly string[], ttlSeconds: number): Promise<void>
  find(sub: string, clientId: string): Promise<Connection | undefined>
  list(sub: string): Promise<readonly StoredConnection[]>
  /** Forgets the consent and revokes all that was issued on it. False when there was nothing. */
  revoke(sub: string, clientId: string): Promise<boolean>
  /** Notes the revocation of a person (`personId`), then revokes all that was issued for them: codes in the making find the note. */
  revokePerson(sub: string): Promise<void>
  /** Revokes all that was issued to a client, to whomever it belongs; if that is nothing, leaves no {@link Revocation}. */
  revokeClient(clientId: string): Promise<void>
}

/** Something whose access tokens are void: a family, a token by its `jti`, a client that was deleted, all families of a person. */
export interface Revocation {
  readonly id: string
  /** Seconds since 1970. */
  readonly revokedAt: number
}

/** What the guards of all nodes must know. */
export interface RevocationStore {
  add(id: string, ttlSeconds: number): Promise<void>
  find(id: string): Promise<Revocation | undefined>
  /** Revocations that are live; those of the last `seconds` only, when given. */
  list(seconds?: number): Promise<readonly Revocation[]>
}

/** Calls counted over all nodes. */
export interface LimitStore {
  /** Counts a call, and says how many seconds to wait when there were too many; 0 when it may go on. */
  count(key: string, limit: number, windowSeconds: number): Promise<number>
}

/** An event that is kept. Never holds a token. */
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

/** What to look for; all that are named must hold. */
export interface AuditQuery {
  readonly event?: string | undefined
  readonly clientId?: string | undefined
  readonly sub?: string | undefined
  /** Entries with smaller ids only: the id of the last entry of the page before. */
  readonly before?: number | undefined
  /** @default 100, at most 1000 */
  readonly limit?: number | undefined
}

/** The audit: `mcp_audit`; it is listed newest first. */
export interface AuditStore {
  add(entries: readonly AuditEntry[]): Promise<void>
  list(query: AuditQuery): Promise<readonly StoredAuditEntry[]>
}
