import type { Database } from '@entrepot/database'
import {
  BEFORE_URLS,
  type DirectoryStore,
  type GrantOwner,
  type ListedClient,
  type ListedConnection,
  type ListedDocument,
  type ListedGrant,
  type PageOf,
} from '../../directory.ts'
import { isAlive } from '../is-alive.ts'
import { query, type Sql, sql } from '../statement.ts'

/** Lists of clients and their grants. Each page is read from an index, beginning at its first key. */
export function postgresDirectory(pool: Database): DirectoryStore {
  return {
    async clients({ after = '', limit }) {
      return await query<ListedClient>(
        pool,
        sql`
        select client_id as "clientId", metadata, extract(epoch from issued_at)::float8 as "issuedAt",
          extract(epoch from expires_at)::float8 as "expiresAt"
        from oauth.platform_oauth_mcp_clients where client_id > ${after} and ${isAlive}
        order by client_id limit ${limit}`,
      )
    },
    async documents(page) {
      return await query<ListedDocument>(pool, listDocuments(page))
    },
    async connections(owner, { after: [sub, clientId, resource] = ['', '', ''], limit }) {
      if (isNobody(owner)) return []
      return await query<ListedConnection>(
        pool,
        sql`
        ${CONNECTIONS} where ${isOf(owner)} and ${isAlive}
          and (c.sub, c.client_id, c.resource) > (${sub}, ${clientId}, ${resource})
        order by c.sub, c.client_id, c.resource limit ${limit}`,
      )
    },
    async connectionsOf(subs) {
      return await query<ListedConnection>(
        pool,
        sql`
        ${CONNECTIONS} where c.sub = any(${subs as string[]}::text[]) and ${isAlive}
        order by c.sub, c.client_id, c.resource`,
      )
    },
    async grants(owner, { after: [sub, clientId, familyId] = ['', '', ''], limit }) {
      if (isNobody(owner)) return []
      return await query<ListedGrant>(
        pool,
        sql`
        select family_id as "familyId", c.sub, c.client_id as "clientId", resource, scope, account,
          (select redirect_host from oauth.mcp_connections o
            where o.sub = c.sub and o.client_id = c.client_id and o.resource = c.resource) as "redirectHost",
          current_hash is not null as refreshable, extract(epoch from created_at)::float8 as "createdAt",
          extract(epoch from coalesce(rotated_at, created_at))::float8 as "usedAt",
          extract(epoch from expires_at)::float8 as "expiresAt"
        from oauth.mcp_refresh_families c
        where ${isOf(owner)} and revoked_at is null and ${isAlive}
          and (c.sub, c.client_id, family_id) > (${sub}, ${clientId}, ${familyId})
        order by c.sub, c.client_id, family_id limit ${limit}`,
      )
    },
  }
}

const IS_GOOD = sql`revoked_at is null and expires_at > now()`

/** Joins the families of each connection as `f`. */
export const WITH_FAMILIES = sql`
  left join lateral (
    select max(coalesce(rotated_at, created_at)) as used_at,
      max(created_at) filter (where current_hash is not null and ${IS_GOOD}) as renewable_since,
      max(expires_at) filter (where ${IS_GOOD}) as ends_at
    from oauth.mcp_refresh_families
    where sub = c.sub and client_id = c.client_id and resource = c.resource
  ) f on true`

/** Whether a client can get new access tokens by itself, and `ConnectionLives`. */
export const LIVES = sql`f.renewable_since is not null as active,
  extract(epoch from f.renewable_since)::float8 as "renewableSince", extract(epoch from f.ends_at)::float8 as "endsAt"`

const CONNECTIONS = sql`
  select c.sub, c.client_id as "clientId", c.resource, client_name as "clientName", redirect_host as "redirectHost",
    c.scope, c.account, extract(epoch from c.created_at)::float8 as "createdAt",
    extract(epoch from greatest(consented_at, f.used_at))::float8 as "usedAt",
    extract(epoch from c.expires_at)::float8 as "expiresAt", ${LIVES}
  from oauth.mcp_connections c ${WITH_FAMILIES}`

function isNobody({ sub, clientId }: GrantOwner): boolean {
  return sub === undefined && clientId === undefined
}

/** Whether a row of the table `c` is of the owner. */
function isOf({ sub, clientId }: GrantOwner): Sql {
  const isPersons = sub === undefined ? sql`true` : sql`c.sub = ${sub}`
  return clientId === undefined ? isPersons : sql`${isPersons} and c.client_id = ${clientId}`
}

/**
 * The first rows of all sources together contain the first rows of the result. Connected clients are found one by one with the
 * index.
 */
function listDocuments({ after = BEFORE_URLS, limit }: PageOf<string>): Sql {
  const next = (last: Sql) => sql`
    select client_id, client_name from oauth.mcp_connections
    where client_id > ${last} and ${isAlive} order by client_id limit 1`
  return sql`
    with recursive connected as (
      (${next(sql`${after}`)})
      union all
      select step.* from connected, lateral (${next(sql`connected.client_id`)}) step
    ), known as (
      (select url as client_id, document, null as client_name from oauth.mcp_client_documents
        where url > ${after} and ${isAlive} order by url limit ${limit})
      union all
      (select client_id, null, client_name from connected limit ${limit})
      union all
      (select client_id, null, null from oauth.mcp_client_states
        where client_id > ${after} and disabled order by client_id limit ${limit})
    )
    select client_id as "clientId", max(document) as document, max(client_name) as "clientName"
    from known group by client_id order by client_id limit ${limit}`
}
