/** A token, a code or a consent for one protected resource was good for another one (RFC 8707; RFC 9068, section 4). */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  call,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  post,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const SECRET = 'a secret of the third party, long enough'

let app: McpApp
let api: string

beforeAll(async () => {
  app = await startMcp({
    mcp: {
      scopes: {
        read: 'Read',
        write: { description: 'Write', includes: ['read', 'admin'] },
        admin: 'Administer',
      },
      resources: {
        '/v2': { name: 'The API', scopes: ['write', 'admin'] },
        'https://third.example/api': { scopes: ['read'] },
      },
      clients: {
        third: {
          clientSecret: SECRET,
          redirectUris: ['https://third.example/cb'],
          introspect: ['https://third.example/api'],
        },
      },
    },
    setUp(server) {
      const handler = server.oauth.withMCPAuth(async (request) => request.mcp, {
        resource: '/v2',
        scopes: ['admin'],
      })
      server.post('/v2', handler)
    },
  })
  api = `${app.origin}/v2`
})
afterAll(async () => await app.close())

async function tokenFor(resource: string | undefined, more: Parameters<typeof getCode>[1] = {}) {
  const code = await getCode(app, { ...(resource && { resource }), ...more })
  const { json } = await redeem(app, code, { resource })
  return { ...json, clientId: code.clientId }
}

describe('an access token', () => {
  test('says which resource it is for, with scopes of that resource only', async () => {
    const claims = decodeJwt((await tokenFor(api)).access_token)
    expect(claims).toMatchObject({ aud: api, scope: 'write admin' })
    expect(decodeJwt((await tokenFor(undefined)).access_token)).toMatchObject({
      aud: app.resource,
      scope: 'read write admin',
    })
  })

  test('is refused by every resource but its own, which names its own metadata', async () => {
    const [ours, theirs] = [await tokenFor(app.resource), await tokenFor(api)]
    expect((await call(app, ours.access_token)).status).toBe(200)
    expect((await call(app, theirs.access_token, '/v2')).status).toBe(200)
    const crossed = [
      await call(app, theirs.access_token),
      await call(app, ours.access_token, '/v2'),
    ]
    expect(crossed.map(({ status }) => status)).toEqual([401, 401])
    expect(crossed.map(({ headers }) => headers.get('www-authenticate'))).toEqual([
      expect.stringContaining(`/.well-known/oauth-protected-resource/mcp"`),
      expect.stringContaining(`/.well-known/oauth-protected-resource/v2"`),
    ])
  })

  test('does not get a scope of another resource that a scope includes', async () => {
    const { access_token: token } = await tokenFor('https://third.example/api', {
      scope: 'write read',
    })
    expect(decodeJwt(token)).toMatchObject({ aud: 'https://third.example/api', scope: 'read' })
  })
})

test('a client that is registered for a scope of one resource gets no scope of another', async () => {
  const { client_id: clientId } = await register(app, { scope: 'read' })
  expect((await tokenFor(app.resource, { clientId })).scope).toBe('read')
  for (const asked of [{ scope: 'admin' }, {}]) {
    expect((await getCode(app, { clientId, resource: api, ...asked })).code).toBe('')
  }
})

describe('a code and a refresh token', () => {
  test('give tokens for the resource of the authorization, named again or not', async () => {
    for (const resource of [api, undefined]) {
      const code = await getCode(app, { resource: api })
      const { json } = await redeem(app, code, { resource })
      expect(decodeJwt(json.access_token).aud).toBe(api)
      const refreshed = await refresh(app, code.clientId, json.refresh_token, { resource })
      expect(decodeJwt(refreshed.json.access_token).aud).toBe(api)
    }
  })

  test('are refused for another resource, and stay good for their own', async () => {
    const code = await getCode(app, { resource: api })
    const refused = await redeem(app, code, { resource: app.resource })
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    const { json } = await redeem(app, code, { resource: api })
    const crossed = await refresh(app, code.clientId, json.refresh_token, {
      resource: app.resource,
    })
    expect(crossed).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    const good = await refresh(app, code.clientId, json.refresh_token, { resource: api })
    expect(good.status).toBe(200)
  })

  test('are refused for a resource that is not configured', async () => {
    const code = await getCode(app)
    expect(await redeem(app, code, { resource: `${app.origin}/v3` })).toMatchObject({
      status: 400,
      json: { error: 'invalid_target', error_description: expect.stringContaining(api) },
    })
  })
})

test('a consent for one resource is not one for another', async () => {
  const browser = createBrowser()
  const { client_id: clientId } = await register(app)
  await tokenFor(app.resource, { clientId, browser, scope: 'admin' })
  const { challenge } = pkce()
  const ask = async (resource: string) => {
    const url = authorizeUrl(app, {
      ...{ client_id: clientId, code_challenge: challenge, scope: 'admin' },
      resource,
    })
    return await browser.follow(url, (target) => target.startsWith('http://127.0.0.1:4001'))
  }
  expect((await ask(app.resource)).location).toContain('code=')
  const page = await ask(api)
  expect(page.location).toBeUndefined()
  expect(page.text).toContain('<strong>The API</strong>')
  const answer = await goThrough(
    browser,
    authorizeUrl(app, { client_id: clientId, code_challenge: challenge, resource: api }),
  )
  expect(answer.searchParams.get('code')).toBeTruthy()
  const listed = await mcpOf(app).connectedClients('ann@example.com')
  const own = listed.filter((one) => one.clientId === clientId)
  expect(new Map(own.map((one) => [one.resource, one.scopes]))).toEqual(
    new Map([
      [app.resource, ['admin']],
      [api, ['admin', 'write']],
    ]),
  )
})

test('a resource server is told about tokens for itself only', async () => {
  const ask = async (token: string) => {
    const authorization = `Basic ${Buffer.from(`third:${encodeURIComponent(SECRET)}`).toString('base64')}`
    const url = `${app.origin}/oauth/mcp/introspect`
    return (await post(url, { token }, { authorization })).json
  }
  const theirs = await tokenFor('https://third.example/api')
  expect(await ask(theirs.access_token)).toMatchObject({
    ...{ active: true, aud: 'https://third.example/api', scope: 'read' },
  })
  expect(await ask(theirs.refresh_token)).toMatchObject({ active: true })
  const foreign = await tokenFor(api)
  expect(await ask(foreign.access_token)).toEqual({ active: false })
  expect(await ask(foreign.refresh_token)).toEqual({ active: false })
})

test('each resource has metadata of its own, and the server names them all', async () => {
  const get = async (path: string) => {
    const response = await fetch(`${app.origin}/.well-known/${path}`)
    return response.status === 200 ? await response.json() : response.status
  }
  const mcp = { resource: app.resource, scopes_supported: ['read', 'write', 'admin'] }
  expect(await get('oauth-protected-resource')).toMatchObject(mcp)
  expect(await get('oauth-protected-resource/mcp')).toMatchObject(mcp)
  expect(await get('oauth-protected-resource/v2')).toEqual({
    resource: api,
    resource_name: 'The API',
    authorization_servers: [app.issuer],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'],
    scopes_supported: ['write', 'admin'],
  })
  // It is at another host, where the third party serves it.
  expect(await get('oauth-protected-resource/api')).toBe(404)
  expect(await get('oauth-authorization-server')).toMatchObject({
    protected_resources: [app.resource, api, 'https://third.example/api'],
  })
})

test('a route for a resource that is not configured is refused when it is added', async () => {
  const starting = startMcp({
    setUp(server) {
      server.post(
        '/v3',
        server.oauth.withMCPAuth(async () => 'x', { resource: '/v3' }),
      )
    },
  })
  await expect(starting).rejects.toMatchObject({
    code: 'OAUTH_CONFIG',
    message: expect.stringContaining('"/v3" is not in mcp.resources. Known resources: http'),
  })
})
