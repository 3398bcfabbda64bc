/** Keys of the provider, generated at the first start. */
import { randomBytes, randomUUID, webcrypto } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import type { Records } from './record-store.ts'

/** The keys for signing tokens and cookies. */
export interface Keys {
  /** Private keys as a JWK set: one per algorithm, the newest first. */
  readonly signing: readonly JWK[]
  readonly cookies: readonly string[]
}

/** Reads the keys, or generates them if there are none. */
export async function loadKeys(records: Records): Promise<Keys> {
  return {
    signing: await records.keep('signing keys', generateSigningKeys),
    cookies: await records.keep('cookie keys', async () => [randomBytes(32).toString('base64url')]),
  }
}

/** Adds new signing keys. The previous ones stay published, so that older tokens can be verified. */
export async function rotateKeys(records: Records, keys: Keys): Promise<Keys> {
  const signing = [...(await generateSigningKeys()), ...keys.signing]
  records.replace('signing keys', signing)
  return { ...keys, signing }
}

async function generateSigningKeys(): Promise<JWK[]> {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, hash: 'SHA-256' } as const
  return await Promise.all([
    generate('RS256', { ...rsa, publicExponent: new Uint8Array([1, 0, 1]) }),
    generate('ES256', { name: 'ECDSA', namedCurve: 'P-256' }),
    generate('EdDSA', { name: 'Ed25519' }),
  ])
}

type KeyAlgorithm = webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams | { name: 'Ed25519' }

async function generate(alg: string, algorithm: KeyAlgorithm): Promise<JWK> {
  const pair = (await webcrypto.subtle.generateKey(algorithm as { name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const { key_ops: _, ext: __, ...jwk } = await webcrypto.subtle.exportKey('jwk', pair.privateKey)
  return { ...jwk, alg, use: 'sig', kid: randomUUID() } as JWK
}
