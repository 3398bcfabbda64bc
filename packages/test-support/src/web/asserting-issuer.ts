/** An issuer of tokens on loopback, with its discovery document and its keys. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key pair with its public key as JSON Web Key. */
export interface IssuerKey {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function makeIssuerKey(alg = 'RS256'): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), alg, kid: crypto.randomUUID() } }
}

/** What a token may be changed in: claims (undefined leaves one out), and its header. */
export interface TokenOptions {
  readonly claims?: Record<string, unknown>
  readonly header?: Record<string, unknown>
  readonly key?: IssuerKey
}

/** Signs a token. */
export async function signToken(
  key: IssuerKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const { alg = 'RS256', kid } = key.jwk
  return await new SignJWT(claims)
    .setProtectedHeader({ alg, ...(kid && { kid }), ...header })
    .sign(key.privateKey)
}

/** The running issuer. */
export interface AssertingIssuer {
  readonly issuer: string
  readonly key: IssuerKey
  /** Paths of the requests so far. */
  readonly requests: string[]
  /** When set, answers requests to these paths. */
  intercept:
    | ((path: string) => { status: number; body?: string; location?: string } | undefined)
    | undefined
  close(): Promise<void>
}

/** Starts one. */
export async function startAssertingIssuer(alg = 'RS256'): Promise<AssertingIssuer> {
  const key = await makeIssuerKey(alg)
  const http = createServer((request, response) => {
    const path = request.url ?? ''
    issuer.requests.push(path)
    const answer = issuer.intercept?.(path)
    if (answer !== undefined) {
      const { status, body, location } = answer
      response.writeHead(status, location === undefined ? {} : { location }).end(body)
      return
    }
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: issuer.issuer,
        jwks_uri: `${issuer.issuer}/keys`,
      },
      '/keys': { keys: [key.jwk] },
    }
    const document = documents[path]
    if (document === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer: AssertingIssuer = {
    issuer: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    key,
    requests: [],
    intercept: undefined,
    async close() {
      http.closeAllConnections()
      await new Promise<void>((resolve) => void http.close(() => resolve()))
    },
  }
  return issuer
}
