import type { LookupAddress } from 'node:dns'

/**
 * Lets a guarded client connect to private and special addresses. For tests with servers on loopback.
 *
 * @example createClient({ guard: { [allowPrivateAddresses]: true, allowedPorts: [port] } })
 */
export const allowPrivateAddresses: unique symbol = Symbol('@entrepot/rest allowPrivateAddresses')

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** What a guarded client may connect to. */
export interface GuardOptions {
  /** @default ['https:'] */
  readonly protocols?: readonly ('https:' | 'http:')[]
  /** @default [443], and 80 where http is allowed */
  readonly allowedPorts?: readonly number[]
  /**
   * The only hosts to allow: names or addresses without scheme and port. All other checks apply to them too.
   * @default any public host
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Refuses a name if any of its addresses is not public. If false, only its public addresses are used.
   * @default false
   */
  readonly rejectMixed?: boolean
  /**
   * The most lookups of names at a time; others wait. Node uses 4 threads for lookups, files and compression
   * together. @default 2
   */
  readonly maxConcurrentLookups?: number
  /** Replaces the lookup of the operating system. @default `dns.lookup` */
  readonly resolve?: Resolve
  readonly [allowPrivateAddresses]?: boolean
}
