/** What clients may do for people, read in a transaction of the application. */
import { OFFLINE_ACCESS } from '../../rules/given-scope.ts'
import { isAlive } from '../is-alive.ts'
import { type Connection, query, sql } from '../statement.ts'

/** A client that acts for a person at a resource. */
export interface PersonConnection {
  /** The user, as in `request.session.user`. */
  readonly user: string
  readonly clientId: string
  /** As the client calls itself; it is not verified. */
  readonly clientName: string
  readonly resource: string
  /** What the person has allowed at the resource, without `offline_access`. */
  readonly scopes: readonly string[]
  /** The account that the person has chosen, or `*` for all of theirs; null where nothing was chosen. */
  readonly account: string | null
}

/**
 * Reads the connections of people, such as in the transaction in which an application records them. Without the tables of the store there
 * are none.
 *
 * @param connection a pool, or what a transaction runs on: that of `@entrepot/database`, or a client of `pg`, with its errors
 * @param users as in `request.session.user`
 * @example
 * const clients = await connectionsOf(client, [account.id])
 */
export async function connectionsOf(
  connection: Connection,
  users: readonly string[],
): Promise<readonly PersonConnection[]> {
  const [table] = await query<{ exists: boolean }>(
    connection,
    sql`select to_regclass('oauth.mcp_connections') is not null as exists`,
  )
  if (!table?.exists) return []
  return await query<PersonConnection>(
    connection,
    sql`
    select sub as "user", client_id as "clientId", client_name as "clientName", resource,
      array(select one from unnest(string_to_array(scope, ' ')) one where one not in ('', ${OFFLINE_ACCESS})
        order by one) as scopes, account
    from oauth.mcp_connections where sub = any(${users as string[]}::text[]) and ${isAlive}
    order by sub, client_id, resource`,
  )
}
