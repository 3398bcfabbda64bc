import { Client } from 'pg'
import { type Cluster, roleName } from './cluster.ts'

/** The URL of the hub's database on the server at `port`. It holds the password. */
export function urlOf(cluster: Cluster, port: number): string {
  const password = encodeURIComponent(cluster.password())
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${roleName}?sslmode=disable`
}

/** Milliseconds that a server on this machine may take to let us in, or to answer a statement. */
const timeout = 5_000

/**
 * Opens a connection that is kept for ever, for locks that live as long as it.
 *
 * @param name - how it appears in `pg_stat_activity`
 * @param onEnd - called when the connection has ended, for whatever reason
 * @throws what the driver throws when the server does not let us in
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
    database: roleName,
    user: roleName,
    password: cluster.password,
    application_name: name,
    ssl: false, // also where PGSSLMODE says otherwise
    connectionTimeoutMillis: timeout,
    statement_timeout: timeout,
    query_timeout: 2 * timeout,
  })
  client.on('error', () => {}) // the end of the connection follows
  client.on('end', onEnd)
  await client.connect()
  return client
}

/** Closes the connection. A server that stands still does not say goodbye, and is not waited for. */
export async function closeSession(client: Client): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), 1_000)
  await client.end().finally(() => clearTimeout(giveUp))
}
