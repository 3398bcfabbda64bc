/** The key set that this application publishes for a provider (RFC 7517). */
import type { JWK } from 'jose'
import { nameOf, type PrivateKey } from './private-key.ts'
import type { Security } from './read-security.ts'

/** The public parts of the keys: a provider that fetches them sees both during a change of keys. */
export async function publicKeys({
  clientKeys,
  decryptionKeys,
}: Pick<Security, 'clientKeys' | 'decryptionKeys'>): Promise<readonly JWK[]> {
  const signing = clientKeys.map((key) => publish(key, 'sig', firstOf(key.algorithms)))
  // Without `alg`, the provider chooses among those that the key is for.
  return await Promise.all([...signing, ...decryptionKeys.map((key) => publish(key, 'enc', {}))])
}

/** A key of RSA signs by one of several algorithms, which the provider announces. */
function firstOf(algorithms: readonly string[]): { readonly alg?: string } {
  const [alg, ...others] = algorithms
  return alg === undefined || others.length > 0 ? {} : { alg }
}

async function publish(key: PrivateKey, use: 'sig' | 'enc', more: object): Promise<JWK> {
  return { ...key.publicJwk, kid: await nameOf(key), use, ...more }
}
