/** Registration, consent and token, as the clients do them. Nobody signs in, so that no token is issued. */
import { createHash, randomBytes } from 'node:crypto'
import type { Request } from '@entrepot/rest'
import { formBody } from '@entrepot/rest/forms'
import type { McpClient } from './clients.ts'
import {
  type Consent,
  challengeValue,
  type Exchange,
  isAnswer,
  type McpFacts,
  membersOf,
  type Registration,
  resourceOf,
  serverOf,
  textsOf,
} from './facts.ts'
import type { Ask } from './http.ts'

type Access = Pick<McpFacts, 'registrations' | 'consents' | 'token'>
type Discovered = Pick<
  McpFacts,
  'url' | 'isPublic' | 'entry' | 'resourceDocuments' | 'serverDocuments'
>

/** Registers the clients, asks for their consent pages, and tries a wrong code. What was registered is removed where the server allows it. */
export async function tryAccess(
  ask: Ask,
  found: Discovered,
  clients: readonly McpClient[],
): Promise<Access> {
  const server = serverOf(found)
  if (server === undefined) return { registrations: [], consents: [], token: undefined }
  const registrations: Registration[] = []
  // One after another, because servers limit how many register at a time.
  for (const client of clients) {
    const { registration_endpoint: endpoint } = server
    if (typeof endpoint === 'string') registrations.push(await register(ask, endpoint, client))
  }
  const consents = await Promise.all(
    clients.flatMap((client) =>
      clientIds(client, registrations, server, found.isPublic === true).map(
        async (id) => await askConsent(ask, found, client, id),
      ),
    ),
  )
  const token = await tryCode(ask, found, clients, registrations)
  for (const { exchange } of registrations) {
    await remove(ask, server.registration_endpoint, exchange)
  }
  return { registrations, consents, token }
}

function registrationRequest(
  endpoint: string,
  client: McpClient,
  uris: readonly string[],
): Request {
  return {
    method: 'POST',
    baseURL: endpoint,
    json: {
      client_name: `${client.title} (played by entrepot doctor)`,
      redirect_uris: uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  }
}

async function register(ask: Ask, endpoint: string, client: McpClient): Promise<Registration> {
  const exchange = await ask(registrationRequest(endpoint, client, client.redirectUris))
  const refusedUris: string[] = []
  const isRefused = isAnswer(exchange) && exchange.status >= 400 && exchange.status < 500
  for (const uri of isRefused && exchange.status !== 429 ? client.redirectUris : []) {
    const alone = await ask(registrationRequest(endpoint, client, [uri]))
    if (clientIdOf(alone) === undefined) refusedUris.push(uri)
    await remove(ask, endpoint, alone)
  }
  return { client: client.name, exchange, refusedUris }
}

/** The id that a registration gave. */
export function clientIdOf(exchange: Exchange): string | undefined {
  if (!isAnswer(exchange) || exchange.status < 200 || exchange.status > 299) return undefined
  const { client_id: id } = membersOf(exchange.json)
  return typeof id === 'string' ? id : undefined
}

/** RFC 7592, section 2.3. Only at the endpoint that registered: the answer could name any address. */
async function remove(ask: Ask, endpoint: unknown, exchange: Exchange): Promise<void> {
  if (!isAnswer(exchange)) return
  const { registration_client_uri: uri, registration_access_token: token } = membersOf(
    exchange.json,
  )
  if (typeof uri !== 'string' || typeof token !== 'string' || !URL.canParse(uri)) return
  if (new URL(uri).origin !== new URL(String(endpoint)).origin) return
  await ask({ method: 'DELETE', baseURL: uri, headers: { authorization: `Bearer ${token}` } })
}

type ClientId = Pick<Consent, 'way'> & { readonly id: string }

/** How a client identifies itself. A server that is not public may not reach the documents, so they are left out if there is another way. */
function clientIds(
  { name, document }: McpClient,
  registrations: readonly Registration[],
  { client_id_metadata_document_supported: readsDocuments }: Readonly<Record<string, unknown>>,
  isPublic: boolean,
): readonly ClientId[] {
  const registration = registrations.find(({ client }) => client === name)
  const id = registration && clientIdOf(registration.exchange)
  const needsDocument = isPublic || id === undefined
  return [
    ...(readsDocuments === true && document !== undefined && needsDocument
      ? [{ way: 'document', id: document } as const]
      : []),
    ...(id === undefined ? [] : [{ way: 'registered', id } as const]),
  ]
}

async function askConsent(
  ask: Ask,
  found: Discovered,
  { name, redirectUris: [redirectUri = ''] }: McpClient,
  { way, id }: ClientId,
): Promise<Consent> {
  const { authorization_endpoint: endpoint } = serverOf(found) ?? {}
  const verifier = randomBytes(32).toString('base64url')
  const scope = scopeOf(found)
  const exchange: Exchange =
    typeof endpoint === 'string'
      ? await ask({
          baseURL: endpoint,
          headers: { accept: 'text/html' },
          queryParams: {
            response_type: 'code',
            client_id: id,
            redirect_uri: redirectUri,
            state: randomBytes(16).toString('base64url'),
            code_challenge: createHash('sha256').update(verifier).digest('base64url'),
            code_challenge_method: 'S256',
            resource: targetOf(found),
            ...(scope !== undefined && { scope }),
          },
        })
      : { failure: 'there is no authorization_endpoint', isTls: false }
  return { client: name, way, redirectUri, exchange }
}

/** The resource by its own name, so that one that differs from the address is not reported at each step. */
function targetOf({ url, resourceDocuments }: Discovered): string {
  const resource = resourceOf({ resourceDocuments })?.resource
  return typeof resource === 'string' ? resource : url
}

/** What clients ask for: what the challenge names, else all that the resource lists. */
function scopeOf({ entry, resourceDocuments }: Discovered): string | undefined {
  const listed = textsOf(resourceOf({ resourceDocuments })?.scopes_supported)
  return challengeValue(entry, 'scope') ?? (listed.join(' ') || undefined)
}

async function tryCode(
  ask: Ask,
  found: Discovered,
  clients: readonly McpClient[],
  registrations: readonly Registration[],
): Promise<Exchange | undefined> {
  const { token_endpoint: endpoint } = serverOf(found) ?? {}
  if (typeof endpoint !== 'string') return undefined
  for (const { name, redirectUris } of clients) {
    const registration = registrations.find(({ client }) => client === name)
    const id = registration && clientIdOf(registration.exchange)
    if (id === undefined) continue
    const form = formBody({
      grant_type: 'authorization_code',
      code: 'entrepot-doctor',
      code_verifier: randomBytes(32).toString('base64url'),
      redirect_uri: redirectUris[0] ?? '',
      client_id: id,
      resource: targetOf(found),
    })
    return await ask({ method: 'POST', baseURL: endpoint, ...form })
  }
  return undefined
}
