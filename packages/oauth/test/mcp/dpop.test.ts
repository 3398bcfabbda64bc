/** Settings and metadata of DPoP (RFC 9449); attacks on it are in `../attacks`. */
import { memoryStore } from '@entrepot/oauth/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { normalizeUrl } from '../../src/mcp/dpop/proof.ts'
import { callWith, createKey, redeemWith, refreshWith, signProof } from '../support/dpop.ts'
import {
  call,
  getCode,
  type McpApp,
  type McpSettings,
  mcpOf,
  post,
  redeem,
  startMcp,
} from '../support/mcp.ts'

const SECRET = 'a secret of a client that authenticates'

async function start(mcp: McpSettings): Promise<McpApp> {
  const app = await startMcp({
    mcp: {
      clientCredentials: { enabled: true },
      clients: {
        machine: { clientSecret: SECRET, grantTypes: ['client_credentials'] },
        careful: {
          clientSecret: SECRET,
          grantTypes: ['client_credentials'],
          dpopBoundAccessTokens: true,
        },
      },
      ...mcp,
    },
  })
  onTestFinished(() => app.close())
  return app
}

async function askAs(app: McpApp, client_id: string) {
  const grant = { grant_type: 'client_credentials', client_id, client_secret: SECRET }
  const { status, json } = await post(`${app.origin}/oauth/mcp/token`, grant)
  return [status, json.error ?? json.token_type]
}

async function metadataOf({ origin }: McpApp) {
  const get = async (name: string) => await (await fetch(`${origin}/.well-known/${name}`)).json()
  return {
    server: await get('oauth-authorization-server'),
    resource: await get('oauth-protected-resource/mcp'),
  }
}

describe('dpop.required', () => {
  const refused = [400, 'invalid_dpop_proof']
  const bearer = [200, 'Bearer']

  test('is never by default: each client decides, and one of the configuration can be held to it', async () => {
    const app = await start({})
    expect((await redeemWith(app, await getCode(app), undefined)).json.token_type).toBe('Bearer')
    expect(await askAs(app, 'machine')).toEqual(bearer)
    expect(await askAs(app, 'careful')).toEqual(refused)
    const { server, resource } = await metadataOf(app)
    const algorithms = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256']
    expect(server).toMatchObject({ dpop_signing_alg_values_supported: algorithms })
    expect(resource).toMatchObject({ dpop_signing_alg_values_supported: algorithms })
    expect(resource).not.toHaveProperty('dpop_bound_access_tokens_required')
  })

  test('public holds those that do not authenticate to it, at each refresh, too', async () => {
    const app = await start({ dpop: { required: 'public' } })
    const key = await createKey()
    const code = await getCode(app)
    const answer = await redeemWith(app, code, undefined)
    expect([answer.status, answer.json.error]).toEqual(refused)
    const { json } = await redeemWith(app, code, key)
    const bare = await refreshWith(app, code.clientId, json.refresh_token, undefined)
    expect([bare.status, bare.json.error]).toEqual(refused)
    expect(await askAs(app, 'machine')).toEqual(bearer)
  })

  test('always holds all to it, and bearer tokens from before are refused', async () => {
    const store = memoryStore()
    const before = await startMcp({ store })
    const { json } = await redeem(before, await getCode(before))
    expect((await call(before, json.access_token)).status).toBe(200)
    await before.close()
    const after = await startMcp({
      port: Number(new URL(before.origin).port),
      store,
      mcp: { dpop: { required: 'always' } },
    })
    onTestFinished(() => after.close())
    const { status, headers } = await call(after, json.access_token)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token", /)
    const { resource } = await metadataOf(after)
    expect(resource).toMatchObject({ dpop_bound_access_tokens_required: true })
  })
})

describe('a bound token', () => {
  test('is checked before the body and in the handler, with one proof, and again by who asks again', async () => {
    const app = await startMcp({
      setUp(server) {
        server.post('/twice', async (request) => {
          const tokens = mcpOf(app).tokensFor('/mcp')
          const checked = [await tokens.verify(request), await tokens.verify(request)]
          return checked.map((one) => one && 'auth' in one)
        })
        const guarded = server.oauth.withMCPAuth(async (request) => request.mcp, {
          scopes: ({ body }) => (body === undefined ? [] : []),
        })
        server.post('/function', guarded)
      },
    })
    onTestFinished(() => app.close())
    const key = await createKey()
    const { json } = await redeemWith(app, await getCode(app), key)
    const accessToken: string = json.access_token
    for (const path of ['/function', '/mcp']) {
      const proof = await signProof(key, { url: `${app.issuer}${path}`, accessToken })
      expect((await callWith(app, accessToken, proof, { path })).status).toBe(200)
      expect((await callWith(app, accessToken, proof, { path })).status).toBe(401)
    }
    const proof = await signProof(key, { url: `${app.issuer}/twice`, accessToken })
    const headers = { authorization: `DPoP ${accessToken}`, dpop: proof }
    const response = await fetch(`${app.origin}/twice`, { method: 'POST', headers })
    expect(await response.json()).toEqual([true, true])
  })

  test('cannot be checked while the store is away: the answer is 503, and bearer tokens go on', async () => {
    const store = memoryStore()
    const app = await startMcp({ store })
    onTestFinished(() => app.close())
    const key = await createKey()
    const { json } = await redeemWith(app, await getCode(app), key)
    const bearer = (await redeem(app, await getCode(app))).json.access_token
    const accessToken: string = json.access_token
    const claim = vi.spyOn(store.mcp.grants, 'claimAssertion')
    claim.mockRejectedValueOnce(new Error('the store is away'))
    const proof = await signProof(key, { url: app.resource, accessToken })
    expect((await callWith(app, accessToken, proof)).status).toBe(503)
    expect((await call(app, bearer)).status).toBe(200)
    // It was not used.
    expect((await callWith(app, accessToken, proof)).status).toBe(200)
  })

  test('lacks a scope or is revoked like any other, and the challenge is one of DPoP', async () => {
    const app = await startMcp({
      mcp: { scopes: { read: 'Read', write: 'Write' } },
      setUp(server) {
        const guarded = server.oauth.withMCPAuth(async (request) => request.mcp, {
          scopes: ['write'],
        })
        server.post('/write', guarded)
      },
    })
    onTestFinished(() => app.close())
    const key = await createKey()
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeemWith(app, code, key)
    const accessToken: string = json.access_token
    const send = async (path: string) => {
      const proof = await signProof(key, { url: `${app.issuer}${path}`, accessToken })
      return await callWith(app, accessToken, proof, { path })
    }
    const lacking = await send('/write')
    expect(lacking.status).toBe(403)
    expect(lacking.challenge).toMatch(/^DPoP error="insufficient_scope", .*scope="read write", /)
    await post(`${app.origin}/oauth/mcp/revoke`, { client_id: code.clientId, token: accessToken })
    const revoked = await send('/mcp')
    expect([revoked.status, revoked.json.error_description]).toEqual([
      401,
      'The access token is revoked.',
    ])
  })
})

test('an application that answers by itself sends the challenge of tokensFor, and the nonce comes by itself', async () => {
  const app = await startMcp({
    mcp: { dpop: { nonce: true } },
    setUp(server) {
      server.get('/own', async (request, reply) => {
        const checked = await mcpOf(app).tokensFor('/mcp').verify(request)
        if (checked === undefined || 'auth' in checked) return checked?.auth
        reply.code(checked.status)
        return reply.header('www-authenticate', checked.challenge).send({})
      })
    },
  })
  onTestFinished(() => app.close())
  const key = await createKey()
  const code = await getCode(app)
  const nonce = (await redeemWith(app, code, key)).headers.get('dpop-nonce') ?? ''
  const { json } = await redeemWith(app, code, key, nonce)
  const accessToken: string = json.access_token
  const own = { path: '/own', method: 'GET' }
  const target = { method: 'GET', url: `${app.issuer}/own`, accessToken }
  const refused = await callWith(app, accessToken, await signProof(key, target), own)
  expect(refused.challenge).toMatch(/^DPoP error="use_dpop_nonce", /)
  const next = refused.headers.get('dpop-nonce')
  const proof = await signProof(key, target, { claims: { nonce: next } })
  const served = await callWith(app, accessToken, proof, own)
  expect([served.status, served.json.cnf]).toEqual([200, { jkt: key.jkt }])
  // Requests without a proof are those of others.
  expect((await fetch(`${app.origin}/own`)).headers.has('dpop-nonce')).toBe(false)
})

test.each([
  ['HTTPS://Shop.Example:443/Mcp?a=b#c', 'https://shop.example/Mcp'],
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.example/a/../%6dcp/%2f%c3%a9', 'https://shop.example/mcp/%2F%C3%A9'],
  ['https://münchen.example/é', 'https://xn--mnchen-3ya.example/%C3%A9'],
  ['http://127.0.0.1:3000/mcp/', 'http://127.0.0.1:3000/mcp/'],
  ['https://ann@shop.example/mcp', undefined],
  ['https://:secret@shop.example/mcp', undefined],
  ['/mcp', undefined],
  ['', undefined],
])('the URL %j is compared as %j', (url, normal) => {
  expect(normalizeUrl(url)).toBe(normal)
  if (normal !== undefined) expect(normalizeUrl(normal)).toBe(normal)
})
