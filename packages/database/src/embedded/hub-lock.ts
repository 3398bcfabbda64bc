import type { Database } from '../client.ts'
import { sqlState } from '../errors.ts'
import type { Cluster } from './cluster.ts'
import { openSession } from './session.ts'

/** Advisory lock that the hub holds in its embedded database: "hub lock" in ASCII as a bigint. */
export const hubLock = '7527030243617366891'

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
  const client = openSession(cluster, port, `entrepot hub, process ${process.pid}`, onClose)
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
