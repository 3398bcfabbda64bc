/** Whatever is sent to the endpoints, they answer, and never with a failure of their own. */
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const hub = { provider: 'github', clientId: 'a', clientSecret: 'b' }
  shop = await startApp({ oauth: { debug: true, providers: { acme, hub } } })
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    '%',
    '%00',
    '../',
    '__proto__',
    'constructor',
    '[object Object]',
    '\ud800',
  ),
)
const encoded = text.map((one) => encodeURIComponent(one.toWellFormed()))
const provider = fc.oneof(
  fc.constantFrom('acme', 'hub', '__proto__', 'constructor', 'toString', 'mcp', 'A'.repeat(90)),
  encoded.filter((one) => one !== ''),
)
const path = fc.constantFrom(
  'login',
  'callback',
  'user',
  'refresh',
  'test',
  'backchannel-logout',
  '',
)
const names = fc.constantFrom(
  'state',
  'code',
  'error',
  'iss',
  'redirect',
  'response',
  'id_token',
  'x',
)
const query = fc.array(
  fc.tuple(names, encoded).map(([name, value]) => `${name}=${value}`),
  { maxLength: 6 },
)
const cookies = fc.array(
  fc
    .tuple(
      fc.constantFrom('sessionId', 'oauth_login_AAAAAAAAAAAAAAAAAAAAAA', '__Host-oauth_login_x'),
      encoded,
    )
    .map((pair) => pair.join('=')),
  { maxLength: 3 },
)
const body = fc.oneof(
  encoded.map((value) => `logout_token=${value}`),
  text.map((one) => one.toWellFormed()),
)
const types = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
)

test('no query, cookie, body or path makes the plugin fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST'),
      provider,
      path,
      query,
      cookies,
      body,
      types,
      async (method, name, end, parameters, jar, payload, type) => {
        const request: InjectOptions = {
          method: method as 'GET',
          url: `/oauth/${name}/${end}?${parameters.join('&')}`,
          headers: { cookie: jar.join('; '), ...(method === 'POST' && { 'content-type': type }) },
          ...(method === 'POST' && { payload }),
        }
        const { statusCode, headers } = await shop.app.inject(request)
        expect(statusCode).toBeLessThan(500)
        const location = headers.location
        if (location === undefined) return
        const target = new URL(String(location), shop.origin)
        expect([shop.origin, idp.origin, 'https://github.com']).toContain(target.origin)
      },
    ),
    { numRuns: 1_500 },
  )
}, 240_000)

test('nor does it when somebody is signing in for real', async () => {
  await fc.assert(
    fc.asyncProperty(query, text, async (parameters, cookie) => {
      const start = await shop.app.inject({ method: 'GET', url: '/oauth/acme/login' })
      const state = new URL(String(start.headers.location)).searchParams.get('state')
      const own = start.cookies.map(({ name, value }) => `${name}=${value}`)
      const headers = {
        cookie: [...own, `x=${encodeURIComponent(cookie.toWellFormed())}`].join('; '),
      }
      const url = `/oauth/acme/callback?state=${state}&${parameters.filter((one) => !one.startsWith('state=')).join('&')}`
      const { statusCode, headers: answer } = await shop.app.inject({ method: 'GET', url, headers })
      expect(statusCode).toBe(302)
      expect(String(answer.location)).toMatch(
        /^\/\?error=(auth_failed|oauth_failed|invalid_request)/,
      )
    }),
    { numRuns: 200 },
  )
}, 240_000)
