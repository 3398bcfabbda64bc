import type { Cluster } from './cluster.ts'
import { hubLock } from './hub-lock.ts'
import { openSession } from './session.ts'

/** Advisory lock that commands share while they use the database: "commands" in ASCII as a bigint. */
const commandLock = '7165065848723235955'

/** A command that is known to the others: the server stays until the last one has gone. */
export interface Presence {
  /**
   * Whether nobody else needs the server: no hub and no other command. Then nobody can come in until this presence
   * ends, so that the server can be stopped.
   */
  isLast(): Promise<boolean>
  end(): Promise<void>
}

/** What came of trying: a presence, or why the server cannot be used. */
export type JoinAttempt = { readonly presence: Presence } | { readonly error: unknown }

/** Joins the commands that use the server at `port`. */
export async function joinCommands(cluster: Cluster, port: number): Promise<JoinAttempt> {
  const name = `entrepot command, process ${process.pid}`
  const client = openSession(cluster, port, name, () => {})
  const end = () => client.end({ timeout: 1 })
  const isLast = async () => {
    try {
      await client`select pg_advisory_unlock_shared(${commandLock}::bigint)`
      const [row] = await client<[{ last: boolean }]>`
        select pg_try_advisory_lock(${hubLock}::bigint)
               and pg_try_advisory_lock(${commandLock}::bigint) as last`
      return row.last
    } catch {
      return false // the server has gone, or was restarted by the hub
    }
  }
  try {
    await client`select pg_advisory_lock_shared(${commandLock}::bigint)`
    return { presence: { isLast, end } }
  } catch (error) {
    await end()
    return { error }
  }
}
