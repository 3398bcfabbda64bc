/** Tokens that are bound to a key of the sign-in (DPoP, RFC 9449). */
import * as jose from 'jose'
import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'

/** The private key of a sign-in as a JWK, with `alg`. It is stored encrypted only. */
export type DpopKey = jose.JWK & { readonly alg: string }

/** Algorithms of proofs, in order of preference. None of RSA: such a key takes long to make, and each sign-in has one. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512']

/**
 * Makes the key of a sign-in.
 *
 * @throws OAuthError `OAUTH_PROVIDER_REFUSED` if the provider announces other algorithms only
 */
export async function createDpopKey({
  dpop_signing_alg_values_supported: announced,
}: Pick<oauth.AuthorizationServer, 'dpop_signing_alg_values_supported'>): Promise<DpopKey> {
  const alg = ALGORITHMS.find((name) => announced?.includes(name) ?? true)
  if (alg === undefined) {
    const message = `The provider takes proofs of DPoP with none of ${ALGORITHMS.join(', ')}.`
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
  }
  const { privateKey } = await jose.generateKeyPair(alg, { extractable: true })
  return { ...(await jose.exportJWK(privateKey)), alg }
}

/** The thumbprint to which the provider binds the code of the sign-in (section 10). */
export async function thumbprintOf(key: DpopKey): Promise<string> {
  return await jose.calculateJwkThumbprint(key)
}

/**
 * Sends a request with a proof, if there is a key. A provider that wants a nonce in the proof gets it once (sections 8 and 9).
 *
 * @param send adds the options to a request of the protocol library; it is called again with the nonce
 */
export async function sendBound<Options extends object>(
  options: Options,
  key: DpopKey | undefined,
  send: (options: Options & oauth.DPoPRequestOptions) => Promise<Response>,
): Promise<Response> {
  if (key === undefined) return await send(options)
  const bound = { ...options, DPoP: await handleOf(key) }
  const answer = await send(bound)
  if (!(await wantsNonce(answer))) return answer
  await answer.body?.cancel()
  // The handle has kept the nonce of the answer.
  return await send(bound)
}

/**
 * The header fields of a request to an API with a token that is bound to a key (sections 4.2 and 7.1).
 *
 * @param nonce of an earlier answer of that API (`DPoP-Nonce`)
 */
export async function boundHeaders(
  accessToken: string,
  key: DpopKey,
  { method, url, nonce }: ProofTarget,
): Promise<Readonly<Record<string, string>>> {
  const headers = new Headers()
  const handle = await handleOf(key, nonce)
  // The library adds proofs to its own requests only; this is one of them that is not sent.
  await oauth.protectedResourceRequest(accessToken, method, new URL(url), headers, null, {
    DPoP: handle,
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (_, { headers: made }) => {
      for (const name of ['authorization', 'dpop']) headers.set(name, made[name] ?? '')
      return new Response()
    },
  })
  return Object.fromEntries(headers)
}

/** A request that a proof is for. */
export interface ProofTarget {
  readonly method: string
  readonly url: string
  readonly nonce?: string
}

async function handleOf(key: DpopKey, nonce?: string): Promise<oauth.DPoPHandle> {
  const { d: _, alg, ...publicJwk } = key
  const [privateKey, publicKey] = await Promise.all([
    jose.importJWK(key, alg),
    jose.importJWK(publicJwk, alg, { extractable: true }),
  ])
  const keys = { privateKey, publicKey } as oauth.CryptoKeyPair
  return oauth.DPoP({}, keys, {
    [oauth.modifyAssertion]: (_header, payload) => {
      payload.nonce ??= nonce
    },
  })
}

async function wantsNonce(answer: Response): Promise<boolean> {
  if (!answer.headers.has('dpop-nonce')) return false
  const challenge = answer.headers.get('www-authenticate') ?? ''
  if (answer.status === 401 && /\bDPoP\b.*\buse_dpop_nonce\b/i.test(challenge)) return true
  if (answer.status !== 400 && answer.status !== 401) return false
  try {
    const body: unknown = await answer.clone().json()
    return (body as { error?: unknown } | null)?.error === 'use_dpop_nonce'
  } catch {
    return false
  }
}
