import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Name of the role and of the database that the hub works with. */
export const roleName = 'entrepot'

/**
 * A directory with an embedded PostgreSQL:
 *
 * - `postgres/` PostgreSQL's data, owned by the account it runs under
 * - `postgres-password` the role's password, 0600
 * - `postgres.log` what the server says, 0600
 */
export interface Cluster {
  /** The given directory, without symbolic links. */
  readonly directory: string
  /** PostgreSQL's data directory. */
  readonly data: string
  readonly log: string
  /** A function, so that no `util.inspect` shows it. */
  readonly password: () => string
  readonly account: Account | undefined
  readonly binaries: Binaries
}
