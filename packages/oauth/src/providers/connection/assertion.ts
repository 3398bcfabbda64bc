/** Assertions by which the application authenticates at a provider (RFC 7523, section 2.2; OpenID Connect Core 1.0, section 9). */
import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import type { ProviderConfig } from '../provider-config.ts'
import { nameOf, type SigningKey } from '../security/private-key.ts'
import type { Metadata } from './metadata.ts'

/** What a method needs of a provider. */
export type Credentials = Pick<ProviderConfig, 'clientSecret' | 'security'>

/** Seconds by which the clock of the provider may be behind. */
const CLOCK_SKEW = 60

/** `client_secret_jwt`: signed with the secret. */
export function secretAssertion(
  { clientSecret, security }: Credentials,
  metadata: Metadata,
): oauth.ClientAuth {
  return oauth.ClientSecretJwt(clientSecret, {
    [oauth.modifyAssertion]: (_, payload) => complete(payload, security.audience, metadata),
  })
}

/** `private_key_jwt`: signed with the first key. An assertion is good for a minute, and has an id of its own. */
export function keyAssertion({ security }: Credentials, metadata: Metadata): oauth.ClientAuth {
  const [key] = security.clientKeys
  if (key === undefined) throw new OAuthError('OAUTH_CONFIG', 'The provider has no clientKeys.')
  const alg = chooseAlgorithm(key, metadata.token_endpoint_auth_signing_alg_values_supported)
  const cryptoKey = key.key.toCryptoKey(parametersOf(key, alg), false, ['sign'])
  return async (as, client, body, headers) => {
    const names = await namesOf(key)
    const authenticate = oauth.PrivateKeyJwt(cryptoKey, {
      [oauth.modifyAssertion]: (header, payload) => {
        // The library calls Ed25519 by its newer name (RFC 9864), which few providers know.
        Object.assign(header, { alg, typ: 'JWT', ...names })
        complete(payload, security.audience, metadata)
      },
    })
    await authenticate(as, client, body, headers)
  }
}

/** The algorithm of an assertion: the preferred one that the provider announces. Pure. */
export function chooseAlgorithm(
  { algorithms }: Pick<SigningKey, 'algorithms'>,
  announced: readonly string[] | undefined,
): string {
  const [preferred = ''] = algorithms
  return algorithms.find((name) => announced?.includes(name)) ?? preferred
}

/** A provider that knows a certificate finds it by its thumbprint, and may look for another key by a `kid`. */
async function namesOf(key: SigningKey): Promise<Readonly<Record<string, string>>> {
  const isCertified = Object.keys(key.certificate).length > 0
  if (isCertified && key.kid === undefined) return key.certificate
  return { kid: await nameOf(key), ...key.certificate }
}

function complete(
  payload: Record<string, unknown>,
  audience: 'issuer' | 'token_endpoint',
  { token_endpoint: tokenEndpoint }: Metadata,
): void {
  if (audience === 'token_endpoint') payload.aud = tokenEndpoint
  payload.nbf = Number(payload.iat) - CLOCK_SKEW
}

/** The parameters of the Web Cryptography API for a key and an algorithm. */
function parametersOf({ publicJwk: { crv } }: SigningKey, alg: string) {
  const hash = `SHA-${alg.slice(2)}`
  if (alg === 'EdDSA') return { name: 'Ed25519' }
  if (alg.startsWith('ES')) return { name: 'ECDSA', namedCurve: crv ?? '' }
  return { name: alg.startsWith('PS') ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5', hash }
}
