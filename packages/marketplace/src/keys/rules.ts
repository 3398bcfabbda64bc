/** The rules of API keys: their text, and what each may do. */
import { createHash, randomBytes } from 'node:crypto'

/** A merchant key acts for the customer, a channel key for one of its channels. */
export const KEY_KINDS = ['merchant', 'channel'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** What a key of each kind may be allowed to do. A new key may do all of it unless it is given less. */
export const SCOPES = {
  merchant: [
    'products:read',
    'products:write',
    'orders:read',
    'orders:write',
    'fulfilment:read',
    'fulfilment:write',
    'channels:read',
    'channels:write',
  ],
  channel: [
    'orders:create',
    'orders:cancel',
    'products:sync',
    'offers:sync',
    'fulfilment:read',
    'returns:create',
  ],
} as const satisfies Record<KeyKind, readonly string[]>

/** Every scope there is. */
export type Scope = (typeof SCOPES)[KeyKind][number]

// The key contains the customer's id, so that the look-up reads rows of one customer only. 32 random bytes are 256 bits, which
// need no slow hash.
const KEY = /^ent_([mc])([0-9]{1,18})_([A-Za-z0-9_-]{43})$/

/** Makes the text of a key, to be shown once. */
export function generateKey(
  kind: KeyKind,
  customerId: string,
  random: (size: number) => Buffer = randomBytes,
): string {
  return `ent_${kind === 'merchant' ? 'm' : 'c'}${customerId}_${random(32).toString('base64url')}`
}

/** What of a key is stored: its SHA-256. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The customer that a key says it is of; undefined when the text is no key of ours. */
export function customerOfKey(key: string): string | undefined {
  return KEY.exec(key)?.[2]
}

/** What decides whether a key is good: its dates. */
export interface KeyDates {
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Whether a key is good at a moment, or why it is not. */
export function keyState(dates: KeyDates, now: Date): 'good' | 'revoked' | 'expired' {
  // Whatever this node's clock says: a revocation holds from the moment that it is stored.
  if (dates.revokedAt !== null) return 'revoked'
  return dates.expiresAt !== null && dates.expiresAt <= now ? 'expired' : 'good'
}

/** How often the last use of a key is written: once a minute is enough to find keys that nobody uses. */
export const LAST_USE_GRAIN_MS = 60_000
