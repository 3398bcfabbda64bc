import type { Pool } from 'pg'
import type { ClientDocumentStore, McpClientStore, StoredClient } from '../../mcp.ts'
import { isAlive } from '../is-alive.ts'
import { execute, queryFirst, sql } from '../statement.ts'

/** Registered clients in `oauth.platform_oauth_mcp_clients`. */
export function postgresClients(pool: Pool): McpClientStore {
  return {
    async create({ clientId, secretHash, registrationHash, metadata, issuedAt }, ttlSeconds) {
      await execute(
        pool,
        sql`
        insert into oauth.platform_oauth_mcp_clients
          (client_id, secret_hash, registration_hash, metadata, issued_at, expires_at)
        values (${clientId}, ${secretHash}, ${registrationHash}, ${metadata}, to_timestamp(${issuedAt}),
          now() + make_interval(secs => ${ttlSeconds}))`,
      )
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
    async delete(clientId) {
      const count = await execute(
        pool,
        sql`
        delete from oauth.platform_oauth_mcp_clients where client_id = ${clientId}`,
      )
      return count === 1
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
export function postgresDocuments(pool: Pool): ClientDocumentStore {
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
