import { EVENTS } from '../../mcp/audit/events.ts'
import { type ConnectionStore, REVOCATION_TTL } from '../../mcp/store.ts'
import type { Tables } from './mcp-tables.ts'

/** Connections in memory. */
export function memoryConnections(tables: Tables): ConnectionStore {
  const { clock, connections, families, codes, revocations } = tables
  const keyOf = (sub: string, clientId: string) => JSON.stringify([sub, clientId])
  const familiesOf = (clientId: string, sub: string | undefined) =>
    Array.from(families.live(), ([, family]) => family).filter(
      (one) => one.clientId === clientId && (sub === undefined || one.sub === sub),
    )
  const revoke = (clientId: string, sub: string | undefined): boolean => {
    const isMeant = (one: { clientId: string; sub: string }) =>
      one.clientId === clientId && (sub === undefined || one.sub === sub)
    for (const [hash, code] of codes.live()) {
      if (isMeant(code) && code.familyId === null) codes.delete(hash)
    }
    const live = familiesOf(clientId, sub).filter(({ revoked }) => !revoked)
    for (const family of live) {
      families.update(family.familyId, { ...family, revoked: true })
      revocations.set(family.familyId, clock(), REVOCATION_TTL)
    }
    const forgotten = [...connections.live()].filter(([, one]) => isMeant(one))
    for (const [key] of forgotten) connections.delete(key)
    if (live.length + forgotten.length === 0) return false
    tables.write({ event: EVENTS.disconnected, clientId, sub, detail: { families: live.length } })
    return true
  }
  return {
    async remember(connection, ttlSeconds) {
      const key = keyOf(connection.sub, connection.clientId)
      const known = connections.get(key)
      const scopes = `${known?.scope ?? ''} ${connection.scope}`.split(' ').filter(Boolean)
      const scope = [...new Set(scopes)].sort().join(' ')
      const times = { createdAt: known?.createdAt ?? clock(), consentedAt: clock() }
      connections.set(key, { ...connection, scope, ...times }, ttlSeconds)
    },
    find: async (sub, clientId) => connections.get(keyOf(sub, clientId)),
    async list(sub) {
      return Array.from(connections.live(), ([, one]) => one)
        .filter((one) => one.sub === sub)
        .map(({ consentedAt, ...connection }) => {
          const own = familiesOf(connection.clientId, sub)
          const used = own.map(({ rotatedAt, createdAt }) => rotatedAt ?? createdAt)
          const active = own.some(({ currentHash, revoked }) => currentHash !== null && !revoked)
          return { ...connection, usedAt: Math.max(consentedAt, ...used), active }
        })
        .toSorted((a, b) => b.usedAt - a.usedAt)
    },
    revoke: async (sub, clientId) => revoke(clientId, sub),
    async revokeClient(clientId) {
      revoke(clientId, undefined)
      revocations.set(`client:${clientId}`, clock(), REVOCATION_TTL)
    },
  }
}
