/** The rules of API keys: their text, and when they are valid. */
import { createHash, randomBytes } from 'node:crypto'
import type { KeyKind, Scope } from '../../kit/principals/scopes.ts'

// The key contains the id of the customer, so that the query reads rows of one customer only. It also contains 32 random bytes (256 bits),
// so that no slow hash is needed.
const KEY = /^ent_([mc])([0-9]{1,18})_([A-Za-z0-9_-]{43})$/

/** Generates the text of a key. */
export function generateKey(
  kind: KeyKind,
  customerId: string,
  random: (size: number) => Buffer = randomBytes,
): string {
  return `ent_${kind === 'merchant' ? 'm' : 'c'}${customerId}_${random(32).toString('base64url')}`
}

/** The stored form of a key: its SHA-256. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The customer id in the text of a key; undefined when the text does not have the form of a key. */
export function customerOfKey(key: string): string | undefined {
  return KEY.exec(key)?.[2]
}

/** The dates that decide whether a key is valid. */
export interface KeyDates {
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Whether a key is valid, or why it is not. */
export const KEY_STATES = ['good', 'revoked', 'expired'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** The state of a key at a moment. */
export function keyState(dates: KeyDates, now: Date): KeyState {
  // Does not depend on the clock of this node: a revocation is effective as soon as it is stored.
  if (dates.revokedAt !== null) return 'revoked'
  return dates.expiresAt !== null && dates.expiresAt <= now ? 'expired' : 'good'
}

/** Minimum interval between two writes of the last use. One minute is enough to find unused keys. */
export const LAST_USE_GRAIN_MS = 60_000

/**
 * The scopes that a principal lacks to give somebody a key of this kind with these scopes. A merchant key gives no scope that the principal
 * does not have. A principal that can change channels can give the keys of channels.
 */
export function lackingScopes(
  granter: readonly Scope[],
  kind: KeyKind,
  scopes: readonly string[],
): readonly string[] {
  const needed = kind === 'merchant' ? scopes : ['channels:write']
  return needed.filter((scope) => !granter.includes(scope as Scope))
}
