import type { Caller } from '../../audit.ts'
import {
  type Connection,
  type ConnectionKey,
  type ConnectionStore,
  type FoundConnection,
  type Granted,
  REVOCATION_TTL,
  type Revocation,
  type RevocationStore,
  type StoredConnection,
} from '../../mcp.ts'
import { isOneAccount } from '../../rules/accounts.ts'
import { causedBy } from '../../rules/audit-entry.ts'
import { EVENTS } from '../../rules/audit-events.ts'
import { consentedScope, holdsRefused } from '../../rules/consented-scope.ts'
import { personId } from '../../rules/person-id.ts'
import type { Statements } from '../statements.ts'
import { LIVES, withActive } from './lives.ts'
import { insertAudit } from './records.ts'

/** Connections in `mcp_connections`. */
export function sqliteConnections(statements: Statements): ConnectionStore {
  const { run, all, together } = statements
  return {
    remember: async (connection, refused, ttlSeconds, caller) =>
      together(() => {
        const known = find(statements, connection)
        const scope = consentedScope(known?.scope, connection.scope, refused)
        run(
          `insert into mcp_connections
             (sub, client_id, resource, client_name, redirect_host, scope, account, created_at, consented_at, asked_at, expires_at)
           values (:sub, :clientId, :resource, :clientName, :redirectHost, :scope, :account, :now, :now, :now, :now + :ttlSeconds)
           on conflict (sub, client_id, resource) do update set client_name = excluded.client_name,
             redirect_host = excluded.redirect_host, scope = excluded.scope, account = excluded.account,
             consented_at = excluded.consented_at, asked_at = excluded.asked_at, expires_at = excluded.expires_at`,
          { ...connection, scope, account: connection.account ?? null, ttlSeconds },
        )
        return endRefused(statements, connection, refused, caller)
      }),
    async renew({ sub, clientId, resource }, ttlSeconds) {
      run(
        `update mcp_connections set consented_at = :now, expires_at = :now + :ttlSeconds
         where sub = :sub and client_id = :clientId and resource = :resource and expires_at > :now`,
        { sub, clientId, resource, ttlSeconds },
      )
    },
    find: async (key) => find(statements, key),
    async list(sub) {
      const rows = all<Omit<StoredConnection, 'active'>>(
        `select sub, client_id as clientId, resource, client_name as clientName, redirect_host as redirectHost, scope, account,
           created_at as createdAt, ${LIVES}
         from mcp_connections c where sub = :sub and expires_at > :now order by usedAt desc`,
        { sub },
      )
      return rows.map(withActive)
    },
    revoke: async (sub, clientId, caller) =>
      together(() => revoke(statements, clientId, sub, caller)),
    revokePerson: async (sub, caller) =>
      together(() => {
        addRevocation(statements, personId(sub))
        const clients = all<{ clientId: string }>(
          `select client_id as clientId from mcp_connections where sub = :sub
           union select client_id from mcp_refresh_families where sub = :sub and revoked_at is null`,
          { sub },
        )
        for (const { clientId } of clients) revoke(statements, clientId, sub, caller)
      }),
    revokeClient: async (clientId, caller) =>
      together(() => revoke(statements, clientId, null, caller)),
  }
}

function find(
  { all }: Statements,
  { sub, clientId, resource }: ConnectionKey,
): FoundConnection | undefined {
  const [row] = all<FoundConnection>(
    `select sub, client_id as clientId, resource, client_name as clientName, redirect_host as redirectHost, scope, account,
       :now - asked_at as askedAgo
     from mcp_connections
     where sub = :sub and client_id = :clientId and resource = :resource and expires_at > :now`,
    { sub, clientId, resource },
  )
  return row && { ...row }
}

/**
 * Ends the codes and families of a client for a person that contain a refused scope of the resource, or are for another account.
 * @returns how many families were revoked
 */
function endRefused(
  statements: Statements,
  { sub, clientId, resource, account }: Connection,
  refused: readonly string[],
  caller: Caller | undefined,
): number {
  const only = isOneAccount(account) ? account : undefined
  if (refused.length === 0 && only === undefined) return 0
  const isHeld = (one: Pick<Granted, 'scope' | 'account'>) =>
    holdsRefused(one.scope, refused) || (only !== undefined && one.account !== only)
  const { run, all } = statements
  const whose = { clientId, sub, resource }
  const codes = all<{ codeHash: string } & Pick<Granted, 'scope' | 'account'>>(
    `select code_hash as codeHash, scope, account from mcp_auth_codes
     where client_id = :clientId and sub = :sub and resource = :resource and family_id is null`,
    whose,
  )
  for (const { codeHash } of codes.filter(isHeld)) {
    run('delete from mcp_auth_codes where code_hash = :codeHash', { codeHash })
  }
  const live = all<{ id: string } & Pick<Granted, 'scope' | 'account'>>(
    `select family_id as id, scope, account from mcp_refresh_families
     where client_id = :clientId and sub = :sub and resource = :resource and revoked_at is null`,
    whose,
  )
  const held = live.filter(isHeld)
  for (const { id } of held) {
    run('update mcp_refresh_families set revoked_at = :now where family_id = :id', { id })
    addRevocation(statements, id)
  }
  if (held.length === 0) return 0
  const detail = {
    ...{ refused: refused.join(' '), families: held.length },
    ...(only !== undefined && { account: only }),
  }
  insertAudit(statements, causedBy({ event: EVENTS.narrowed, clientId, sub, detail }, caller))
  return held.length
}

/** Revokes what was issued to a client that is deleted, and the client itself. Of one that nobody has connected no guard needs to know. */
export function revokeGone(
  statements: Statements,
  clientId: string,
  caller: Caller | undefined,
): void {
  if (!revoke(statements, clientId, null, caller)) return
  addRevocation(statements, `client:${clientId}`)
}

function revoke(
  statements: Statements,
  clientId: string,
  sub: string | null,
  caller: Caller | undefined,
): boolean {
  const whose = { clientId, sub }
  const isMeant = 'client_id = :clientId and (:sub is null or sub = :sub)'
  statements.run(`delete from mcp_auth_codes where ${isMeant} and family_id is null`, whose)
  const families = statements.all<{ id: string }>(
    `update mcp_refresh_families set revoked_at = :now where ${isMeant} and revoked_at is null
     returning family_id as id`,
    whose,
  )
  const forgotten = statements.run(`delete from mcp_connections where ${isMeant}`, whose)
  for (const { id } of families) addRevocation(statements, id)
  if (families.length + forgotten === 0) return false
  const detail = { families: families.length }
  const entry = { event: EVENTS.disconnected, clientId, sub: sub ?? undefined, detail }
  insertAudit(statements, causedBy(entry, caller))
  return true
}

function addRevocation({ run }: Statements, id: string): void {
  run(
    `insert into mcp_revocations (id, revoked_at, expires_at) values (:id, :now, :now + :ttl)
     on conflict (id) do update set revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`,
    { id, ttl: REVOCATION_TTL },
  )
}

/** Revocations in `mcp_revocations`. */
export function sqliteRevocations({ run, all }: Statements): RevocationStore {
  return {
    async add(id, ttlSeconds) {
      run(
        `insert into mcp_revocations (id, revoked_at, expires_at) values (:id, :now, :now + :ttlSeconds)
         on conflict (id) do nothing`,
        { id, ttlSeconds },
      )
    },
    async find(id) {
      const [row] = all<Revocation>(
        'select id, revoked_at as revokedAt from mcp_revocations where id = :id and expires_at > :now',
        { id },
      )
      return row && { ...row }
    },
    async list(seconds) {
      return all<Revocation>(
        `select id, revoked_at as revokedAt from mcp_revocations
         where expires_at > :now and (:seconds is null or revoked_at > :now - :seconds)`,
        { seconds: seconds ?? null },
      )
    },
  }
}
