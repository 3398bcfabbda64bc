/** Signatures by the Standard Webhooks specification (https://github.com/standard-webhooks/standard-webhooks). */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** How a webhook is signed: with each of its secrets (`v1`), and with its private key if it has one (`v1a`). */
export interface Signers {
  readonly secrets: readonly Buffer[]
  readonly privateKey: KeyObject | undefined
}

/** A message to be signed. */
export interface Message {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const SECRET_PREFIX = 'whsec_'

/** Bytes of a secret that the hub makes. The specification allows 24 to 64. */
const SECRET_BYTES = 32
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/** Makes a secret: `whsec_` and base64. */
export function makeSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** The bytes of a secret. Undefined if it is not `whsec_` and base64 of 24 to 64 bytes. */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined
  const text = secret.slice(SECRET_PREFIX.length)
  const bytes = Buffer.from(text, 'base64')
  const isExact = bytes.toString('base64') === text
  const isInRange = bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES
  return isExact && isInRange ? bytes : undefined
}

/** A pair of keys of Ed25519 (RFC 8032): the private key in PEM, and the public one as `whpk_` and base64 of its 32 bytes. */
export function makeKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: publicKeyOf(privateKey),
  }
}

function publicKeyOf(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

/** Reads a private key of {@link makeKeyPair}. */
export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(pem)
}

/** The headers that prove where a message comes from. */
export function signedHeaders(
  { id, timestamp, body }: Message,
  { secrets, privateKey }: Signers,
): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
  )
  if (privateKey) {
    signatures.push(`v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`)
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
