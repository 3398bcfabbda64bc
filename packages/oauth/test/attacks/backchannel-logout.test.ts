/** Logout tokens that are not what they should be end no session (OpenID Connect Back-Channel Logout 1.0, section 2.6). */

import { memoryStore } from '@entrepot/oauth/memory'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort, SECRET, startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import { SharedSessions } from '../support/session-store.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const hub = { provider: 'github', baseUrl: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({ oauth: { providers: { acme, hub } } })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const seconds = () => Math.floor(Date.now() / 1_000)
const good = (): JWTPayload => ({
  iss: idp.origin,
  aud: 'shop',
  iat: seconds(),
  exp: seconds() + 60,
  jti: crypto.randomUUID(),
  sub: 'ann',
  events: EVENTS,
})

async function signIn(): Promise<Browser> {
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  return browser
}

async function send(token: string, provider = 'acme') {
  const body = new URLSearchParams({ logout_token: token })
  const answer = await fetch(`${shop.origin}/oauth/${provider}/backchannel-logout`, {
    method: 'POST',
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

const isSignedIn = async (browser: Browser) =>
  (await browser.get(`${shop.origin}/me`)).json.user === 'ann@example.com'

test('a good token ends the sessions of the person, and no other', async () => {
  const ann = await signIn()
  idp.account = { sub: 'bob', email: 'bob@example.com', email_verified: true }
  const bob = await signIn()
  expect((await send(await idp.sign(good(), { typ: 'logout+jwt' }))).status).toBe(200)
  expect(await isSignedIn(ann)).toBe(false)
  expect((await bob.get(`${shop.origin}/me`)).json.user).toBe('bob@example.com')
})

test('a token that also names a session ends those of the person whose ID token named none', async () => {
  const unnamed = await signIn()
  idp.account = { ...idp.account, sid: 'session-2' }
  const other = await signIn()
  expect((await send(await idp.sign({ ...good(), sid: 'session-1' }))).status).toBe(200)
  expect([await isSignedIn(unnamed), await isSignedIn(other)]).toEqual([false, true])
})

const stranger = await generateKeyPair('RS256')
const without = (...names: string[]) => {
  const claims = good()
  for (const name of names) delete claims[name]
  return claims
}

const FAULTS: readonly [string, () => Promise<string> | string][] = [
  ['is of another issuer', () => idp.sign({ ...good(), iss: 'https://evil.example' })],
  ['is for another client', () => idp.sign({ ...good(), aud: 'other' })],
  ['has expired', () => idp.sign({ ...good(), exp: seconds() - 120 })],
  [
    'was issued long ago',
    () => idp.sign({ ...good(), iat: seconds() - 600, exp: seconds() + 600 }),
  ],
  ['has no time of issue', () => idp.sign(without('iat'))],
  ['never expires', () => idp.sign(without('exp'))],
  ['has no id', () => idp.sign(without('jti'))],
  ['has no event', () => idp.sign(without('events'))],
  ['has another event', () => idp.sign({ ...good(), events: { 'https://x.example/event': {} } })],
  ['has an event that is a text', () => idp.sign({ ...good(), events: Object.keys(EVENTS)[0] })],
  ['has events in a list', () => idp.sign({ ...good(), events: Object.keys(EVENTS) })],
  ...[true, null, 'yes', []].map((value): [string, () => Promise<string>] => [
    `has ${JSON.stringify(value)} for an event`,
    () => idp.sign({ ...good(), events: { [Object.keys(EVENTS)[0] ?? '']: value } }),
  ]),
  ['names a session with a NUL', () => idp.sign({ ...good(), sid: 'a\u0000b' })],
  ['names somebody at great length', () => idp.sign({ ...good(), sub: 'x'.repeat(5_000) })],
  ['names nobody', () => idp.sign(without('sub'))],
  ['has a nonce, as an ID token does', () => idp.sign({ ...good(), nonce: 'x' })],
  ['says that it is an access token', () => idp.sign(good(), { typ: 'at+jwt' })],
  ['is an ID token', () => idp.sign({ ...without('events', 'jti'), nonce: 'x' })],
  [
    'is signed by a stranger',
    () =>
      new SignJWT(good())
        .setProtectedHeader({ alg: 'RS256', kid: idp.kid })
        .sign(stranger.privateKey),
  ],
  [
    'is signed by the client secret',
    () =>
      new SignJWT(good())
        .setProtectedHeader({ alg: 'HS256', kid: idp.kid })
        .sign(new TextEncoder().encode('s'.repeat(32))),
  ],
  [
    'is not signed',
    () =>
      `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa(JSON.stringify(good())).replaceAll('=', '')}.`,
  ],
  ['is no token', () => 'nonsense'],
  ['is empty', () => ''],
]

test.each(FAULTS)(
  'a token that %s is refused without a reason, and ends nothing',
  async (_title, make) => {
    const browser = await signIn()
    const { status, text } = await send(await make())
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({
      error: 'invalid_request',
      error_description: 'The logout token cannot be used.',
    })
    expect(await isSignedIn(browser)).toBe(true)
  },
)

test('a token that is sent again does not end what began after it', async () => {
  const claims = { ...good(), iat: seconds() - 5 }
  const token = await idp.sign(claims)
  const browser = await signIn()
  expect((await send(token)).status).toBe(200)
  expect(await isSignedIn(browser)).toBe(true)
})

test('a person whose session another secret has sealed is signed out as well, at the next look', async () => {
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const store = memoryStore()
  const sessions = new SharedSessions()
  const port = await freePort()
  const start = async (secret: string) =>
    await startApp({
      port,
      session: { store: sessions },
      oauth: { store, secret, providers: { acme } },
    })
  const before = await start(SECRET)
  const desk = createBrowser()
  await desk.follow(`${before.origin}/oauth/acme/login`)
  await before.close()
  const after = await start('another secret of more than thirty-two characters')
  const phone = createBrowser()
  await phone.follow(`${after.origin}/oauth/acme/login`)
  const body = new URLSearchParams({ logout_token: await idp.sign(good()) })
  const { status } = await fetch(`${after.origin}/oauth/acme/backchannel-logout`, {
    method: 'POST',
    body,
  })
  expect(status).toBe(200)
  expect((await phone.get(`${after.origin}/me`)).json).toEqual({})
  expect((await desk.get(`${after.origin}/me`)).json.user).toBe('ann@example.com')
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 16 * 60_000)
  expect((await desk.get(`${after.origin}/me`)).json).toEqual({})
  vi.useRealTimers()
  await after.close()
})

test('a person whose session cannot be destroyed by its id is signed out as well, at the next look', async () => {
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const own = await startApp({
    oauth: { providers: { acme } },
    setUp: (app) =>
      void app.addHook('preHandler', async (request) => {
        if (!request.url.includes('logout')) return
        const value = Object.create(request.sessionStore, { destroy: {} })
        Object.defineProperty(request, 'sessionStore', { value })
      }),
  })
  onTestFinished(() => own.close())
  const browser = createBrowser()
  await browser.follow(`${own.origin}/oauth/acme/login`)
  const body = new URLSearchParams({ logout_token: await idp.sign(good()) })
  const url = `${own.origin}/oauth/acme/backchannel-logout`
  expect((await fetch(url, { method: 'POST', body })).status).toBe(501)
  vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.now() + 16 * 60_000)
  onTestFinished(() => void vi.useRealTimers())
  expect((await browser.get(`${own.origin}/me`)).json).toEqual({})
})

test('a token of one provider ends nothing of another', async () => {
  const browser = await signIn()
  expect((await send(await idp.sign(good()), 'hub')).status).toBe(400)
  expect(await isSignedIn(browser)).toBe(true)
})

test.each([
  ['JSON', 'application/json', '{"logout_token":"x"}', 400],
  ['nothing', 'application/x-www-form-urlencoded', '', 400],
  ['a megabyte', 'application/x-www-form-urlencoded', 'x'.repeat(1_000_000), 413],
  ['XML', 'application/xml', '<x/>', 415],
])('%s for a body is refused', async (_title, type, body, status) => {
  const answer = await fetch(`${shop.origin}/oauth/acme/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(answer.status).toBe(status)
})

test('tokens with made-up keys make the keys be fetched ten times a minute at most', async () => {
  const fresh = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' },
      },
    },
  })
  for (let count = 0; count < 25; count += 1) {
    const body = new URLSearchParams({
      logout_token: await idp.sign(good(), { kid: `made-up-${count}` }),
    })
    await fetch(`${fresh.origin}/oauth/acme/backchannel-logout`, { method: 'POST', body })
  }
  expect(idp.requests.filter(({ path }) => path === '/jwks').length).toBeLessThanOrEqual(10)
  await fresh.close()
})

test('many tokens with unknown keys keep nobody from signing in after the provider has rolled its keys over', async () => {
  idp.onRequest = (path) => (path.endsWith('/jwks') ? { json: { keys: [] } } : undefined)
  for (let count = 0; count < 12; count += 1) {
    expect((await send(await idp.sign(good(), { kid: `unknown-${count}` }))).status).toBe(400)
  }
  idp.onRequest = () => undefined
  expect(await isSignedIn(await signIn())).toBe(true)
})
