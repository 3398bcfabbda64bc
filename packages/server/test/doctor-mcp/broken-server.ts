/** A small MCP server with an authorization server, whose faults can be switched on one by one. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The faults. */
export type Fault = (typeof FAULTS)[number]
export const FAULTS = [
  'not 401',
  'no endpoint',
  'no challenge',
  'no resource_metadata',
  'no document at the path',
  'no document at the root',
  'no document of the challenge',
  'no documents',
  'other resource',
  'no authorization server',
  'no server metadata',
  'other issuer',
  'no token endpoint',
  'no PKCE',
  'no methods',
  'secrets only',
  'no iss',
  'no registration',
  'only documents',
  'refuses loopback',
  'refuses public clients',
  'too many registrations',
  'registration without id',
  'error page',
  'error at the client',
  'code accepted',
  'token error as text',
  'unknown client',
  'no CORS',
  'CORS without authorization',
  'refuses tokens',
  'no revision',
  'list fails',
  'no tools',
  'large list',
  'many tools',
  'same names',
  'long name',
  'no description',
  'no annotations',
  'no input type',
  'list without items',
  'anyOf at the root',
  'odd property',
  'output of a list',
] as const

/** The server. */
export interface BrokenServer {
  readonly url: string
  /** The redirect URIs of the clients that are registered at the moment. */
  readonly registered: ReadonlyMap<string, readonly string[]>
  /** Lets the server have these faults only. */
  has(...faults: readonly Fault[]): void
  close(): Promise<void>
}

interface Tool {
  [member: string]: unknown
  inputSchema: Record<string, unknown>
}

function makeTool(name = 'get_order'): Tool {
  return {
    name,
    description: 'One order.',
    inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  }
}

/** What a fault makes of the list of tools. */
const LISTS: Partial<Record<Fault, () => readonly Tool[]>> = {
  'no tools': () => [],
  'large list': () => [{ ...makeTool(), description: 'x'.repeat(60_000) }],
  'many tools': () => Array.from({ length: 129 }, (_, index) => makeTool(`tool_${index}`)),
  'same names': () => [makeTool(), makeTool()],
  'long name': () => [makeTool('x'.repeat(65))],
  'no description': () => [{ ...makeTool(), description: '' }],
  'no annotations': () => [{ ...makeTool(), annotations: { readOnlyHint: true } }],
  'no input type': () => [{ ...makeTool(), inputSchema: { properties: {} } }],
  'list without items': () => [
    {
      ...makeTool(),
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: 'array' } } } },
      },
    },
  ],
  'anyOf at the root': () => [{ ...makeTool(), inputSchema: { type: 'object', anyOf: [{}] } }],
  'odd property': () => [
    { ...makeTool(), inputSchema: { type: 'object', properties: { 'a b': { type: 'string' } } } },
  ],
  'output of a list': () => [{ ...makeTool(), outputSchema: { type: 'array' } }],
}

/** Starts the server, without faults. */
export async function startBrokenServer(): Promise<BrokenServer> {
  let faults: readonly Fault[] = []
  const registered = new Map<string, readonly string[]>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const site = { origin, registered, has: (fault: Fault) => faults.includes(fault) }
      answer(site, request, response, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/mcp`,
    registered,
    has: (...chosen) => {
      faults = chosen
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Site {
  readonly origin: string
  readonly registered: Map<string, readonly string[]>
  has(fault: Fault): boolean
}

function answer(site: Site, request: IncomingMessage, response: ServerResponse, body: string) {
  const { pathname, searchParams } = new URL(request.url ?? '/', site.origin)
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (pathname === '/mcp') return answerMcp(site, request, body, send)
  if (pathname.startsWith('/.well-known/')) return answerDocument(site, pathname, send)
  if (pathname === '/register') return register(site, body, send)
  if (pathname.startsWith('/register/')) {
    site.registered.delete(pathname.slice('/register/'.length))
    return send(204, '')
  }
  if (pathname === '/authorize') return authorize(site, searchParams, send)
  if (pathname === '/token') return answerCode(site, send)
  return send(404, {})
}

type Send = (status: number, value: unknown, headers?: Record<string, string>) => void

function answerDocument({ origin, has }: Site, pathname: string, send: Send) {
  const resource = {
    resource: has('other resource') ? `${origin}/other` : `${origin}/mcp`,
    authorization_servers: has('no authorization server') ? [] : [origin],
    scopes_supported: ['orders:read'],
  }
  const missing: Readonly<Record<string, Fault>> = {
    '/.well-known/oauth-protected-resource/mcp': 'no document at the path',
    '/.well-known/oauth-protected-resource': 'no document at the root',
    '/.well-known/oauth-protected-resource/named': 'no document of the challenge',
  }
  const fault = missing[pathname]
  if (fault !== undefined) {
    return has(fault) || has('no documents') ? send(404, 'nothing') : send(200, resource)
  }
  if (pathname !== '/.well-known/oauth-authorization-server' || has('no server metadata')) {
    return send(404, {})
  }
  return send(200, {
    issuer: has('other issuer') ? `${origin}/` : origin,
    authorization_endpoint: `${origin}/authorize`,
    ...(!has('no token endpoint') && { token_endpoint: `${origin}/token` }),
    ...(!has('no registration') &&
      !has('only documents') && { registration_endpoint: `${origin}/register` }),
    ...(has('only documents') && { client_id_metadata_document_supported: true }),
    code_challenge_methods_supported: has('no PKCE') ? ['plain'] : ['S256'],
    ...(!has('no methods') && {
      token_endpoint_auth_methods_supported: [has('secrets only') ? 'client_secret_basic' : 'none'],
    }),
    authorization_response_iss_parameter_supported: !has('no iss'),
  })
}

function register({ origin, registered, has }: Site, body: string, send: Send) {
  const { redirect_uris: uris } = JSON.parse(body) as { redirect_uris: readonly string[] }
  if (has('too many registrations')) return send(429, { error: 'slow_down' })
  if (has('refuses public clients')) {
    const error_description = 'Clients need a secret.'
    return send(400, { error: 'invalid_client_metadata', error_description })
  }
  if (has('refuses loopback') && uris.some((uri) => uri.startsWith('http:'))) {
    return send(400, { error: 'invalid_redirect_uri' })
  }
  if (has('registration without id')) return send(201, {})
  const id = `client-${Math.random()}`
  registered.set(id, uris)
  const registration_client_uri = `${origin}/register/${id}`
  send(201, { client_id: id, registration_client_uri, registration_access_token: 'x' })
}

/** A page for a request that has all that the specification wants, and an error for any other. */
function authorize({ origin, registered, has }: Site, query: URLSearchParams, send: Send) {
  const redirect = query.get('redirect_uri') ?? ''
  const isKnown =
    registered.get(query.get('client_id') ?? '')?.includes(redirect) ||
    query.get('client_id')?.startsWith('https://')
  const isComplete =
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256' &&
    query.get('code_challenge')?.length === 43 &&
    query.get('resource')?.startsWith(origin) &&
    query.get('scope') === 'orders:read'
  if (!isKnown || !isComplete || has('error page')) return send(400, { error: 'invalid_request' })
  if (!has('error at the client')) return send(200, '<html>', { 'content-type': 'text/html' })
  const location = `${redirect}?error=invalid_scope&error_description=No+such+scope.`
  return send(302, '', { location })
}

function answerCode({ has }: Site, send: Send) {
  if (has('code accepted')) return send(200, { access_token: 'x', token_type: 'Bearer' })
  if (has('token error as text')) return send(500, 'wrong')
  if (has('unknown client')) return send(401, { error: 'invalid_client' })
  return send(400, { error: 'invalid_grant' })
}

function answerPreflight({ has }: Site, { headers }: IncomingMessage, send: Send) {
  if (has('no CORS')) return send(405, {})
  const without = has('CORS without authorization')
  return send(204, '', {
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-allow-headers': without ? '*' : 'authorization, content-type',
  })
}

function answerMcp(site: Site, request: IncomingMessage, body: string, send: Send) {
  const { origin, has } = site
  if (has('no endpoint')) return send(404, {})
  if (request.method === 'OPTIONS') return answerPreflight(site, request, send)
  if (request.headers.authorization !== 'Bearer good' || has('refuses tokens')) {
    const named = has('no document of the challenge') ? 'named' : 'mcp'
    const url = `${origin}/.well-known/oauth-protected-resource/${named}`
    const challenge = has('no resource_metadata') ? 'Bearer' : `Bearer resource_metadata="${url}"`
    const headers = has('no challenge') ? {} : { 'www-authenticate': challenge }
    return send(has('not 401') ? 403 : 401, {}, headers)
  }
  answerMessage(site, request, JSON.parse(body), send)
}

interface Message {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string; readonly cursor?: string }
}

/** Lists have two pages, and are streams of events: both are easy to overlook in a client. */
function answerMessage({ has }: Site, request: IncomingMessage, message: Message, send: Send) {
  const { id, method, params } = message
  const ok = (result: object) => send(200, { jsonrpc: '2.0', id, result })
  const refuse = (text: string) =>
    send(200, { jsonrpc: '2.0', id, error: { code: -32_601, message: text } })
  if (id === undefined) return send(202, '')
  if (method !== 'tools/list') {
    const version = params?.protocolVersion ?? request.headers['mcp-protocol-version']
    return has('no revision') ? refuse('Unknown method.') : ok({ protocolVersion: version })
  }
  if (has('list fails')) return refuse('The database is away.')
  const fault = FAULTS.find((one) => LISTS[one] !== undefined && has(one))
  const tools = fault === undefined ? [makeTool()] : (LISTS[fault]?.() ?? [])
  const [first, ...rest] = tools
  const page =
    params?.cursor === undefined
      ? { tools: first === undefined ? [] : [first], nextCursor: rest.length > 0 ? '2' : undefined }
      : { tools: rest }
  const event = (data: object) => `event: message\ndata: ${JSON.stringify(data)}\n\n`
  const notification = { jsonrpc: '2.0', method: 'notifications/message', params: {} }
  send(200, event(notification) + event({ jsonrpc: '2.0', id, result: page }), {
    'content-type': 'text/event-stream',
  })
}
