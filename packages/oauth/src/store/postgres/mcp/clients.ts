import { createKeyedLimiter } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { ClientDocumentStore, McpClientStore, StoredClient } from '../../mcp.ts'
import { excessOf } from '../../rules/excess.ts'
import { isAlive } from '../is-alive.ts'
import { execute, limitOf, queryFirst, type Sql, sql, transaction } from '../statement.ts'
import { revokeConnection } from './connections.ts'

/** Advisory lock that one creation of a client at a time holds: "entclien" in ASCII as a bigint. */
const CREATION_LOCK = '7308907215638324590'

async function create(
  pool: Database,
  client: StoredClient,
  ttlSeconds: number,
  limit: number,
): Promise<boolean> {
  return await transaction(pool, async (tx) => {
    // A separate statement, so that the next one sees what the previous holder has committed. PostgreSQL ends the transaction of a node
    // that falls silent, so that its lock does not delay all other nodes.
    await execute(
      tx,
      sql`
      select set_config('idle_in_transaction_session_timeout', ${String(limitOf(pool))}, true),
        pg_advisory_xact_lock(${CREATION_LOCK})`,
    )
    const row = await queryFirst<{ total: number }>(
      tx,
      sql`select count(*)::int as total from oauth.platform_oauth_mcp_clients`,
    )
    const excess = excessOf(row?.total ?? 0, limit)
    return (await execute(tx, insertClient(client, ttlSeconds, excess))) === 1
  })
}

/**
 * Deletes as many clients as necessary, those that expire first, and inserts the new one if there is room. It uses the time of
 * the statement, because `now()` is from before the wait for the lock: a client of the previous holder would seem to expire
 * later.
 */
function insertClient(
  { clientId, secretHash, registrationHash, metadata, issuedAt }: StoredClient,
  ttlSeconds: number,
  excess: number,
): Sql {
  return sql`
    with first as (
      select client_id from oauth.platform_oauth_mcp_clients
      where expires_at <= clock_timestamp() + make_interval(secs => ${ttlSeconds}) order by expires_at limit ${excess}
    ),
    gone as (
      delete from oauth.platform_oauth_mcp_clients using first
      where platform_oauth_mcp_clients.client_id = first.client_id
    )
    insert into oauth.platform_oauth_mcp_clients
      (client_id, secret_hash, registration_hash, metadata, issued_at, expires_at)
    select ${clientId}, ${secretHash}, ${registrationHash}, ${metadata}, to_timestamp(${issuedAt}),
      clock_timestamp() + make_interval(secs => ${ttlSeconds})
    where (select count(*) from first) >= ${excess}`
}

/** Registered clients in `oauth.platform_oauth_mcp_clients`. */
export function postgresClients(pool: Database): McpClientStore {
  // Creations wait for each other in any case. Those of this process wait without occupying a connection.
  const inTurn = createKeyedLimiter({ perKey: 1, total: 1 })
  return {
    async create(client, ttlSeconds, limit) {
      return await inTurn('create', async () => await create(pool, client, ttlSeconds, limit))
    },
    async find(clientId) {
      const row = await queryFirst<StoredClient>(
        pool,
        sql`
        select client_id as "clientId", secret_hash as "secretHash", registration_hash as "registrationHash",
          metadata, extract(epoch from issued_at)::float8 as "issuedAt"
        from oauth.platform_oauth_mcp_clients where client_id = ${clientId} and ${isAlive}`,
      )
      return row
    },
    async update(clientId, metadata) {
      const count = await execute(
        pool,
        sql`
        update oauth.platform_oauth_mcp_clients set metadata = ${metadata}
        where client_id = ${clientId} and ${isAlive}`,
      )
      return count === 1
    },
    async delete(clientId, caller) {
      return await transaction(pool, async (tx) => {
        const count = await execute(
          tx,
          sql`
          delete from oauth.platform_oauth_mcp_clients where client_id = ${clientId}`,
        )
        await revokeConnection(tx, clientId, null, { isGone: true, caller })
        return count === 1
      })
    },
    async touch(clientId, ttlSeconds) {
      await execute(
        pool,
        sql`
        update oauth.platform_oauth_mcp_clients set expires_at = now() + make_interval(secs => ${ttlSeconds})
        where client_id = ${clientId} and ${isAlive}`,
      )
    },
  }
}

/** Documents of clients in `oauth.mcp_client_documents`. */
export function postgresDocuments(pool: Database): ClientDocumentStore {
  return {
    async find(url) {
      const row = await queryFirst<{ document: string; ttlSeconds: number }>(
        pool,
        sql`
        select document, extract(epoch from coalesce(fresh_until, expires_at) - now())::float8 as "ttlSeconds"
        from oauth.mcp_client_documents where url = ${url} and ${isAlive}`,
      )
      return row
    },
    async save(url, document, ttlSeconds) {
      await execute(
        pool,
        sql`
        insert into oauth.mcp_client_documents as kept (url, document, fresh_until, expires_at)
        values (${url}, ${document}, now() + make_interval(secs => ${ttlSeconds}),
          now() + make_interval(secs => ${ttlSeconds}))
        on conflict (url) do update set document = excluded.document, fresh_until = excluded.fresh_until,
          expires_at = greatest(kept.expires_at, excluded.expires_at)`,
      )
    },
    async withdraw(url) {
      const row = await queryFirst<{ since: number }>(
        pool,
        sql`
        update oauth.mcp_client_documents set withdrawn_at =
          case when withdrawn_at > coalesce(fresh_until, expires_at) then withdrawn_at else now() end
        where url = ${url} and ${isAlive}
        returning extract(epoch from now() - withdrawn_at)::float8 as since`,
      )
      return row?.since
    },
    async delete(url) {
      await execute(pool, sql`delete from oauth.mcp_client_documents where url = ${url}`)
    },
    async keep(url, seconds) {
      await execute(
        pool,
        sql`
        update oauth.mcp_client_documents set expires_at = fresh_until + make_interval(secs => ${seconds})
        where url = ${url} and ${isAlive}
          and expires_at < fresh_until + make_interval(secs => ${seconds})`,
      )
    },
  }
}
