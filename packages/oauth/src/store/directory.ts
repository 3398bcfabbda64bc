/**
 * The part of a store that lists clients and their grants, for operators of the application. Lists are read in pages, in the
 * order of their keys, and never contain a hash or a secret.
 */

import type { ConnectionLives } from './connection-lives.ts'

/** A part of a list: up to `limit` rows that follow the key `after`. */
export interface PageOf<Key> {
  readonly after: Key | undefined
  readonly limit: number
}

/** A registered client in a list. */
export interface ListedClient {
  readonly clientId: string
  /** The registered metadata, as JSON. */
  readonly metadata: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** A client that is known by the URL of its document. */
export interface ListedDocument {
  readonly clientId: string
  /** The document, as it was fetched; null while none is stored. */
  readonly document: string | null
  /** The name under which a person has allowed the client; null if nobody has. */
  readonly clientName: string | null
}

/** Whose connections and grants are listed: of a person, of a client, or of both together. */
export interface GrantOwner {
  readonly sub?: string | undefined
  readonly clientId?: string | undefined
}

/** A key of a connection in a list. */
export type ListedConnectionKey = readonly [sub: string, clientId: string, resource: string]

/** A connection in a list. Times are seconds since 1970. */
export interface ListedConnection extends ConnectionLives {
  readonly sub: string
  readonly clientId: string
  /** The protected resource that the client may use. */
  readonly resource: string
  readonly clientName: string
  readonly redirectHost: string
  /** All scopes consented to, separated by spaces. */
  readonly scope: string
  /** The account that the person has chosen, or `*` for all; null where nothing was chosen. */
  readonly account: string | null
  readonly createdAt: number
  /** The last token that was issued, or the consent. */
  readonly usedAt: number
  readonly expiresAt: number
  /** Whether the client can get new access tokens by itself. */
  readonly active: boolean
}

/** A key of a grant. */
export type GrantKey = readonly [sub: string, clientId: string, familyId: string]

/** What was issued on one code, and is neither revoked nor over. Times are seconds since 1970. */
export interface ListedGrant {
  readonly familyId: string
  readonly sub: string
  readonly clientId: string
  readonly resource: string
  /** Separated by spaces. */
  readonly scope: string
  /** As in a connection. */
  readonly account: string | null
  /** Where the client's answers go, as the person has allowed it; null without a stored consent. */
  readonly redirectHost: string | null
  /** Whether there is a refresh token. */
  readonly refreshable: boolean
  readonly createdAt: number
  /** The last refresh, or the issue. */
  readonly usedAt: number
  readonly expiresAt: number
}

/** Lists of clients, connections and grants. */
export interface DirectoryStore {
  /** Registered clients, by id. */
  clients(page: PageOf<string>): Promise<readonly ListedClient[]>
  /**
   * Clients whose id begins with `https://`: those whose document is stored, those that people have allowed, and those that are
   * disabled.
   */
  documents(page: PageOf<string>): Promise<readonly ListedDocument[]>
  /** Consents, by person, client and resource. Empty without an owner. */
  connections(
    owner: GrantOwner,
    page: PageOf<ListedConnectionKey>,
  ): Promise<readonly ListedConnection[]>
  /** All consents of several people, by person, client and resource. */
  connectionsOf(subs: readonly string[]): Promise<readonly ListedConnection[]>
  /** Grants, by person and client. Empty without an owner. */
  grants(owner: GrantOwner, page: PageOf<GrantKey>): Promise<readonly ListedGrant[]>
}

/** A text that sorts before every text that begins with `https://`, in every collation. */
export const BEFORE_URLS = 'https'
