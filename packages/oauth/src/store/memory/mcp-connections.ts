import type { Caller } from '../audit.ts'
import { EVENTS } from '../audit-events.ts'
import { consentedScope, holdsRefused } from '../consented-scope.ts'
import {
  type Connection,
  type ConnectionKey,
  type ConnectionStore,
  REVOCATION_TTL,
  type StoredConnection,
} from '../mcp.ts'
import { personId } from '../person-id.ts'
import type { ExpiringMap } from './expiring-map.ts'
import type { Tables } from './mcp-tables.ts'

/** Connections in memory. */
export function memoryConnections(tables: Tables): ConnectionStore {
  const { clock, connections, revocations } = tables
  const keyOf = ({ sub, clientId, resource }: ConnectionKey) =>
    JSON.stringify([sub, clientId, resource])
  return {
    async remember(connection, refused, ttlSeconds, caller) {
      const key = keyOf(connection)
      const known = connections.get(key)
      const scope = consentedScope(known?.scope, connection.scope, refused)
      const times = { createdAt: known?.createdAt ?? clock(), consentedAt: clock() }
      connections.set(key, { ...connection, scope, ...times }, ttlSeconds)
      return endRefused(tables, connection, refused, caller)
    },
    async renew(connection, ttlSeconds) {
      const key = keyOf(connection)
      const known = connections.get(key)
      if (known) connections.set(key, { ...known, consentedAt: clock() }, ttlSeconds)
    },
    find: async (key) => connections.get(keyOf(key)),
    list: async (sub) => list(tables, sub),
    revoke: async (sub, clientId, caller) => revoke(tables, clientId, sub, caller),
    async revokePerson(sub, caller) {
      revocations.set(personId(sub), clock(), REVOCATION_TTL)
      const own = valuesOf(connections).filter((one) => one.sub === sub)
      for (const { clientId } of own) revoke(tables, clientId, sub, caller)
    },
    async revokeClient(clientId, { isGone = true, caller } = {}) {
      const found = revoke(tables, clientId, undefined, caller)
      if (found && isGone) revocations.set(`client:${clientId}`, clock(), REVOCATION_TTL)
      return found
    },
  }
}

function list({ connections, families }: Tables, sub: string): readonly StoredConnection[] {
  return valuesOf(connections)
    .filter((one) => one.sub === sub)
    .map(({ consentedAt, ...connection }) => {
      const { clientId, resource } = connection
      const issued = valuesOf(families).filter(isOf(clientId, sub))
      const own = issued.filter((family) => family.resource === resource)
      const used = own.map(({ rotatedAt, createdAt }) => rotatedAt ?? createdAt)
      const active = own.some(({ currentHash, revoked }) => currentHash !== null && !revoked)
      return { ...connection, usedAt: Math.max(consentedAt, ...used), active }
    })
    .toSorted((a, b) => b.usedAt - a.usedAt)
}

/** A code or a family. */
interface Issued extends ConnectionKey {
  readonly scope: string
}

/** Ends the codes and families of a client for a person that contain a refused scope of the resource. */
function endRefused(
  tables: Tables,
  { clientId, sub, resource }: Connection,
  refused: readonly string[],
  caller: Caller | undefined,
): number {
  const isOwn = isOf(clientId, sub)
  const isMeant = (one: Issued) =>
    isOwn(one) && one.resource === resource && holdsRefused(one.scope, refused)
  for (const [hash, code] of tables.codes.live()) {
    if (isMeant(code) && code.familyId === null) tables.codes.delete(hash)
  }
  const families = revokeFamilies(tables, isMeant)
  if (families === 0) return 0
  const detail = { refused: refused.join(' '), families }
  tables.write({ event: EVENTS.narrowed, clientId, sub, detail }, caller)
  return families
}

/** @returns how many were revoked */
function revokeFamilies(
  { clock, families, revocations }: Tables,
  isMeant: (family: Issued) => boolean,
): number {
  const live = valuesOf(families).filter((one) => isMeant(one) && !one.revoked)
  for (const family of live) {
    families.update(family.familyId, { ...family, revoked: true })
    revocations.set(family.familyId, clock(), REVOCATION_TTL)
  }
  return live.length
}

/** Revokes what was issued to a client, for one person or for all. Returns false if there was nothing. */
function revoke(
  tables: Tables,
  clientId: string,
  sub: string | undefined,
  caller: Caller | undefined,
): boolean {
  const { connections, codes } = tables
  const isMeant = isOf(clientId, sub)
  for (const [hash, code] of codes.live()) {
    if (isMeant(code) && code.familyId === null) codes.delete(hash)
  }
  const families = revokeFamilies(tables, isMeant)
  const forgotten = [...connections.live()].filter(([, one]) => isMeant(one))
  for (const [key] of forgotten) connections.delete(key)
  if (families + forgotten.length === 0) return false
  const entry = { event: EVENTS.disconnected, clientId, sub, detail: { families } }
  tables.write(entry, caller)
  return true
}

function isOf(clientId: string, sub: string | undefined) {
  return (one: { readonly clientId: string; readonly sub: string }) =>
    one.clientId === clientId && (sub === undefined || one.sub === sub)
}

function valuesOf<Value>(map: ExpiringMap<Value>): readonly Value[] {
  return Array.from(map.live(), ([, value]) => value)
}
