import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Bytes of the nonce and of the tag of AES-GCM: NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts texts. Each is bound to a context, a short text such as `session` or the id of its row: what was sealed for one context cannot
 * be opened for another.
 */
export interface Sealer {
  /** Encrypts a text with the first key. @returns base64url: nonce, ciphertext and tag */
  seal(context: string, text: string): string
  /** Decrypts what {@link Sealer.seal} has returned. Undefined if none of the keys or another context has sealed it, or it was changed. */
  open(context: string, sealed: string): string | undefined
}

/**
 * Makes a {@link Sealer} with AES-256-GCM. The first key seals, and all of them open, so that keys can be rotated.
 *
 * Nonces are random, so a key may seal 2^32 values (NIST SP 800-38D, section 8.3). The length of a text is not hidden.
 *
 * @param keys of 256 bits, such as from {@link deriveKey}
 * @throws TypeError without a key
 * @example
 * const sealer = createSealer([deriveKey(process.env.SECRET, 'shop sessions v1')])
 * const sealed = sealer.seal('session 7', 'access token')
 * sealer.open('session 7', sealed) // 'access token'
 * sealer.open('session 8', sealed) // undefined
 */
export function createSealer(keys: readonly KeyObject[]): Sealer {
  const [first] = keys
  if (first === undefined) throw new TypeError('createSealer needs a key.')
  return {
    seal(context, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(context))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        const text = tryOpen(key, context, bytes)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/**
 * Derives a key of 256 bits from a secret with HKDF-SHA-256 (RFC 5869). It is a key object, from which Node creates a cipher faster than
 * from bytes.
 *
 * @param secret random, of at least 32 characters: HKDF does not make passwords safe
 * @param purpose keys of different purposes differ, so that one secret is enough for an application
 * @example
 * const key = deriveKey('a random text of at least 32 characters', 'shop sessions v1')
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
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
