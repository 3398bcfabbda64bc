import { memoryStore } from '@entrepot/oauth/memory'
import Fastify from 'fastify'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withMCPAuth } from '../../src/index.ts'
import {
  ALSO_DPOP,
  call,
  getCode,
  type McpApp,
  mcpOf,
  redeem,
  requestWith,
  startMcp,
} from '../support/mcp.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
const store = memoryStore()
/** For what the server does in the background, every few seconds. */
const PATIENCE_MS = 20_000
let app: McpApp
let signer: { kid: string; key: Key }

beforeAll(async () => {
  // A key of the test's own, in the store before the server starts, so that the test can sign as the server does.
  const pair = await generateKeyPair('ES256', { extractable: true })
  app = await startMcp({
    store,
    mcp: {
      scopes: {
        read: 'Read',
        write: { description: 'Write', includes: ['read'] },
        admin: { description: 'Everything', includes: ['write'] },
      },
    },
    setUp(server) {
      const { withMCPAuth: guard } = server.oauth
      server.post(
        '/read',
        guard(async (request) => request.mcp, { scopes: ['read'] }),
      )
      server.post(
        '/both',
        guard(async (request) => request.mcp, { scopes: ['read', 'write'] }),
      )
      const scopesOf = ({ query }: { query: unknown }) =>
        (query as { write?: string }).write ? ['write'] : ['read']
      const reused: string[] = []
      const scopesInOneList = ({ query }: { query: unknown }) => {
        reused.splice(0, 1, (query as { write?: string }).write ? 'write' : 'read')
        return reused
      }
      server.post(
        '/reused',
        guard(async (request) => request.mcp, { scopes: scopesInOneList }),
      )
      const fixed = ['read']
      server.post(
        '/fixed',
        guard(async (request) => request.mcp, { scopes: fixed }),
      )
      fixed.push('admin')
      server.post(
        '/tool',
        guard(async (request) => request.mcp, { scopes: scopesOf }),
      )
    },
  })
  const kid = 'test-key'
  const publicKey = JSON.stringify({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' })
  await store.mcp.keys.add({ kid, alg: 'ES256', generation: 99, publicKey, privateKey: 'x' }, 1_000)
  signer = { kid, key: pair.privateKey }
  // The ring looks again for a key that it does not know, after a moment.
  await vi.waitFor(
    async () => expect((await call(app, await sign())).status).toBe(200),
    PATIENCE_MS,
  )
})
afterAll(async () => await app.close())

function claims(changes: JWTPayload = {}): JWTPayload {
  const iat = Math.floor(Date.now() / 1_000)
  const base = { iss: app.issuer, aud: app.resource, sub: 'ann', client_id: 'robot', jti: 'a-jti' }
  return { ...base, iat, exp: iat + 60, ...changes }
}

async function sign(
  changes: JWTPayload = {},
  header: Record<string, unknown> = {},
  key = signer.key,
) {
  const protectedHeader = { alg: 'ES256', kid: signer.kid, typ: 'at+jwt', ...header }
  return await new SignJWT(claims(changes)).setProtectedHeader(protectedHeader).sign(key)
}

/** What the application learns that answers by itself. */
const verify = async (token: string) =>
  await mcpOf(app)
    .tokensFor('/mcp')
    .verify(requestWith(`Bearer ${token}`))

const metadata = () => `${app.origin}/.well-known/oauth-protected-resource/mcp`

describe('without a good token', () => {
  test('the challenge leads to the authorization server, names the scope, and blames nothing', async () => {
    const { status, headers, json } = await call(app, undefined, '/read')
    expect([status, json.error]).toEqual([401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer scope="read", resource_metadata="${metadata()}"${ALSO_DPOP}`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe(
      'WWW-Authenticate, DPoP-Nonce, Retry-After',
    )
  })

  const past = Math.floor(Date.now() / 1_000) - 10
  test.each<[string, () => Promise<string>]>([
    ['text', async () => 'nonsense'],
    ['an expired token', () => sign({ exp: past })],
    ['a token for another resource', () => sign({ aud: 'https://other.example/mcp' })],
    ['a token for no resource', () => sign({ aud: undefined as never })],
    ['a token of another issuer', () => sign({ iss: 'https://other.example' })],
    ['a token that is not valid yet', () => sign({ nbf: past + 3_600 })],
    ['a token without a subject', () => sign({ sub: undefined as never })],
    ['a token without a client', () => sign({ client_id: undefined })],
    ['a token without an expiry', () => sign({ exp: undefined as never })],
    ['a token without a jti', () => sign({ jti: undefined as never })],
    ['a client that is no text', () => sign({ client_id: 7 })],
    ['an account that is no text', () => sign({ account: ['7'] })],
    ['an ID token', () => sign({}, { typ: 'JWT' })],
    ['a token without a type', () => sign({}, { typ: undefined })],
    ['an unknown key', () => sign({}, { kid: 'no-such-key' })],
    ['no key id', () => sign({}, { kid: undefined })],
    [
      'another key under a known id',
      async () => sign({}, {}, (await generateKeyPair('ES256')).privateKey),
    ],
    ['no signature', async () => unsigned()],
    [
      'a changed token',
      async () => (await sign()).replace(/\.[^.]+\./, `.${payload({ sub: 'eve' })}.`),
    ],
    ['the public key as a secret', () => confused()],
  ])('%s is refused, also by tokensFor', async (_title, make) => {
    const token = await make()
    const { status, headers, json } = await call(app, token)
    expect([status, json.error]).toEqual([401, 'invalid_token'])
    expect(await verify(token)).toEqual({
      status: 401,
      description: json.error_description,
      challenge: headers.get('www-authenticate'),
    })
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", error_description="/,
    )
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${metadata()}"`)
  })

  const payload = (changes: JWTPayload) =>
    Buffer.from(JSON.stringify(claims(changes))).toString('base64url')
  const unsigned = () => {
    const header = Buffer.from('{"alg":"none","typ":"at+jwt","kid":"test-key"}').toString(
      'base64url',
    )
    return `${header}.${payload({})}.`
  }
  /** Algorithm confusion: an HMAC under the text of the public key. */
  const confused = async () => {
    const keys = await (await fetch(`${app.origin}/.well-known/jwks.json`)).json()
    const secret = await importJWK(
      { kty: 'oct', k: Buffer.from(JSON.stringify(keys)).toString('base64url') },
      'HS256',
    )
    return await sign({}, { alg: 'HS256' }, secret as never)
  }

  test.each([
    ['two tokens', 'Bearer a b'],
    ['no token', 'Bearer '],
    ['other characters', 'Bearer a,b'],
    ['a huge token', `Bearer ${'x'.repeat(9_000)}`],
  ])('a header with %s is malformed', async (_title, authorization) => {
    const response = await fetch(`${app.origin}/mcp`, {
      method: 'POST',
      headers: { authorization },
    })
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_request',
    ])
  })

  test('a token in the query or the body counts for nothing', async () => {
    const token = await sign()
    expect((await call(app, undefined, `/mcp?access_token=${token}`)).status).toBe(401)
    const body = new URLSearchParams({ access_token: token })
    const response = await fetch(`${app.origin}/mcp`, { method: 'POST', body })
    expect(response.status).not.toBe(200)
  })

  test('Basic credentials count for nothing', async () => {
    const headers = { authorization: 'Basic YTpi' }
    expect((await fetch(`${app.origin}/mcp`, { method: 'POST', headers })).status).toBe(401)
  })
})

describe('with a good token', () => {
  test('the handler learns who calls', async () => {
    const token = await sign({ scope: 'read' })
    const { status, json } = await call(app, token)
    const { exp } = decodeJwt(token)
    const expected = {
      sub: 'ann',
      client_id: 'robot',
      aud: app.resource,
      scope: 'read',
      jti: 'a-jti',
      exp,
    }
    expect([status, json]).toEqual([200, expected])
  })

  test('tokensFor returns its claims and all scopes that it allows, and nothing for other credentials', async () => {
    const tokens = mcpOf(app).tokensFor('/mcp')
    const checked = await tokens.verify(requestWith(`Bearer ${await sign({ scope: 'write' })}`))
    expect(checked).toMatchObject({ auth: { sub: 'ann', client_id: 'robot', scope: 'write' } })
    expect([...((checked as { scopes?: Set<string> }).scopes ?? [])]).toEqual(['write', 'read'])
    for (const other of [undefined, '', 'Basic YTpi', 'bearertoken']) {
      expect(await tokens.verify(requestWith(other))).toBeUndefined()
    }
    expect(await tokens.verify(requestWith('Bearer a b'))).toMatchObject({ status: 400 })
    expect(tokens.challenge()).toBe(`Bearer resource_metadata="${metadata()}"${ALSO_DPOP}`)
    expect(tokens.challenge({ error: 'insufficient_scope', scopes: ['write'] })).toMatch(
      /^Bearer error="insufficient_scope", error_description=".+", scope="write", resource_metadata=/,
    )
    expect(() => mcpOf(app).tokensFor('/other')).toThrow('/other')
  })

  test('a scope holds those that it includes, at any depth', async () => {
    for (const scope of ['read', 'write', 'admin', 'other admin']) {
      expect((await call(app, await sign({ scope }), '/read')).status).toBe(200)
    }
    expect((await call(app, await sign({ scope: 'admin' }), '/both')).status).toBe(200)
  })

  test('a missing scope is 403 with all that the operation needs and all that the client has', async () => {
    const { status, headers, json } = await call(app, await sign({ scope: 'other' }), '/both')
    expect([status, json.error]).toEqual([403, 'insufficient_scope'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", error_description="The access token lacks a scope that this operation requires.", scope="other read write", resource_metadata="${metadata()}"`,
    )
  })

  test('operations of one route may need different scopes', async () => {
    const token = await sign({ scope: 'read' })
    expect((await call(app, token, '/tool')).status).toBe(200)
    expect((await call(app, token, '/tool?write=1')).status).toBe(403)
  })

  test('it ends with its expiry although it was verified before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await sign({ exp: Math.floor(Date.now() / 1_000) + 10, jti: 'short' })
    expect((await call(app, token)).status).toBe(200)
    vi.setSystemTime(Date.now() + 10_000)
    const { status } = await call(app, token)
    vi.useRealTimers()
    expect(status).toBe(401)
  })

  test('another payload under its signature is refused, although the signature is known', async () => {
    const token = await sign()
    expect((await call(app, token)).status).toBe(200)
    const [header, , signature] = token.split('.')
    const payload = Buffer.from(JSON.stringify(claims({ sub: 'eve' }))).toString('base64url')
    expect((await call(app, `${header}.${payload}.${signature}`)).status).toBe(401)
    expect((await call(app, token)).status).toBe(200)
  })

  test('what one route lets pass says nothing of another', async () => {
    const token = await sign({ scope: 'read' })
    const paths = ['/read', '/both', '/read', '/both', '/tool', '/tool?write=1']
    const statuses = []
    for (const path of paths) statuses.push((await call(app, token, path)).status)
    expect(statuses).toEqual([200, 403, 200, 403, 200, 403])
  })

  test('a function may give one list for all requests, filled anew for each', async () => {
    const token = await sign({ scope: 'read' })
    const statuses = []
    for (const query of ['', '', '?write=1', '']) {
      statuses.push((await call(app, token, `/reused${query}`)).status)
    }
    expect(statuses).toEqual([200, 200, 403, 200])
  })

  test('what is done to a list after the route was made changes nothing', async () => {
    expect((await call(app, await sign({ scope: 'read' }), '/fixed')).status).toBe(200)
  })

  test('the store is not asked', async () => {
    const token = await sign({ jti: 'no-store' })
    await call(app, token)
    const asked: string[] = []
    for (const [part, operations] of Object.entries(store.mcp)) {
      for (const name of Object.keys(operations)) {
        const spy = vi.spyOn(operations as Record<string, () => void>, name)
        const original = spy.getMockImplementation()
        spy.mockImplementation((...args: []) => {
          asked.push(`${part}.${name}`)
          return original?.(...args)
        })
      }
    }
    for (let count = 0; count < 100; count += 1) await call(app, token)
    vi.restoreAllMocks()
    // Keys and revocations are looked at in the background.
    const foreground = asked.filter((one) => !/^(keys|revocations)\.list$|^audit\.add$/.test(one))
    expect(foreground).toEqual([])
    expect(asked.length).toBeLessThan(100)
  })
})

describe('revocation reaches the guard', () => {
  test('of a connection: at once on this node', async () => {
    const code = await getCode(app, { scope: 'read' })
    const { json } = await redeem(app, code)
    expect((await call(app, json.access_token)).status).toBe(200)
    expect(await verify(json.access_token)).toHaveProperty('auth')
    await mcpOf(app).revokeClient('ann@example.com', code.clientId)
    const { status, headers } = await call(app, json.access_token)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('revoked')
    expect(await verify(json.access_token)).toMatchObject({ status: 401 })
  })

  test('rejected tokens are counted in the audit, never shown', async () => {
    await call(app, 'nonsense')
    const rejected = async () => await mcpOf(app).audit({ event: 'oauth.mcp.token.rejected' })
    await expect.poll(rejected).not.toEqual([])
    const rows = await rejected()
    expect(rows[0]?.detail).toMatchObject({ reason: expect.any(String), count: expect.any(Number) })
    expect(JSON.stringify(rows)).not.toContain('nonsense')
  })
})

test('the guard lets nobody in while the authorization server is off, or without the plugin', async () => {
  const server = Fastify()
  server.get(
    '/mcp',
    withMCPAuth(async () => 'secret'),
  )
  const headers = { authorization: `Bearer ${await sign()}` }
  const { statusCode, body } = await server.inject({ url: '/mcp', headers })
  expect([statusCode, body.includes('secret')]).toEqual([503, false])
})

test('the guard lets nobody in when revocations could not be read for a minute', async () => {
  const own = memoryStore()
  const other = await startMcp({ store: own })
  const { json } = await redeem(other, await getCode(other))
  expect((await call(other, json.access_token)).status).toBe(200)
  const { revocations } = own.mcp
  vi.spyOn(revocations, 'list').mockRejectedValue(new Error('the database is away'))
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000)
  const denied = await call(other, json.access_token)
  const checked = await mcpOf(other)
    .tokensFor('/mcp')
    .verify(requestWith(`Bearer ${json.access_token}`))
  vi.restoreAllMocks()
  expect([denied.status, denied.json.error]).toEqual([503, 'temporarily_unavailable'])
  expect(checked).toMatchObject({ status: 503 })
  expect(denied.headers.get('access-control-allow-origin')).toBe('*')
  await other.close()
})

test('a key that is new cannot be looked for while the store is away: the answer is 503, and says nothing of it', async () => {
  const own = memoryStore()
  const other = await startMcp({ store: own })
  const token = await sign({}, { kid: 'made-elsewhere' })
  vi.spyOn(own.mcp.keys, 'list').mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.5:5432'))
  // The ring looks for a key at most every two seconds.
  const denied = await vi.waitFor(async () => {
    const answer = await call(other, token)
    expect(answer.status).not.toBe(401)
    return answer
  }, PATIENCE_MS)
  vi.restoreAllMocks()
  expect([denied.status, denied.json]).toEqual([
    503,
    {
      error: 'temporarily_unavailable',
      error_description: 'Access tokens cannot be verified at the moment.',
    },
  ])
  await other.close()
})
