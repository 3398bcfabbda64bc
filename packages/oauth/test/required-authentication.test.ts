/** Providers at which every sign-in, and routes for which a session, must prove how and when the person authenticated. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readProvider } from '../src/providers/read-provider.ts'
import { azure } from '../src/providers/strategies/azure.ts'
import { withRequired } from '../src/providers/tokens/required-authentication.ts'
import { hintParameters } from '../src/providers/tokens/sign-in-hints.ts'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { type Browser, createBrowser } from './support/browser.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'

let idp: OidcServer
let shop: TestApp

beforeAll(async () => {
  const port = await freePort()
  const names = ['plain', 'strong', 'recent']
  const redirectUris = names.map((name) => `http://127.0.0.1:${port}/oauth/${name}/callback`)
  idp = await startOidcServer(redirectUris, {
    configuration: {
      acrValues: ['pwd', 'mfa', 'phr'],
      claims: { openid: ['sub', 'amr'], profile: ['name'], email: ['email', 'email_verified'] },
    },
  })
  const provider = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    postLoginRedirect: '/welcome',
  }
  shop = await startApp({
    port,
    oauth: {
      providers: {
        plain: provider,
        strong: { ...provider, requiredAcr: ['mfa', 'phr'] },
        recent: { ...provider, maxAge: 600 },
      },
    },
    setUp(app) {
      app.get('/welcome', async () => 'welcome')
      const strongly = app.oauth.requireAuthentication({ acr: ['mfa'] })
      app.get('/payouts', { preHandler: strongly }, async () => ({ open: 3 }))
      app.post('/payouts', { preHandler: strongly }, async () => ({ open: 2 }))
      const lately = app.oauth.requireAuthentication({ maxAge: 300 })
      app.get('/lately', { preHandler: lately }, async () => ({ open: 1 }))
      const byRequest = app.oauth.requireAuthentication((request) =>
        request.url.includes('dangerous') ? { acr: ['phr'] } : undefined,
      )
      app.get('/by-request', { preHandler: byRequest }, async () => ({ ok: true }))
    },
  })
})
afterEach(() => {
  idp.login = {}
  vi.useRealTimers()
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const now = () => Math.floor(Date.now() / 1_000)
const login = (name: string) => `${shop.origin}/oauth/${name}/login?redirect=/me`
/** The pages of the application, without those of the provider. */
const failureOf = ({ url }: { url: string }) => Object.fromEntries(new URL(url).searchParams)

describe('a provider with requiredAcr', () => {
  test('is asked for these ways, and the session remembers how the person authenticated', async () => {
    idp.login = { acr: 'mfa', amr: ['pwd', 'otp'] }
    const browser = createBrowser()
    const start = await browser.get(login('strong'))
    expect(new URL(start.location ?? '').searchParams.get('acr_values')).toBe('mfa phr')
    const { oauthUser } = (await browser.follow(login('strong'))).json
    expect(oauthUser.authentication).toMatchObject({ acr: 'mfa', amr: ['pwd', 'otp'] })
  })

  test('refuses another way, with a reference that the log has, too', async () => {
    idp.login = { acr: 'pwd' }
    const { error, reason, reference } = failureOf(await createBrowser().follow(login('strong')))
    expect([error, reason]).toEqual(['auth_failed', 'unmet_authentication_requirements'])
    const line = shop.log.find((one) => one.includes(`"reference":"${reference}"`))
    expect(line).toContain('the person authenticated as pwd, which is none of mfa phr (acr)')
  })

  test('refuses a token that does not say how', async () => {
    const { reason, reference = '' } = failureOf(await createBrowser().follow(login('strong')))
    expect(reason).toBe('authentication_not_stated')
    const line = shop.log.find((one) => one.includes(reference))
    expect(line).toContain('the ID token does not say how the person authenticated (acr)')
  })

  test('keeps its requirement when a sign-in asks for less or for something else', async () => {
    idp.login = { acr: 'pwd' }
    for (const query of ['&acr_values=pwd', '&max_age=900']) {
      const page = await createBrowser().follow(login('strong') + query)
      expect(failureOf(page).reason).toBe('unmet_authentication_requirements')
    }
  })
})

describe('a provider with maxAge', () => {
  test.each([
    ['lately', 100, undefined],
    ['too long ago', 700, 'unmet_authentication_requirements'],
  ])('takes or refuses a person who authenticated %s', async (_when, ago, reason) => {
    idp.login = { ts: now() - ago }
    const page = await createBrowser().follow(login('recent'))
    expect(failureOf(page).reason).toBe(reason)
  })

  test('sends the smaller of its own and that of the sign-in', () => {
    expect(withRequired({ maxAge: 60 }, { maxAge: 600 })).toEqual({ maxAge: 60 })
    expect(withRequired({ maxAge: 900 }, { maxAge: 600 })).toEqual({ maxAge: 600 })
    expect(withRequired({ acrValues: ['a', 'b'] }, { requiredAcr: ['b', 'c'] })).toEqual({
      acrValues: ['b'],
    })
  })
})

test('Entra ID gets authentication contexts in the parameter claims', () => {
  const metadata = { issuer: 'https://login.microsoftonline.com/t/v2.0' }
  expect(hintParameters({ acrValues: ['c1'] }, azure, metadata)).toEqual({
    claims: '{"id_token":{"acrs":{"essential":true,"value":"c1"}}}',
  })
})

test.each([
  [{ provider: 'github', requiredAcr: ['mfa'] }, 'requiredAcr', 'which has no ID tokens'],
  [{ provider: 'github', maxAge: 60 }, 'maxAge', 'which has no ID tokens'],
  [{ requiredAcr: ['a b'] }, 'requiredAcr', 'without spaces and quotes'],
  [{ requiredAcr: ['a'], additionalParams: { acr_values: 'b' } }, 'requiredAcr', 'remove that'],
  [
    {
      ...{ provider: 'azure', tenantId: '11111111-2222-3333-4444-555555555555' },
      requiredAcr: ['c1'],
      additionalParams: { claims: '{}' },
    },
    'requiredAcr',
    'is sent as claims',
  ],
  [{ maxAge: 60, additionalParams: { max_age: '9' } }, 'maxAge', 'remove that'],
])('the settings %j are refused', (settings, path, message) => {
  const written = { provider: 'google', clientId: 'a', clientSecret: 'b', ...settings }
  const { problems } = readProvider('x', written, {
    redirectUri: 'https://a.example/oauth/callback',
  })
  expect(problems).toEqual([{ path, message: expect.stringContaining(message) }])
})

describe('requireAuthentication', () => {
  async function signedIn(acr?: string, ago = 0): Promise<Browser> {
    idp.login = { ...(acr && { acr }), ts: now() - ago }
    const browser = createBrowser()
    await browser.follow(`${login('plain')}&max_age=3000&${acr ? `acr_values=${acr}` : ''}`)
    return browser
  }

  test('leads a browser to a stronger sign-in, and back to the page', async () => {
    const browser = await signedIn('pwd')
    const before = browser.cookieHeader(shop.origin)
    const asked = await browser.get(`${shop.origin}/payouts?page=2`)
    expect(asked.status).toBe(303)
    expect(asked.location).toBe(
      `${shop.origin}/oauth/plain/login?redirect=%2Fpayouts%3Fpage%3D2&acr_values=mfa`,
    )
    idp.login = { acr: 'mfa' }
    browser.cookies.delete(new URL(idp.issuer).host)
    const page = await browser.follow(`${shop.origin}/payouts?page=2`)
    expect([page.url, page.json]).toEqual([`${shop.origin}/payouts?page=2`, { open: 3 }])
    expect(browser.cookieHeader(shop.origin)).not.toBe(before)
  })

  test('tells a script where to sign in, and a form goes back to its page', async () => {
    const browser = await signedIn('pwd')
    const headers = { accept: 'application/json' }
    const told = await browser.get(`${shop.origin}/payouts`, { headers })
    expect([told.status, told.json]).toEqual([
      401,
      expect.objectContaining({
        error: 'insufficient_user_authentication',
        acr_values: 'mfa',
        sign_in: `${shop.origin}/oauth/plain/login?redirect=%2Fpayouts&acr_values=mfa`,
      }),
    ])
    const referer = `${shop.origin}/welcome`
    const form = await browser.get(`${shop.origin}/payouts`, {
      method: 'POST',
      headers: { referer },
    })
    expect(new URL(form.location ?? '').searchParams.get('redirect')).toBe('/welcome')
  })

  test('asks again when the time is over, with prompt=login', async () => {
    const browser = await signedIn('pwd', 200)
    expect((await browser.get(`${shop.origin}/lately`)).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 101_000 })
    const { status, location = '' } = await browser.get(`${shop.origin}/lately`)
    expect(status).toBe(303)
    const { searchParams } = new URL(location)
    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual(['300', 'login'])
  })

  test('refuses a request without a person', async () => {
    const { status, json } = await createBrowser().get(`${shop.origin}/payouts`)
    expect([status, json.error]).toEqual([401, 'Unauthorized'])
  })

  test('can decide by the request', async () => {
    const browser = await signedIn('mfa')
    expect((await browser.get(`${shop.origin}/by-request`)).status).toBe(200)
    expect((await browser.get(`${shop.origin}/by-request?dangerous`)).status).toBe(303)
  })

  test('cannot be made of values that a header cannot carry', () => {
    expect(() => shop.app.oauth.requireAuthentication({ acr: ['a"b'] })).toThrow(
      'requireAuthentication cannot be used: acr must be',
    )
  })
})
