import { createClient, type Database } from '../client.ts'
import { parseDatabaseUrl } from '../connection-url.ts'
import { sqlState } from '../errors.ts'
import { type Cluster, roleName } from './cluster.ts'

/** Advisory lock that the hub holds in its embedded database: "hub lock" in ASCII as a bigint. */
const hubLock = '7527030243617366891'

/** A held lock: one connection, for as long as the hub lives. */
export interface HubLock {
  /** Ends the connection and with it the lock. */
  release(): Promise<void>
}

/** What came of trying. */
export type LockAttempt =
  | { readonly outcome: 'locked'; readonly lock: HubLock }
  | { readonly outcome: 'in use'; readonly holder: string }
  | { readonly outcome: 'wrong password' }
  | { readonly outcome: 'not answering'; readonly error: unknown }

/** The URL of the hub's database on the server at `port`. It holds the password. */
export function urlOf(cluster: Cluster, port: number): string {
  const password = encodeURIComponent(cluster.password())
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${roleName}?sslmode=disable`
}

/**
 * Tries to become the one hub of the server at `port`. The lock belongs to a connection, not to a file: PostgreSQL frees
 * it the moment the hub dies, however it dies.
 *
 * @param onLost - called once when the connection breaks (the server has died) before it was released
 */
export async function tryHubLock(
  cluster: Cluster,
  port: number,
  onLost: () => void,
): Promise<LockAttempt> {
  let held = false
  const onClose = () => {
    if (!held) return
    held = false
    // Without this the client would reconnect at leisure, without the lock.
    void client.end({ timeout: 0 })
    onLost()
  }
  const client = connect(cluster, port, onClose)
  const obstacle = await lock(client)
  if (obstacle) {
    await client.end({ timeout: 0 })
    return obstacle
  }
  held = true
  const release = async () => {
    held = false
    await client.end({ timeout: 1 })
  }
  return { outcome: 'locked', lock: { release } }
}

function connect(cluster: Cluster, port: number, onClose: () => void): Database {
  return createClient(parseDatabaseUrl(urlOf(cluster, port)), {
    maxConnections: 1,
    maxLifetime: null,
    connectTimeout: 5_000,
    statementTimeout: 5_000,
    idleInTransactionTimeout: 0,
    applicationName: `entrepot hub, process ${process.pid}`,
    onClose,
  })
}

/** Takes the lock; returns what stands in the way, if anything does. */
async function lock(client: Database): Promise<LockAttempt | undefined> {
  try {
    const [row] = await client<[{ locked: boolean; holder: string | null }]>`
      select pg_try_advisory_lock(${hubLock}::bigint) as locked,
             (select activity.application_name
                from pg_locks as lock
                join pg_stat_activity as activity using (pid)
               where lock.locktype = 'advisory'
                 and lock.granted
                 and lock.objsubid = 1
                 and (lock.classid::bigint << 32 | lock.objid::bigint) = ${hubLock}::bigint
               limit 1) as holder`
    if (row.locked) return undefined
    return { outcome: 'in use', holder: row.holder ?? 'entrepot hub' }
  } catch (error) {
    if (sqlState(error) === '28P01') return { outcome: 'wrong password' }
    if (sqlState(error) === '53300') return { outcome: 'in use', holder: 'entrepot hub' }
    return { outcome: 'not answering', error }
  }
}
