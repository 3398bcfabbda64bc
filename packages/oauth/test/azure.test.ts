import type { ProviderSettings } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readProvider } from '../src/providers/read-provider.ts'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

const ACME = '11111111-2222-3333-4444-555555555555'
const OTHER = '99999999-8888-7777-6666-555555555555'
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

let entra: HostileProvider
let shop: TestApp

beforeAll(async () => {
  entra = await startHostileProvider()
  const at = (tenantId: string, more: object = {}): ProviderSettings => ({
    provider: 'Microsoft',
    tenantId,
    clientId: 'shop',
    clientSecret: 's',
    authorizationUrl: `${entra.origin}/authorize`,
    tokenUrl: `${entra.origin}/token`,
    jwksUri: `${entra.origin}/jwks`,
    userInfoUrl: `${entra.origin}/me`,
    ...more,
  })
  shop = await startApp({
    oauth: {
      users: { find: async (email) => (email === 'ann@acme.example' ? 'account' : null) },
      providers: {
        single: at(ACME),
        common: at('common'),
        organizations: at('organizations'),
        consumers: at('consumers'),
        pinned: at('common', { issuer: issuerOf(ACME) }),
      },
    },
  })
})
afterEach(() => entra.reset())
afterAll(async () => {
  await shop.close()
  await entra.close()
})

async function signIn(provider: string, iss: string, account: object = {}) {
  entra.account = {
    sub: 's',
    oid: 'o',
    tid: 't',
    email: 'ann@acme.example',
    email_verified: true,
    iss,
    ...account,
  }
  entra.onRedirect = (answer) => answer.delete('iss')
  const page = await createBrowser().follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  return { search: new URL(page.url).search, me: page.text.startsWith('{') && page.json }
}

const REFUSED = '?error=auth_failed&reason=token_exchange'
const DENIED = '?error=access_denied&reason=unverified'

test.each([
  ['single', ACME, ''],
  ['single', OTHER, REFUSED],
  ['single', CONSUMERS, REFUSED],
  ['pinned', ACME, ''],
  ['pinned', OTHER, REFUSED],
  // Anybody can make a tenant and write any address into it: who comes through a shared authority adopts nothing.
  ['common', ACME, DENIED],
  ['common', OTHER, DENIED],
  ['common', CONSUMERS, DENIED],
  ['organizations', ACME, DENIED],
  ['organizations', CONSUMERS, REFUSED],
  ['consumers', CONSUMERS, DENIED],
  ['consumers', ACME, REFUSED],
])('%s: a token of the tenant %s ends with "%s"', async (provider, tenant, search) => {
  expect((await signIn(provider, issuerOf(tenant))).search).toBe(search)
})

test.each([
  ['of the alias itself', issuerOf('common')],
  ['of the template', issuerOf('{tenantid}')],
  ['of another host', `https://login.microsoftonline.com.evil.example/${ACME}/v2.0`],
  ['with a path behind it', `${issuerOf(ACME)}/x`],
  ['of the first version', `https://sts.windows.net/${ACME}/`],
])('a shared authority refuses an issuer %s', async (_title, issuer) => {
  expect((await signIn('common', issuer)).search).toBe(REFUSED)
})

describe('the profile of Microsoft Graph', () => {
  test('is used when its id is the oid of the token', async () => {
    const profile = { id: 'o', displayName: 'Ann Ash', mail: 'new@acme.example' }
    entra.onRequest = (path) => (path === '/me' ? { json: profile } : undefined)
    const { me } = await signIn('single', issuerOf(ACME), { email: undefined })
    expect(me.oauthUser).toMatchObject({ email: 'new@acme.example', name: 'Ann Ash', role: null })
  })

  test.each([
    ['of somebody else', { id: 'x', mail: 'boss@acme.example' }],
    ['without an id', { mail: 'boss@acme.example' }],
    ['that is empty', null],
  ])('%s is refused', async (_title, profile) => {
    entra.onRequest = (path) => (path === '/me' ? { json: profile } : undefined)
    const { search } = await signIn('single', issuerOf(ACME), { email: undefined })
    expect(search).toBe('?error=auth_failed&reason=user_info')
  })
})

describe('the settings', () => {
  const keysOf = (tenant: string) =>
    `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`
  const read = (settings: ProviderSettings) =>
    readProvider(
      'azure',
      { clientId: 'a', clientSecret: 'b', ...settings },
      { redirectUri: 'https://x.example/oauth/callback' },
    )

  test('lead to the endpoints of the tenant', () => {
    const { provider } = read({ tenantId: ACME.toUpperCase() })
    expect(provider).toMatchObject({
      authorizationUrl: `https://login.microsoftonline.com/${ACME}/oauth2/v2.0/authorize`,
      jwksUri: `https://login.microsoftonline.com/${ACME}/discovery/v2.0/keys`,
      issuers: [issuerOf(ACME)],
      scope: 'openid profile email User.Read',
    })
  })

  test('lead, when they pin an issuer, to its own keys and never to the shared ones', () => {
    for (const issuer of [issuerOf(ACME), `https://sts.windows.net/${ACME}/`]) {
      for (const settings of [{ issuer }, { issuer, jwksUri: keysOf(ACME) }]) {
        expect(read(settings).provider).toMatchObject({
          issuers: [issuerOf(ACME)],
          jwksUri: keysOf(ACME),
        })
      }
    }
  })

  test.each<[ProviderSettings, string]>([
    [{ tenantId: 'acme.onmicrosoft.com' }, "give the tenant's GUID"],
    [{ tenantId: ACME, issuer: issuerOf(OTHER) }, 'names another tenant'],
    [{ tenantId: ACME, jwksUri: keysOf(OTHER) }, `holds the keys of ${OTHER}`],
    [{ issuer: issuerOf(ACME), jwksUri: keysOf('common') }, 'holds the keys of common'],
    [{ issuer: [issuerOf(ACME), issuerOf(OTHER)] }, 'must be one issuer'],
    [{ issuer: issuerOf('common') }, 'must be one issuer'],
    [{ issuer: 'https://evil.example/' }, 'must be one issuer'],
  ])('%j are refused', (settings, message) => {
    const { provider, problems } = read(settings)
    expect(provider).toBeUndefined()
    expect(problems.map((problem) => problem.message).join()).toContain(message)
  })
})
