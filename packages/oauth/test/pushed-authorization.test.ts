/** Pushed authorization requests (PAR, RFC 9126): what the browser sees of a sign-in, and what people read if it is refused. */
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration } from 'oidc-provider'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { fieldsOf, postFromElsewhere } from './support/forms.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import { authorizeUrl, goThrough, pkce, register, startMcp } from './support/mcp.ts'
import { CLIENT_ID, CLIENT_SECRET } from './support/oidc-server.ts'
import { CERTIFIED, startStrict } from './support/strict-provider.ts'

const REQUIRED: Configuration['features'] = {
  pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
}

test('a provider whose metadata requires it gets the request before the browser comes', async () => {
  const { idp, shop, close } = await startStrict({
    features: REQUIRED,
    client: () => ({ token_endpoint_auth_method: 'client_secret_basic' }),
    settings: () => ({ clientSecret: CLIENT_SECRET, additionalParams: { ui_locales: 'de' } }),
  })
  onTestFinished(close)
  const browser = createBrowser()
  const path = '/oauth/acme/login?redirect=/me&login_hint=ann@example.com'
  const start = await browser.get(`${shop.origin}${path}`)
  const { searchParams } = new URL(start.location ?? '')
  // Neither the person nor anybody who reads the log of the browser sees more.
  expect([...searchParams.keys()]).toEqual(['client_id', 'request_uri'])
  expect(searchParams.get('client_id')).toBe(CLIENT_ID)
  expect(searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/)
  expect((await browser.follow(start.location ?? '')).json.user).toBe('account of ann@example.com')
  expect(idp.requests.filter((one) => one === 'POST /request')).toHaveLength(1)
})

test('a provider that does not require it gets the request in the URL, unless the settings push it', async () => {
  for (const pushedAuthorization of [undefined, true] as const) {
    const { idp, shop, signIn, close } = await startStrict({
      client: () => ({ token_endpoint_auth_method: 'client_secret_basic' }),
      settings: () => ({
        clientSecret: CLIENT_SECRET,
        ...(pushedAuthorization && { pushedAuthorization }),
      }),
    })
    onTestFinished(close)
    expect((await signIn()).search).toBe('')
    const pushed = idp.requests.filter((one) => one === 'POST /request')
    expect(pushed).toHaveLength(pushedAuthorization ? 1 : 0)
    expect(shop.log.join()).not.toContain('failed')
  }
})

test('a pushed request works together with a key, a form as the answer, bound and encrypted tokens, and refreshes', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key-1' }
  const { idp, shop, close } = await startStrict({
    debug: true,
    features: {
      ...REQUIRED,
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 5), requireNonce: () => true },
      encryption: { enabled: true },
    },
    client: ({ jwks }) => ({
      ...{ token_endpoint_auth_method: 'private_key_jwt', client_secret: undefined },
      ...{ jwks_uri: jwks, dpop_bound_access_tokens: true },
      id_token_encrypted_response_alg: 'RSA-OAEP-256',
      id_token_encrypted_response_enc: 'A256GCM',
    }),
    settings: () => ({
      ...{ clientKeys: [{ key }], decryptionKeys: [{ keyFile: CERTIFIED.keyFile }] },
      ...{ responseMode: 'form_post', dpop: true },
    }),
  })
  onTestFinished(close)
  const browser = createBrowser()
  const start = await browser.get(`${shop.origin}/oauth/acme/login?redirect=/me`)
  expect([...new URL(start.location ?? '').searchParams.keys()]).toEqual([
    'client_id',
    'request_uri',
  ])
  const fields = fieldsOf(await browser.follow(start.location ?? ''))
  const answer = await postFromElsewhere(`${shop.origin}/oauth/acme/callback`, fields)
  const page = await browser.follow(answer.headers.get('location') ?? '')
  expect(page.json.user, idp.refusals.join()).toBe('account of ann@example.com')
  expect(page.json.oauth.tokenType).toBe('dpop')
  for (const _ of [1, 2]) {
    expect((await browser.get(`${shop.origin}/oauth/acme/refresh`)).status).toBe(200)
  }
})

let idp: HostileProvider
let shop: TestApp
let settings: object
beforeAll(async () => {
  idp = await startHostileProvider()
  settings = {
    ...{ provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' },
    ...{ pushedAuthorization: true, pushedAuthorizationUrl: `${idp.origin}/par` },
  }
  shop = await startApp({ oauth: { providers: { acme: settings } } })
})
afterEach(() => {
  idp.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const answerPar = (answer: ReturnType<HostileProvider['onRequest']>) => {
  idp.onRequest = (path) => (path === '/par' ? answer : undefined)
}

test.each([
  [400, { error: 'invalid_request', error_description: 'redirect_uri' }, 'authorization_request'],
  [401, { error: 'invalid_client' }, 'authorization_request'],
  [403, {}, 'authorization_request'],
  [201, { request_uri: 7, expires_in: 60 }, 'authorization_request'],
  [201, 'not an object', 'authorization_request'],
  [200, { request_uri: 'urn:x', expires_in: 60 }, 'authorization_request'],
  [500, {}, 'provider_unavailable'],
  [503, { error: 'temporarily_unavailable' }, 'provider_unavailable'],
])(
  'the answer %i %j to a pushed request ends on a page with words',
  async (status, json, reason) => {
    answerPar({ status, json })
    const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login`)
    expect(new URL(page.url).search).toBe(`?error=auth_failed&reason=${reason}`)
    expect(shop.log.filter((line) => line.includes(`"reason":"${reason}"`))).toHaveLength(1)
    if (status === 400) expect(shop.log.join()).toContain('"description":"redirect_uri"')
    expect(idp.requests.map(({ path }) => path)).not.toContain('/authorize')
  },
)

test('a provider that does not answer a pushed request cannot be reached', async () => {
  answerPar('drop')
  const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login`)
  expect(new URL(page.url).search).toBe('?error=auth_failed&reason=provider_unavailable')
})

test('sign-ins beyond the limit of an address push nothing', async () => {
  const limited = await startApp({ oauth: { signInRateLimit: 3, providers: { acme: settings } } })
  onTestFinished(() => limited.close())
  answerPar({ status: 201, json: { request_uri: 'urn:x', expires_in: 60 } })
  const url = `${limited.origin}/oauth/acme/login`
  const answers = await Promise.all(Array.from({ length: 20 }, () => createBrowser().get(url)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  expect(idp.requests.filter(({ path }) => path === '/par')).toHaveLength(3)
})

test('an MCP client reads that nobody can sign in, if the provider refuses the pushed request', async () => {
  const app = await startMcp({ oauth: { providers: { acme: settings } } })
  onTestFinished(() => app.close())
  answerPar({ status: 400, json: { error: 'invalid_request' } })
  const { client_id } = await register(app)
  const { challenge } = pkce()
  const url = authorizeUrl(app, { client_id, code_challenge: challenge })
  const { searchParams } = await goThrough(createBrowser(), url)
  expect(searchParams.get('error')).toBe('temporarily_unavailable')
  expect(searchParams.get('state')).toBe('a-state')
})
