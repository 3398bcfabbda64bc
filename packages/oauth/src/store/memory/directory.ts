import { type ClientStateStore, ENABLED_MEMORY } from '../client-states.ts'
import {
  BEFORE_URLS,
  type DirectoryStore,
  type GrantOwner,
  type ListedDocument,
} from '../directory.ts'
import type { ConnectionKey } from '../mcp.ts'
import type { ExpiringMap } from './expiring-map.ts'
import type { Tables } from './mcp-tables.ts'

/** States of clients in memory. */
export function memoryClientStates(tables: Tables): ClientStateStore {
  const { clock, clientStates } = tables
  const valuesOf = () => Array.from(clientStates.live(), ([, state]) => state)
  return {
    async set(state, entry) {
      const isDisabled = clientStates.get(state.clientId)?.disabled ?? false
      if (isDisabled === state.disabled) return false
      const ttl = state.disabled ? Number.POSITIVE_INFINITY : ENABLED_MEMORY
      clientStates.set(state.clientId, { ...state, changedAt: clock() }, ttl)
      tables.write(entry)
      return true
    },
    async list(seconds) {
      if (seconds === undefined) return valuesOf().filter(({ disabled }) => disabled)
      return valuesOf().filter(({ changedAt }) => changedAt > clock() - seconds)
    },
    async find(clientIds) {
      return valuesOf().filter(({ clientId, disabled }) => disabled && clientIds.includes(clientId))
    },
  }
}

/** Lists of clients and their grants. */
export function memoryDirectory(tables: Tables): DirectoryStore {
  const { clients, connections, families } = tables
  return {
    async clients(page) {
      const all = Array.from(clients.live(), ([clientId, { metadata, issuedAt }]) => ({
        clientId,
        metadata,
        issuedAt,
        expiresAt: clients.expiryOf(clientId),
      }))
      return pageOf(
        all,
        ({ clientId }) => [clientId],
        page.after === undefined ? undefined : [page.after],
        page.limit,
      )
    },
    async documents({ after = BEFORE_URLS, limit }) {
      return pageOf(knownDocuments(tables), ({ clientId }) => [clientId], [after], limit)
    },
    async connections(owner, { after, limit }) {
      const all = Array.from(connections.live()).filter(([, one]) => isOf(owner, one))
      const listed = all.map(([key, { consentedAt, ...connection }]) => {
        const issued = grantsOf(families, connection)
        const own = issued.filter(({ resource }) => resource === connection.resource)
        const usedAt = Math.max(consentedAt, ...own.map((one) => one.rotatedAt ?? one.createdAt))
        const active = own.some(({ currentHash, revoked }) => currentHash !== null && !revoked)
        return { ...connection, usedAt, active, expiresAt: connections.expiryOf(key) }
      })
      return pageOf(
        listed,
        ({ sub, clientId, resource }) => [sub, clientId, resource],
        after,
        limit,
      )
    },
    async grants(owner, { after, limit }) {
      const listed = grantsOf(families, owner)
        .filter(({ revoked }) => !revoked)
        .map(({ familyId, sub, clientId, resource, scope, ...one }) => ({
          ...{ familyId, sub, clientId, resource, scope },
          redirectHost: hostOf(tables, { sub, clientId, resource }),
          refreshable: one.currentHash !== null,
          createdAt: one.createdAt,
          usedAt: one.rotatedAt ?? one.createdAt,
          expiresAt: families.expiryOf(familyId),
        }))
      const keyOf = (one: (typeof listed)[number]) => [one.sub, one.clientId, one.familyId]
      return pageOf(listed, keyOf, after, limit)
    },
  }
}

function hostOf(
  { connections }: Tables,
  { sub, clientId, resource }: ConnectionKey,
): string | null {
  const connection = valuesOf(connections).find(
    (one) => one.sub === sub && one.clientId === clientId && one.resource === resource,
  )
  return connection?.redirectHost ?? null
}

function grantsOf(families: Tables['families'], owner: GrantOwner) {
  return valuesOf(families).filter((one) => isOf(owner, one))
}

function valuesOf<Value>(map: ExpiringMap<Value>): readonly Value[] {
  return Array.from(map.live(), ([, value]) => value)
}

function isOf(
  owner: GrantOwner,
  one: { readonly sub: string; readonly clientId: string },
): boolean {
  if (owner.sub === undefined && owner.clientId === undefined) return false
  const isPersons = owner.sub === undefined || owner.sub === one.sub
  return isPersons && (owner.clientId === undefined || owner.clientId === one.clientId)
}

function knownDocuments(tables: Tables): readonly ListedDocument[] {
  const names = new Map(valuesOf(tables.connections).map((one) => [one.clientId, one.clientName]))
  const disabled = valuesOf(tables.clientStates).filter((one) => one.disabled)
  const ids = [
    ...Array.from(tables.documents.live(), ([url]) => url),
    ...names.keys(),
    ...disabled.map(({ clientId }) => clientId),
  ]
  return [...new Set(ids)].map((clientId) => ({
    clientId,
    document: tables.documents.get(clientId)?.document ?? null,
    clientName: names.get(clientId) ?? null,
  }))
}

/** The rows of a page, in the order of their keys. */
function pageOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly string[],
  after: readonly string[] | undefined,
  limit: number,
): readonly Row[] {
  return rows
    .filter((row) => after === undefined || compare(keyOf(row), after) > 0)
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
    .slice(0, limit)
}

function compare(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((text, place) => text !== b[place])
  if (index === -1) return 0
  return (a[index] ?? '') < (b[index] ?? '') ? -1 : 1
}
