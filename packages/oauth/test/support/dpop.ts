/** Keys of clients, and proofs that they sign (RFC 9449): also those that no library makes. */
import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { CALLBACK, type McpApp, post, type WithCode } from './mcp.ts'

/** A key of a client. */
export interface ClientKey {
  readonly alg: string
  readonly privateKey: Parameters<SignJWT['sign']>[0]
  readonly privateJwk: JWK
  readonly jwk: JWK
  /** Its thumbprint. */
  readonly jkt: string
}

/** Makes a key. */
export async function createKey(alg = 'ES256'): Promise<ClientKey> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  const privateJwk = await exportJWK(pair.privateKey)
  const jkt = await calculateJwkThumbprint(jwk)
  return { alg, privateKey: pair.privateKey, privateJwk, jwk, jkt }
}

/** What a proof says differently. */
export interface ProofChanges {
  readonly header?: Record<string, unknown>
  readonly claims?: Record<string, unknown>
  /** The key that signs, instead of the one in the header. */
  readonly signedBy?: Parameters<SignJWT['sign']>[0]
}

/** Signs a proof for a request. */
export async function signProof(
  key: ClientKey,
  target: { readonly method?: string; readonly url: string; readonly accessToken?: string },
  { header, claims, signedBy = key.privateKey }: ProofChanges = {},
): Promise<string> {
  const { method = 'POST', url, accessToken } = target
  const iat = Math.floor(Date.now() / 1_000)
  const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
  const payload = { jti: randomUUID(), htm: method, htu: url, iat, ...(ath && { ath }), ...claims }
  return await new SignJWT(payload)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: key.alg, jwk: key.jwk, ...header })
    .sign(signedBy)
}

/** Where tokens are issued. */
export const tokenUrl = ({ issuer }: Pick<McpApp, 'issuer'>) => `${issuer}/oauth/mcp/token`

/** The header with a proof for the token endpoint; none without a key. */
async function proofFor(app: Pick<McpApp, 'issuer'>, key: ClientKey | undefined, nonce?: string) {
  if (key === undefined) return {}
  const claims = nonce === undefined ? {} : { nonce }
  return { dpop: await signProof(key, { url: tokenUrl(app) }, { claims }) }
}

/** Redeems a code with a proof of a key. */
export async function redeemWith(
  app: Pick<McpApp, 'issuer'>,
  { clientId, code, verifier }: WithCode,
  key: ClientKey | undefined,
  nonce?: string,
) {
  const grant = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: CALLBACK,
  }
  return await post(tokenUrl(app), grant, await proofFor(app, key, nonce))
}

/** Refreshes with a proof of a key. */
export async function refreshWith(
  app: Pick<McpApp, 'issuer'>,
  clientId: string,
  refreshToken: string,
  key: ClientKey | undefined,
) {
  const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  return await post(tokenUrl(app), grant, await proofFor(app, key))
}

/** Calls a guarded route with a bound token and a proof. */
export async function callWith(
  app: Pick<McpApp, 'issuer' | 'origin'>,
  accessToken: string,
  proof: string | undefined,
  { path = '/mcp', method = 'POST', scheme = 'DPoP' } = {},
) {
  const response = await fetch(`${app.origin}${path}`, {
    method,
    headers: { authorization: `${scheme} ${accessToken}`, ...(proof && { dpop: proof }) },
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    challenge: response.headers.get('www-authenticate') ?? '',
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}
