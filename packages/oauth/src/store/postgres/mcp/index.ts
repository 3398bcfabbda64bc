import type { Sql } from 'postgres'
import type { McpStore } from '../../../mcp/store.ts'
import { postgresClients, postgresDocuments } from './clients.ts'
import { postgresConnections, postgresRevocations } from './connections.ts'
import { postgresGrants } from './grants.ts'
import { postgresKeys } from './keys.ts'
import { postgresAudit, postgresLimits } from './records.ts'

/** The tables of the authorization server for MCP clients. */
export function postgresMcp(sql: Sql): McpStore {
  return {
    clients: postgresClients(sql),
    documents: postgresDocuments(sql),
    keys: postgresKeys(sql),
    grants: postgresGrants(sql),
    connections: postgresConnections(sql),
    revocations: postgresRevocations(sql),
    limits: postgresLimits(sql),
    audit: postgresAudit(sql),
  }
}
