import { createHash } from 'node:crypto'
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import {
  ANN,
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'
import { SharedSessions } from './support/session-store.ts'

let idp: OidcServer
let shop: TestApp
const sessions = new SharedSessions()

beforeAll(async () => {
  const port = await freePort()
  idp = await startOidcServer([`http://127.0.0.1:${port}/oauth/acme/callback`])
  const acme = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    postLoginRedirect: '/welcome?from=login#top',
  }
  shop = await startApp({
    port,
    session: { store: sessions },
    oauth: { providers: { acme, idle: { provider: 'google', clientId: '', clientSecret: '' } } },
    setUp: (app) => {
      app.get('/welcome', async () => 'welcome')
      app.get('/cart', async (request) => {
        Object.assign(request.session, { cart: ['mug'] })
        return request.session
      })
    },
  })
})
afterEach(() => {
  idp.account = ANN
  idp.intercept = undefined
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

describe('beginning to sign in', () => {
  test('sends the browser to the provider with state, nonce and a PKCE challenge, all fresh', async () => {
    const starts = await Promise.all(
      [1, 2].map(() => createBrowser().get(`${shop.origin}/oauth/acme/login`)),
    )
    const [one, two] = starts.map(({ location = '' }) => new URL(location))
    expect(one?.origin).toBe(idp.issuer)
    const query = Object.fromEntries(one?.searchParams ?? [])
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: `${shop.origin}/oauth/acme/callback`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query[name]).toMatch(/^[\w-]{43}$/)
      expect(two?.searchParams.get(name)).not.toBe(query[name])
    }
    expect(starts[0]?.status).toBe(302)
    expect(starts[0]?.headers.get('cache-control')).toBe('no-store')
  })

  test('under another name of this machine goes on under the registered one, where the cookie is needed', async () => {
    const browser = createBrowser()
    const elsewhere = shop.origin.replace('127.0.0.1', 'localhost')
    const start = await browser.get(`${elsewhere}/oauth/acme/login?redirect=/me&login_hint=ann`)
    expect(start.location).toBe(`${shop.origin}/oauth/acme/login?redirect=/me&login_hint=ann`)
    expect(start.headers.getSetCookie()).toEqual([])
    const page = await browser.follow(start.location ?? '')
    expect([page.url, page.json.user]).toEqual([`${shop.origin}/me`, 'ann@example.com'])
  })

  test('sets a cookie that scripts and other sites do not get, for ten minutes', async () => {
    const { headers } = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
    const [line = ''] = headers.getSetCookie()
    expect(line).toMatch(/^oauth_login_[\w-]{22}=/)
    expect(line).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('stores neither the state nor what belongs to it in clear', async () => {
    const store = memoryStore()
    const saved: string[] = []
    const csrf = {
      ...store.csrf,
      save: async (hash: string, data: string, ttl: number) => {
        saved.push(hash, data, String(ttl))
        return 0
      },
    }
    const providers = {
      acme: { provider: 'oidc', issuer: idp.issuer, clientId: 'x', clientSecret: 'y' },
    }
    const app = await startApp({ oauth: { store: { ...store, csrf }, providers } })
    const { location = '' } = await createBrowser().get(`${app.origin}/oauth/acme/login`)
    await app.close()
    const state = new URL(location).searchParams.get('state') ?? ''
    const hash = createHash('sha256').update(state).digest('base64url')
    expect(saved).toEqual([hash, expect.stringMatching(/^[\w-]{200,}$/), '600'])
    expect(Buffer.from(saved[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      'codeVerifier',
    )
  })

  test.each([
    ['no-such', 404, { error: 'OAuth provider not found' }],
    ['idle', 404, { error: 'OAuth provider not found' }],
    ['no.such', 400, { error: 'Invalid provider name format' }],
    ['%3Cscript%3E', 400, { error: 'Invalid provider name format' }],
  ])('at %s answers %i', async (name, status, body) => {
    for (const path of ['login', 'callback?state=x']) {
      const page = await createBrowser().get(`${shop.origin}/oauth/${name}/${path}`)
      expect([page.status, page.json]).toEqual([status, body])
    }
  })

  test('answers 503 when no provider is configured at all', async () => {
    const app = await startApp({ oauth: { providers: {} } })
    const page = await createBrowser().get(`${app.origin}/oauth/acme/login`)
    await app.close()
    expect([page.status, page.json]).toEqual([503, { error: 'No OAuth provider is configured' }])
  })

  test('says so when the provider cannot be reached, and works again when it can', async () => {
    const providers = {
      acme: { provider: 'oidc', issuer: idp.issuer, clientId: 'x', clientSecret: 'y' },
    }
    const app = await startApp({ oauth: { providers } })
    idp.intercept = () => ({ status: 503 })
    const begin = () => createBrowser().get(`${app.origin}/oauth/acme/login`)
    expect((await begin()).location).toBe(
      `${app.origin}/?error=auth_failed&reason=provider_unavailable`,
    )
    idp.intercept = undefined
    await expect.poll(async () => (await begin()).location).toContain(idp.issuer)
    await app.close()
  })

  test('is no business of HEAD requests, which would use up a state', async () => {
    for (const path of ['login', 'callback?state=x']) {
      const { status } = await createBrowser().get(`${shop.origin}/oauth/acme/${path}`, {
        method: 'HEAD',
      })
      expect(status).toBe(404)
    }
  })

  test('removes the oldest cookies of a browser that begins again and again', async () => {
    const browser = createBrowser()
    const begun: string[] = []
    for (let count = 0; count < 25; count += 1) {
      begun.push((await browser.get(`${shop.origin}/oauth/acme/login`)).location ?? '')
    }
    const names = [...(browser.cookies.get(new URL(shop.origin).host)?.keys() ?? [])]
    expect(names.filter((name) => name.startsWith('oauth_login_'))).toHaveLength(20)
    const landing = await browser.follow(begun.at(-1) ?? '')
    expect(landing.url).toContain('/welcome')
  })
})

describe('coming back', () => {
  test('brings the person, signed in, to the page that was asked for', async () => {
    const browser = createBrowser()
    const landing = await browser.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
    expect(landing.url).toBe(`${shop.origin}/me`)
    const { user, oauthUser } = landing.json
    expect(user).toBe(ANN.email)
    expect(oauthUser).toMatchObject({
      username: ANN.email,
      role: 'user',
      provider: 'oidc',
      providerUserId: 'ann',
      email: ANN.email,
      emailVerified: true,
      name: 'Ann',
      metadata: { oauthProvider: 'acme', oauthClaims: { sub: 'ann' } },
      authEvidence: {
        emailProvenance: 'signed-oidc',
        emailAuthenticated: true,
        email: ANN.email,
        signatureVerified: true,
        issuerValidated: true,
        idTokenIssuer: idp.issuer,
        idTokenSubject: 'ann',
      },
    })
  })

  test('lands on the page that the person came from, else where the settings say', async () => {
    const login = `${shop.origin}/oauth/acme/login`
    const come = async (referer?: string, query = '') => {
      const browser = createBrowser()
      const start = await browser.get(`${login}${query}`, { headers: referer ? { referer } : {} })
      return (await browser.follow(start.location ?? '')).url
    }
    expect(await come()).toBe(`${shop.origin}/welcome?from=login#top`)
    expect(await come(`${shop.origin}/me?tab=2`)).toBe(`${shop.origin}/me?tab=2`)
    const failed = `${shop.origin}/me?tab=2&error=auth_failed&reason=csrf&reference=ABCDEFGH`
    expect(await come(failed)).toBe(`${shop.origin}/me?tab=2`)
    expect(await come(`${shop.origin}/me`, '?redirect=/private')).toBe(`${shop.origin}/private`)
    expect(await come('https://elsewhere.example/page')).toBe(
      `${shop.origin}/welcome?from=login#top`,
    )
    expect(await come(`${shop.origin}/oauth/acme/login`)).toBe(
      `${shop.origin}/welcome?from=login#top`,
    )
  })

  test('puts errors in front of the fragment and beside the query of the landing page', async () => {
    const page = await createBrowser().get(`${shop.origin}/oauth/acme/callback?error=access_denied`)
    expect(page.location).toBe(
      `${shop.origin}/welcome?from=login&error=oauth_failed&reason=access_denied#top`,
    )
  })

  test('with a state that nobody knows begins anew', async () => {
    const page = await createBrowser().get(`${shop.origin}/oauth/acme/callback?state=x&code=y`)
    expect(page.location).toBe(`${shop.origin}/oauth/acme/login?error=session_expired`)
  })

  test('gives the session a new id and keeps what an anonymous session held', async () => {
    const browser = createBrowser()
    await browser.get(`${shop.origin}/cart`)
    const before = [...sessions.sessions.keys()].at(-1) ?? ''
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    expect(sessions.destroyed).toContain(before)
    const after = [...sessions.sessions.values()].at(-1) ?? ''
    expect(JSON.parse(after)).toMatchObject({ user: ANN.email, cart: ['mug'] })
  })

  test('as somebody else drops what the session of the first held', async () => {
    const browser = createBrowser()
    await browser.get(`${shop.origin}/cart`)
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    browser.cookies.delete(new URL(idp.issuer).host)
    idp.account = { ...ANN, sub: 'bob', email: 'bob@example.com' }
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const after = JSON.parse([...sessions.sessions.values()].at(-1) ?? '')
    expect(after.user).toBe('bob@example.com')
    expect(after).not.toHaveProperty('cart')
  })

  test('works in eight tabs at once, in a browser without any cookie of the application', async () => {
    const browser = createBrowser()
    // oidc-provider itself cannot sign a person in twice at once; it can bring a signed-in person back.
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    browser.cookies.delete(new URL(shop.origin).host)
    const tabs = Array.from(
      { length: 8 },
      (_, tab) => `${shop.origin}/oauth/acme/login?redirect=/me?tab=${tab}`,
    )
    const starts = await Promise.all(tabs.map((url) => browser.get(url)))
    const landings = await Promise.all(starts.map(({ location = '' }) => browser.follow(location)))
    expect(landings.map(({ url }) => url)).toEqual(
      tabs.map((_, tab) => `${shop.origin}/me?tab=${tab}`),
    )
    expect((await browser.get(`${shop.origin}/me`)).json.user).toBe(ANN.email)
  })

  test('in a second tab keeps the session of the first, which has requests under way', async () => {
    const browser = createBrowser()
    const login = `${shop.origin}/oauth/acme/login`
    const late = await browser.follow(login, (url) =>
      url.startsWith(`${shop.origin}/oauth/acme/callback`),
    )
    await browser.follow(login)
    const cookie = browser.cookieHeader(shop.origin)
    const [id] = sessions.signedIn().map(({ oauth }) => oauth.loginId)
    sessions.destroyed.length = 0
    await browser.follow(late.location ?? '')
    expect(sessions.destroyed).toEqual([])
    expect(sessions.signedIn().map(({ oauth }) => oauth.loginId)).toContain(id)
    const answer = await fetch(`${shop.origin}/private`, { headers: { cookie } })
    expect(answer.status).toBe(200)
  })

  test('an hour later, as the same person, gives the session a new id again', async () => {
    const browser = createBrowser()
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const [id = '', text = ''] = [...sessions.sessions].at(-1) ?? []
    const session = JSON.parse(text)
    session.oauth.signedInAt -= 3_600_000
    sessions.sessions.set(id, JSON.stringify(session))
    sessions.destroyed.length = 0
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    expect(sessions.destroyed).toEqual([id])
    expect((await browser.get(`${shop.origin}/me`)).json.user).toBe(ANN.email)
  })

  test('keeps the code out of the access log', async () => {
    shop.log.length = 0
    const browser = createBrowser()
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const line = shop.log.find(
      (one) => one.includes('incoming request') && one.includes('/callback'),
    )
    expect(JSON.parse(line ?? '{}').req.url).toBe('/oauth/acme/callback')
    expect(shop.log.join('')).not.toContain('code=')
  })

  test('gives the application the access token, fit for the provider', async () => {
    const browser = createBrowser()
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const { token } = (await browser.get(`${shop.origin}/token`)).json
    const answer = await fetch(`${idp.issuer}/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject({ sub: 'ann' })
    expect([...sessions.sessions.values()].join('')).not.toContain(token)
  })
})

describe('a route that needs a person', () => {
  test('answers 401 to strangers and serves those who are signed in', async () => {
    const browser = createBrowser()
    const stranger = await browser.get(`${shop.origin}/private`)
    expect(stranger.status).toBe(401)
    expect(stranger.json).toEqual({ error: 'Unauthorized', message: 'Sign in to use this.' })
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const person = await browser.get(`${shop.origin}/private`)
    expect([person.status, person.json]).toEqual([200, { hello: ANN.email }])
  })
})

test('what the provider answers instead of a code is said in the URL', async () => {
  const silent = await startApp({
    oauth: {
      redirectUri: `${shop.origin}/oauth/callback`,
      providers: {
        acme: {
          provider: 'oidc',
          issuer: idp.issuer,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
          additionalParams: { prompt: 'none' },
        },
      },
    },
  })
  const browser = createBrowser()
  const start = await browser.get(`${silent.origin}/oauth/acme/login`)
  const answer = (await browser.get(start.location ?? '')).location ?? ''
  const page = await browser.get(answer.replace(shop.origin, silent.origin), {
    headers: { cookie: browser.cookieHeader(silent.origin) },
  })
  await silent.close()
  expect(page.location).toBe(`${silent.origin}/?error=oauth_failed&reason=login_required`)
})

test('people sign in on after the provider has rolled its keys over', async () => {
  await createBrowser().follow(`${shop.origin}/oauth/acme/login`)
  await idp.rollOver()
  const landing = await createBrowser().follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
  expect(landing.json.user).toBe(ANN.email)
})

test('what the ID token lacks comes from userinfo, and then the address is no proof', async () => {
  const port = await freePort()
  const conform = await startOidcServer([`http://127.0.0.1:${port}/oauth/acme/callback`], {
    configuration: { conformIdTokenClaims: true },
  })
  const acme = {
    provider: 'oidc',
    issuer: conform.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  const app = await startApp({ port, oauth: { providers: { acme } } })
  const { json } = await createBrowser().follow(`${app.origin}/oauth/acme/login?redirect=/me`)
  await app.close()
  await conform.close()
  expect(json.oauthUser).toMatchObject({ email: ANN.email, emailVerified: true, role: null })
  expect(json.oauthUser.authEvidence).toMatchObject({
    emailAuthenticated: false,
    emailProvenance: 'unauthenticated',
  })
  expect(json.user).toMatch(/^unverified:ann@example\.com#[0-9a-f]{16}$/)
})
