/** The revocations and disabled clients. The list is read in the background, so that no request waits for it. */
import type { McpStore } from '../store/mcp.ts'
import { createDisabledClients } from './disabled-clients.ts'

/**
 * Seconds that each reading looks back. A row that becomes visible later than this after its time would be missed; statements
 * that revoke take milliseconds.
 */
const OVERLAP_SECONDS = 120

/** If the list could not be read for this time, it is out of date, and this node accepts no token. */
const MAX_AGE_MS = 60_000

/** The whole list is read again after this time, which removes expired entries. */
const FULL_READING_MS = 15 * 60_000

/** Revocations that the guard asks about. */
export interface RevocationList {
  /** Grows with each change. Results of checks with an earlier value are checked again. */
  readonly version: number
  /** False when the store could not be read for a minute. */
  isFresh(now: number): boolean
  /** Whether a token was revoked: by itself, with its family, or with its deleted client. */
  isRevoked(jti: string, clientId: string): boolean
  /** Whether an operator has disabled the client. */
  isDisabled(clientId: string): boolean
  /** Adds a revocation of this node at once. */
  add(id: string): void
  refresh(): Promise<void>
}

/** Makes the list of an instance; it is empty until it is refreshed. */
export function createRevocationList({
  revocations: store,
  clientStates,
}: Pick<McpStore, 'revocations' | 'clientStates'>): RevocationList {
  const disabled = createDisabledClients(clientStates)
  let revoked = new Map<string, number>()
  let version = 0
  let readAt = 0
  let fullAt = 0
  return {
    get version() {
      return version + disabled.version
    },
    isFresh: (now) => now - readAt < MAX_AGE_MS,
    isRevoked(jti, clientId) {
      if (revoked.size === 0) return false
      return revoked.has(jti) || revoked.has(familyOf(jti)) || revoked.has(`client:${clientId}`)
    },
    isDisabled: (clientId) => disabled.has(clientId),
    add(id) {
      revoked.set(id, Math.floor(Date.now() / 1_000))
      version += 1
    },
    async refresh() {
      const startedAt = Date.now()
      // After a longer gap, as after an outage of the store, the last rows are not all that was missed.
      const isFull = startedAt - fullAt > FULL_READING_MS || startedAt - readAt > MAX_AGE_MS
      const seconds = isFull ? undefined : OVERLAP_SECONDS
      const [rows] = await Promise.all([store.list(seconds), disabled.refresh(seconds)])
      if (isFull) {
        // The rows do not yet contain what this node has revoked since the reading began.
        revoked = new Map([...revoked].filter(([, at]) => at >= Math.floor(startedAt / 1_000)))
        fullAt = startedAt
      }
      for (const { id, revokedAt } of rows) {
        if (revoked.get(id) === revokedAt) continue
        revoked.set(id, revokedAt)
        version += 1
      }
      readAt = startedAt
    },
  }
}

/** The family of a token: what stands before the dot of its `jti`. Tokens without a family have no dot. */
export function familyOf(jti: string): string {
  const dot = jti.indexOf('.')
  return dot === -1 ? '' : jti.slice(0, dot)
}
