/** Random secrets, their hashes, and comparison in constant time. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits as 43 characters of base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a text as base64url: how opaque secrets are stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Compares two texts in a time that does not depend on where they differ. */
export function equalSecrets(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other))]
  return timingSafeEqual(a, b)
}
