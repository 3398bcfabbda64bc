/** What a provider requires of a sign-in holds, whatever the browser and unsigned answers say (OpenID Connect Core 1.0, section 3.1.3.7). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const entra = {
    provider: 'azure',
    tenantId: '11111111-2222-3333-4444-555555555555',
    clientId: 'shop',
    clientSecret: 's',
    authorizationUrl: `${idp.origin}/authorize`,
    tokenUrl: `${idp.origin}/token`,
    jwksUri: `${idp.origin}/jwks`,
    requiredAcr: ['c1'],
  }
  shop = await startApp({
    oauth: {
      providers: {
        acme: { ...acme, requiredAcr: ['mfa'], maxAge: 300 },
        chatty: { ...acme, requiredAcr: ['mfa'], preferIdToken: false },
        entra,
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const now = () => Math.floor(Date.now() / 1_000)

async function signIn(claims: Record<string, unknown>, provider = 'acme', strip = false) {
  idp.account = {
    sub: 'ann',
    oid: 'ann',
    email: 'ann@example.com',
    email_verified: true,
    ...claims,
  }
  if (provider === 'entra') idp.onRedirect = (answer) => answer.delete('iss')
  const browser = createBrowser()
  const { location = '' } = await browser.get(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  const url = new URL(location)
  if (strip) for (const name of ['acr_values', 'max_age', 'claims']) url.searchParams.delete(name)
  const page = await browser.follow(url.href)
  const { searchParams } = new URL(page.url)
  return searchParams.get('reason') ?? page.json.oauthUser?.authentication
}

const UNMET = 'unmet_authentication_requirements'
const UNSTATED = 'authentication_not_stated'

test('a browser that removes the parameters does not get in by a password', async () => {
  expect(await signIn({ acr: 'pwd', auth_time: now() }, 'acme', true)).toBe(UNMET)
  expect(await signIn({ acr: 'mfa', auth_time: now() - 400 }, 'acme', true)).toBe(UNMET)
  expect(await signIn({}, 'acme', true)).toBe(UNSTATED)
})

test.each<[string, Record<string, unknown>, string]>([
  ['acr is missing', { auth_time: 0 }, UNSTATED],
  ['acr is a number', { acr: 1, auth_time: 0 }, UNSTATED],
  ['acr is one text with several values', { acr: 'mfa pwd', auth_time: 0 }, UNMET],
  ['acr differs in case', { acr: 'MFA', auth_time: 0 }, UNMET],
  ['auth_time is missing', { acr: 'mfa' }, UNSTATED],
  ['auth_time is in milliseconds', { acr: 'mfa', auth_time: 1e12 }, UNSTATED],
])('a token in which %s is refused', async (_what, { auth_time: time, ...claims }, reason) => {
  const moved = typeof time === 'number' ? now() + time : time
  expect(await signIn({ ...claims, ...(moved !== undefined && { auth_time: moved }) })).toBe(reason)
})

test('userinfo, which nobody has signed, proves nothing', async () => {
  idp.userInfo = { sub: 'ann', acr: 'mfa', auth_time: now() }
  expect(await signIn({ acr: 'pwd' }, 'chatty')).toBe(UNMET)
})

test('at Entra ID, only the authentication context counts', async () => {
  const iss = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
  expect(await signIn({ iss, acrs: ['p1'], acr: '1' }, 'entra')).toBe(UNMET)
  expect(await signIn({ iss, acrs: 'c11' }, 'entra')).toBe(UNMET)
  expect(await signIn({ iss, acrs: ['p1', 'c1'] }, 'entra')).toMatchObject({
    acr: 'c1',
    acrs: ['p1', 'c1'],
  })
})
