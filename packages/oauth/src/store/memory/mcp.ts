import { judgeRedemption, judgeRotation } from '../../mcp/judge-grant.ts'
import {
  type AuditEntry,
  type AuthorizationCode,
  CODE_MEMORY,
  type Connection,
  type ConnectionStore,
  EVENTS,
  type GrantStore,
  type McpStore,
  REVOCATION_TTL,
  type RefreshFamily,
  type SigningKey,
  type SigningKeyStore,
  type StoredAuditEntry,
  type StoredClient,
} from '../../mcp/store.ts'
import { ExpiringMap } from './expiring-map.ts'

/** Seconds over which the grants of a client are counted. */
const RATE_WINDOW = 60

/** Rows of the audit that are kept in memory. */
const MAX_AUDIT = 10_000

type Family = Omit<RefreshFamily, 'rotatedAgo' | 'expired'> & { readonly rotatedAt: number | null }
type Code = AuthorizationCode & { readonly goodUntil: number; readonly familyId: string | null }
type Key = Omit<SigningKey, 'age' | 'ttl'> & { readonly createdAt: number; expiresAt?: number }

class Tables {
  readonly clock: () => number
  readonly clients: ExpiringMap<StoredClient>
  readonly documents: ExpiringMap<string>
  readonly codes: ExpiringMap<Code>
  readonly families: ExpiringMap<Family>
  readonly assertions: ExpiringMap<true>
  readonly connections: ExpiringMap<Connection & { createdAt: number; consentedAt: number }>
  readonly revocations: ExpiringMap<number>
  readonly limits: ExpiringMap<{ count: number; until: number }>
  readonly keys: Key[] = []
  readonly audit: StoredAuditEntry[] = []
  #auditId = 0

  constructor(clock: () => number) {
    this.clock = clock
    this.clients = new ExpiringMap(clock)
    this.documents = new ExpiringMap(clock)
    this.codes = new ExpiringMap(clock)
    this.families = new ExpiringMap(clock)
    this.assertions = new ExpiringMap(clock)
    this.connections = new ExpiringMap(clock)
    this.revocations = new ExpiringMap(clock)
    this.limits = new ExpiringMap(clock)
  }

  write(entry: AuditEntry): void {
    this.audit.push({ ...entry, detail: entry.detail ?? {}, id: ++this.#auditId, at: this.clock() })
    if (this.audit.length > MAX_AUDIT) this.audit.shift()
  }

  count(key: string, limit: number, windowSeconds: number): number {
    const known = this.limits.get(key)
    const until = known?.until ?? this.clock() + windowSeconds
    const count = (known?.count ?? 0) + 1
    this.limits.set(key, { count, until }, until - this.clock())
    return count <= limit ? 0 : Math.max(1, Math.ceil(until - this.clock()))
  }

  familyOf(familyId: string): RefreshFamily | undefined {
    const family = this.families.get(familyId)
    if (family === undefined) return undefined
    const { rotatedAt, ...rest } = family
    return {
      ...rest,
      rotatedAgo: rotatedAt === null ? null : this.clock() - rotatedAt,
      expired: false,
    }
  }

  revoke(familyId: string, clientId: string, event: string): boolean {
    const family = this.families.get(familyId)
    if (family === undefined || family.clientId !== clientId || family.revoked) return false
    this.families.update(familyId, { ...family, revoked: true })
    this.revocations.set(familyId, this.clock(), REVOCATION_TTL)
    this.write({ event, clientId, sub: family.sub, detail: { family_id: familyId } })
    return true
  }

  clean(auditTtl: number | undefined): number {
    const { clients, documents, codes, families, assertions, connections, revocations } = this
    const maps = [clients, documents, codes, families, assertions, connections, revocations]
    const deleted = maps.reduce((sum, map) => sum + map.clean(), this.limits.clean())
    const isLive = ({ expiresAt = Number.POSITIVE_INFINITY }: Key) => expiresAt > this.clock()
    const dead = this.keys.length - this.keys.filter(isLive).length
    this.keys.splice(0, this.keys.length, ...this.keys.filter(isLive))
    if (auditTtl === undefined) return deleted + dead
    const old = this.audit.filter(({ at }) => at <= this.clock() - auditTtl).length
    this.audit.splice(0, old)
    return deleted + dead + old
  }
}

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

function memoryConnections(tables: Tables): ConnectionStore {
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
