/** The templates at work, against a stand-in for each provider's endpoints that issues tokens as the provider documents. */
import type { ProviderSettings } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

const CREDENTIALS = { clientId: 'shop', clientSecret: 'shh' }

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const at = (settings: ProviderSettings): ProviderSettings => ({
    clientId: 'shop',
    clientSecret: 'shh',
    authorizationUrl: `${idp.origin}/authorize`,
    tokenUrl: `${idp.origin}/token`,
    jwksUri: `${idp.origin}/jwks`,
    userInfoUrl: `${idp.origin}/userinfo`,
    ...settings,
  })
  shop = await startApp({
    oauth: {
      postLogoutRedirect: 'https://shop.example/bye',
      providers: {
        google: at({}),
        auth0: at({ domain: 'acme.eu.auth0.com', endSessionUrl: `${idp.origin}/logout` }),
        okta: at({ domain: 'acme.okta.com' }),
        custom: at({
          provider: 'okta',
          domain: 'acme.okta.com',
          issuer: 'https://acme.okta.com/oauth2/default',
        }),
        static: at({
          provider: 'generic',
          issuer: 'https://id.example',
          clientAuthentication: 'client_secret_basic',
        }),
        several: at({
          provider: 'oidc',
          issuer: ['https://id.example', 'https://old.example'],
          jwksUri: undefined as never,
          jwksUrl: `${idp.origin}/jwks`,
        }),
        posted: at({
          provider: 'generic',
          issuer: 'https://id.example',
          clientAuthentication: 'client_secret_post',
        }),
        mapped: at({
          provider: 'oidc',
          issuer: 'https://id.example',
          usernameClaim: 'profile.login',
          nameClaim: 'nick',
          roleClaim: 'realm_access.roles',
          defaultRole: 'guest',
          scope: 'openid groups',
          additionalParams: { prompt: 'login', state: 'forged', client_id: 'forged' },
        }),
        own: at({
          provider: 'oidc',
          issuer: 'https://id.example',
          usernameClaim: 'badge',
          getUserInfo: async (token, idToken) => ({
            badge: `${idToken?.sub}-${token.slice(0, 6)}`,
          }),
        }),
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const PERSON = { sub: 'ann', email: 'ann@example.com', email_verified: true, name: 'Ann' }

async function signIn(provider: string, iss: string, account: object = PERSON) {
  idp.account = { ...account, iss }
  idp.onRedirect = (answer) => answer.set('iss', iss)
  const browser = createBrowser()
  const start = await browser.get(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  const page = await browser.follow(start.location ?? '')
  return {
    browser,
    start: new URL(start.location ?? ''),
    search: new URL(page.url).search,
    me: page.text.startsWith('{') ? page.json : {},
  }
}

test.each([
  ['google', 'https://accounts.google.com'],
  ['google', 'accounts.google.com'],
  ['auth0', 'https://acme.eu.auth0.com/'],
  ['custom', 'https://acme.okta.com/oauth2/default'],
  ['static', 'https://id.example'],
  ['several', 'https://id.example'],
  ['several', 'https://old.example'],
])('%s signs people in with tokens of %s', async (provider, issuer) => {
  const { me } = await signIn(provider, issuer, {
    ...PERSON,
    preferred_username: 'ann@example.com',
  })
  expect(me.user).toBe('ann@example.com')
})

test.each([
  ['google', 'https://accounts.google.com.evil.example'],
  ['auth0', 'https://acme.eu.auth0.com'],
  ['okta', 'https://acme.okta.com/oauth2/default'],
  ['custom', 'https://acme.okta.com'],
  ['static', 'https://id.example/'],
  ['several', 'https://other.example'],
])('%s refuses tokens of %s', async (provider, issuer) => {
  expect((await signIn(provider, issuer)).search).toBe('?error=auth_failed&reason=token_exchange')
})

test('google is asked for a refresh token', async () => {
  const { start } = await signIn('google', 'https://accounts.google.com')
  expect(Object.fromEntries(start.searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
  })
})

test('okta gives the first group as the role, and a login name that the gate does not take for an address', async () => {
  const account = { ...PERSON, preferred_username: 'ann', groups: ['staff', 'everyone'] }
  idp.userInfo = { sub: 'ann' }
  const { me } = await signIn('okta', 'https://acme.okta.com', account)
  expect(me.user).toMatch(/^unverified:ann#/)
  const { me: again } = await signIn('custom', 'https://acme.okta.com/oauth2/default', {
    ...account,
    preferred_username: 'ann@example.com',
  })
  expect(again.oauthUser).toMatchObject({ role: 'staff', username: 'ann@example.com' })
})

test('auth0 is told to sign people out as well, by GET with the id token', async () => {
  const { browser } = await signIn('auth0', 'https://acme.eu.auth0.com/')
  const page = await browser.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  const url = new URL(page.location ?? '')
  expect(url.pathname).toBe('/logout')
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('https://shop.example/bye')
  expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
})

test('the client secret goes where the settings say, and into the header where they say nothing', async () => {
  const seen: (string | undefined)[] = []
  idp.onRequest = (path, request) => {
    if (path === '/token') seen.push(request.headers.authorization)
    return undefined
  }
  await signIn('static', 'https://id.example')
  await signIn('google', 'https://accounts.google.com')
  await signIn('posted', 'https://id.example')
  const basic = `Basic ${btoa('shop:shh')}`
  expect(seen).toEqual([basic, basic, undefined])
  const forms = idp.requests
    .filter(({ path }) => path === '/token')
    .map(({ form }) => form.get('client_secret'))
  expect(forms).toEqual([null, null, 'shh'])
})

test.each([
  ['behind a slash', '/oauth/callback/', '/oauth/google/callback/', (path: string) => path],
  ['behind a query', '/oauth/callback?via=proxy', '/oauth/google/callback', (path: string) => path],
  [
    'behind a path of the proxy',
    '/base/oauth/callback',
    '/base/oauth/google/callback',
    (path: string) => path.replace('/base', ''),
  ],
])('a callback %s finds its way', async (_title, redirectPath, expected, atApp) => {
  const google = {
    ...CREDENTIALS,
    authorizationUrl: `${idp.origin}/authorize`,
    tokenUrl: `${idp.origin}/token`,
    jwksUri: `${idp.origin}/jwks`,
  }
  const redirectUri = `http://127.0.0.1:1${redirectPath}`
  const app = await startApp({ oauth: { redirectUri, providers: { google } } })
  idp.account = { ...PERSON, iss: 'https://accounts.google.com' }
  idp.onRedirect = (answer) => answer.delete('iss')
  const browser = createBrowser()
  const start = await browser.get(
    `${app.origin}/oauth/google/login?redirect=/base/oauth/google/login`,
  )
  const back = new URL((await browser.get(start.location ?? '')).location ?? '')
  expect(back.pathname).toBe(expected)
  const callback = `${app.origin}${atApp(back.pathname)}${back.search}`
  expect((await browser.get(callback)).location).toBe(`${app.origin}/`)
  expect((await browser.get(`${app.origin}/me`)).json.user).toBe('ann@example.com')
  const again = new URL((await browser.get(callback)).location ?? '')
  expect(again.pathname + again.search).toBe(
    `${expected.replace(/callback\/?$/, 'login')}?error=session_expired`,
  )
  await app.close()
})

describe('settings for claims', () => {
  test('reach into objects and lists, and leave the rest as it is', async () => {
    const account = {
      sub: 'x',
      profile: { login: 'ann' },
      nick: 'Annie',
      realm_access: { roles: ['admin', 'x'] },
    }
    idp.userInfo = { sub: 'x' }
    const { me, start } = await signIn('mapped', 'https://id.example', account)
    expect(me.oauthUser).toMatchObject({ username: 'ann', name: 'Annie', providerUserId: 'x' })
    expect(start.searchParams.get('scope')).toBe('openid groups')
    expect(start.searchParams.get('prompt')).toBe('login')
  })

  test('cannot replace what keeps the sign-in safe', async () => {
    const { start } = await signIn('mapped', 'https://id.example', {
      sub: 'x',
      profile: { login: 'ann' },
    })
    expect(start.searchParams.getAll('client_id')).toEqual(['shop'])
    expect(start.searchParams.getAll('state')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  })

  test('may be a function of the application', async () => {
    const { me } = await signIn('own', 'https://id.example')
    expect(me.oauthUser).toMatchObject({
      username: 'ann-access',
      providerUserId: 'ann',
      email: 'ann@example.com',
    })
    expect(me.user).toMatch(/^unverified:ann-access#/)
  })
})
