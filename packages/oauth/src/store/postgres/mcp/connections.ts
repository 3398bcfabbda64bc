import type { Database } from '@entrepot/database'
import type { Caller } from '../../audit.ts'
import {
  type ConnectionStore,
  type FoundConnection,
  REVOCATION_TTL,
  type StoredConnection,
  type Connection as StoredConsent,
} from '../../mcp.ts'
import { isOneAccount } from '../../rules/accounts.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { consentedScope } from '../../rules/consented-scope.ts'
import { personId } from '../../rules/person-id.ts'
import { isAlive } from '../is-alive.ts'
import { endUser } from '../sign-ins.ts'
import { type Connection, execute, query, queryFirst, sql, transaction } from '../statement.ts'
import { valuesOf, withBy } from './callers.ts'
import { LIVES, WITH_FAMILIES } from './directory.ts'

/** Connections in `oauth.mcp_connections`. */
export function postgresConnections(pool: Database): ConnectionStore {
  return {
    async remember(connection, refused, ttlSeconds, caller) {
      // If two consents are stored at once, one of them finds that the scope has changed since it was read, and tries again.
      const addTo = async (db: Connection) => {
        while (!(await tryRemember(db, connection, refused, ttlSeconds)));
      }
      if (refused.length > 0 || isOneAccount(connection.account)) {
        return await transaction(pool, async (tx) => {
          await addTo(tx)
          return await endRefused(tx, connection, refused, caller)
        })
      }
      await addTo(pool)
      return 0
    },
    async renew({ sub, clientId, resource }, ttlSeconds) {
      await execute(
        pool,
        sql`
        update oauth.mcp_connections
        set consented_at = now(), expires_at = now() + make_interval(secs => ${ttlSeconds})
        where sub = ${sub} and client_id = ${clientId} and resource = ${resource} and ${isAlive}`,
      )
    },
    async find({ sub, clientId, resource }) {
      const row = await queryFirst<FoundConnection>(
        pool,
        sql`
        select sub, client_id as "clientId", resource, client_name as "clientName", redirect_host as "redirectHost", scope, account,
          extract(epoch from now() - asked_at)::float8 as "askedAgo"
        from oauth.mcp_connections
        where sub = ${sub} and client_id = ${clientId} and resource = ${resource} and ${isAlive}`,
      )
      return row
    },
    async list(sub) {
      return await query<StoredConnection>(
        pool,
        sql`
        select c.sub, c.client_id as "clientId", c.resource, client_name as "clientName", redirect_host as "redirectHost",
          c.scope, c.account, extract(epoch from c.created_at)::float8 as "createdAt",
          extract(epoch from greatest(consented_at, f.used_at))::float8 as "usedAt", ${LIVES}
        from oauth.mcp_connections c ${WITH_FAMILIES}
        where c.sub = ${sub} and ${isAlive}
        order by "usedAt" desc`,
      )
    },
    revoke: async (sub, clientId, caller) =>
      await revokeConnection(pool, clientId, sub, { isGone: false, caller }),

    revokePerson: async (sub, caller) => await revokeClientsOf(pool, sub, caller),
    revokeClient: async (clientId, caller) =>
      await revokeConnection(pool, clientId, null, { isGone: false, caller }),
  }
}

/** Adds a consent to what was read a moment before. @returns false when it has changed since */
async function tryRemember(
  connection: Connection,
  {
    sub,
    clientId,
    resource,
    clientName,
    redirectHost,
    scope: allowed,
    account = null,
  }: StoredConsent,
  refused: readonly string[],
  ttlSeconds: number,
): Promise<boolean> {
  const known = await queryFirst<{ scope: string; alive: boolean }>(
    connection,
    sql`
      select scope, ${isAlive} as alive from oauth.mcp_connections
      where sub = ${sub} and client_id = ${clientId} and resource = ${resource}`,
  )
  const scope = consentedScope(known?.alive ? known.scope : undefined, allowed, refused)
  const expiresAt = sql`now() + make_interval(secs => ${ttlSeconds})`
  if (known === undefined) {
    const added = await execute(
      connection,
      sql`
        insert into oauth.mcp_connections (sub, client_id, resource, client_name, redirect_host, scope, account, asked_at, expires_at)
        values (${sub}, ${clientId}, ${resource}, ${clientName}, ${redirectHost}, ${scope}, ${account}, now(), ${expiresAt})
        on conflict (sub, client_id, resource) do nothing`,
    )
    return added === 1
  }
  const changed = await execute(
    connection,
    sql`
      update oauth.mcp_connections
      set client_name = ${clientName}, redirect_host = ${redirectHost}, scope = ${scope}, account = ${account},
        consented_at = now(), asked_at = now(), expires_at = ${expiresAt}
      where sub = ${sub} and client_id = ${clientId} and resource = ${resource} and scope = ${known.scope}`,
  )
  return changed === 1
}

/**
 * Ends the codes and families of a client for a person that contain a refused scope of the resource, or are for another account.
 * @returns how many families were revoked
 */
async function endRefused(
  connection: Connection,
  { sub, clientId, resource, account }: StoredConsent,
  refused: readonly string[],
  caller: Caller = {},
): Promise<number> {
  const only = isOneAccount(account) ? account : null
  const isHeld = sql`client_id = ${clientId} and sub = ${sub} and resource = ${resource} and (
    string_to_array(scope, ' ') && ${refused}::text[]
    or (${only}::text is not null and account is distinct from ${only}::text))`
  // First the codes, as in a revocation. Rows are locked in the order of their keys, as grants lock them.
  await execute(
    connection,
    sql`
    delete from oauth.mcp_auth_codes where code_hash in (
      select code_hash from oauth.mcp_auth_codes where ${isHeld} and family_id is null order by code_hash for update
    )`,
  )
  const rows = await query<{ families: number }>(
    connection,
    sql`
    with held as (
      select family_id from oauth.mcp_refresh_families where ${isHeld} and revoked_at is null
      order by family_id for update
    ), families as (
      update oauth.mcp_refresh_families f set revoked_at = clock_timestamp()
      from held where f.family_id = held.family_id
      returning f.family_id
    ), revoked as (
      insert into oauth.mcp_revocations (id, expires_at)
      select family_id, now() + make_interval(secs => ${REVOCATION_TTL}) from families
      on conflict (id) do nothing
    )
    insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
    select ${EVENTS.narrowed}, ${clientId}, ${sub},
      jsonb_strip_nulls(jsonb_build_object('refused', ${refused.join(' ')}::text, 'families', count(*), 'account', ${only}::text)),
      ${valuesOf(caller)}
    from families having count(*) > 0
    returning (detail -> 'families')::int as families`,
  )
  return rows[0]?.families ?? 0
}

/** How a connection is revoked: whether the client is deleted, and by whom. */
interface Revoking {
  readonly isGone: boolean
  readonly caller: Caller | undefined
}

/** Revokes what was issued to a client, for one person or for all. Returns false if there was nothing. */
export async function revokeConnection(
  connection: Connection,
  clientId: string,
  sub: string | null,
  revoking: Revoking,
): Promise<boolean> {
  // Codes are first, in a separate statement. It waits for a code that is being redeemed, so that the next statement sees the new
  // family.
  await execute(
    connection,
    sql`
    delete from oauth.mcp_auth_codes
    where client_id = ${clientId} and (${sub}::text is null or sub = ${sub}) and family_id is null`,
  )
  const [row] = await revokeFamilies(connection, clientId, sub, revoking)
  return row?.found === true
}

/**
 * Ends the sign-ins of a person, including the tokens of the provider, and the access of all clients that act for them, on every
 * node: refreshes fail at once, and access tokens within a few seconds. It is for programs that remove a user while the
 * application runs, possibly in the same transaction. Inside the application, use `app.oauth.endSignIns` and
 * `app.oauth.mcp.revokePerson`.
 *
 * Other nodes do not see the changes of a transaction before the commit, so a sign-in or a code that is stored at the same time
 * may remain. Call the function again after the commit. The tables must exist (`postgresStore(pool).prepare()`).
 *
 * @param connection a pool, or what the transaction runs on: that of `@entrepot/database`, or a client of `pg`, with its errors
 * @param sub the user, as in `request.session.user`
 * @example
 * await client.query('begin')
 * await client.query('delete from users where id = $1', [id])
 * await revokePerson(client, id)
 * await client.query('commit')
 * await revokePerson(pool, id)
 */
export async function revokePerson(connection: Connection, sub: string): Promise<void> {
  await endUser(connection, sub)
  await revokeClientsOf(connection, sub)
}

/** Revokes everything that was issued for a person. */
async function revokeClientsOf(
  connection: Connection,
  sub: string,
  caller?: Caller,
): Promise<void> {
  await execute(
    connection,
    sql`
    insert into oauth.mcp_revocations (id, expires_at)
    values (${personId(sub)}, now() + make_interval(secs => ${REVOCATION_TTL}))
    on conflict (id) do update set revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`,
  )
  // A connection is created before everything that is issued on it. Grants by assertions have none, and of a family that has expired the last
  // access token may be good.
  const clients = await query<{ clientId: string }>(
    connection,
    sql`
    select client_id as "clientId" from oauth.mcp_connections where sub = ${sub}
    union select client_id from oauth.mcp_refresh_families where sub = ${sub} and revoked_at is null`,
  )
  for (const { clientId } of clients) {
    await revokeConnection(connection, clientId, sub, { isGone: false, caller })
  }
}

/** A deleted client is revoked itself, too. */
async function revokeFamilies(
  connection: Connection,
  clientId: string,
  sub: string | null,
  { isGone, caller = {} }: Revoking,
) {
  return await query<{ found: boolean }>(
    connection,
    sql`
    with families as (
      update oauth.mcp_refresh_families set revoked_at = clock_timestamp()
      where client_id = ${clientId} and (${sub}::text is null or sub = ${sub}) and revoked_at is null
      returning family_id
    ), forgotten as (
      delete from oauth.mcp_connections
      where client_id = ${clientId} and (${sub}::text is null or sub = ${sub})
      returning 1
    ), revoked as (
      insert into oauth.mcp_revocations (id, expires_at)
      select id, now() + make_interval(secs => ${REVOCATION_TTL}) from (
        select family_id as id from families
        -- Of a client that nobody has connected no guard needs to know: anybody can register clients and delete them.
        union all select ${`client:${clientId}`}
          where ${isGone} and (exists (select from families) or exists (select from forgotten))
      ) as ids
      on conflict (id) do update set revoked_at = excluded.revoked_at, expires_at = excluded.expires_at
    ), audited as (
      insert into oauth.mcp_audit (event, client_id, sub, detail, address, user_agent)
      select ${EVENTS.disconnected}, ${clientId}, ${sub}::text,
        ${withBy(sql`jsonb_build_object('families', (select count(*) from families))`, caller)}, ${valuesOf(caller)}
      where exists (select from families) or exists (select from forgotten)
    )
    select exists (select from families) or exists (select from forgotten) as found`,
  )
}
