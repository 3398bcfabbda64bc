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
 * signature on an elliptic curve does, some 0.1 ms. That of RSA takes longer than others should wait, and goes there.
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
  if (alg === 'EdDSA') return sign(null, data, key)
  return sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
