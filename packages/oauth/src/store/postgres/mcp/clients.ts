import type { Sql } from 'postgres'
import type { ClientDocumentStore, McpClientStore, StoredClient } from '../../../mcp/store.ts'
import { isAlive } from '../is-alive.ts'

/** Registered clients in `oauth.platform_oauth_mcp_clients`. */
export function postgresClients(sql: Sql): McpClientStore {
  return {
    async create({ clientId, secretHash, registrationHash, metadata, issuedAt }, ttlSeconds) {
      await sql`
        insert into oauth.platform_oauth_mcp_clients
          (client_id, secret_hash, registration_hash, metadata, issued_at, expires_at)
        values (${clientId}, ${secretHash}, ${registrationHash}, ${metadata}, to_timestamp(${issuedAt}),
          now() + make_interval(secs => ${ttlSeconds}))`
    },
    async find(clientId) {
      const [row] = await sql<StoredClient[]>`
        select client_id as "clientId", secret_hash as "secretHash", registration_hash as "registrationHash",
          metadata, extract(epoch from issued_at)::float8 as "issuedAt"
        from oauth.platform_oauth_mcp_clients where client_id = ${clientId} and ${isAlive(sql)}`
      return row
    },
    async update(clientId, metadata) {
      const { count } = await sql`
        update oauth.platform_oauth_mcp_clients set metadata = ${metadata}
        where client_id = ${clientId} and ${isAlive(sql)}`
      return count === 1
    },
    async delete(clientId) {
      const { count } = await sql`
        delete from oauth.platform_oauth_mcp_clients where client_id = ${clientId}`
      return count === 1
    },
    async touch(clientId, ttlSeconds) {
      await sql`
        update oauth.platform_oauth_mcp_clients set expires_at = now() + make_interval(secs => ${ttlSeconds})
        where client_id = ${clientId} and ${isAlive(sql)}`
    },
  }
}

/** Documents of clients in `oauth.mcp_client_documents`. */
export function postgresDocuments(sql: Sql): ClientDocumentStore {
  return {
    async find(url) {
      const [row] = await sql<{ document: string; ttlSeconds: number }[]>`
        select document, extract(epoch from expires_at - now())::float8 as "ttlSeconds"
        from oauth.mcp_client_documents where url = ${url} and ${isAlive(sql)}`
      return row
    },
    async save(url, document, ttlSeconds) {
      await sql`
        insert into oauth.mcp_client_documents (url, document, expires_at)
        values (${url}, ${document}, now() + make_interval(secs => ${ttlSeconds}))
        on conflict (url) do update set document = excluded.document, expires_at = excluded.expires_at`
    },
  }
}
