/**
 * The data of the authorization server. As in the rest of the store, every operation is atomic: if several nodes redeem, rotate or claim
 * the same row at once, exactly one of them succeeds. Codes, tokens and secrets are passed as SHA-256 hashes.
 */
import type { AuditStore, Caller } from './audit.ts'
import type { ClientStateStore } from './client-states.ts'
import type { ConnectionLives } from './connection-lives.ts'
import type { DeviceStore } from './devices.ts'
import type { DirectoryStore } from './directory.ts'
import type { GrantStore } from './mcp-grants.ts'
import type { SigningKeyStore } from './signing-keys.ts'

export type * from './connection-lives.ts'
export type * from './mcp-grants.ts'

/** The longest lifetime of an access token, in seconds. */
export const MAX_ACCESS_TTL = 86_400

/** Seconds for which a revocation is kept: longer than the lifetime of any access token. */
export const REVOCATION_TTL = 90_000

/** The seconds that stand for no expiry, in a column that needs one: a thousand years. */
export const WITHOUT_END = 31_536_000_000

/** Seconds for which a code is kept after it was issued, so that its replay is recognised. */
export const CODE_MEMORY = 3_600

/** The part of a store that the authorization server for MCP clients needs. */
export interface McpStore {
  readonly clients: McpClientStore
  readonly clientStates: ClientStateStore
  readonly directory: DirectoryStore
  readonly documents: ClientDocumentStore
  readonly keys: SigningKeyStore
  readonly grants: GrantStore
  readonly devices: DeviceStore
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
  /**
   * Stores a client. If `limit` clients are stored already, those that expire first are deleted to make room, unless they expire later
   * than the new one. Never exceeds the limit, however many callers there are.
   *
   * @returns false if there is no room; nothing is stored then
   */
  create(client: StoredClient, ttlSeconds: number, limit: number): Promise<boolean>
  find(clientId: string): Promise<StoredClient | undefined>
  /** Replaces the metadata. Returns false if the client does not exist. */
  update(clientId: string, metadata: string): Promise<boolean>
  /**
   * Deletes the client, and in the same step revokes everything that was issued to it, for all people. If there was something to revoke, it
   * also stores a {@link Revocation} of the client, whose id is never assigned again.
   *
   * @returns false if the client does not exist
   */
  delete(clientId: string, caller?: Caller): Promise<boolean>
  /** Renews the expiry of a client that is in use. `ttlSeconds` is {@link WITHOUT_END} for a client that does not expire. */
  touch(clientId: string, ttlSeconds: number): Promise<void>
}

/** A cache of Client ID Metadata Documents, shared by all nodes. */
export interface ClientDocumentStore {
  /**
   * Returns the document with the seconds for which it is still fresh. If it is zero or less, the document is the last valid one, which is
   * kept for an outage of its website.
   */
  find(url: string): Promise<{ readonly document: string; readonly ttlSeconds: number } | undefined>
  /** Saves a document that is fresh for `ttlSeconds`. It expires at the end of this time, or with the previous document if that expires later. */
  save(url: string, document: string, ttlSeconds: number): Promise<void>
  /**
   * Notes that the website says that a document is no longer there. Returns the seconds since it was noted first, after the document ceased to
   * be fresh; undefined if no document is kept.
   */
  withdraw(url: string): Promise<number | undefined>
  /** Extends the expiry of a document, if it exists, to `seconds` after it ceases to be fresh. */
  keep(url: string, seconds: number): Promise<void>
  delete(url: string): Promise<void>
}

/** Identifies a {@link Connection}. */
export interface ConnectionKey {
  readonly sub: string
  readonly clientId: string
  /** The protected resource that the client may use for the person. */
  readonly resource: string
}

/** A client that acts for a person at a protected resource, and the consent of the person. */
export interface Connection extends ConnectionKey {
  readonly clientName: string
  /** The host of the redirect URI that the person saw on the consent page. */
  readonly redirectHost: string
  /** All scopes consented to, separated by spaces. */
  readonly scope: string
  /** The account that the person has chosen, or `*` for all; undefined or null where nothing was chosen. */
  readonly account?: string | null | undefined
}

/** A connection as a request finds it. */
export interface FoundConnection extends Connection {
  readonly account: string | null
  /** Seconds since the person was asked, and has allowed the client; null if that is not known. */
  readonly askedAgo: number | null
}

/** A connection with its times: seconds since 1970. */
export interface StoredConnection extends Connection, ConnectionLives {
  readonly account: string | null
  readonly createdAt: number
  /** When the last token was issued or the consent was given. */
  readonly usedAt: number
  /** Whether the client can get new access tokens by itself. */
  readonly active: boolean
}

/** Connections of people and clients: stored consents, which people can list and revoke. */
export interface ConnectionStore {
  /**
   * Adds scopes to a connection, which is created if it does not exist, and sets its account. Removes scopes that the person was asked for
   * and has just refused. In the same step, unused codes of this client for the person that contain one of these scopes, or are for another
   * account, are deleted, and such families are revoked.
   *
   * @returns how many families were revoked
   */
  remember(
    connection: Connection,
    refused: readonly string[],
    ttlSeconds: number,
    caller?: Caller,
  ): Promise<number>
  /**
   * Extends the lifetime of a connection after an answer that it already covers, without asking the person. Its scopes do not change, and an
   * ended connection stays ended.
   */
  renew(key: ConnectionKey, ttlSeconds: number): Promise<void>
  find(key: ConnectionKey): Promise<FoundConnection | undefined>
  list(sub: string): Promise<readonly StoredConnection[]>
  /** Deletes the consents for all resources, and revokes everything that was issued for them. Returns false if there was nothing. */
  revoke(sub: string, clientId: string, caller?: Caller): Promise<boolean>
  /** Stores a revocation of the person (`personId`) first, so that codes in progress find it, and then revokes all issued tokens. */
  revokePerson(sub: string, caller?: Caller): Promise<void>
  /** Revokes everything that was issued to a client, for all people. Returns false if there was nothing. */
  revokeClient(clientId: string, caller?: Caller): Promise<boolean>
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

/** Counts calls across all nodes. */
export interface LimitStore {
  /** Counts a call. Returns 0 if the call is allowed; otherwise the number of seconds to wait. */
  count(key: string, limit: number, windowSeconds: number): Promise<number>
}
