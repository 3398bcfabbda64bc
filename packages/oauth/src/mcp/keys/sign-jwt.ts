/** Signs JWTs in the compact form of JWS (RFC 7515, section 7.1). */
import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningAlgorithm } from '../config/config.ts'

/** A key that signs. */
export interface Signer {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly key: KeyObject
}

const signInPool = promisify(sign)

/**
 * Signs claims. Not by jose, which has WebCrypto do it in Node's thread pool: to hand it over takes the main thread as long as a
 * signature on an elliptic curve does, or longer (30 to 60 us). That of RSA takes longer than others should wait, and goes there.
 */
export async function signJwt(
  { kid, alg, key }: Signer,
  typ: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const signed = `${encode({ alg, kid, typ })}.${encode(claims)}`
  const signature = await signatureOf(alg, Buffer.from(signed), key)
  return `${signed}.${signature.toString('base64url')}`
}

/** RFC 7518, sections 3.3 and 3.4, and RFC 8037, section 3.1. */
function signatureOf(
  alg: SigningAlgorithm,
  data: Buffer,
  key: KeyObject,
): Buffer | Promise<Buffer> {
  if (alg === 'RS256') return signInPool('sha256', data, key)
  return alg === 'EdDSA' ? sign(null, data, key) : concatenated(sign('sha256', data, key))
}

/** Bytes of each of the two numbers of a signature on P-256 (RFC 7518, section 3.4). */
const SIZE = 32

/**
 * Turns `SEQUENCE { INTEGER r, INTEGER s }` (RFC 3279, section 2.2.3) into r and s, one after the other. Node does that on demand
 * (`dsaEncoding`), but for options in the place of a key Node 24 throws and catches two errors within, which takes as long as the
 * signature does.
 */
function concatenated(der: Buffer): Buffer {
  const signature = Buffer.alloc(2 * SIZE)
  const endOfR = 4 + (der[3] ?? 0)
  putNumber(der.subarray(4, endOfR), signature, SIZE)
  putNumber(der.subarray(endOfR + 2), signature, 2 * SIZE)
  return signature
}

/** A number of DER has no zeros in front but for one where its first bit is set. */
function putNumber(number: Buffer, target: Buffer, end: number): void {
  const bytes = number.subarray(-SIZE)
  bytes.copy(target, end - bytes.length)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
