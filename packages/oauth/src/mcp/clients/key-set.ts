/** Chooses the keys of a client that an assertion is verified with (RFC 7515, section 4.1.4; RFC 7517, section 4). */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { problemOfImportedKey } from '../key-rules.ts'

/** The most keys that are tried for an assertion that names none: each try takes the time of a verification. */
const MAX_TRIES = 8

/** The keys of a client. */
export interface ClientKeySet {
  readonly kids: ReadonlySet<unknown>
  readonly getKey: JWTVerifyGetKey
}

/**
 * Makes the set of keys that a client has. `kid` of the header chooses the key. A client that names a key, and has registered keys
 * without names, means one of these.
 *
 * @throws the error of jose if it is no key set
 */
export function createClientKeySet(jwks: JSONWebKeySet): ClientKeySet {
  const keys = jwks.keys?.map(withoutAlias)
  const all = createLocalJWKSet({ ...jwks, keys })
  const kids = new Set(keys.map(({ kid }) => kid))
  const unnamed = createLocalJWKSet({ keys: keys.filter(({ kid }) => kid === undefined) })
  const getKey: JWTVerifyGetKey = async (header, token) => {
    if (header.kid === undefined || kids.has(header.kid)) return await all(header, token)
    const { kid: _, ...rest } = header
    return await unnamed(rest, token)
  }
  return { kids, getKey }
}

/** `EdDSA` and `Ed25519` (RFC 9864) are names of one algorithm, and jose compares names. */
function withoutAlias(key: JSONWebKeySet['keys'][number]): JSONWebKeySet['keys'][number] {
  if (key.kty !== 'OKP' || key.crv !== 'Ed25519') return key
  const { alg, ...rest } = key
  return alg === undefined || alg === 'EdDSA' || alg === 'Ed25519' ? rest : key
}

/** A key of a set is not as {@link problemOfImportedKey} wants it. */
export class UnfitKeyError extends Error {}

/** Checks imported keys, including those that were fetched. @param owner of the keys, for the error */
export function checkedKeys(keys: JWTVerifyGetKey, owner: 'client' | 'issuer'): JWTVerifyGetKey {
  return async (header, token) => {
    const key = await keys(header, token)
    // jose gives keys of no other form.
    const problem = key instanceof CryptoKey ? problemOfImportedKey(key) : 'have an unknown form'
    if (problem !== undefined) throw new UnfitKeyError(`the keys of the ${owner} ${problem}`)
    return key
  }
}

/**
 * Verifies with a key of the set. If several keys fit, because the assertion names none of them, each is tried.
 *
 * @throws what `verify` throws; an error of jose if no key fits
 */
export async function verifyWithSet<T>(
  getKey: JWTVerifyGetKey,
  verify: (getKey: JWTVerifyGetKey) => Promise<T>,
): Promise<T> {
  try {
    return await verify(getKey)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let tries = 0
    for await (const key of error) {
      if (tries === MAX_TRIES) break
      tries += 1
      try {
        return await verify(async () => key)
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}
