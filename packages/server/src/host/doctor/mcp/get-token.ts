/** Gets a token for an agent that acts without a person: `client_credentials` with a signed assertion (RFC 7523, section 3). */
import {
  createPrivateKey,
  type JsonWebKeyInput,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { formBody } from '@entrepot/rest/forms'
import { type Exchange, isAnswer, type McpFacts, membersOf, serverOf } from './facts.ts'
import type { Ask } from './http.ts'

/** An agent and its key. */
export interface AgentKey {
  readonly clientId: string
  readonly key: KeyObject
}

/**
 * Reads the key of an agent: the answer to the call that created it (`ClientId`, `PrivateKey`), or a private key as a JWK, for which the
 * client id must be given.
 *
 * @returns a sentence if the file cannot be used; it contains nothing of the key
 */
export async function readAgentKey(
  path: string,
  given: string | undefined,
): Promise<AgentKey | string> {
  let members: Readonly<Record<string, unknown>>
  try {
    members = membersOf(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${path} cannot be read as JSON${code ? ` (${code})` : ''}.`
  }
  const clientId = given ?? members.ClientId
  if (typeof clientId !== 'string') return `${path} names no client: add --client-id.`
  try {
    const jwk = (members.PrivateKey ?? members) as JsonWebKeyInput['key']
    return { clientId, key: createPrivateKey({ key: jwk, format: 'jwk' }) }
  } catch {
    return `${path} has no private key: neither PrivateKey nor a JWK.`
  }
}

/**
 * Asks for a token for the server. Returns a sentence if there is none. The assertion is sent only if the metadata is that of its issuer: a
 * server could name the issuer of another one, and use the assertion there (RFC 8414, section 3.3).
 */
export async function getToken(
  ask: Ask,
  found: Pick<McpFacts, 'url' | 'issuer' | 'serverDocuments'>,
  { clientId, key }: AgentKey,
): Promise<{ readonly token: string } | { readonly problem: string }> {
  const { issuer, token_endpoint: endpoint } = serverOf(found) ?? {}
  if (typeof endpoint !== 'string') return { problem: 'There is no token endpoint.' }
  if (typeof issuer !== 'string' || issuer !== found.issuer) {
    return { problem: 'The key was not used: the metadata is that of another issuer.' }
  }
  const form = formBody({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertionOf(clientId, key, issuer),
    resource: found.url,
  })
  const answer = await ask({ method: 'POST', baseURL: endpoint, ...form })
  const { access_token: token } = isAnswer(answer) ? membersOf(answer.json) : {}
  return typeof token === 'string' ? { token } : { problem: explain(answer) }
}

function explain(answer: Exchange): string {
  if (!isAnswer(answer)) return `The token endpoint does not answer (${answer.failure}).`
  const { error, error_description: text } = membersOf(answer.json)
  const said = [error, text].filter((one) => typeof one === 'string').join(', ')
  return `The key gets no token: status ${answer.status}${said ? `, ${said}` : ''}.`
}

/** The algorithms of keys (RFC 7518, section 3.1; RFC 8037, section 3.1). */
const ALGORITHMS: Readonly<Record<string, readonly [alg: string, hash: string | null]>> = {
  ed25519: ['EdDSA', null],
  ec: ['ES256', 'sha256'],
  rsa: ['RS256', 'sha256'],
}

function assertionOf(clientId: string, key: KeyObject, audience: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const [alg, hash] = ALGORITHMS[key.asymmetricKeyType ?? ''] ?? ['EdDSA', null]
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now }
  const text = [{ alg }, { ...claims, exp: now + 60 }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
