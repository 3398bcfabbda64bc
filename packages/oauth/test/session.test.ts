/** A session from its first request to its last, as time goes by: `docs/states.md`. */
import type { HooksToRegister, ProviderSettings, Store } from '@entrepot/oauth'
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { type Browser, createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import { SharedSessions } from './support/session-store.ts'

const MINUTE = 60_000

let idp: HostileProvider
let shop: TestApp
let store: Store
let tokenIsGood: () => Promise<boolean>
const hooked: boolean[] = []
const sessions = new SharedSessions()
let onResolveProvider: HooksToRegister['onResolveProvider']

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  idp = await startHostileProvider()
  store = memoryStore()
  const acme: ProviderSettings = {
    provider: 'oidc',
    issuer: idp.origin,
    clientId: 'shop',
    clientSecret: 's',
  }
  const checked = { ...acme, validateToken: () => tokenIsGood() }
  shop = await startApp({
    session: { store: sessions },
    oauth: { store, providers: { acme, checked } },
    setUp: (app) =>
      app.oauth.registerHooks({
        onTokenRefresh: (_session, isRefreshed) => void hooked.push(isRefreshed),
        onResolveProvider: (...given) => onResolveProvider?.(...given),
      }),
  })
})
beforeEach(() => {
  tokenIsGood = async () => true
})
afterEach(() => {
  idp.reset()
  hooked.length = 0
  shop.log.length = 0
  onResolveProvider = undefined
  sessions.sessions.clear()
})
afterAll(async () => {
  await shop.close()
  await idp.close()
  vi.useRealTimers()
})

/** Signs in with an answer of the token endpoint that is changed; then counts requests to it from nothing. */
async function signIn(
  change: (body: Record<string, unknown>) => void = () => {},
  provider = 'acme',
): Promise<Browser> {
  idp.onTokens = (body) => {
    change(body)
    return undefined
  }
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  idp.onTokens = (body) => {
    delete body.id_token
    return undefined
  }
  idp.requests.length = 0
  return browser
}

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const me = async (browser: Browser) => (await browser.get(`${shop.origin}/me`)).json
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const json = async (answer: Response): Promise<any> => await answer.json()
const token = async (browser: Browser) => (await browser.get(`${shop.origin}/token`)).json.token
const refreshes = () => idp.requests.filter(({ path }) => path === '/token')

describe('before 80 % of the life of its tokens', () => {
  test('a session asks nobody: neither the provider nor the store', async () => {
    const browser = await signIn()
    const calls = [
      vi.spyOn(store.signIns, 'claimRefresh'),
      vi.spyOn(store.signIns, 'touch'),
      vi.spyOn(store.csrf, 'claim'),
    ]
    later(14 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(idp.requests).toEqual([])
    for (const call of calls) expect(call).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test('a session is looked up every 15 minutes, without a word to the provider', async () => {
    const browser = await signIn()
    const touch = vi.spyOn(store.signIns, 'touch')
    later(16 * MINUTE)
    await me(browser)
    await me(browser)
    expect(touch).toHaveBeenCalledTimes(1)
    expect(idp.requests).toEqual([])
    vi.restoreAllMocks()
  })

  test('a session whose sign-in was ended elsewhere is over within 15 minutes', async () => {
    const browser = await signIn()
    const { oauth } = await me(browser)
    await store.signIns.end([oauth.loginId])
    later(16 * MINUTE)
    expect(await me(browser)).toEqual({})
  })

  test('all sessions of a user whose sign-ins are ended are over within 15 minutes, and no others', async () => {
    const desk = await signIn()
    const phone = await signIn()
    idp.account = { sub: 'bob', email: 'bob@example.com', email_verified: true }
    const other = await signIn()
    await shop.app.oauth.endSignIns('ann@example.com')
    await shop.app.oauth.endSignIns('bob@example.com\0')
    later(16 * MINUTE)
    expect([await me(desk), await me(phone)]).toEqual([{}, {}])
    expect((await me(other)).user).toBe('bob@example.com')
  })

  test('a session stays while the store cannot be asked', async () => {
    const browser = await signIn()
    vi.spyOn(store.signIns, 'touch').mockRejectedValue(new Error('the database is away'))
    later(16 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    vi.restoreAllMocks()
  })
})

describe('from 80 % of the life of its tokens', () => {
  test('a session gets new tokens, which handlers see at once', async () => {
    const browser = await signIn()
    const before = await token(browser)
    later(48 * MINUTE + 1_000)
    const after = await token(browser)
    expect(after).toMatch(/^access-/)
    expect(after).not.toBe(before)
    expect(await token(browser)).toBe(after)
    expect(refreshes()).toHaveLength(1)
    expect(Object.fromEntries(refreshes()[0]?.form ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      client_id: 'shop',
      client_secret: 's',
    })
    expect(hooked).toEqual([true])
    const { oauth } = await me(browser)
    expect(oauth).toMatchObject({
      generation: 1,
      lastRefreshed: Date.now(),
      expiresAt: Date.now() + 60 * MINUTE,
    })
  })

  test('each refresh spends the newest refresh token', async () => {
    const browser = await signIn()
    const given: string[] = []
    idp.onTokens = (body, form) => {
      delete body.id_token
      given.push(String(body.refresh_token), String(form.get('refresh_token')))
      return undefined
    }
    for (let round = 0; round < 3; round += 1) {
      later(50 * MINUTE)
      await me(browser)
    }
    expect(given).toHaveLength(6)
    expect(given[3]).toBe(given[0])
    expect(given[5]).toBe(given[2])
  })

  test.each([undefined, null, ''])(
    'a refresh that brings no refresh token (%j) keeps the old one',
    async (none) => {
      const browser = await signIn()
      const sent: (string | null)[] = []
      idp.onTokens = (body, form) => {
        delete body.id_token
        body.refresh_token = none
        sent.push(form.get('refresh_token'))
        return undefined
      }
      for (let round = 0; round < 2; round += 1) {
        later(50 * MINUTE)
        await me(browser)
      }
      expect(sent).toHaveLength(2)
      expect(sent[0]).toBe(sent[1])
      expect((await me(browser)).oauth.generation).toBe(2)
    },
  )

  test('a refresh that does not say how long its tokens live counts as an hour', async () => {
    const browser = await signIn()
    idp.onTokens = (body) => {
      delete body.id_token
      delete body.expires_in
      return undefined
    }
    later(50 * MINUTE)
    expect((await me(browser)).oauth.expiresAt).toBe(Date.now() + 60 * MINUTE)
  })

  test.each([
    ['is refused', { status: 400, json: { error: 'invalid_grant' } }],
    ['fails', { status: 500, text: 'oops' }],
    ['is malformed', { text: '<html>' }],
    ['is cut off', 'drop'],
  ] as const)(
    'a refresh that %s keeps the session until its tokens expire',
    async (_title, answer) => {
      const browser = await signIn()
      idp.onRequest = (path) => (path === '/token' ? answer : undefined)
      later(50 * MINUTE)
      expect((await me(browser)).user).toBe('ann@example.com')
      expect(hooked).toEqual([false])
      later(10 * MINUTE)
      expect(await me(browser)).toEqual({})
      expect(sessions.signedIn()).toEqual([])
    },
  )

  test('a refresh that has failed is tried again, but not at every request', async () => {
    const browser = await signIn()
    idp.onRequest = (path) => (path === '/token' ? { status: 503, json: {} } : undefined)
    later(50 * MINUTE)
    for (let count = 0; count < 5; count += 1) await me(browser)
    expect(refreshes()).toHaveLength(1)
    idp.onRequest = () => undefined
    later(11_000)
    expect((await me(browser)).oauth.generation).toBe(1)
    expect(refreshes()).toHaveLength(2)
  })

  test('a refresh token that was refused is not shown again', async () => {
    const browser = await signIn()
    idp.onRequest = (path) =>
      path === '/token' ? { status: 400, json: { error: 'invalid_grant' } } : undefined
    later(50 * MINUTE)
    await me(browser)
    later(5 * MINUTE)
    await me(browser)
    expect(refreshes()).toHaveLength(1)
  })

  test('a refreshed ID token of another person changes nothing', async () => {
    const browser = await signIn()
    const before = await token(browser)
    idp.onTokens = () => undefined
    idp.account = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
    later(50 * MINUTE)
    expect(await token(browser)).toBe(before)
    expect(shop.log.join('')).toContain('of another person')
  })

  test('a refreshed ID token that is forged changes nothing', async () => {
    const browser = await signIn()
    const before = await token(browser)
    idp.onTokens = () => undefined
    idp.onSignedIdToken = (text) =>
      text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/\.[^.]{4}/, '.AAAA')
    later(50 * MINUTE)
    expect(await token(browser)).toBe(before)
  })

  test('a hook that throws is logged, and the session has its new tokens', async () => {
    hooked.push = () => {
      throw new Error('hook')
    }
    const browser = await signIn()
    later(50 * MINUTE)
    expect((await me(browser)).oauth.generation).toBe(1)
    expect(shop.log.join('')).toContain('the hook onTokenRefresh failed')
    Reflect.deleteProperty(hooked, 'push')
  })
})

describe('while the store is away', () => {
  test('a session that is due stays, and the provider is not asked', async () => {
    const browser = await signIn()
    vi.spyOn(store.signIns, 'claimRefresh').mockRejectedValue(new Error('the database is away'))
    later(50 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(refreshes()).toEqual([])
    vi.restoreAllMocks()
  })

  test('tokens that the provider has given are not lost, and the next refresh works', async () => {
    const browser = await signIn()
    const away = vi.spyOn(store.signIns, 'completeRefresh').mockRejectedValue(new Error('away'))
    later(50 * MINUTE)
    expect((await me(browser)).oauth.generation).toBe(1)
    expect(away).toHaveBeenCalledTimes(5)
    vi.restoreAllMocks()
    later(50 * MINUTE)
    expect((await me(browser)).oauth.generation).toBe(2)
    expect(refreshes()).toHaveLength(2)
  })

  test('a sign-in fails without a word of the database', async () => {
    vi.spyOn(store.csrf, 'save').mockRejectedValue(new Error('password authentication failed'))
    const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
    expect([page.status, page.json]).toEqual([500, { error: 'Internal server error' }])
    expect(shop.log.join('')).toContain('password authentication failed')
    vi.restoreAllMocks()
  })
})

describe('when its tokens have expired', () => {
  test('a session that was away gets new ones', async () => {
    const browser = await signIn()
    later(5 * 60 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(refreshes()).toHaveLength(1)
  })

  test('a session without a refresh token ends, and so does its stored form', async () => {
    const browser = await signIn((body) => void delete body.refresh_token)
    later(59 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(sessions.signedIn()).toHaveLength(1)
    later(2 * MINUTE)
    const page = await browser.get(`${shop.origin}/private`)
    expect(page.status).toBe(401)
    expect(sessions.signedIn()).toEqual([])
    expect(await me(browser)).toEqual({})
  })

  test('a session ends while the store is away, without a word of the database', async () => {
    const browser = await signIn((body) => void delete body.refresh_token)
    vi.spyOn(store.signIns, 'end').mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.5'))
    later(61 * MINUTE)
    const page = await browser.get(`${shop.origin}/me`)
    expect([page.status, page.json]).toEqual([200, {}])
    expect(sessions.signedIn()).toEqual([])
    expect(shop.log.join('')).toContain('ECONNREFUSED')
    vi.restoreAllMocks()
  })

  test('a session whose refresh is refused ends', async () => {
    const browser = await signIn()
    idp.onRequest = (path) =>
      path === '/token' ? { status: 400, json: { error: 'invalid_grant' } } : undefined
    later(61 * MINUTE)
    expect(await me(browser)).toEqual({})
    expect(hooked).toEqual([false])
  })
})

describe('tokens without a lifetime', () => {
  const endless = (body: Record<string, unknown>) => void delete body.expires_in

  test('are never refreshed', async () => {
    const browser = await signIn(endless)
    later(20 * 24 * 60 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(refreshes()).toEqual([])
  })

  test('that the provider no longer knows end the session at the next check', async () => {
    const browser = await signIn(endless, 'checked')
    tokenIsGood = async () => false
    later(14 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    later(2 * MINUTE)
    expect(await me(browser)).toEqual({})
  })

  test('that cannot be checked keep the session', async () => {
    const browser = await signIn(endless, 'checked')
    tokenIsGood = async () => Promise.reject(new Error('the network is down'))
    later(16 * MINUTE)
    expect((await me(browser)).user).toBe('ann@example.com')
    expect(shop.log.join('')).toContain('a session could not be checked')
  })

  test('are checked once when many requests come at once', async () => {
    const browser = await signIn(endless, 'checked')
    const loaded = vi.spyOn(sessions, 'get')
    let count = 0
    tokenIsGood = async () => {
      count += 1
      // No answer before every request has loaded the session as it was.
      await expect.poll(() => loaded.mock.calls.length).toBeGreaterThanOrEqual(20)
      return true
    }
    later(16 * MINUTE)
    await Promise.all(Array.from({ length: 20 }, () => me(browser)))
    expect(count).toBe(1)
    vi.restoreAllMocks()
  })
})

test('a session of a provider that is no longer configured ends', async () => {
  const browser = await signIn()
  const smaller = await startApp({
    session: { store: sessions },
    oauth: {
      store,
      providers: { other: { provider: 'google', clientId: 'x', clientSecret: 'y' } },
    },
  })
  const page = await browser.get(`${smaller.origin}/me`, { headers: {} })
  const cookie = browser.cookieHeader(shop.origin)
  const answer = await fetch(`${smaller.origin}/me`, { headers: { cookie } })
  expect(page.json).toEqual({})
  expect(await answer.json()).toEqual({})
  expect(sessions.signedIn()).toEqual([])
  await smaller.close()
})

test('a session whose secret was rotated out lives until its tokens expire', async () => {
  const browser = await signIn()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const rotated = await startApp({
    session: { store: sessions },
    oauth: {
      store,
      secret: 'another secret of more than thirty-two characters',
      providers: { acme },
    },
  })
  const cookie = browser.cookieHeader(shop.origin)
  const ask = async () =>
    (await json(await fetch(`${rotated.origin}/me`, { headers: { cookie } }))).user
  expect(await ask()).toBe('ann@example.com')
  later(50 * MINUTE)
  expect(await ask()).toBe('ann@example.com')
  later(11 * MINUTE)
  expect(await ask()).toBeUndefined()
  await rotated.close()
})

test('a session whose secret is still in the list is refreshed', async () => {
  const browser = await signIn()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const secret = [
    'another secret of more than thirty-two characters',
    'a secret of more than thirty-two characters',
  ]
  const rotated = await startApp({
    session: { store: sessions },
    oauth: { store, secret, providers: { acme } },
  })
  later(50 * MINUTE)
  const cookie = browser.cookieHeader(shop.origin)
  const answer = await fetch(`${rotated.origin}/me`, { headers: { cookie } })
  expect((await json(answer)).oauth.generation).toBe(1)
  await rotated.close()
})
