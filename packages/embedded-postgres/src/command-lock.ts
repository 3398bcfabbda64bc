import type { Client } from 'pg'
import type { Cluster } from './cluster/cluster.ts'
import { HUB_LOCK } from './hub-lock.ts'
import { closeSession, openSession } from './session.ts'

/** Advisory lock that commands share while they use the database: "commands" in ASCII as a bigint. */
const COMMAND_LOCK = '7165065848723235955'

/** The presence of a command. The server runs until the last command has ended. */
export interface Presence {
  /**
   * Whether no hub and no other command uses the server. If so, nobody can begin to use it until this presence ends, so that the
   * server can be stopped.
   */
  isLast(): Promise<boolean>
  end(): Promise<void>
}

/** A presence, or the reason why the server cannot be used. */
export type JoinAttempt = { readonly presence: Presence } | { readonly error: unknown }

/** Registers a command that uses the server at `port`. */
export async function joinCommands(cluster: Cluster, port: number): Promise<JoinAttempt> {
  const name = `entrepot command, process ${process.pid}`
  try {
    const client = await openSession(cluster, port, name)
    try {
      await client.query('select pg_advisory_lock_shared($1::bigint)', [COMMAND_LOCK])
    } catch (error) {
      await closeSession(client)
      throw error
    }
    return { presence: { isLast: () => leavesNobody(client), end: () => closeSession(client) } }
  } catch (error) {
    return { error }
  }
}

async function leavesNobody(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [COMMAND_LOCK])
    const { rows } = await client.query<{ last: boolean }>(
      `select pg_try_advisory_lock($1::bigint) and pg_try_advisory_lock($2::bigint) as last`,
      [HUB_LOCK, COMMAND_LOCK],
    )
    return rows[0]?.last ?? false
  } catch {
    return false // the server has ended, or the hub has restarted it
  }
}
