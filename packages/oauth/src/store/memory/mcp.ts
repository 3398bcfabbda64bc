import { EVENTS } from '../../mcp/audit/events.ts'
import { judgeRedemption, judgeRotation } from '../../mcp/judge-grant.ts'
import {
  CODE_MEMORY,
  type GrantStore,
  type McpStore,
  type SigningKeyStore,
} from '../../mcp/store.ts'
import { memoryConnections } from './mcp-connections.ts'
import { Tables } from './mcp-tables.ts'

/** Seconds over which the grants of a client are counted. */
const RATE_WINDOW = 60

/** Everything of the authorization server in memory. */
export function memoryMcp(
  clock: () => number,
): McpStore & { clean(auditTtl: number | undefined): number } {
  const tables = new Tables(clock)
  return {
    clients: memoryClients(tables),
    documents: {
      async find(url) {
        const document = tables.documents.get(url)
        return document === undefined ? undefined : { document, ttlSeconds: 60 }
      },
      save: async (url, document, ttlSeconds) => tables.documents.set(url, document, ttlSeconds),
    },
    keys: memoryKeys(tables),
    grants: memoryGrants(tables),
    connections: memoryConnections(tables),
    revocations: {
      add: async (id, ttlSeconds) => tables.revocations.set(id, clock(), ttlSeconds),
      async list(seconds = Number.POSITIVE_INFINITY) {
        return Array.from(tables.revocations.live(), ([id, revokedAt]) => ({
          id,
          revokedAt,
        })).filter(({ revokedAt }) => revokedAt > clock() - seconds)
      },
    },
    limits: {
      count: async (key, limit, windowSeconds) => tables.count(key, limit, windowSeconds),
    },
    audit: {
      async add(entries) {
        for (const entry of entries) tables.write(entry)
      },
      async list({ event, clientId, sub, before = Number.POSITIVE_INFINITY, limit = 100 }) {
        return tables.audit
          .filter((one) => event === undefined || one.event === event)
          .filter((one) => clientId === undefined || one.clientId === clientId)
          .filter((one) => sub === undefined || one.sub === sub)
          .filter((one) => one.id < before)
          .toReversed()
          .slice(0, Math.min(limit, 1_000))
      },
    },
    clean: (auditTtl) => tables.clean(auditTtl),
  }
}

function memoryClients({ clients }: Tables): McpStore['clients'] {
  return {
    create: async (client, ttlSeconds) => clients.set(client.clientId, client, ttlSeconds),
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
    async add(key, retireSeconds) {
      const isTaken = keys.some(
        ({ alg, generation }) => alg === key.alg && generation === key.generation,
      )
      if (isTaken) return false
      for (const old of keys) old.expiresAt ??= clock() + retireSeconds
      keys.push({ ...key, createdAt: clock() })
      return true
    },
  }
}

function memoryGrants(tables: Tables): GrantStore {
  const { clock, codes, families, assertions } = tables
  return {
    async saveCode(code, ttlSeconds) {
      const entry = { ...code, goodUntil: clock() + ttlSeconds, familyId: null }
      codes.set(code.codeHash, entry, CODE_MEMORY)
    },
    async redeem(redemption) {
      const { codeHash, clientId, familyId, tokenHash, familyTtl, accessTtl, jti } = redemption
      const code = codes.get(codeHash)
      const fault = judgeRedemption(
        redemption,
        code && { ...code, expired: code.goodUntil <= clock() },
      )
      if (fault === 'replayed') {
        tables.revoke(code?.familyId ?? '', clientId, EVENTS.replayed)
        return { outcome: 'replayed', familyId: code?.familyId ?? '', sub: code?.sub ?? '' }
      }
      const isGood = fault === 'resource' && code?.resource === redemption.resource
      if (!isGood) return { outcome: 'refused', fault }
      const { sub, scope, resource, offline } = code
      codes.update(codeHash, { ...code, familyId })
      const ttl = offline ? familyTtl : accessTtl
      const [createdAt, expiresAt] = [clock(), clock() + ttl]
      const hashes = {
        currentHash: offline ? tokenHash : null,
        previousHash: null,
        rotatedAt: null,
      }
      const family = { familyId, clientId, sub, resource, scope, revoked: false, ...hashes }
      families.set(familyId, { ...family, createdAt, expiresAt }, ttl)
      const detail = { aud: resource, scope, jti, family_id: familyId }
      tables.write({ event: EVENTS.issued, clientId, sub, detail })
      return { outcome: 'redeemed', sub, scope, offline }
    },
    async rotate(rotation) {
      const { familyId, clientId, tokenHash, nextHash, resource, scopes, jti } = rotation
      const outcome = judgeRotation(rotation, tables.familyOf(familyId))
      const family = families.get(familyId)
      if (outcome.outcome === 'reused') tables.revoke(familyId, clientId, EVENTS.reused)
      if (outcome.outcome !== 'repeated' || family?.currentHash !== tokenHash) return outcome
      const { sub, scope } = family
      const hashes = { previousHash: tokenHash, currentHash: nextHash, rotatedAt: clock() }
      families.update(familyId, { ...family, ...hashes })
      const detail = { aud: resource, scope: scopes?.join(' ') ?? scope, jti, family_id: familyId }
      tables.write({ event: EVENTS.refreshed, clientId, sub, detail })
      return { outcome: 'rotated', sub, scope }
    },
    async claimAssertion({ clientId, assertionHash, ttlSeconds, rateLimit, issued }) {
      const wait =
        rateLimit === false ? 0 : tables.count(`grant ${clientId}`, rateLimit, RATE_WINDOW)
      if (wait > 0) return { outcome: 'limited', retryAfter: wait }
      if (assertions.get(assertionHash)) return { outcome: 'replayed' }
      assertions.set(assertionHash, true, ttlSeconds)
      if (issued) {
        tables.write({ event: EVENTS.issued, clientId, sub: clientId, detail: { ...issued } })
      }
      return { outcome: 'claimed' }
    },
    findFamily: async (familyId) => tables.familyOf(familyId),
    revokeFamily: async (familyId, clientId) => tables.revoke(familyId, clientId, EVENTS.revoked),
  }
}
