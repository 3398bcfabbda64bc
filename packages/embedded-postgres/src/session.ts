import { Client } from 'pg'
import { type Cluster, ROLE_NAME } from './cluster/cluster.ts'

/** The URL of the hub's database on the server at `port`, with the password. */
export function urlOf(cluster: Cluster, port: number): string {
  const password = encodeURIComponent(cluster.password())
  return `postgres://${ROLE_NAME}:${password}@127.0.0.1:${port}/${ROLE_NAME}?sslmode=disable`
}

/** Milliseconds for connecting to a server on this machine, and for its answer to a statement. */
const TIMEOUT = 5_000

/**
 * Opens a connection that stays open, for locks that belong to it.
 *
 * @param name - its name in `pg_stat_activity`
 * @param onEnd - called when the connection has ended for any reason
 * @throws the error of the driver when the server refuses the connection
 */
export async function openSession(
  cluster: Cluster,
  port: number,
  name: string,
  onEnd: () => void = () => {},
): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    database: ROLE_NAME,
    user: ROLE_NAME,
    password: cluster.password,
    application_name: name,
    ssl: false, // even if PGSSLMODE is set
    connectionTimeoutMillis: TIMEOUT,
    statement_timeout: TIMEOUT,
    query_timeout: 2 * TIMEOUT,
  })
  client.on('error', () => {}) // the end of the connection follows
  client.on('end', onEnd)
  await client.connect()
  return client
}

/** Closes the connection, without waiting for a server that does not answer. */
export async function closeSession(client: Client): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), 1_000)
  await client.end().finally(() => clearTimeout(giveUp))
}
