import type { Database } from '@entrepot/database'
import type { McpStore } from '../../mcp.ts'
import { postgresClientStates } from './client-states.ts'
import { postgresClients, postgresDocuments } from './clients.ts'
import { postgresConnections } from './connections.ts'
import { postgresDevices } from './devices.ts'
import { postgresDirectory } from './directory.ts'
import { postgresGrants } from './grants.ts'
import { postgresKeys } from './keys.ts'
import { postgresAudit, postgresLimits, postgresRevocations } from './records.ts'

/** The tables of the authorization server for MCP clients. */
export function postgresMcp(pool: Database): McpStore {
  return {
    clients: postgresClients(pool),
    clientStates: postgresClientStates(pool),
    directory: postgresDirectory(pool),
    documents: postgresDocuments(pool),
    keys: postgresKeys(pool),
    grants: postgresGrants(pool),
    devices: postgresDevices(pool),
    connections: postgresConnections(pool),
    revocations: postgresRevocations(pool),
    limits: postgresLimits(pool),
    audit: postgresAudit(pool),
  }
}
