import type { McpStore } from '../../mcp.ts'
import type { Statements } from '../statements.ts'
import { sqliteClientStates } from './client-states.ts'
import { sqliteClients, sqliteDocuments } from './clients.ts'
import { sqliteConnections, sqliteRevocations } from './connections.ts'
import { sqliteDevices } from './devices.ts'
import { sqliteDirectory } from './directory.ts'
import { sqliteGrants } from './grants.ts'
import { sqliteKeys } from './keys.ts'
import { sqliteAudit, sqliteLimits } from './records.ts'

/** The tables of the authorization server for MCP clients. */
export function sqliteMcp(statements: Statements): McpStore {
  return {
    clients: sqliteClients(statements),
    clientStates: sqliteClientStates(statements),
    directory: sqliteDirectory(statements),
    documents: sqliteDocuments(statements),
    keys: sqliteKeys(statements),
    grants: sqliteGrants(statements),
    devices: sqliteDevices(statements),
    connections: sqliteConnections(statements),
    revocations: sqliteRevocations(statements),
    limits: sqliteLimits(statements),
    audit: sqliteAudit(statements),
  }
}
