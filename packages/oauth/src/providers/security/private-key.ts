/** Private keys of the settings: read at the start, so that a key that cannot be used stops it. No message quotes a key. */
import {
  createPrivateKey,
  createPublicKey,
  hash,
  type JsonWebKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { ClientKeySettings, KeySettings } from './settings.ts'

/** A private key of the settings. */
export interface PrivateKey {
  readonly key: KeyObject
  /** Its name, if the settings or the JWK have one. */
  readonly kid: string | undefined
  /** The public part alone: `kty`, and what belongs to it. */
  readonly publicJwk: JWK
  /** Algorithms that the key can be used with, in order of preference. */
  readonly algorithms: readonly string[]
}

/** A key that signs assertions of this application. */
export interface SigningKey extends PrivateKey {
  /** Members of the header that name the certificate (RFC 7515, sections 4.1.7 and 4.1.8). */
  readonly certificate: Readonly<Partial<Record<'x5t' | 'x5t#S256', string>>>
}

/** What a problem is about, and the problem. */
export interface KeyProblem {
  readonly path: string
  readonly message: string
}

const RSA_SIGNATURES = ['RS256', 'PS256', 'RS384', 'PS384', 'RS512', 'PS512']

/** Algorithms by the kind of the key; RFC 7518, section 3.1, and RFC 8037. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  rsa: RSA_SIGNATURES,
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
  ed25519: ['EdDSA'],
}

const AGREEMENTS = ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'ECDH-ES+A256KW']

/**
 * Algorithms of RFC 7518, section 4.1 by which content keys may be encrypted. RSA1_5 is not among them: whoever sees whether a decryption fails
 * can decrypt others' messages.
 */
const DECRYPTIONS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['RSA-OAEP-256', 'RSA-OAEP'],
  prime256v1: AGREEMENTS,
  secp384r1: AGREEMENTS,
  secp521r1: AGREEMENTS,
  x25519: AGREEMENTS,
}

/** Bits of an RSA modulus (RFC 7518, sections 3.3 and 4.3). */
const MIN_MODULUS = 2_048

/**
 * Reads a key that signs. The default algorithms of RSA can be others at some providers.
 *
 * @returns the problem of the key, if there is one
 */
export function readSigningKey(
  settings: ClientKeySettings,
  rsaAlgorithms: readonly string[] | undefined,
): SigningKey | KeyProblem {
  const read = readKey(settings, 'sig', SIGNATURES)
  if ('message' in read) return read
  const certificate = readCertificate(settings, read.key)
  if ('message' in certificate) return certificate as KeyProblem
  const { algorithm = read.jwkAlgorithm } = settings
  if (algorithm !== undefined && !read.algorithms.includes(algorithm)) {
    const message = `is ${JSON.stringify(algorithm)}: this key signs with ${read.algorithms.join(', ')}`
    return { path: 'algorithm', message }
  }
  const usual = read.key.asymmetricKeyType === 'rsa' ? rsaAlgorithms : undefined
  const algorithms = algorithm === undefined ? (usual ?? read.algorithms) : [algorithm]
  return { ...read, algorithms, certificate }
}

/** Reads a key that decrypts. @returns the problem of the key, if there is one */
export function readDecryptionKey(settings: KeySettings): PrivateKey | KeyProblem {
  return readKey(settings, 'enc', DECRYPTIONS)
}

/**
 * The name of a key in the key set that this application publishes: its own, or its thumbprint (RFC 7638).
 */
export async function nameOf({ kid, publicJwk }: PrivateKey): Promise<string> {
  return kid ?? (await calculateJwkThumbprint(publicJwk))
}

function readKey(
  { key, keyFile, kid }: KeySettings,
  use: 'sig' | 'enc',
  kinds: Readonly<Record<string, readonly string[]>>,
): (PrivateKey & { readonly jwkAlgorithm: string | undefined }) | KeyProblem {
  const written = readSource('key', key, keyFile)
  if ('problem' in written) return written.problem
  const path = key === undefined ? 'keyFile' : 'key'
  const jwk = parseJwk(written.value)
  const object = toKeyObject(jwk ?? written.value)
  if (typeof object === 'string') return { path, message: object }
  const { modulusLength = MIN_MODULUS, namedCurve } = object.asymmetricKeyDetails ?? {}
  const algorithms = kinds[namedCurve ?? object.asymmetricKeyType ?? '']
  if (algorithms === undefined) {
    return { path, message: `is of a kind that cannot be used: give one of ${KINDS[use]}` }
  }
  if (modulusLength < MIN_MODULUS) {
    return { path, message: `has ${modulusLength} bits: RSA needs at least ${MIN_MODULUS}` }
  }
  if (jwk?.use !== undefined && jwk.use !== use) {
    return { path, message: `must have the use "${use}", or none` }
  }
  const name = kid ?? (typeof jwk?.kid === 'string' ? jwk.kid : undefined)
  const publicJwk = createPublicKey(object).export({ format: 'jwk' }) as JWK
  const jwkAlgorithm = use === 'sig' && typeof jwk?.alg === 'string' ? jwk.alg : undefined
  return { key: object, kid: name, publicJwk, algorithms, jwkAlgorithm }
}

const KINDS = {
  sig: 'RSA, P-256, P-384, P-521, Ed25519',
  enc: 'RSA, P-256, P-384, P-521, X25519',
} as const

/** The value of a setting, or of the file that another setting names. */
function readSource<T>(
  name: 'key' | 'certificate',
  value: T | undefined,
  file: string | undefined,
): { readonly value: T | string } | { readonly problem: KeyProblem } {
  const fileName = `${name}File`
  if (value !== undefined && file !== undefined) {
    return { problem: { path: fileName, message: `must not be set together with ${name}` } }
  }
  if (value !== undefined) return { value }
  if (file === undefined) {
    return { problem: { path: name, message: `is required: set ${name} or ${fileName}` } }
  }
  try {
    return { value: readFileSync(file, 'utf8') }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const message = `names ${JSON.stringify(file)}, which cannot be read (${code})`
    return { problem: { path: fileName, message } }
  }
}

/** A JWK, written as a map or as JSON. Undefined for any other text. */
function parseJwk(
  value: string | Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string') return value
  if (!value.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return {}
  }
}

function toKeyObject(value: string | Readonly<Record<string, unknown>>): KeyObject | string {
  try {
    if (typeof value !== 'string') {
      return createPrivateKey({ key: value as JsonWebKey, format: 'jwk' })
    }
    return createPrivateKey(withLineBreaks(value))
  } catch {
    return typeof value === 'string' && value.includes('ENCRYPTED')
      ? 'is encrypted with a passphrase: give the key without one'
      : 'is not a private key: give it as PEM or as a JWK'
  }
}

function readCertificate(
  { certificate, certificateFile, thumbprint = 'x5t#S256' }: ClientKeySettings,
  key: KeyObject,
): SigningKey['certificate'] | KeyProblem {
  if (certificate === undefined && certificateFile === undefined) return {}
  const written = readSource('certificate', certificate, certificateFile)
  if ('problem' in written) return written.problem
  const path = certificate === undefined ? 'certificateFile' : 'certificate'
  let parsed: X509Certificate
  try {
    parsed = new X509Certificate(withLineBreaks(written.value))
  } catch {
    return { path, message: 'is not a certificate: give it as PEM' }
  }
  if (!parsed.checkPrivateKey(key)) return { path, message: 'belongs to another key' }
  const digest = thumbprint === 'x5t' ? 'sha1' : 'sha256'
  return { [thumbprint]: hash(digest, parsed.raw, 'base64url') }
}

/** Many tools write a PEM into one line of an environment file. */
function withLineBreaks(pem: string): string {
  return pem.replaceAll('\\n', '\n')
}
