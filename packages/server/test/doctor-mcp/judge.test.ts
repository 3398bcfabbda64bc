/** Judgements about servers that a test cannot have: public ones, and those with certificates. */
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../src/host/doctor/mcp/clients.ts'
import { judge } from '../../src/host/doctor/mcp/examine.ts'
import { type Answer, challengeValue, type McpFacts } from '../../src/host/doctor/mcp/facts.ts'
import { resourcePlaces, serverPlaces } from '../../src/host/doctor/mcp/gather-discovery.ts'
import { resultOf } from '../../src/host/doctor/mcp/message.ts'
import { hasListWithoutItems, propertyNamesOf } from '../../src/host/doctor/mcp/schemas.ts'

const answer = (status: number, json: unknown, headers: Answer['headers'] = {}): Answer => ({
  ...{ status, headers, json },
  text: JSON.stringify(json),
})

const URL_OF_SERVER = 'https://mcp.example/mcp'
const ISSUER = 'https://login.example'
const METADATA = 'https://mcp.example/.well-known/oauth-protected-resource/mcp'

const RESOURCE = { resource: URL_OF_SERVER, authorization_servers: [ISSUER] }
const SERVER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  client_id_metadata_document_supported: true,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  authorization_response_iss_parameter_supported: true,
}

/** A public server without faults. */
const GOOD: McpFacts = {
  url: URL_OF_SERVER,
  isPublic: true,
  entry: answer(401, {}, { 'www-authenticate': `Bearer resource_metadata="${METADATA}"` }),
  preflight: answer(204, undefined, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'Authorization, Content-Type',
  }),
  resourceDocuments: [{ place: 'challenge', url: METADATA, exchange: answer(200, RESOURCE) }],
  issuer: ISSUER,
  serverDocuments: [{ url: `${ISSUER}/x`, exchange: answer(200, SERVER) }],
  registrations: CLIENTS.map(({ name }) => ({
    ...{ client: name, refusedUris: [] },
    exchange: answer(201, { client_id: 'x' }),
  })),
  consents: [],
  token: answer(400, { error: 'invalid_grant' }),
  sessions: [],
}

const issuesOf = (change: Partial<McpFacts>) =>
  judge({ ...GOOD, ...change }, CLIENTS)
    .filter(({ state }) => state !== 'ok')
    .map(({ step, state, clients, detail }) => `${step} ${state} ${clients.length}: ${detail}`)

const away = (failure: string, isTls = false) => ({ failure, isTls })

describe('the address', () => {
  test('of a public server with https has no issue for any client', () => {
    expect(issuesOf({})).toEqual([])
  })

  test.each<readonly [what: string, change: Partial<McpFacts>, issues: readonly unknown[]]>([
    [
      'without a record in DNS has no address',
      { isPublic: undefined, entry: away('ENOTFOUND') },
      ['address failure 6: mcp.example has no address.'],
    ],
    [
      'with a certificate of its own is refused by all clients',
      { entry: away('DEPTH_ZERO_SELF_SIGNED_CERT', true) },
      [expect.stringMatching(/^address failure 6: The certificate of mcp.example .*SELF_SIGNED/)],
    ],
    [
      'with http on the internet is refused by all clients',
      { url: 'http://mcp.example/mcp' },
      [
        'address failure 2: http://mcp.example/mcp is not https.',
        expect.stringContaining('address failure 4: The server is not on this machine'),
        expect.stringContaining('discovery failure 6: resource is '),
      ],
    ],
    [
      'in a private network is for clients in it only',
      { isPublic: false },
      [expect.stringMatching(/^address failure 2: mcp.example is on this machine or in a private/)],
    ],
  ])('%s', (_, change, issues) => {
    expect(issuesOf(change)).toEqual(issues)
  })
})

test('a server that needs no token has no issue, and nobody has to sign in', () => {
  const open = {
    ...{ entry: answer(200, { result: {} }), resourceDocuments: [], serverDocuments: [] },
    issuer: undefined,
  }
  expect(issuesOf(open)).toEqual([])
})

test('a refused registration is a warning for clients whose document the server reads', () => {
  const registrations = CLIENTS.map(({ name }) => ({
    ...{ client: name, refusedUris: [] },
    exchange: answer(403, { error: 'access_denied' }),
  }))
  expect(issuesOf({ registrations })).toEqual([
    'registration warning 5: These clients cannot register: 403 access_denied.',
    'registration failure 1: These clients cannot register: 403 access_denied.',
  ])
})

test('a consent page that fails with the document of a client names the document', () => {
  const consent = { client: 'codex', redirectUri: 'http://127.0.0.1/callback' } as const
  const page = { ...consent, way: 'registered', exchange: answer(302, '', { location: '/in' }) }
  const failed = { ...consent, way: 'document', exchange: answer(400, { error: 'invalid_client' }) }
  expect(issuesOf({ consents: [page, failed] as McpFacts['consents'] })).toEqual([
    'consent failure 1: The person sees an error with the document https://chatgpt.com/oauth/codex/client.json: 400 invalid_client.',
  ])
})

test('endpoints without https are refused, unless they are on this machine', () => {
  const at = (token_endpoint: string) => [
    { url: 'x', exchange: answer(200, { ...SERVER, token_endpoint }) },
  ]
  expect(issuesOf({ serverDocuments: at('http://login.example/token') })).toHaveLength(1)
  expect(issuesOf({ serverDocuments: at('http://127.0.0.1:1/token') })).toEqual([])
})

test('the metadata is looked for where the specifications put it, each URL once', () => {
  const entry = answer(
    401,
    {},
    { 'www-authenticate': `Bearer a="b", resource_metadata=${METADATA}` },
  )
  expect(resourcePlaces(URL_OF_SERVER, entry).map(({ place, url }) => [place, url])).toEqual([
    ['challenge', METADATA],
    ['root', 'https://mcp.example/.well-known/oauth-protected-resource'],
  ])
  expect(resourcePlaces('https://mcp.example/', answer(401, {}))).toHaveLength(1)
  expect(serverPlaces('https://login.example/tenant/').map(({ url }) => url)).toEqual([
    'https://login.example/.well-known/oauth-authorization-server/tenant',
    'https://login.example/.well-known/openid-configuration/tenant',
    'https://login.example/tenant/.well-known/openid-configuration',
  ])
  for (const text of ['no URL', 'file:///etc/passwd']) expect(serverPlaces(text)).toEqual([])
})

test('a challenge is read with and without quotes, and not within another name', () => {
  const read = (text: string) =>
    challengeValue(answer(401, {}, { 'www-authenticate': text }), 'scope')
  expect(read('Bearer scope="a b", error=x')).toBe('a b')
  expect(read('Bearer error="x",scope=a')).toBe('a')
  expect(read('Bearer noscope="a"')).toBeUndefined()
})

test('an answer of the protocol is JSON, or the last event of a stream', () => {
  const stream = (text: string) => ({ ...answer(200, undefined), text })
  expect(resultOf(answer(200, { result: { a: 1 } }))).toEqual({ a: 1 })
  expect(resultOf(stream('data: {"method":"x"}\n\ndata: {"result":{"a":2}}\n\n'))).toEqual({ a: 2 })
  expect(resultOf(answer(400, { error: { code: -1, message: 'no' } }))).toBe('error -1, no')
  expect(resultOf(stream('<html>'))).toBe('no JSON-RPC answer')
  expect(resultOf({ ...stream(''), status: 502 })).toBe('status 502')
})

test('schemas are searched in all their parts, and to a limited depth', () => {
  const deep = { anyOf: [{ type: 'object', properties: { list: { type: 'array' } } }] }
  expect(hasListWithoutItems(deep)).toBe(true)
  expect(propertyNamesOf({ ...deep, $defs: { x: { properties: { y: {} } } } })).toEqual([
    'y',
    'list',
  ])
  const nested: Record<string, unknown> = {}
  nested.items = nested
  expect(hasListWithoutItems(nested)).toBe(false)
})
