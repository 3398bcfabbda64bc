import { createClient, type Database } from '../client.ts'
import { parseDatabaseUrl } from '../connection-url.ts'
import { type Cluster, roleName } from './cluster.ts'

/** The URL of the hub's database on the server at `port`. It holds the password. */
export function urlOf(cluster: Cluster, port: number): string {
  const password = encodeURIComponent(cluster.password())
  return `postgres://${roleName}:${password}@127.0.0.1:${port}/${roleName}?sslmode=disable`
}

/**
 * A client with a single connection that is kept for ever, for locks that live as long as it.
 *
 * @param name - how it appears in `pg_stat_activity`
 * @param onClose - called when the connection has closed, for whatever reason
 */
export function openSession(
  cluster: Cluster,
  port: number,
  name: string,
  onClose: () => void,
): Database {
  return createClient(parseDatabaseUrl(urlOf(cluster, port)), {
    maxConnections: 1,
    maxLifetime: null,
    connectTimeout: 5_000,
    statementTimeout: 5_000,
    idleInTransactionTimeout: 0,
    applicationName: name,
    onClose,
  })
}
