import type { ClientDocumentStore, McpClientStore, StoredClient } from '../../mcp.ts'
import { excessOf } from '../../rules/excess.ts'
import type { Statements } from '../statements.ts'
import { revokeGone } from './connections.ts'

/** Registered clients in `platform_oauth_mcp_clients`. */
export function sqliteClients(statements: Statements): McpClientStore {
  const { run, all, together } = statements
  return {
    async create(client, ttlSeconds, limit) {
      return together(() => {
        const [row] = all<{ total: number }>(
          'select count(*) as total from platform_oauth_mcp_clients',
          {},
        )
        const excess = excessOf(row?.total ?? 0, limit)
        const gone = run(
          `delete from platform_oauth_mcp_clients where client_id in (
             select client_id from platform_oauth_mcp_clients
             where expires_at <= :now + :ttlSeconds order by expires_at limit :excess)`,
          { ttlSeconds, excess },
        )
        if (gone < excess) return false
        run(
          `insert into platform_oauth_mcp_clients
             (client_id, secret_hash, registration_hash, metadata, issued_at, expires_at)
           values (:clientId, :secretHash, :registrationHash, :metadata, :issuedAt, :now + :ttlSeconds)`,
          { ...client, ttlSeconds },
        )
        return true
      })
    },
    async find(clientId) {
      const [row] = all<StoredClient>(
        `select client_id as clientId, secret_hash as secretHash, registration_hash as registrationHash,
           metadata, issued_at as issuedAt
         from platform_oauth_mcp_clients where client_id = :clientId and expires_at > :now`,
        { clientId },
      )
      return row && { ...row }
    },
    async update(clientId, metadata) {
      const changed = run(
        `update platform_oauth_mcp_clients set metadata = :metadata
         where client_id = :clientId and expires_at > :now`,
        { clientId, metadata },
      )
      return changed === 1
    },
    async delete(clientId, caller) {
      return together(() => {
        const count = run('delete from platform_oauth_mcp_clients where client_id = :clientId', {
          clientId,
        })
        revokeGone(statements, clientId, caller)
        return count === 1
      })
    },
    async touch(clientId, ttlSeconds) {
      run(
        `update platform_oauth_mcp_clients set expires_at = :now + :ttlSeconds
         where client_id = :clientId and expires_at > :now`,
        { clientId, ttlSeconds },
      )
    },
  }
}

/** Documents of clients in `mcp_client_documents`. */
export function sqliteDocuments({ run, all }: Statements): ClientDocumentStore {
  return {
    async find(url) {
      const [row] = all<{ document: string; ttlSeconds: number }>(
        `select document, coalesce(fresh_until, expires_at) - :now as ttlSeconds
         from mcp_client_documents where url = :url and expires_at > :now`,
        { url },
      )
      return row && { ...row }
    },
    async save(url, document, ttlSeconds) {
      run(
        `insert into mcp_client_documents (url, document, fresh_until, expires_at)
         values (:url, :document, :now + :ttlSeconds, :now + :ttlSeconds)
         on conflict (url) do update set document = excluded.document, fresh_until = excluded.fresh_until,
           expires_at = max(expires_at, excluded.expires_at)`,
        { url, document, ttlSeconds },
      )
    },
    async withdraw(url) {
      const [row] = all<{ since: number }>(
        `update mcp_client_documents set withdrawn_at =
           case when withdrawn_at > coalesce(fresh_until, expires_at) then withdrawn_at else :now end
         where url = :url and expires_at > :now
         returning :now - withdrawn_at as since`,
        { url },
      )
      return row?.since
    },
    async delete(url) {
      run('delete from mcp_client_documents where url = :url', { url })
    },
    async keep(url, seconds) {
      run(
        `update mcp_client_documents set expires_at = fresh_until + :seconds
         where url = :url and expires_at > :now and expires_at < fresh_until + :seconds`,
        { url, seconds },
      )
    },
  }
}
