import type { LookupAddress } from 'node:dns'

/**
 * Lets a guarded client reach private and special addresses. For tests against loopback servers.
 *
 * @example createClient({ guard: { [allowPrivateAddresses]: true, allowedPorts: [port] } })
 */
export const allowPrivateAddresses: unique symbol = Symbol('@entrepot/rest allowPrivateAddresses')

/** Resolves a name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** What a guarded client may reach. */
export interface GuardOptions {
  /** @default ['https:'] */
  readonly protocols?: readonly ('https:' | 'http:')[]
  /** @default [443], and 80 where http is allowed */
  readonly allowedPorts?: readonly number[]
  /**
   * Exact hosts, names or addresses without scheme and port, in addition to everything else that is
   * checked.
   * @default any public host
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Refuses a name as soon as one of its addresses is not public. When false such addresses are
   * left out and the public ones are used.
   * @default false
   */
  readonly rejectMixed?: boolean
  /**
   * Names looked up at the same time; more wait. Node looks names up on 4 threads that files and
   * compression share. @default 2
   */
  readonly maxConcurrentLookups?: number
  /** @default the lookup of the operating system (`dns.lookup`) */
  readonly resolve?: Resolve
  readonly [allowPrivateAddresses]?: boolean
}
