import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseAccess } from '../src/debug/access.ts'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp
let quiet: TestApp
let strict: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = {
    provider: 'oidc',
    issuer: idp.origin,
    clientId: 'shop',
    clientSecret: 'the-client-secret',
  }
  shop = await startApp({
    oauth: {
      debug: true,
      providers: { acme, hub: { provider: 'github', clientId: 'a', clientSecret: 'b' } },
    },
  })
  quiet = await startApp({ oauth: { providers: { acme } } })
  strict = await startApp({
    oauth: { debug: true, debugAllowedIps: ' 10.1. , 192.0.2.7 ', providers: { acme } },
  })
})
afterAll(async () => {
  for (const app of [shop, quiet, strict]) await app.close()
  await idp.close()
})

const PATHS = [
  '/oauth/',
  '/oauth/test',
  '/oauth/acme',
  '/oauth/acme/user',
  '/oauth/acme/refresh',
  '/oauth/acme/test',
]

describe.each(PATHS)('GET %s', (path) => {
  test('is not there unless debug is on', async () => {
    const page = await createBrowser().get(quiet.origin + path)
    expect([page.status, page.json]).toEqual([404, { error: 'Not found' }])
  })

  test('is refused from addresses that are not on the list, with what to do', async () => {
    const page = await createBrowser().get(strict.origin + path)
    expect(page.status).toBe(403)
    expect(page.json).toEqual({
      error: 'Forbidden',
      message: 'Debug endpoints are not open to 127.0.0.1.',
      hint: 'Add the address to debugAllowedIps.',
    })
  })

  test('is refused when a proxy sends it on that the application was not told of', async () => {
    for (const name of ['x-forwarded-for', 'forwarded']) {
      const page = await createBrowser().get(shop.origin + path, {
        headers: { [name]: 'for=203.0.113.9' },
      })
      expect([page.status, page.json.hint]).toEqual([
        403,
        "Set Fastify's trustProxy to the address of the proxy.",
      ])
    }
  })

  test('shows no token, code or secret to somebody who is signed in', async () => {
    const browser = createBrowser()
    const secrets: string[] = []
    idp.onTokens = (body) => {
      secrets.push(String(body.access_token), String(body.refresh_token), String(body.id_token))
      return undefined
    }
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const page = await browser.get(shop.origin + path)
    expect(page.status).toBe(200)
    for (const secret of [...secrets, 'the-client-secret']) expect(page.text).not.toContain(secret)
    expect(page.text).not.toContain('"tokens"')
  })
})

test('the list names the providers and their endpoints', async () => {
  const { json } = await createBrowser().get(`${shop.origin}/oauth/`)
  expect(json.logout).toBe('POST /oauth/logout')
  expect(json.providers).toEqual([
    {
      name: 'acme',
      provider: 'oidc',
      endpoints: {
        login: '/oauth/acme/login',
        callback: '/oauth/acme/callback',
        user: '/oauth/acme/user',
        refresh: '/oauth/acme/refresh',
        test: '/oauth/acme/test',
      },
    },
    expect.objectContaining({ name: 'hub', provider: 'github' }),
  ])
})

test('the session is shown to those who have one with this provider', async () => {
  const browser = createBrowser()
  const stranger = await browser.get(`${shop.origin}/oauth/acme/user`)
  expect([stranger.status, stranger.json]).toEqual([
    401,
    { authenticated: false, message: 'Not signed in with this provider.' },
  ])
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  const { json } = await browser.get(`${shop.origin}/oauth/acme/user`)
  expect(json).toMatchObject({
    authenticated: true,
    username: 'ann@example.com',
    role: 'user',
    email: 'ann@example.com',
    provider: 'oidc',
    oauth: { provider: 'acme', hasRefreshToken: true },
  })
  expect((await browser.get(`${shop.origin}/oauth/hub/user`)).status).toBe(401)
})

test('a refresh is made at once, due or not', async () => {
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  const before = (await browser.get(`${shop.origin}/token`)).json.token
  idp.onTokens = (body) => {
    delete body.id_token
    return undefined
  }
  const page = await browser.get(`${shop.origin}/oauth/acme/refresh`)
  expect(page.status).toBe(200)
  expect(page.json).toEqual({
    message: 'Refreshed.',
    provider: 'acme',
    expiresAt: expect.any(Number),
    lastRefreshed: expect.any(Number),
  })
  expect((await browser.get(`${shop.origin}/token`)).json.token).not.toBe(before)
  idp.onRequest = (path) => (path === '/token' ? { status: 503, json: {} } : undefined)
  const failed = await browser.get(`${shop.origin}/oauth/acme/refresh`)
  expect([failed.status, failed.json.message]).toEqual([
    401,
    'The provider could not be reached; the session stays.',
  ])
  idp.reset()
})

test('the test page runs no script but its own, and cannot be framed', async () => {
  const { headers, text } = await createBrowser().get(`${shop.origin}/oauth/test`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'; script-src 'nonce-[\w+/=]{24}'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(text).toContain('Sign in with acme')
  expect(text).toContain('Sign in with hub')
})

test.each([
  [{ ip: '127.0.0.1', peer: '127.0.0.1', isForwarded: false }, true],
  [{ ip: '::1', peer: '::1', isForwarded: false }, true],
  [{ ip: '::ffff:127.0.0.1', peer: '::ffff:127.0.0.1', isForwarded: false }, true],
  [{ ip: '10.0.0.7', peer: '127.0.0.1', isForwarded: true }, true],
  [{ ip: '100.0.0.7', peer: '127.0.0.1', isForwarded: true }, false],
  [{ ip: '127.0.0.1', peer: '::ffff:127.0.0.1', isForwarded: true }, false],
  // `trustProxy: true` believes what a client writes: X-Forwarded-For: 127.0.0.1
  [{ ip: '127.0.0.1', peer: '10.0.0.1', isForwarded: true }, false],
  [{ ip: '::1', peer: '203.0.113.9', isForwarded: true }, false],
  [{ ip: '203.0.113.9', peer: '203.0.113.9', isForwarded: false }, false],
  [{ ip: '', peer: undefined, isForwarded: false }, false],
])('%j may pass: %s', (origin, isAllowed) => {
  const host = 'localhost:3000'
  const refusal = refuseAccess({ ...origin, host }, ['127.0.0.1', '::1', '10.'])
  expect(refusal === undefined).toBe(isAllowed)
})

test('an empty list lets nobody in', () => {
  const local = { ip: '127.0.0.1', peer: '127.0.0.1', host: 'localhost', isForwarded: false }
  expect(refuseAccess(local, [])).toBeDefined()
})

test('a path of more than 2,048 characters is refused', async () => {
  const { hostname, port } = new URL(shop.origin)
  const status = await new Promise((resolve) => {
    httpRequest({ hostname, port, path: `/oauth/${'a'.repeat(2_048)}/login` }, (answer) =>
      resolve(answer.resume().statusCode),
    ).end()
  })
  expect(status).toBe(414)
})
