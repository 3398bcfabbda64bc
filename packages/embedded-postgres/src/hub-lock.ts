import type { Client } from 'pg'
import type { Cluster } from './cluster/cluster.ts'
import { codeOf } from './errors.ts'
import { closeSession, openSession } from './session.ts'

/** Advisory lock that the hub holds in its embedded database: "hub lock" in ASCII as a bigint. */
export const HUB_LOCK = '7527030243617366891'

/** A held lock: a connection that stays open as long as the hub runs. */
export interface HubLock {
  /** Ends the connection and with it the lock. */
  release(): Promise<void>
}

/** The result of an attempt. */
export type LockAttempt =
  | { readonly outcome: 'locked'; readonly lock: HubLock }
  | { readonly outcome: 'in use'; readonly holder: string }
  | { readonly outcome: 'wrong password' }
  | { readonly outcome: 'not answering'; readonly error: unknown }

/**
 * Tries to become the only hub of the server at `port`. The lock belongs to a connection, so PostgreSQL releases it as soon as the hub
 * ends, also after a crash.
 *
 * @param onLost - called once if the connection is lost before the lock was released, because the server has died
 */
export async function tryHubLock(
  cluster: Cluster,
  port: number,
  onLost: () => void,
): Promise<LockAttempt> {
  let held = false
  const onEnd = () => {
    if (!held) return
    held = false
    onLost()
  }
  try {
    const client = await openSession(cluster, port, `entrepot hub, process ${process.pid}`, onEnd)
    const holder = await lock(client).catch(async (error) => {
      await closeSession(client)
      throw error
    })
    if (holder !== undefined) {
      await closeSession(client)
      return { outcome: 'in use', holder }
    }
    held = true
    const release = async () => {
      held = false
      await closeSession(client)
    }
    return { outcome: 'locked', lock: { release } }
  } catch (error) {
    if (codeOf(error) === '28P01') return { outcome: 'wrong password' }
    if (codeOf(error) === '53300') return { outcome: 'in use', holder: 'entrepot hub' }
    return { outcome: 'not answering', error }
  }
}

/** Takes the lock. If another process holds it, returns that holder. */
async function lock(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ locked: boolean; holder: string | null }>(
    `select pg_try_advisory_lock($1::bigint) as locked,
            (select activity.application_name
               from pg_locks as lock
               join pg_stat_activity as activity using (pid)
              where lock.locktype = 'advisory'
                and lock.granted
                and lock.objsubid = 1
                and (lock.classid::bigint << 32 | lock.objid::bigint) = $1::bigint
              limit 1) as holder`,
    [HUB_LOCK],
  )
  return rows[0]?.locked ? undefined : (rows[0]?.holder ?? 'entrepot hub')
}
