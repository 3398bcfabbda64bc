import type { Caller } from './audit.ts'
import type { CleanOptions } from './clean.ts'
import type { PageOf } from './directory.ts'
import type { McpStore } from './mcp.ts'

/**
 * The data that the plugin stores outside of the session. Every operation is atomic: if several nodes claim the same row at once, exactly
 * one of them succeeds.
 *
 * Each feature has its own interface; a store is an object with one of each. `test/support/store-contract.ts` in the repository is the
 * contract: `postgresStore`, `sqliteStore` and `memoryStore` pass it, and your own store must pass it too. If an operation is temporarily
 * impossible, it throws `OAuthError` `OAUTH_STORE_UNAVAILABLE`.
 */
export interface Store {
  readonly csrf: CsrfStore
  readonly signIns: SignInStore
  readonly mcp: McpStore
  /** Whether the data is lost when the process ends; the plugin then logs a warning in production. @default false */
  readonly isVolatile?: boolean
  /** Creates or updates what the store needs, such as tables. Called at start, on every node, possibly on several at the same time. */
  prepare(): Promise<void>
  /**
   * Deletes expired rows in small batches with pauses, and returns the number of deleted rows. Called every few minutes on every
   * node.
   */
  clean(options?: CleanOptions): Promise<number>
}

/** The maximum number of states under a key in a window of time. */
export interface SaveLimit {
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
}

/** States of sign-ins in progress: the table `csrf_tokens`. It contains the hash of a state, never the state itself. */
export interface CsrfStore {
  /**
   * Stores a state, unless there are too many under the key of the limit. Counting and storing are one atomic step across all nodes, in the
   * table of {@link McpStore.limits}.
   *
   * @param data encrypted by the caller
   * @returns 0 if the state was stored; otherwise the number of seconds to wait
   */
  save(tokenHash: string, data: string, ttlSeconds: number, limit?: SaveLimit): Promise<number>
  /** Removes a state and returns its data; `undefined` if it was removed before or has expired. */
  claim(tokenHash: string): Promise<string | undefined>
  /** Returns the data of a state, which stays; `undefined` if it was removed or has expired. */
  find(tokenHash: string): Promise<string | undefined>
  /**
   * Replaces the data and the expiry of a state, if its data still is `from`. Of several callers with the same `from`, one succeeds.
   *
   * @param to encrypted by the caller; differs from `from`
   * @returns false if the state has other data, was removed or has expired; nothing changes then
   */
  replace(tokenHash: string, from: string, to: string, ttlSeconds: number): Promise<boolean>
}

/** A sign-in as it is stored. It contains no secret in clear text. */
export interface StoredSignIn {
  readonly signInId: string
  /** Who signed in, as in `session.user`. */
  readonly user: string
  /** Name of the provider in URLs. */
  readonly provider: string
  /** `iss` of the ID token; empty for providers without one. */
  readonly issuer: string
  /** `sub` of the ID token, or the provider's id of the user. */
  readonly subject: string
  /** `sid` of the ID token: the session at the provider (OpenID Connect Back-Channel Logout 1.0, section 2.1). */
  readonly sid: string | undefined
  /** The id of the session, encrypted by the caller. Empty for a sign-in without a session, which only clients use. */
  readonly session: string
  /** `iat` of the ID token, in seconds, by the provider's clock. */
  readonly issuedAt: number
  /** The request that has completed the sign-in. */
  readonly caller?: Caller | undefined
}

/** The sort key of a sign-in in a list. */
export type SignInKey = readonly [signedInAt: number, signInId: string]

/** A sign-in in a list: without tokens and session. */
export interface ListedSignIn
  extends Pick<StoredSignIn, 'signInId' | 'user' | 'provider' | 'issuer' | 'subject'> {
  /** Seconds since 1970, by the store's clock; by the provider's clock for older sign-ins, for which it was not recorded. */
  readonly signedInAt: number
  /** When the sign-in ends if it is not used. */
  readonly expiresAt: number
  readonly address: string | null
  readonly userAgent: string | null
}

/** A claim to refresh the tokens of a sign-in. */
export interface RefreshClaim {
  readonly signInId: string
  /** The number of refreshes of the caller's tokens; 0 for the tokens of the sign-in. */
  readonly generation: number
  /** Random text that identifies the caller. */
  readonly holder: string
  /** Seconds after which another caller may claim an unfinished refresh. Must be longer than any refresh takes. */
  readonly leaseSeconds: number
}

/** The result of a {@link RefreshClaim}. */
export type RefreshClaimOutcome =
  /** The caller must refresh; no other caller does. */
  | { readonly outcome: 'claimed' }
  /** Another caller has refreshed: the newer tokens, encrypted, and their number of refreshes. */
  | { readonly outcome: 'refreshed'; readonly generation: number; readonly tokens: string }
  /** Another caller is refreshing: try again in a moment. */
  | { readonly outcome: 'busy' }
  /** A refresh has just failed: do not try again yet. */
  | { readonly outcome: 'paused' }
  /** The provider has refused these tokens permanently. */
  | { readonly outcome: 'refused' }
  /** The sign-in has ended, by logout or because it has expired. */
  | { readonly outcome: 'ended' }

/**
 * The sign-ins that a back-channel logout ends: those of the session `sid` at the provider if it is set, and those of `subject` whose session
 * is not known; without `sid` all of `subject`.
 */
export interface LogoutScope {
  readonly provider: string
  readonly issuer: string
  readonly sid?: string | undefined
  readonly subject?: string | undefined
  /** `iat` of the logout token. Later sign-ins are not ended, so a replayed token has no new effect. */
  readonly issuedAt: number
}

/** Sign-ins of sessions: the claim to refresh, the newest tokens, and the id of the session. */
export interface SignInStore {
  create(signIn: StoredSignIn, ttlSeconds: number): Promise<void>
  /** Returns whether the sign-in still exists. Updates its expiry, its session id and its user. */
  touch(
    signIn: Pick<StoredSignIn, 'signInId' | 'session' | 'user'>,
    ttlSeconds: number,
  ): Promise<boolean>
  claimRefresh(claim: RefreshClaim): Promise<RefreshClaimOutcome>
  /**
   * Stores refreshed tokens (encrypted) as the next generation, and ends the claim. Returns false and stores nothing if another caller
   * has the claim, or if the sign-in has ended.
   */
  completeRefresh(claim: RefreshClaim, tokens: string, ttlSeconds: number): Promise<boolean>
  /** Ends a claim without new tokens: `final` if the provider refused permanently, otherwise the seconds until the next attempt. */
  failRefresh(claim: RefreshClaim, failure: { final: boolean; pauseSeconds: number }): Promise<void>
  /** Ends a sign-in. Ending it again changes nothing. */
  end(signInIds: readonly string[]): Promise<void>
  /** Ends every sign-in of a user. */
  endUser(user: string): Promise<void>
  /** The sign-ins of a user that have a session, newest first: those that follow the key `after`. */
  list(user: string, page: PageOf<SignInKey>): Promise<readonly ListedSignIn[]>
  /** Returns the sign-ins that a back-channel logout ends, with their users (empty if unknown) and their encrypted session ids. */
  find(scope: LogoutScope): Promise<readonly Pick<StoredSignIn, 'signInId' | 'user' | 'session'>[]>
}
