/** Tokens that are bound to a key (DPoP, RFC 9449): a token that was stolen without its key is of no use. */
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, type JWK } from 'jose'
import type { Configuration } from 'oidc-provider'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import { SharedSessions } from '../support/session-store.ts'
import { startStrict } from '../support/strict-provider.ts'

const NONCES = { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true }

async function startBound(dPoP: NonNullable<Configuration['features']>['dPoP']) {
  const pair = await startStrict({
    debug: true,
    client: () => ({
      token_endpoint_auth_method: 'none',
      client_secret: undefined,
      dpop_bound_access_tokens: true,
    }),
    features: { dPoP },
    configuration: { conformIdTokenClaims: true },
    settings: () => ({ clientAuthentication: 'none', dpop: true, emailFrom: 'userinfo' }),
    setUp: (app) => {
      app.get<{ Querystring: { url: string } }>('/headers', async (request) =>
        app.oauth.accessHeaders(request, { method: 'GET', url: request.query.url }),
      )
    },
  })
  onTestFinished(() => pair.close())
  return pair
}

async function signIn(origin: string): Promise<Browser> {
  const browser = createBrowser()
  const page = await browser.follow(`${origin}/oauth/acme/login?redirect=/me`)
  expect(page.json.user).toBe('account of ann@example.com')
  return browser
}

test.each([
  ['without nonces', { enabled: true }],
  ['that wants a nonce in each proof', NONCES],
] as const)(
  'at a provider %s, code, tokens, refresh and userinfo are bound to one key',
  async (_title, dPoP) => {
    const { idp, shop } = await startBound(dPoP)
    const browser = createBrowser()
    const start = await browser.get(`${shop.origin}/oauth/acme/login?redirect=/me`)
    expect(new URL(start.location ?? '').searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/)
    const page = await browser.follow(start.location ?? '')
    expect(page.json.user, idp.refusals.join()).toBe('account of ann@example.com')
    expect(page.json.oauth.tokenType).toBe('dpop')
    // The second one needs the key of a session that was refreshed before.
    expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(200)
    expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(200)
    expect(idp.requests.filter((path) => path === 'GET /me').length).toBeLessThanOrEqual(2)
  },
)

test('each sign-in has a key of its own', async () => {
  const { shop } = await startBound({ enabled: true })
  const starts = await Promise.all(
    [1, 2].map(() => createBrowser().get(`${shop.origin}/oauth/acme/login`)),
  )
  const [one, two] = starts.map(({ location }) =>
    new URL(location ?? '').searchParams.get('dpop_jkt'),
  )
  expect(one).not.toBe(two)
})

test('the application calls the API of the provider with a proof for one request', async () => {
  const { idp, shop } = await startBound({ enabled: true })
  const browser = await signIn(shop.origin)
  const url = `${idp.issuer}/me`
  const target = encodeURIComponent(url)
  const headers = (await browser.get(`${shop.origin}/headers?url=${target}`)).json
  expect((await fetch(url, { headers })).status).toBe(200)
  const proof = decodeJwt(headers.dpop ?? '')
  expect(proof).toMatchObject({ htm: 'GET', htu: url, ath: expect.stringMatching(/^[\w-]{43}$/) })
  // The proof is good once, and the token is good for nothing without one.
  expect((await fetch(url, { headers })).status).toBe(401)
  const { authorization = '' } = headers
  expect((await fetch(url, { headers: { authorization } })).status).toBe(400)
  const bearer = authorization.replace(/^DPoP/, 'Bearer')
  expect((await fetch(url, { headers: { authorization: bearer } })).status).toBe(401)
  const jwk = decodeProtectedHeader(headers.dpop ?? '').jwk as JWK
  expect(Object.keys(jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y'])
  expect(await calculateJwkThumbprint(jwk)).toMatch(/^[\w-]{43}$/)
})

describe('a hostile provider', () => {
  let idp: HostileProvider
  let shop: TestApp
  const sessions = new SharedSessions()
  beforeAll(async () => {
    idp = await startHostileProvider()
    const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    shop = await startApp({
      session: { store: sessions },
      oauth: { debug: true, providers: { acme: { ...base, dpop: true }, plain: base } },
    })
  })
  afterEach(() => {
    idp.reset()
    sessions.sessions.clear()
    shop.log.length = 0
  })
  afterAll(async () => {
    await shop.close()
    await idp.close()
  })
  const tryToSignIn = async (provider: string) => {
    const browser = createBrowser()
    const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
    return { browser, search: new URL(page.url).search }
  }
  const FAILED = '?error=auth_failed&reason=token_exchange'
  const bindTokens = () => {
    idp.onTokens = (body) => {
      body.token_type = 'DPoP'
      return undefined
    }
  }

  test('that ignores the proof and gives bearer tokens signs nobody in', async () => {
    expect((await tryToSignIn('acme')).search).toBe(FAILED)
    expect(shop.log.join()).toContain('is not bound to the key')
  })

  test('that gives bound tokens to somebody who sent no proof signs nobody in', async () => {
    bindTokens()
    expect((await tryToSignIn('plain')).search).toBe(FAILED)
    expect((await tryToSignIn('acme')).search).toBe('')
  })

  test('that wants ever new nonces is asked twice, and no more', async () => {
    idp.onRequest = (path) =>
      path === '/token'
        ? {
            status: 400,
            json: { error: 'use_dpop_nonce' },
            headers: { 'dpop-nonce': crypto.randomUUID() },
          }
        : undefined
    expect((await tryToSignIn('acme')).search).toBe(FAILED)
    expect(idp.requests.filter(({ path }) => path === '/token')).toHaveLength(2)
  })

  test('that names no nonce is asked once', async () => {
    idp.onRequest = (path) =>
      path === '/token' ? { status: 400, json: { error: 'use_dpop_nonce' } } : undefined
    expect((await tryToSignIn('acme')).search).toBe(FAILED)
    expect(idp.requests.filter(({ path }) => path === '/token')).toHaveLength(1)
  })

  test('that takes other algorithms only gets no request', async () => {
    idp.onDiscovery = (document) => {
      document.dpop_signing_alg_values_supported = ['RS256']
    }
    const fresh = await startApp({
      oauth: {
        providers: {
          acme: {
            ...{ provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' },
            dpop: true,
          },
        },
      },
    })
    onTestFinished(() => fresh.close())
    const page = await createBrowser().follow(`${fresh.origin}/oauth/acme/login`)
    expect(new URL(page.url).search).toBe('?error=auth_failed&reason=authorization_request')
    expect(fresh.log.join()).toContain('takes proofs of DPoP with none of ES256')
  })

  test('a refresh that loses the binding does not replace the tokens', async () => {
    bindTokens()
    const { browser } = await tryToSignIn('acme')
    idp.onTokens = (body) => {
      delete body.id_token
      return undefined
    }
    expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(401)
    bindTokens()
    expect(shop.log.join()).toContain('is not bound to the key')
  })

  test('the key lies encrypted in the session', async () => {
    bindTokens()
    await tryToSignIn('acme')
    const stored = [...sessions.sessions.values()].join()
    expect(stored).toContain('"tokenType')
    for (const word of ['"d"', 'dpopKey', 'P-256', 'ES256']) expect(stored).not.toContain(word)
    expect(shop.log.join()).not.toMatch(/P-256|"d":/)
  })
})
