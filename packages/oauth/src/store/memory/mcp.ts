import { EVENTS } from '../audit-events.ts'
import { givenScope } from '../given-scope.ts'
import {
  endOfFamily,
  type FoundCode,
  isUnused,
  judgeRedemption,
  judgeRotation,
} from '../judge-grant.ts'
import { excessOf } from '../judge-room.ts'
import {
  CODE_MEMORY,
  type GrantStore,
  type McpStore,
  type Redemption,
  type RedemptionOutcome,
  type Rotation,
  type RotationOutcome,
} from '../mcp.ts'
import type { SigningKeyStore } from '../signing-keys.ts'
import { memoryClientStates, memoryDirectory } from './directory.ts'
import { memoryConnections } from './mcp-connections.ts'
import { Tables } from './mcp-tables.ts'

/** The data of the authorization server in memory. */
export function memoryMcp(
  clock: () => number,
): McpStore & { clean(auditTtl: number | undefined): number } {
  const tables = new Tables(clock)
  return {
    clients: memoryClients(tables),
    clientStates: memoryClientStates(tables),
    directory: memoryDirectory(tables),
    documents: memoryDocuments(tables),
    keys: memoryKeys(tables),
    grants: memoryGrants(tables),
    connections: memoryConnections(tables),
    revocations: memoryRevocations(tables),
    limits: {
      count: async (key, limit, windowSeconds) => tables.count(key, limit, windowSeconds),
    },
    audit: memoryAudit(tables),
    clean: (auditTtl) => tables.clean(auditTtl),
  }
}

function memoryDocuments({ documents, clock }: Tables): McpStore['documents'] {
  return {
    async find(url) {
      const kept = documents.get(url)
      return kept && { document: kept.document, ttlSeconds: kept.freshUntil - clock() }
    },
    async save(url, document, ttlSeconds) {
      const seconds = Math.max(ttlSeconds, documents.secondsLeft(url))
      documents.set(url, { document, freshUntil: clock() + ttlSeconds }, seconds)
    },
    delete: async (url) => documents.delete(url),
    async keep(url, seconds) {
      const kept = documents.get(url)
      const left = kept && kept.freshUntil - clock() + seconds
      if (left && left > documents.secondsLeft(url)) documents.set(url, kept, left)
    },
  }
}

function memoryRevocations({ revocations, clock }: Tables): McpStore['revocations'] {
  return {
    add: async (id, ttlSeconds) => revocations.set(id, clock(), ttlSeconds),
    async find(id) {
      const revokedAt = revocations.get(id)
      return revokedAt === undefined ? undefined : { id, revokedAt }
    },
    async list(seconds = Number.POSITIVE_INFINITY) {
      return Array.from(revocations.live(), ([id, revokedAt]) => ({ id, revokedAt })).filter(
        ({ revokedAt }) => revokedAt > clock() - seconds,
      )
    },
  }
}

function memoryAudit(tables: Tables): McpStore['audit'] {
  return {
    async add(entries) {
      for (const entry of entries) tables.write(entry)
    },
    async list({
      event,
      clientId,
      sub,
      before = Number.POSITIVE_INFINITY,
      after = 0,
      limit = 100,
    }) {
      return tables.audit
        .filter((one) => event === undefined || one.event === event)
        .filter((one) => clientId === undefined || one.clientId === clientId)
        .filter((one) => sub === undefined || one.sub === sub)
        .filter((one) => one.id < before && one.id > after)
        .toReversed()
        .slice(0, Math.min(limit, 1_000))
    },
  }
}

function memoryClients({ clients }: Tables): McpStore['clients'] {
  return {
    async create(client, ttlSeconds, limit) {
      const excess = excessOf(clients.size, limit)
      const gone = excess === 0 ? [] : clients.firstToGo(excess, ttlSeconds)
      for (const clientId of gone) clients.delete(clientId)
      if (gone.length < excess) return false
      clients.set(client.clientId, client, ttlSeconds)
      return true
    },
    find: async (clientId) => clients.get(clientId),
    async update(clientId, metadata) {
      const client = clients.get(clientId)
      if (client) clients.update(clientId, { ...client, metadata })
      return client !== undefined
    },
    async delete(clientId) {
      const isThere = clients.get(clientId) !== undefined
      clients.delete(clientId)
      return isThere
    },
    async touch(clientId, ttlSeconds) {
      const client = clients.get(clientId)
      if (client) clients.set(clientId, client, ttlSeconds)
    },
  }
}

function memoryKeys({ keys, clock }: Tables): SigningKeyStore {
  return {
    async list() {
      return keys
        .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > clock())
        .map(({ createdAt, expiresAt, ...key }) => ({
          ...key,
          age: clock() - createdAt,
          ttl: expiresAt === undefined ? undefined : expiresAt - clock(),
        }))
    },
    async add(key, retiredKeyTtl) {
      const isTaken = keys.some(
        ({ alg, generation }) => alg === key.alg && generation === key.generation,
      )
      if (isTaken) return false
      for (const old of keys) old.expiresAt ??= clock() + retiredKeyTtl
      keys.push({ ...key, createdAt: clock() })
      return true
    },
    async publish(key, ttlSeconds) {
      const expiresAt = clock() + ttlSeconds
      const known = keys.find(({ kid }) => kid === key.kid)
      if (known) known.expiresAt = Math.max(known.expiresAt ?? 0, expiresAt)
      else keys.push({ ...key, privateKey: '', createdAt: clock(), expiresAt })
    },
  }
}

function memoryGrants(tables: Tables): GrantStore {
  const { clock, codes, assertions } = tables
  return {
    async saveCode(code, ttlSeconds) {
      const entry = { ...code, goodUntil: clock() + ttlSeconds, familyId: null }
      codes.set(code.codeHash, entry, CODE_MEMORY)
    },
    findResource: async (codeHash) => codes.get(codeHash)?.resource,
    isUnused: async (codeHash) => isUnused(foundCode(tables, codeHash)),
    redeem: async (redemption) => redeem(tables, redemption),
    rotate: async (rotation) => rotate(tables, rotation),
    async claimAssertion({ clientId, assertionHash, ttlSeconds, issued, caller }) {
      if (assertions.get(assertionHash)) return false
      assertions.set(assertionHash, true, ttlSeconds)
      if (issued) {
        const entry = { event: EVENTS.issued, clientId, sub: clientId, detail: { ...issued } }
        tables.write(entry, caller)
      }
      return true
    },
    findFamily: async (familyId) => tables.familyOf(familyId),
    revokeFamily: async (familyId, clientId, caller) =>
      tables.revoke(familyId, clientId, EVENTS.revoked, caller),
  }
}

function foundCode({ codes, clock }: Tables, codeHash: string): FoundCode | undefined {
  const code = codes.get(codeHash)
  return code && { ...code, expired: code.goodUntil <= clock() }
}

function redeem(tables: Tables, redemption: Redemption): RedemptionOutcome {
  const { clock, codes, families } = tables
  const { codeHash, clientId, familyId, tokenHash, familyTtl, accessTtl, jti } = redemption
  const code = codes.get(codeHash)
  const verdict = judgeRedemption(redemption, foundCode(tables, codeHash))
  if (verdict === 'replayed') {
    tables.revoke(code?.familyId ?? '', clientId, EVENTS.replayed, redemption.caller)
    return { outcome: 'replayed', familyId: code?.familyId ?? '', sub: code?.sub ?? '' }
  }
  if (verdict !== 'good') return { outcome: 'refused', fault: verdict }
  if (code === undefined) return { outcome: 'refused', fault: 'unknown' }
  const { sub, scope, resource, authentication, offline } = code
  codes.update(codeHash, { ...code, familyId })
  const ttl = offline ? familyTtl : accessTtl
  const [createdAt, expiresAt] = [clock(), clock() + ttl]
  const hashes = {
    currentHash: offline ? tokenHash : null,
    currentSealed: null,
    previousHash: null,
    rotatedAt: null,
  }
  const grant = { sub, resource, scope, authentication }
  const family = { familyId, clientId, ...grant, revoked: false, ...hashes }
  families.set(familyId, { ...family, createdAt, expiresAt }, ttl)
  const given = givenScope(scope, undefined, redemption.allowed) ?? ''
  const detail = { aud: resource, scope: given, jti, family_id: familyId }
  tables.write({ event: EVENTS.issued, clientId, sub, detail }, redemption.caller)
  return { outcome: 'redeemed', sub, scope: given, authentication, offline }
}

function rotate(tables: Tables, rotation: Rotation): RotationOutcome {
  const { clock, families } = tables
  const { familyId, clientId, tokenHash, nextHash, nextSealed, resource, jti } = rotation
  const family = families.get(familyId)
  const outcome = judgeRotation(rotation, tables.foundFamily(familyId, tokenHash))
  if (outcome.outcome === 'reused') {
    tables.revoke(familyId, clientId, EVENTS.reused, rotation.caller)
  }
  if (outcome.outcome !== 'good') return outcome
  if (family === undefined) return { outcome: 'refused', fault: 'unknown' }
  const { sub, authentication } = family
  const { scope } = outcome
  tables.noteSpent(family, rotation.graceSeconds)
  const rotatedAt = clock()
  const expiresAt = endOfFamily(family, rotation, rotatedAt)
  const current = { currentHash: nextHash, currentSealed: nextSealed }
  const rotated = { ...family, ...current, previousHash: tokenHash, rotatedAt, expiresAt }
  families.set(familyId, rotated, expiresAt - rotatedAt)
  const detail = { aud: resource, scope, jti, family_id: familyId }
  tables.write({ event: EVENTS.refreshed, clientId, sub, detail }, rotation.caller)
  return { outcome: 'rotated', sub, scope, authentication }
}
