/** Public keys by which clients sign assertions: which of them this server verifies with. Pure. */
import type { CryptoKey } from 'jose'
import type { ASSERTION_ALGORITHMS } from './client.ts'

/** Bits of an RSA modulus: RFC 7518, section 3.3 asks for 2048; the time of a verification grows with the square of them. */
const [MIN_MODULUS, MAX_MODULUS] = [2_048, 4_096]

/**
 * Bytes of the public exponent of RSA. 65537 has three. The time of a verification grows with them, and the client chooses them: with
 * 256 bytes it takes as long as a signature.
 */
const MAX_EXPONENT_BYTES = 4

type Jwk = Readonly<Record<string, unknown>>

/** The problem of a key set of a client; undefined if there is none. Keys of other kinds are no problem. */
export function problemOfKeys(keys: readonly Jwk[]): string | undefined {
  if (keys.some(isSecretKey)) return 'must hold public keys only'
  for (const { kty, n, e } of keys) {
    const problem = kty === 'RSA' ? problemOfRsa(bitsOf(bytesOf(n)), bytesOf(e)) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Whether a key is of a kind that this server verifies with: Ed25519, P-256 or RSA. */
export function isVerificationKey(key: Jwk): boolean {
  return algorithmOf(key) !== undefined
}

/** The algorithm that a key of Ed25519, P-256 or RSA signs with; undefined for keys of other kinds. */
export function algorithmOf({ kty, crv }: Jwk): (typeof ASSERTION_ALGORITHMS)[number] | undefined {
  if (kty === 'RSA') return 'RS256'
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined
}

/** The problem of an imported key of any origin. */
export function problemOfImportedKey({ algorithm }: CryptoKey): string | undefined {
  const { modulusLength, publicExponent } = algorithm as Partial<RsaAlgorithm>
  if (modulusLength === undefined || publicExponent === undefined) return undefined
  return problemOfRsa(modulusLength, publicExponent)
}

/** `RsaKeyAlgorithm` of the Web Cryptography API. */
interface RsaAlgorithm {
  readonly modulusLength: number
  readonly publicExponent: Uint8Array
}

/** Whether a key is a private or a symmetric one (RFC 7518, section 6). */
function isSecretKey(key: Jwk): boolean {
  return 'd' in key || key.kty === 'oct'
}

function problemOfRsa(modulusBits: number, exponent: Uint8Array): string | undefined {
  if (modulusBits < MIN_MODULUS || modulusBits > MAX_MODULUS) {
    return `must hold RSA keys of ${MIN_MODULUS} to ${MAX_MODULUS} bits`
  }
  const bytes = withoutZeros(exponent)
  const isOdd = ((bytes.at(-1) ?? 0) & 1) === 1
  // With the exponent 1, everybody could sign.
  const isOne = bytes.length === 1 && bytes[0] === 1
  return bytes.length > MAX_EXPONENT_BYTES || !isOdd || isOne
    ? 'must hold RSA keys with an odd public exponent from 3 to 2^32, such as 65537'
    : undefined
}

function bytesOf(value: unknown): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : new Uint8Array()
}

function bitsOf(number: Uint8Array): number {
  const bytes = withoutZeros(number)
  const [first = 0] = bytes
  return first === 0 ? 0 : bytes.length * 8 - (Math.clz32(first) - 24)
}

function withoutZeros(number: Uint8Array): Uint8Array {
  const start = number.findIndex((byte) => byte !== 0)
  return start === -1 ? new Uint8Array() : number.subarray(start)
}
