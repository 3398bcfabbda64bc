import {
  BEFORE_URLS,
  type DirectoryStore,
  type GrantOwner,
  type ListedClient,
  type ListedConnection,
  type ListedDocument,
  type ListedGrant,
} from '../../directory.ts'
import type { Statements } from '../statements.ts'
import { LIVES, withActive } from './lives.ts'

/** Lists of clients and their grants. Each page is read from an index, beginning at its first key. */
export function sqliteDirectory({ all }: Statements): DirectoryStore {
  return {
    async clients({ after = '', limit }) {
      return all<ListedClient>(
        `select client_id as clientId, metadata, issued_at as issuedAt, expires_at as expiresAt
         from platform_oauth_mcp_clients where client_id > :after and expires_at > :now
         order by client_id limit :limit`,
        { after, limit },
      )
    },
    async documents({ after = BEFORE_URLS, limit }) {
      return all<ListedDocument>(LIST_DOCUMENTS, { after, limit })
    },
    async connections(
      owner,
      { after: [afterSub, afterClient, afterResource] = ['', '', ''], limit },
    ) {
      if (isNobody(owner)) return []
      const rows = all<ConnectionRow>(
        `${CONNECTIONS} where ${isOf(owner)} and expires_at > :now
           and (sub, client_id, resource) > (:afterSub, :afterClient, :afterResource)
         order by sub, client_id, resource limit :limit`,
        { ...parametersOf(owner), afterSub, afterClient, afterResource, limit },
      )
      return rows.map(withActive)
    },
    async connectionsOf(subs) {
      const rows = all<ConnectionRow>(
        `${CONNECTIONS} where sub in (select value from json_each(:subs)) and expires_at > :now
         order by sub, client_id, resource`,
        { subs: JSON.stringify(subs) },
      )
      return rows.map(withActive)
    },
    async grants(owner, { after: [afterSub, afterClient, afterId] = ['', '', ''], limit }) {
      if (isNobody(owner)) return []
      const rows = all<Omit<ListedGrant, 'refreshable'> & { refreshable: number }>(
        `select family_id as familyId, sub, client_id as clientId, resource, scope, account,
           (select redirect_host from mcp_connections o
             where o.sub = c.sub and o.client_id = c.client_id and o.resource = c.resource) as redirectHost,
           current_hash is not null as refreshable, created_at as createdAt,
           coalesce(rotated_at, created_at) as usedAt, expires_at as expiresAt
         from mcp_refresh_families c
         where ${isOf(owner)} and revoked_at is null and expires_at > :now
           and (sub, client_id, family_id) > (:afterSub, :afterClient, :afterId)
         order by sub, client_id, family_id limit :limit`,
        { ...parametersOf(owner), afterSub, afterClient, afterId, limit },
      )
      return rows.map((row) => ({ ...row, refreshable: row.refreshable === 1 }))
    },
  }
}

const CONNECTIONS = `
  select sub, client_id as clientId, resource, client_name as clientName, redirect_host as redirectHost, scope, account,
    created_at as createdAt, expires_at as expiresAt, ${LIVES}
  from mcp_connections c`

type ConnectionRow = Omit<ListedConnection, 'active'>

function isNobody({ sub, clientId }: GrantOwner): boolean {
  return sub === undefined && clientId === undefined
}

function isOf({ sub, clientId }: GrantOwner): string {
  const isPersons = sub === undefined ? 'true' : 'sub = :sub'
  return clientId === undefined ? isPersons : `${isPersons} and client_id = :clientId`
}

function parametersOf({ sub, clientId }: GrantOwner): Record<string, string> {
  return { ...(sub !== undefined && { sub }), ...(clientId !== undefined && { clientId }) }
}

/**
 * The first rows of all sources together contain the first rows of the result. Connected clients are found one by one with the
 * index.
 */
const LIST_DOCUMENTS = `
  with recursive connected (client_id) as (
    select min(client_id) from mcp_connections where client_id > :after
    union all
    select (select min(client_id) from mcp_connections m where m.client_id > connected.client_id)
    from connected where connected.client_id is not null
  ), known as (
    select * from (select url as client_id, document, null as client_name from mcp_client_documents
      where url > :after and expires_at > :now order by url limit :limit)
    union all
    select * from (select client_id, null, (select client_name from mcp_connections m where m.client_id = c.client_id limit 1)
      from connected c where client_id is not null limit :limit)
    union all
    select * from (select client_id, null, null from mcp_client_states
      where client_id > :after and disabled = 1 order by client_id limit :limit)
  )
  select client_id as clientId, max(document) as document, max(client_name) as clientName
  from known group by client_id order by client_id limit :limit`
