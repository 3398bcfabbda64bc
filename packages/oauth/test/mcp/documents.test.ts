/** Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document). */
import { memoryStore } from '@entrepot/oauth/memory'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isDocumentUrl } from '../../src/mcp/clients/document-url.ts'
import { ttlOf } from '../../src/mcp/clients/fetch-document.ts'
import { createBrowser } from '../support/browser.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import {
  authorizeUrl,
  CALLBACK,
  getCode,
  type McpApp,
  pkce,
  post,
  redeem,
  refresh,
  startMcp,
} from '../support/mcp.ts'

let website: DocumentServer
let app: McpApp
/** Gives a fetch half a second: for those that never end. A good one may miss that on a busy machine. */
let impatient: McpApp

beforeAll(async () => {
  website = await startDocumentServer()
  const start = async (settings: { fetchTimeoutMs?: number }) =>
    await startMcp({
      oauth: { documentHttp: website.client({ ...settings, maxBytes: 2_000 }) },
      mcp: { clientIdMetadataDocuments: { rateLimit: 1_000, callerRateLimit: false } },
    })
  app = await start({})
  impatient = await start({ fetchTimeoutMs: 500 })
})
afterAll(async () => {
  await app.close()
  await impatient.close()
  await website.close()
})

const visit = (client_id: string, to: McpApp = app) =>
  createBrowser().get(authorizeUrl(to, { client_id, code_challenge: pkce().challenge }), {
    headers: { accept: 'application/json' },
  })

describe('a client that publishes a document', () => {
  test('goes all the way, and people see the host that vouches for it', async () => {
    const clientId = website.publish('/robot.json', { client_uri: 'https://robot.example/' })
    const page = await visit(clientId)
    expect(page.text).toContain(new URL(clientId).host)
    expect(page.text).toContain('Published robot')
    expect(page.text).toContain('robot.example (not verified)')
    const { status, json } = await redeem(app, await getCode(app, { clientId }))
    expect([status, json.refresh_token]).toEqual([200, expect.any(String)])
  })

  test('describes itself for all servers: what this one does not know is left out', async () => {
    const clientId = website.publish('/everywhere.json', {
      grant_types: [
        'authorization_code',
        'implicit',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code', 'id_token', 'code id_token'],
      token_endpoint_auth_methods_supported: ['tls_client_auth', 'client_secret_post', 'none'],
      logo_uri: null,
      'x-vendor': { nested: [{ deep: true }] },
    })
    const { status } = await redeem(app, await getCode(app, { clientId }))
    expect(status).toBe(200)
  })

  test('authenticates by the strongest method that it supports and this server knows', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true })
    const keys = [{ ...(await exportJWK(publicKey)), 'x-vendor': { nested: true } }]
    const supported = ['none', 'client_secret_basic', 'private_key_jwt']
    const clientId = website.publish('/strongest.json', {
      token_endpoint_auth_methods_supported: supported,
      jwks: { keys },
    })
    const { status, json } = await redeem(app, await getCode(app, { clientId }))
    expect([status, json.error]).toEqual([401, 'invalid_client'])
    // Without keys there is nothing to verify an assertion with.
    const keyless = { token_endpoint_auth_methods_supported: supported }
    const other = await getCode(app, { clientId: website.publish('/keyless.json', keyless) })
    expect((await redeem(app, other)).status).toBe(200)
    // The method that a client names counts for more than a list.
    const named = website.publish('/named.json', {
      token_endpoint_auth_method: 'none',
      token_endpoint_auth_methods_supported: supported,
      jwks: { keys },
    })
    expect((await redeem(app, await getCode(app, { clientId: named }))).status).toBe(200)
  })

  test('may be an app with a scheme of its own where the settings allow that, though nobody can register', async () => {
    const redirect_uri = 'robot-app://app/callback'
    const clientId = website.publish('/app.json', { redirect_uris: [redirect_uri] })
    expect((await visit(clientId)).json.error).toBe('invalid_client')
    const own = await startMcp({
      mcp: { dynamicClientRegistration: { enabled: false, allowCustomSchemes: true } },
      oauth: { documentHttp: website.client() },
    })
    const asked = { client_id: clientId, redirect_uri, code_challenge: pkce().challenge }
    expect((await createBrowser().get(authorizeUrl(own, asked))).text).toContain('robot-app://app')
    await own.close()
  })

  test('authenticates with private_key_jwt, by keys in the document or beside it', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true })
    const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one' }] }
    website.serve('/keys.json', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(jwks))
    })
    const method = { token_endpoint_auth_method: 'private_key_jwt' }
    const inline = website.publish('/inline.json', { ...method, jwks })
    const beside = website.publish('/beside.json', {
      ...method,
      jwks_uri: website.url('/keys.json'),
    })
    for (const clientId of [inline, beside]) {
      const code = await getCode(app, { clientId })
      expect((await redeem(app, code)).json.error).toBe('invalid_client')
      const now = Math.floor(Date.now() / 1_000)
      const claims = { iss: clientId, sub: clientId, aud: app.issuer, jti: crypto.randomUUID() }
      const client_assertion = await new SignJWT({ ...claims, iat: now, exp: now + 300 })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(pair.privateKey)
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      expect((await redeem(app, code, { client_assertion, client_assertion_type })).status).toBe(
        200,
      )
    }
  })

  test.each<[string, object]>([
    ['another client_id', { client_id: 'https://localhost/other' }],
    ['no client_id', { client_id: undefined }],
    ['no name', { client_name: undefined }],
    ['no redirect URIs', { redirect_uris: undefined }],
    ['a redirect URI with plain http', { redirect_uris: ['http://robot.example/cb'] }],
    ['a secret', { client_secret: 'x' }],
    ['the end of a secret', { client_secret_expires_at: 0 }],
    ['a private key', { jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'a', d: 'b' }] } }],
    ['a method with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    [
      'keys of another origin',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://x.example/' },
    ],
    [
      'no method that this server knows',
      { token_endpoint_auth_methods_supported: ['tls_client_auth', 'client_secret_basic'] },
    ],
    ['no useful grant', { grant_types: ['implicit'] }],
    ['a grant without a person', { grant_types: ['client_credentials'] }],
    ['another response type', { response_types: ['token'] }],
    [
      'a redirect URI that this request does not name',
      { redirect_uris: ['https://robot.example/cb'] },
    ],
  ])('is refused with %s, without a redirect', async (title, changes) => {
    const clientId = website.publish(`/${title.replaceAll(' ', '-')}.json`, changes)
    const { status, json, location } = await visit(clientId)
    expect([status, location]).toEqual([400, undefined])
    expect(['invalid_client', 'invalid_request']).toContain(json.error)
  })
})

describe('a fetch', () => {
  const good = (path: string) =>
    JSON.stringify({ client_id: website.url(path), client_name: 'R', redirect_uris: [CALLBACK] })
  const broken: Record<string, Parameters<DocumentServer['serve']>[1]> = {
    '/redirect': (_, response) =>
      response.writeHead(302, { location: website.publish('/target.json') }).end(),
    '/html': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(good('/html')),
    '/untyped': (_, response) => response.writeHead(200).end(good('/untyped')),
    '/error': (_, response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end(good('/error')),
    '/no-json': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    '/list': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    '/hang': () => {},
    '/slow': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    },
    '/big': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(good('/big') + ' '.repeat(5_000)),
    '/drop': (request) => request.socket.destroy(),
  }

  const SAID: Record<string, string> = {
    '/no-json': 'it is not a JSON object',
    '/list': 'it is not a JSON object',
    '/html': 'its content type is not application/json',
    '/untyped': 'its content type is not application/json',
    '/redirect': 'its website answers 302',
  }

  test.each(Object.keys(broken))(
    'that ends at %s says what the website has said, and nothing of the network',
    async (path) => {
      website.serve(path, broken[path] as Parameters<DocumentServer['serve']>[1])
      const endless = path === '/hang' || path === '/slow'
      const { status, json } = await visit(website.url(path), endless ? impatient : app)
      const said = SAID[path]
      const [expected, code, text] =
        said === undefined
          ? [503, 'temporarily_unavailable', 'could not be fetched. Try again later.']
          : [400, 'invalid_client', `cannot be used: ${said}.`]
      expect([status, json.error]).toEqual([expected, code])
      expect(json.error_description).toBe(`The client metadata document ${text}`)
    },
  )

  test('that failed is not kept: the next one may succeed', async () => {
    const clientId = website.url('/mended.json')
    expect((await visit(clientId)).status).toBe(400)
    website.publish('/mended.json')
    expect((await visit(clientId)).status).toBe(200)
  })

  test('is made again when the time is over that HTTP gives the document, and not before', async () => {
    let skew = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skew * 1_000)
    const store = memoryStore({ clock: () => Date.now() / 1_000 + skew })
    const own = await startMcp({ store, oauth: { documentHttp: website.client() } })
    const clientId = website.url('/kept.json')
    const document = { client_id: clientId, client_name: 'R', redirect_uris: [CALLBACK] }
    let fetches = 0
    website.serve('/kept.json', (_, response) => {
      fetches += 1
      const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=900' }
      response.writeHead(200, headers).end(JSON.stringify(document))
    })
    const later = async (seconds: number) => {
      skew += seconds
      expect((await visit(clientId, own)).status).toBe(200)
      return fetches
    }
    expect([await later(0), await later(600), await later(310)]).toEqual([1, 1, 2])
    vi.restoreAllMocks()
    await own.close()
  })

  test('is for allowed hosts only, where the settings name some', async () => {
    const mcp = { clientIdMetadataDocuments: { allowedHosts: ['robots.example'] } }
    const strict = await startMcp({ mcp, oauth: { documentHttp: website.client() } })
    const clientId = website.publish('/foreign.json')
    expect((await visit(clientId, strict)).json.error).toBe('invalid_client')
    expect(website.requests).not.toContain('/foreign.json')
    await strict.close()
  })
})

describe('an outage of the website of a client', () => {
  const WEEK = 604_800
  let skew = 0
  let own: McpApp
  beforeAll(async () => {
    const store = memoryStore({ clock: () => Date.now() / 1_000 + skew })
    own = await startMcp({
      store,
      oauth: { documentHttp: website.client() },
      mcp: { clientIdMetadataDocuments: { rateLimit: 5 }, refreshTokenTtl: 10 * WEEK },
    })
  })
  afterAll(() => own.close())
  beforeEach(() => {
    skew = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + skew * 1_000)
  })
  afterEach(() => vi.restoreAllMocks())

  const breakDown = (path: string) =>
    website.serve(path, (_, response) => response.writeHead(503).end())
  const revoke = async (client_id: string, token: string) =>
    await post(`${own.origin}/oauth/mcp/revoke`, { client_id, token })
  /** A client with a refresh token, whose document is no longer fresh and cannot be fetched. */
  const connect = async (path: string) => {
    const clientId = website.publish(path)
    const { json } = await redeem(own, await getCode(own, { clientId }))
    breakDown(path)
    skew += 2 * 3_600
    return { clientId, token: json.refresh_token as string }
  }

  test('leaves its connections as they are for days, and asks nobody to sign in anew', async () => {
    const { clientId, token } = await connect('/outage.json')
    const first = await refresh(own, clientId, token)
    expect(first.status).toBe(200)
    expect((await visit(clientId, own)).json.error).toBe('temporarily_unavailable')
    skew += 5 * 86_400
    const fetched = website.requests.length
    const second = await refresh(own, clientId, first.json.refresh_token)
    const third = await refresh(own, clientId, second.json.refresh_token)
    expect([second.status, third.status]).toEqual([200, 200])
    // Of each minute, the website hears once.
    expect(website.requests.length - fetched).toBe(1)
    skew += 100
    expect((await revoke(clientId, third.json.refresh_token)).status).toBe(200)
    const after = await refresh(own, clientId, third.json.refresh_token)
    expect(after.json.error).toBe('invalid_grant')
  })

  test('of more than a week is temporarily_unavailable with Retry-After, never invalid_client', async () => {
    const { clientId, token } = await connect('/long-outage.json')
    expect((await refresh(own, clientId, token)).status).toBe(200)
    skew += WEEK
    for (const answer of [await refresh(own, clientId, token), await revoke(clientId, token)]) {
      expect([answer.status, answer.json.error]).toEqual([503, 'temporarily_unavailable'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('keeps no document of a client that has never got a token', async () => {
    const clientId = website.publish('/visitor.json')
    expect((await visit(clientId, own)).status).toBe(200)
    breakDown('/visitor.json')
    skew += 2 * 3_600
    const answer = await refresh(own, clientId, 'none')
    expect([answer.status, answer.json.error]).toEqual([503, 'temporarily_unavailable'])
  })

  test('is none while the document is there and cannot be used: its author has changed it', async () => {
    const { clientId, token } = await connect('/closed.json')
    website.publish('/closed.json', { redirect_uris: undefined })
    const answer = await refresh(own, clientId, token)
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client'])
  })
})

test.each(['EdDSA', 'ES256', 'RS256'])(
  'a headless client with %s gets tokens where its host is allowed',
  async (alg) => {
    const pair = await generateKeyPair(alg, { extractable: true })
    const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
    const own = await startMcp({
      oauth: { documentHttp: website.client() },
      mcp: {
        clientCredentials: { enabled: true },
        clientIdMetadataDocuments: { allowedHosts: ['localhost'] },
      },
    })
    const document = {
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
      redirect_uris: undefined,
      scope: 'read',
      jwks,
    }
    const ask = async (clientId: string) => {
      const now = Math.floor(Date.now() / 1_000)
      const claims = { iss: clientId, sub: clientId, aud: own.issuer, jti: crypto.randomUUID() }
      const client_assertion = await new SignJWT({ ...claims, iat: now, exp: now + 60 })
        .setProtectedHeader({ alg })
        .sign(pair.privateKey)
      return await post(`${own.origin}/oauth/mcp/token`, {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion,
      })
    }
    const good = await ask(website.publish('/headless.json', document))
    expect([good.status, good.json.scope]).toEqual([200, 'read'])
    for (const [path, change] of Object.entries({
      '/with-redirects': { redirect_uris: [CALLBACK] },
      '/without-keys': { jwks: undefined },
      '/other-keys': { jwks: { keys: [{ ...jwks.keys[0], kty: 'EC', crv: 'P-384' }] } },
      '/private-key': { jwks: { keys: [await exportJWK(pair.privateKey)] } },
      '/public': { token_endpoint_auth_method: 'none' },
      '/malformed-scope': { scope: 'read"' },
      '/foreign-scope': { scope: '字' },
    })) {
      expect((await ask(website.publish(path, { ...document, ...change }))).status).toBe(401)
    }
    await own.close()
  },
)

describe('the URL of a document', () => {
  test.each([
    'http://robot.example/client',
    'HTTPS://robot.example/client',
    'https://Robot.example/client',
    'https://robot.example',
    'https://robot.example/',
    'https://robot.example/a/../client',
    'https://robot.example/a/%2e%2e/client',
    'https://robot.example/./client',
    'https://user@robot.example/client',
    'https://robot.example/client#x',
    'https://robot.example/client#',
    'https://robot.example/client?x=1',
    'https://robot.example/client?',
    'https://127.0.0.1/client',
    'https://2130706433/client',
    'https://[::1]/client',
    'https://robot.example:443/client',
    `https://robot.example/${'x'.repeat(2_048)}`,
    'https://robot.example\\client',
    'https:/robot.example/client',
  ])('is not %s', (url) => expect(isDocumentUrl(url)).toBe(false))

  test.each(['https://robot.example/client', 'https://robot.example:8443/a/b.json'])(
    'may be %s',
    (url) => expect(isDocumentUrl(url)).toBe(true),
  )

  test('is always written in one way', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        if (isDocumentUrl(url)) expect(new URL(url).href).toBe(url)
      }),
    )
  })
})

test.each([
  [['max-age=120'], undefined, 120],
  [['public, max-age=7200'], '200', 7_000],
  [['max-age=5'], undefined, 60],
  [['max-age=999999999'], undefined, 86_400],
  [['no-store, max-age=500'], undefined, 60],
  [['s-maxage=500'], undefined, 3_600],
  [undefined, undefined, 3_600],
])('a document with Cache-Control %s and Age %s is kept for %i seconds', (header, age, seconds) => {
  expect(ttlOf(header, age)).toBe(seconds)
})
