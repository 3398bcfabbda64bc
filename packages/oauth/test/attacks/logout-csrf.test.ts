/** Another site signs people out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  // The worst case: a session cookie that goes along from everywhere.
  shop = await startApp({
    oauth: { providers: { acme } },
    session: { cookie: { secure: false, sameSite: 'none' } },
  })
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

test.each<[string, Record<string, string>, number]>([
  [
    'another site, as browsers say',
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    403,
  ],
  [
    'a sibling host, as browsers say',
    { 'sec-fetch-site': 'same-site', origin: 'https://evil.shop.example' },
    403,
  ],
  ['another site, in a browser that only sends Origin', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['the application, as browsers say', { 'sec-fetch-site': 'same-origin', origin: 'ORIGIN' }, 303],
  ['the application, in a browser that only sends Origin', { origin: 'ORIGIN' }, 303],
  ['something that is no browser', {}, 303],
])('a request from %s', async (_title, headers, status) => {
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace('ORIGIN', shop.origin),
  ])
  // fetch() does not let a script set these headers; a socket does.
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/oauth/logout',
    headers: {
      ...Object.fromEntries(entries),
      accept: 'text/html',
      cookie: browser.cookieHeader(shop.origin),
    },
  })
  expect(answer.statusCode).toBe(status)
  const { user } = (await browser.get(`${shop.origin}/me`)).json
  expect(user).toBe(status === 403 ? 'ann@example.com' : undefined)
})
