import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Name of the role and of the database of the hub. */
export const ROLE_NAME = 'entrepot'

/**
 * A directory with an embedded PostgreSQL:
 *
 * - `postgres/`: the data of PostgreSQL, owned by the account under which it runs
 * - `postgres-password`: the password of the role, mode 0600
 * - `postgres.log`: the log of the server, mode 0600
 */
export interface Cluster {
  /** The given directory, without symbolic links. */
  readonly directory: string
  /** PostgreSQL's data directory. */
  readonly data: string
  readonly log: string
  /** A function, so that `util.inspect` does not show the password. */
  readonly password: () => string
  readonly account: Account | undefined
  readonly binaries: Binaries
}
