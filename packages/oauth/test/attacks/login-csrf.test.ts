/** Somebody else's sign-in is finished in the victim's browser, so that the victim works in the attacker's account. */
import oauth from '@entrepot/oauth'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({ oauth: { providers: { acme } } })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

/** Begins to sign in, up to the URL that the provider sends the browser back with. */
async function begin(browser = createBrowser()): Promise<string> {
  const start = await browser.get(`${shop.origin}/oauth/acme/login`)
  return (await browser.get(start.location ?? '')).location ?? ''
}

const REFUSED = '/?error=auth_failed&reason=csrf'

test("the attacker's callback does nothing in the victim's browser, and the code is not spent", async () => {
  const callback = await begin()
  const victim = createBrowser()
  idp.requests.length = 0
  expect((await victim.get(callback)).location).toBe(shop.origin + REFUSED)
  expect((await victim.get(`${shop.origin}/me`)).json).toEqual({})
  expect(idp.requests).toEqual([])
})

test('nor when the victim is signing in at the same time', async () => {
  const callback = await begin()
  const victim = createBrowser()
  await begin(victim)
  expect((await victim.get(callback)).location).toBe(shop.origin + REFUSED)
})

test("nor with a cookie of the victim's own under the attacker's name", async () => {
  const attacker = createBrowser()
  const callback = await begin(attacker)
  const victim = createBrowser()
  await begin(victim)
  const host = new URL(shop.origin).host
  const [name = ''] = attacker.cookies.get(host)?.keys() ?? []
  const [value = ''] = victim.cookies.get(host)?.values() ?? []
  victim.cookies.get(host)?.set(name, value)
  expect((await victim.get(callback)).location).toBe(shop.origin + REFUSED)
})

describe('behind https', () => {
  test('the cookie is one that no other host can set: __Host-, Secure, no domain, path /', async () => {
    const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    const app = await startApp({
      oauth: { redirectUri: 'https://shop.example/oauth/callback', providers: { acme } },
    })
    const { headers } = await createBrowser().get(`${app.origin}/oauth/acme/login`)
    await app.close()
    const [line = ''] = headers.getSetCookie()
    expect(line).toMatch(/^__Host-oauth_login_[\w-]{22}=/)
    expect(line).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(line).not.toMatch(/domain/i)
  })

  test('so it is whatever the application has set for its own cookies', async () => {
    const app = Fastify()
    const parseOptions = { signed: true, domain: 'shop.example', sameSite: 'none' } as const
    await app.register(cookie, { secret: SECRET, parseOptions })
    await app.register(session, { secret: SECRET })
    await app.register(oauth, {
      redirectUri: 'https://shop.example/oauth/callback',
      providers: { github: { clientId: 'x', clientSecret: 'y' } },
    })
    const start = await app.inject('/oauth/github/login')
    const state = new URL(String(start.headers.location)).searchParams.get('state')
    const line = String(start.headers['set-cookie'])
    expect(line).toMatch(
      /^__Host-[\w-]+=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [pair = ''] = line.split(';')
    const callback = await app.inject({
      url: `/oauth/github/callback?error=access_denied&state=${state}`,
      headers: { cookie: pair },
    })
    expect(callback.headers.location).toBe('/?error=oauth_failed&reason=access_denied')
    expect(String(callback.headers['set-cookie'])).not.toMatch(/domain/i)
    await app.close()
  })
})
