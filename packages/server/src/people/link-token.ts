/** Tokens in links that people open, such as those of invitations. Pure. */
import { createHash } from 'node:crypto'

/** The stored form of a token: its SHA-256. The token has 256 random bits, so that no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * What a session keeps of a link after it was opened: the hash, with which nobody can open it again. Undefined for a text that is no token,
 * which is 32 bytes as base64url.
 */
export function keptOf(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? hashToken(token).toString('base64url') : undefined
}
