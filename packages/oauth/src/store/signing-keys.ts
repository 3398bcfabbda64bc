/** The part of a store that holds the keys that sign access tokens. */

/** A key that signs access tokens: `platform_oauth_mcp_keys`. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  /** Number of the key within its algorithm. If two nodes create the next key, both use the same number, and one of them fails. */
  readonly generation: number
  /** JWK as JSON. */
  readonly publicKey: string
  /** JWK as JSON, encrypted by the caller. */
  readonly privateKey: string
  /** Seconds since the key was created, by the clock of the store. */
  readonly age: number
  /** Seconds until the key is deleted; undefined while it has no successor. */
  readonly ttl: number | undefined
}

/** A key of which the store has only the public part. Its `privateKey` is listed as an empty text. */
export type PublicSigningKey = Pick<SigningKey, 'kid' | 'alg' | 'generation' | 'publicKey'>

/** Keys that sign access tokens. */
export interface SigningKeyStore {
  /** All live keys, oldest first. */
  list(): Promise<readonly SigningKey[]>
  /**
   * Adds the next key, unless another node was faster. Every older key, of any algorithm, is deleted after `retiredKeyTtl`.
   */
  add(key: Omit<SigningKey, 'age' | 'ttl'>, retiredKeyTtl: number): Promise<boolean>
  /**
   * Keeps the public part of a key that is not in the store, such as one of the configuration, for so many seconds from now on, or for
   * longer if it was kept for longer. Other keys do not change.
   */
  publish(key: PublicSigningKey, ttlSeconds: number): Promise<void>
}
