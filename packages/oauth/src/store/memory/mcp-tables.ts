import type { AuditEntry, Caller, StoredAuditEntry } from '../audit.ts'
import { causedBy } from '../audit-entry.ts'
import type { ClientState } from '../client-states.ts'
import type { FoundFamily } from '../judge-grant.ts'
import {
  type AuthorizationCode,
  type Connection,
  REVOCATION_TTL,
  type RefreshFamily,
  type StoredClient,
} from '../mcp.ts'
import type { SigningKey } from '../signing-keys.ts'
import { ExpiringMap } from './expiring-map.ts'

/** Rows of the audit that are kept in memory. */
const MAX_AUDIT = 10_000

type Family = Omit<RefreshFamily, 'expired'> & {
  readonly previousHash: string | null
  readonly rotatedAt: number | null
}
type Code = AuthorizationCode & { readonly goodUntil: number; readonly familyId: string | null }
type Key = Omit<SigningKey, 'age' | 'ttl'> & { readonly createdAt: number; expiresAt?: number }

/** What the parts of the memory store share. */
export class Tables {
  readonly clock: () => number
  readonly clients: ExpiringMap<StoredClient>
  readonly clientStates: ExpiringMap<ClientState>
  /** `freshUntil` in seconds of the clock. */
  readonly documents: ExpiringMap<{ readonly document: string; readonly freshUntil: number }>
  readonly codes: ExpiringMap<Code>
  readonly families: ExpiringMap<Family>
  /** The times when the tokens before the previous ones were spent. */
  readonly spent: ExpiringMap<number>
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
    this.clientStates = new ExpiringMap(clock)
    this.documents = new ExpiringMap(clock)
    this.codes = new ExpiringMap(clock)
    this.families = new ExpiringMap(clock)
    this.spent = new ExpiringMap(clock)
    this.assertions = new ExpiringMap(clock)
    this.connections = new ExpiringMap(clock)
    this.revocations = new ExpiringMap(clock)
    this.limits = new ExpiringMap(clock)
  }

  write(entry: AuditEntry, caller?: Caller): void {
    const full = caller === undefined ? entry : causedBy(entry, caller)
    this.audit.push({ ...full, detail: full.detail ?? {}, id: ++this.#auditId, at: this.clock() })
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
    const { rotatedAt, previousHash, ...rest } = family
    return { ...rest, expired: false }
  }

  foundFamily(familyId: string, tokenHash: string): FoundFamily | undefined {
    const [family, found] = [this.families.get(familyId), this.familyOf(familyId)]
    if (family === undefined || found === undefined) return undefined
    const isPrevious = family.previousHash === tokenHash
    const spentAt = isPrevious ? family.rotatedAt : this.spent.get(`${familyId} ${tokenHash}`)
    return { ...found, spentAgo: spentAt == null ? null : this.clock() - spentAt }
  }

  /** Notes when the previous token of a family was spent, for as long as this is needed. */
  noteSpent({ familyId, previousHash, rotatedAt }: Family, graceSeconds: number): void {
    if (previousHash === null || rotatedAt === null) return
    const ttl = rotatedAt + graceSeconds - this.clock()
    if (ttl > 0) this.spent.set(`${familyId} ${previousHash}`, rotatedAt, ttl)
  }

  revoke(familyId: string, clientId: string, event: string, caller?: Caller): boolean {
    const family = this.families.get(familyId)
    if (family === undefined || family.clientId !== clientId || family.revoked) return false
    this.families.update(familyId, { ...family, revoked: true })
    this.revocations.set(familyId, this.clock(), REVOCATION_TTL)
    const entry = { event, clientId, sub: family.sub, detail: { family_id: familyId } }
    this.write(entry, caller)
    return true
  }

  clean(auditTtl: number | undefined): number {
    const { clients, documents, codes, families, spent, assertions } = this
    const { connections, revocations } = this
    const maps = [clients, documents, codes, families, spent, assertions, connections, revocations]
    const deleted = maps.reduce(
      (sum, map) => sum + map.clean(),
      this.limits.clean() + this.clientStates.clean(),
    )
    const isLive = ({ expiresAt = Number.POSITIVE_INFINITY }: Key) => expiresAt > this.clock()
    const dead = this.keys.length - this.keys.filter(isLive).length
    this.keys.splice(0, this.keys.length, ...this.keys.filter(isLive))
    if (auditTtl === undefined) return deleted + dead
    const old = this.audit.filter(({ at }) => at <= this.clock() - auditTtl).length
    this.audit.splice(0, old)
    return deleted + dead + old
  }
}
