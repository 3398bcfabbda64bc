/** Encryption of secrets that must be read again: tokens of providers, PKCE verifiers, session ids. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { OAuthError } from './errors.ts'

/** Bytes of the nonce and of the tag of AES-GCM: NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals values with AES-256-GCM under keys derived from the option `secret` (HKDF-SHA-256, RFC 5869).
 *
 * Each value is bound to a context, a short text such as `session`: a value that was sealed for one purpose cannot be opened for
 * another. The first secret seals, and all of them open, so that secrets can be rotated.
 *
 * @example
 * const sealer = createSealer(['a secret of at least 32 characters'])
 * const sealed = sealer.seal('session', { accessToken: '...' })
 * sealer.open('session', sealed) // { accessToken: '...' }
 */
export interface Sealer {
  /** Encrypts a value that JSON can represent. */
  seal(context: string, value: unknown): string
  /** @throws OAuthError `OAUTH_SEAL` if the text was sealed with another secret or context, or was changed */
  open<T>(context: string, sealed: string): T
}

/** Makes a {@link Sealer}; see there. */
export function createSealer(secrets: readonly string[]): Sealer {
  return createSealerOf(secrets.map(deriveKey))
}

/** Makes a {@link Sealer} with keys of 256 bits: the first seals, and all of them open. */
export function createSealerOf(keys: readonly KeyObject[]): Sealer {
  const [first] = keys
  if (first === undefined) throw new OAuthError('OAUTH_SEAL', 'At least one secret is needed.')
  return {
    seal(context, value) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(context))
      const parts = [nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
    },
    open<T>(context: string, sealed: string): T {
      for (const key of keys) {
        const text = tryOpen(key, context, Buffer.from(sealed, 'base64url'))
        if (text !== undefined) return JSON.parse(text) as T
      }
      throw new OAuthError(
        'OAUTH_SEAL',
        `A sealed value (${context}) cannot be opened. Keep earlier secrets in the list of the option 'secret' until what they sealed has expired.`,
      )
    },
  }
}

/** A key object, from which Node creates a cipher faster than from bytes (docs/decisions/0009-mcp-authorization.md). */
function deriveKey(secret: string): KeyObject {
  const bytes = hkdfSync('sha256', secret, '', '@entrepot/oauth seal v1', 32)
  return createSecretKey(Buffer.from(bytes))
}

function tryOpen(key: KeyObject, context: string, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
