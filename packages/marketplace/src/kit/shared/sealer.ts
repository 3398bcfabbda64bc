/** Encryption of secrets that must be read again: those that sign webhooks, and those in the answers of calls. */
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

/** Encrypts texts. Each is bound to a context, such as the id of its row, and cannot be opened for another one. */
export interface Sealer {
  seal(context: string, text: string): string
  /** Undefined if the text was sealed with another secret or context, or was changed. */
  open(context: string, sealed: string): string | undefined
}

/**
 * Makes a {@link Sealer}: AES-256-GCM under keys derived from the secrets (HKDF-SHA-256, RFC 5869). The first secret seals, and all of them
 * open, so that secrets can be rotated.
 *
 * @param purpose keys of different purposes differ
 * @throws Error if there is no secret, or one is shorter than 32 characters
 */
export function createSealer(secrets: readonly string[], purpose = 'webhooks'): Sealer {
  const keys = secrets.map((secret) => deriveKey(secret, purpose))
  const [first] = keys
  if (first === undefined) throw new Error('webhooks.secrets needs at least one secret.')
  return {
    seal(context, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(context))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      return keys.map((key) => tryOpen(key, context, bytes)).find((text) => text !== undefined)
    },
  }
}

function deriveKey(secret: string, purpose: string): KeyObject {
  if (secret.length < 32) throw new Error('A secret of webhooks.secrets has under 32 characters.')
  const bytes = hkdfSync('sha256', secret, '', `@entrepot/marketplace ${purpose} v1`, 32)
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
