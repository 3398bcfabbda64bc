import type { CleanOptions } from './clean.ts'
import type { McpStore } from './mcp.ts'

/**
 * What the plugin keeps outside the session. Every operation is one atomic step: of any number of nodes that claim the
 * same thing at once, one gets it.
 *
 * Each feature has an interface of its own; a store is an object with one of each. `test/support/store-contract.ts` in the
 * repository is the contract: `postgresStore`, `sqliteStore` and `memoryStore` pass it, and so must a store of your own. An operation
 * that cannot be done at the moment throws `OAuthError` `OAUTH_STORE_UNAVAILABLE`.
 */
export interface Store {
  readonly csrf: CsrfStore
  readonly signIns: SignInStore
  readonly mcp: McpStore
  /** True when it forgets with the process: in production the plugin warns of that. @default false */
  readonly isVolatile?: boolean
  /** Creates or updates what the store needs, such as tables. Called at start, on every node, possibly at once. */
  prepare(): Promise<void>
  /**
   * Deletes what has expired, in small batches with rests between them, and says how many rows went. Called every few
   * minutes on every node.
   */
  clean(options?: CleanOptions): Promise<number>
}

/** How many states may be kept under a key in a window of time. */
export interface SaveLimit {
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
}

/** States of sign-ins that are under way: `csrf_tokens`. Holds the hash of the state, never the state. */
export interface CsrfStore {
  /**
   * Keeps a state, unless there were too many under the key of the limit: counting and keeping are one step, over all
   * nodes, in the table of {@link McpStore.limits}.
   *
   * @param data sealed by the caller
   * @returns seconds to wait, with nothing kept; 0 when it is kept
   */
  save(tokenHash: string, data: string, ttlSeconds: number, limit?: SaveLimit): Promise<number>
  /** Takes a state out: the first call gets its data, every later one and every call after its expiry `undefined`. */
  claim(tokenHash: string): Promise<string | undefined>
}

/** A sign-in as it is stored. Nothing of it is a secret in clear. */
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
  /** The id of the session, sealed by the caller. */
  readonly session: string
  /** `iat` of the ID token, in seconds, by the provider's clock. */
  readonly issuedAt: number
}

/** Who asks to refresh, and what for. */
export interface RefreshClaim {
  readonly signInId: string
  /** How often the tokens that the caller holds have been refreshed; 0 for those of the sign-in. */
  readonly generation: number
  /** Random text that names the caller. */
  readonly holder: string
  /** After so many seconds without an end of the refresh another may try: longer than any refresh takes. */
  readonly leaseSeconds: number
}

/** What came of a {@link RefreshClaim}. */
export type RefreshClaimOutcome =
  /** The caller, and no other, is to refresh. */
  | { readonly outcome: 'claimed' }
  /** Somebody has refreshed since: newer tokens, sealed, and how often they have been refreshed. */
  | { readonly outcome: 'refreshed'; readonly generation: number; readonly tokens: string }
  /** Somebody is refreshing: ask again in a moment. */
  | { readonly outcome: 'busy' }
  /** Somebody has failed just now, and nobody is to try again yet. */
  | { readonly outcome: 'paused' }
  /** The provider has refused these tokens for good. */
  | { readonly outcome: 'refused' }
  /** The sign-in has ended: by logout, or because it was forgotten after its time. */
  | { readonly outcome: 'ended' }

/** Which sign-ins a back-channel logout ends: those of the session at the provider where `sid` is set, else those of `subject`. */
export interface LogoutScope {
  readonly provider: string
  readonly issuer: string
  readonly sid?: string | undefined
  readonly subject?: string | undefined
  /** `iat` of the logout token: sign-ins that began later are not meant, so that a replayed token ends nothing new. */
  readonly issuedAt: number
}

/** Sign-ins that a session stands on: the lock and the successor of their tokens, and where to find their session. */
export interface SignInStore {
  create(login: StoredSignIn, ttlSeconds: number): Promise<void>
  /** Says whether the sign-in still stands; renews its time, where its session is, and whose. */
  touch(
    login: Pick<StoredSignIn, 'signInId' | 'session' | 'user'>,
    ttlSeconds: number,
  ): Promise<boolean>
  claimRefresh(claim: RefreshClaim): Promise<RefreshClaimOutcome>
  /**
   * Stores refreshed tokens (sealed) as the next generation and ends the claim. False, with nothing stored, when the claim
   * has passed to another or the sign-in has ended.
   */
  completeRefresh(claim: RefreshClaim, tokens: string, ttlSeconds: number): Promise<boolean>
  /** Ends a claim without new tokens: `final` when the provider refused for good, otherwise nobody tries for so long. */
  failRefresh(claim: RefreshClaim, failure: { final: boolean; pauseSeconds: number }): Promise<void>
  /** Ends a sign-in. Ending it again changes nothing. */
  end(signInIds: readonly string[]): Promise<void>
  /** Ends every sign-in of a user. */
  endUser(user: string): Promise<void>
  /** The sign-ins that a back-channel logout means, with their sealed session ids. */
  find(
    scope: LogoutScope,
  ): Promise<readonly { readonly signInId: string; readonly session: string }[]>
}
