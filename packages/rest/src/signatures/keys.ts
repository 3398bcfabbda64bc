import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { InvalidRequestError } from '../http/errors/request-errors.ts'

/** The algorithms of RFC 9421 (3.3), as its registry names them. */
export type SignatureAlgorithm =
  | 'ecdsa-p256-sha256'
  | 'ecdsa-p384-sha384'
  | 'ed25519'
  | 'hmac-sha256'
  | 'rsa-pss-sha512'
  | 'rsa-v1_5-sha256'

/** A key that signs. Write your own for keys in a module or a service. */
export interface SigningKey {
  readonly keyid: string
  readonly algorithm: SignatureAlgorithm
  sign(data: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** A key that verifies, with the one algorithm that it is for. */
export interface VerificationKey {
  readonly algorithm: SignatureAlgorithm
  verify(data: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>
}

/** A key of `node:crypto`, a JWK, a PEM text, or bytes, which are always a secret for HMAC. */
export type KeyMaterial = KeyObject | JsonWebKey | string | Uint8Array

/** Which key, and for which algorithm. */
export interface KeyOptions {
  readonly key: KeyMaterial
  /** Needed for RSA keys; others have one algorithm. */
  readonly algorithm?: SignatureAlgorithm
}

/**
 * A key for signing: private, or a secret of at least 32 bytes (RFC 2104, 3).
 *
 * @throws InvalidRequestError if the key cannot be read or is not for the algorithm.
 * @example createSigningKey({ keyid: 'k1', key: readFileSync('private.pem', 'utf8') })
 */
export function createSigningKey(options: KeyOptions & { readonly keyid: string }): SigningKey {
  const { keyid } = options
  const key = read(options.key, 'private')
  const algorithm = algorithmOf(key, options.algorithm)
  const { hash, ...format } = FORMATS[algorithm]
  if (key.type === 'public') throw invalid('is a public key, which cannot sign')
  return {
    keyid,
    algorithm,
    sign: (data) => (key.type === 'secret' ? mac(key, data) : sign(hash, data, { key, ...format })),
  }
}

/**
 * A key for verification: public, or the secret. It never verifies with another algorithm than its own, whatever a message says.
 *
 * @throws InvalidRequestError if the key cannot be read or is not for the algorithm.
 * @example createVerificationKey({ key: jwk })
 */
export function createVerificationKey(options: KeyOptions): VerificationKey {
  const key = read(options.key, 'public')
  const algorithm = algorithmOf(key, options.algorithm)
  const { hash, ...format } = FORMATS[algorithm]
  return {
    algorithm,
    verify(data, signature) {
      if (key.type !== 'secret') return verify(hash, data, { key, ...format }, signature)
      const expected = mac(key, data)
      return expected.byteLength === signature.byteLength && timingSafeEqual(expected, signature)
    },
  }
}

/** What `node:crypto` needs besides the key. */
interface NodeFormat {
  readonly hash: string | null
  readonly dsaEncoding?: 'ieee-p1363'
  readonly padding?: number
  readonly saltLength?: number
}

/** How `node:crypto` has to sign: signatures of ECDSA are two numbers side by side (RFC 9421, 3.3.4). */
const FORMATS = {
  'ecdsa-p256-sha256': { hash: 'sha256', dsaEncoding: 'ieee-p1363' },
  'ecdsa-p384-sha384': { hash: 'sha384', dsaEncoding: 'ieee-p1363' },
  ed25519: { hash: null },
  'hmac-sha256': { hash: 'sha256' },
  'rsa-pss-sha512': { hash: 'sha512', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
  'rsa-v1_5-sha256': { hash: 'sha256', padding: constants.RSA_PKCS1_PADDING },
} as const satisfies Readonly<Record<SignatureAlgorithm, NodeFormat>>

const MIN_SECRET_BYTES = 32
const MIN_RSA_BITS = 2048

function mac(key: KeyObject, data: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(data).digest()
}

function read(key: KeyMaterial, kind: 'private' | 'public'): KeyObject {
  try {
    // Text is never a secret: an attacker knows the PEM text of a public key.
    if (key instanceof Uint8Array) return createSecretKey(key)
    if (key instanceof KeyObject) return withPublicHalf(key, kind)
    if (typeof key === 'string')
      return kind === 'private' ? createPrivateKey(key) : createPublicKey(key)
    if (key.kty === 'oct') return createSecretKey(Buffer.from(String(key.k), 'base64url'))
    const jwk = { key, format: 'jwk' as const }
    return kind === 'private' ? createPrivateKey(jwk) : createPublicKey(jwk)
  } catch (cause) {
    throw invalid('cannot be read', cause)
  }
}

function withPublicHalf(key: KeyObject, kind: 'private' | 'public'): KeyObject {
  return kind === 'public' && key.type === 'private' ? createPublicKey(key) : key
}

function algorithmOf(key: KeyObject, chosen: SignatureAlgorithm | undefined): SignatureAlgorithm {
  const possible = possibleFor(key)
  if (chosen === undefined && possible.length > 1) throw invalid('needs an algorithm')
  const algorithm = chosen ?? possible[0]
  if (algorithm !== undefined && possible.includes(algorithm)) return algorithm
  throw invalid('is of a type that the algorithm does not use')
}

function possibleFor(key: KeyObject): readonly SignatureAlgorithm[] {
  if (key.type === 'secret') {
    if ((key.symmetricKeySize ?? 0) < MIN_SECRET_BYTES) {
      throw invalid(`is a secret of less than ${MIN_SECRET_BYTES} bytes`)
    }
    return ['hmac-sha256']
  }
  const { namedCurve, modulusLength = MIN_RSA_BITS } = key.asymmetricKeyDetails ?? {}
  if (modulusLength < MIN_RSA_BITS) throw invalid(`has less than ${MIN_RSA_BITS} bits`)
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return ['ed25519']
    case 'ec':
      if (namedCurve === 'prime256v1') return ['ecdsa-p256-sha256']
      return namedCurve === 'secp384r1' ? ['ecdsa-p384-sha384'] : []
    case 'rsa':
      return ['rsa-pss-sha512', 'rsa-v1_5-sha256']
    case 'rsa-pss':
      return ['rsa-pss-sha512']
    default:
      return []
  }
}

function invalid(problem: string, cause?: unknown): InvalidRequestError {
  return new InvalidRequestError(`the key of a signature ${problem}`, { field: 'key', cause })
}
