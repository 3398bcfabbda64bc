/** Tokens of platforms, by which programs authenticate as clients without a person. */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fitsPattern, problemOfPattern } from '../../../src/index.ts'
import { call, mcpOf, post } from '../../support/mcp.ts'
import {
  type Platform,
  startPlatform,
  startWorkloads,
  type WorkloadApp,
} from '../../support/workloads.ts'

let platform: Platform
let app: WorkloadApp
let entries: WorkloadApp['entries']
beforeAll(async () => {
  platform = await startPlatform()
  app = await startWorkloads(platform)
  entries = app.entries
})
afterAll(async () => {
  await app?.close()
  await platform?.website.close()
})
beforeEach(() => {
  app.entries = entries
})

const first = () => app.entries[0] as WorkloadApp['entries'][number]

test('a program gets a token for its agent, with nothing but the token of its platform, as often as that is valid', async () => {
  const assertion = await app.sign()
  for (let count = 0; count < 2; count += 1) {
    const { status, json } = await app.present(assertion)
    expect([status, json]).toEqual([
      200,
      {
        ...{ access_token: expect.any(String), token_type: 'Bearer', expires_in: 300 },
        scope: 'orders:read orders:write',
      },
    ])
    expect(decodeJwt(json.access_token)).toMatchObject({ sub: 'agent_1', client_id: 'agent_1' })
    expect((await call(app, json.access_token)).status).toBe(200)
  }
  expect((await app.present(assertion, { scope: 'orders:read' })).json.scope).toBe('orders:read')
  const named = { client_id: 'agent_1', resource: app.resource }
  expect((await app.present(assertion, named)).status).toBe(200)
})

test.each([
  ['a page', '<!doctype html><title>Welcome</title>'],
  ['a page that is too long', `<!doctype html>${'x'.repeat(70_000)}`],
  ['null', 'null'],
  [
    'a document of another issuer',
    '{"issuer":"https://other.example","jwks_uri":"https://x.example"}',
  ],
  ['a document without keys', undefined],
])(
  'the keys of a platform with RFC 8414 metadata are found, if its website answers the other path with %s',
  async (_, text) => {
    const own = await startPlatform()
    const { issuer, website } = own
    const serve = (path: string, body: string) =>
      website.serve(path, (_, response) => void response.end(body))
    const metadata = JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` })
    serve('/.well-known/openid-configuration', text ?? JSON.stringify({ issuer }))
    serve('/.well-known/oauth-authorization-server', metadata)
    const shop = await startWorkloads(own)
    expect((await shop.present(await shop.sign())).status).toBe(200)
    serve('/.well-known/oauth-authorization-server', metadata.replace(issuer, `${issuer}/`))
    const other = await startWorkloads(own)
    expect((await other.present(await other.sign())).json.error).toBe('temporarily_unavailable')
    await Promise.all([shop.close(), other.close()])
    await website.close()
  },
)

test('a program may present its token as the assertion of its client, too', async () => {
  const asClient = async (parameters: Record<string, string | undefined>) =>
    await post(`${app.origin}/oauth/mcp/token`, {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await app.sign(),
      ...parameters,
    })
  const { status, json } = await asClient({ client_id: 'agent_1' })
  expect([status, json.scope]).toEqual([200, 'orders:read orders:write'])
  for (const client_id of ['agent_2', 'nobody', undefined]) {
    expect(await asClient({ client_id })).toMatchObject({
      ...{ status: 401, json: { error: 'invalid_client' } },
    })
  }
})

test('the metadata announces the grant, but no profile of assertions about people', async () => {
  const response = await fetch(`${app.origin}/.well-known/oauth-authorization-server`)
  const metadata = (await response.json()) as { grant_types_supported: string[] }
  expect(metadata.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:jwt-bearer')
  expect(metadata).not.toHaveProperty('authorization_grant_profiles_supported')
})

test('the audit names the issuer and the subject, for what was issued and for what was refused', async () => {
  const { issuer } = platform
  await app.present(await app.sign())
  const subject = 'repo:acme/shop:ref:refs/heads/main'
  const [issued] = await mcpOf(app).audit({ clientId: 'agent_1', limit: 1 })
  expect(issued).toMatchObject({
    ...{ event: 'oauth.mcp.token.issued', sub: 'agent_1', detail: { issuer, subject } },
  })
  await app.present(await app.sign({ claims: { sub: 'repo:acme/other:pull_request' } }))
  const [refused] = await mcpOf(app).audit({ event: 'oauth.mcp.assertion.refused', limit: 1 })
  expect(refused?.detail).toMatchObject({ issuer, subject: 'repo:acme/other:pull_request' })
})

test('the keys are fetched once for all tokens, or taken from the entry', async () => {
  platform.website.requests.length = 0
  await Promise.all([app.sign(), app.sign()].map(async (one) => await app.present(await one)))
  expect(platform.website.requests).toEqual([])
  const issuer = 'https://kubernetes.default.svc.cluster.local'
  const sub = 'system:serviceaccount:shop:importer'
  app.entries = [{ ...first(), issuer, subject: sub, jwks: { keys: [platform.key.jwk] } }]
  const claims = { iss: issuer, sub, jti: undefined, nbf: undefined }
  expect((await app.present(await app.sign({ claims, header: { typ: undefined } }))).status).toBe(
    200,
  )
  app.entries = [{ ...first(), jwks: undefined as never, jwksUri: platform.website.url('/keys') }]
  expect((await app.present(await app.sign({ claims }))).status).toBe(200)
})

test('a token that several agents accept needs client_id', async () => {
  app.entries = [
    first(),
    { ...first(), clientId: 'agent_2', subject: 'repo:acme/*:ref:refs/heads/main' },
  ]
  const assertion = await app.sign()
  const { status, json } = await app.present(assertion)
  expect([status, json.error]).toEqual([400, 'invalid_request'])
  expect(json.error_description).toContain('client_id')
  const granted = await app.present(assertion, { client_id: 'agent_2' })
  expect([granted.status, granted.json.scope]).toEqual([200, 'orders:read'])
})

test('an agent ends with its entry, and with itself', async () => {
  const assertion = await app.sign()
  expect((await app.present(assertion)).status).toBe(200)
  app.entries = []
  expect((await app.present(assertion)).json.error).toBe('invalid_grant')
  app.entries = [{ ...entries[0], clientId: 'agent_3' } as never]
  expect((await app.present(assertion)).status).toBe(401)
})

test('an application that cannot say is asked again later', async () => {
  const own = await startWorkloads(platform, {
    onResolveMCPWorkloads: () => {
      throw new Error('the database is down')
    },
  })
  expect(await own.present(await own.sign())).toMatchObject({
    ...{ status: 503, json: { error: 'temporarily_unavailable' } },
  })
  await own.close()
})

test.each([
  ['repo:acme/shop:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main', true],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main', true],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme-evil/shop:ref:refs/heads/main', false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/a/b:ref:refs/heads/main', false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/:ref:refs/heads/main', false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main\n', false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/x:ref:refs/heads/main:ref:refs/heads/main', false],
  ['repo:acme/shop:*', 'repo:acme/shop:pull_request', true],
  ['repo:acme/shop:*', 'repo:acme/shop:ref:refs/heads/main', false],
  ['repo:acme/shop.x:environment:production', 'repo:acme/shopax:environment:production', false],
  ['repo:acme/shop.x:*', 'repo:acme/shopax:pull_request', false],
  ['system:serviceaccount:*:importer', 'system:serviceaccount:shop:importer', true],
  ['system:serviceaccount:*:importer', 'system:serviceaccount:shop:importer:x', false],
  ['repo:ACME/shop:*', 'repo:acme/shop:pull_request', false],
])('the pattern %s and the subject %j: %s', (pattern, subject, fits) => {
  expect(fitsPattern(pattern, subject)).toBe(fits)
})

test.each([
  ['*', /two parts/],
  ['repo:*', /two parts/],
  ['repo:*/*:pull_request', /two parts/],
  ['repo:acme*/shop:pull_request', /whole part/],
  ['repo:acme/shop:**', /whole part/],
  ['', /1 to 512/],
  ['x'.repeat(513), /1 to 512/],
  ['repo:ämme/shop', /1 to 512/],
])('the pattern %j is not accepted', (pattern, problem) => {
  expect(problemOfPattern(pattern)).toMatch(problem)
  expect(fitsPattern(pattern, 'repo:acme/shop:pull_request')).toBe(false)
})
