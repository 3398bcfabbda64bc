/** Random secrets, their hashes, and comparison in constant time. */
import { hash, randomFillSync, timingSafeEqual } from 'node:crypto'

/**
 * Unused random bytes of the system, fetched in advance, because a separate call for a few bytes takes longer than all other work
 * for a token.
 */
const pool = Buffer.alloc(4_096)
let used = pool.length

/** Returns random bytes as base64url, for an id. */
export function randomText(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const start = used
  used += bytes
  const text = pool.toString('base64url', start, used)
  // Secrets that were already used must not remain in the memory of this process.
  pool.fill(0, start, used)
  return text
}

/** A secret of 256 random bits as 43 characters of base64url. */
export function randomSecret(): string {
  return randomText(32)
}

/** SHA-256 of a text as base64url: how opaque secrets are stored. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Compares two texts in a time that does not depend on where they differ. */
export function equalSecrets(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
