/** `trustEmail` and `xms_edov`: addresses that count as verified by their domain, and who could get one of somebody else by that. */
import type { ProviderSettings } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readProvider } from '../../src/providers/read-provider.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

const ACME = '11111111-2222-3333-4444-555555555555'
const OTHER = '99999999-8888-7777-6666-555555555555'
const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

let idp: HostileProvider
let shop: TestApp
beforeAll(async () => {
  idp = await startHostileProvider()
  const base = { clientId: 'shop', clientSecret: 's' }
  const oidc = { ...base, provider: 'oidc', issuer: idp.origin }
  const entra = (tenantId: string): ProviderSettings => ({
    ...base,
    ...{ provider: 'azure', tenantId, preferIdToken: true },
    ...{ authorizationUrl: `${idp.origin}/authorize`, tokenUrl: `${idp.origin}/token` },
    ...{ jwksUri: `${idp.origin}/jwks`, userInfoUrl: `${idp.origin}/me` },
  })
  const domains = ['acme.example']
  shop = await startApp({
    oauth: {
      users: { find: async () => 'account' },
      providers: {
        plain: oidc,
        trusting: { ...oidc, trustEmail: { domains } },
        blindly: { ...oidc, trustEmail: { domains, unverified: true } },
        userinfo: { ...oidc, trustEmail: { domains }, emailFrom: 'userinfo' },
        narrow: { ...oidc, trustEmail: { domains }, emailDomains: ['other.example'] },
        tenant: { ...entra(ACME), trustEmail: { domains } },
        untrusted: entra(ACME),
        common: entra('common'),
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

async function signIn(provider: string, account: Record<string, unknown>) {
  idp.account = { sub: 'ann', oid: 'o', ...account }
  if (account.iss !== undefined) idp.onRedirect = (answer) => answer.delete('iss')
  const page = await createBrowser().follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  if (new URL(page.url).search !== '') return new URL(page.url).search
  return page.json.oauthUser.authEvidence.emailProvenance
}

const ANN = { email: 'ann@acme.example' }
const DENIED = '?error=access_denied&reason=unverified'

test('an address of a trusted domain adopts its account although the provider does not say that it is verified', async () => {
  expect(await signIn('plain', ANN)).toBe(DENIED)
  expect(await signIn('trusting', ANN)).toBe('trusted-domain')
  expect(await signIn('trusting', { email: 'Ann@ACME.example' })).toBe('trusted-domain')
  expect(await signIn('trusting', { ...ANN, email_verified: true })).toBe('signed-oidc')
})

test('an address that the provider calls unverified is trusted only if the settings say so', async () => {
  for (const flag of [false, 'false']) {
    expect(await signIn('trusting', { ...ANN, email_verified: flag })).toBe(DENIED)
    expect(await signIn('blindly', { ...ANN, email_verified: flag })).toBe('trusted-domain')
  }
})

test.each([
  'ann@sub.acme.example',
  'ann@acme.example.evil.example',
  'ann@evil.example',
  'ann@notacme.example',
  'ann@acme.example@evil.example',
  'acme.example',
  'ann@\u0430cme.example',
  'ann @acme.example',
])('the address %s is not of the trusted domain', async (email) => {
  expect(await signIn('trusting', { email })).toBe(DENIED)
})

test('other limits and sources hold as before', async () => {
  expect(await signIn('narrow', ANN)).toBe(DENIED)
  // Not signed, and not asked for by the settings.
  idp.userInfo = { sub: 'ann', ...ANN }
  expect(await signIn('trusting', {})).toBe(DENIED)
  expect(await signIn('userinfo', {})).toBe('trusted-domain')
  idp.userInfo = { sub: 'bob', ...ANN }
  expect(await signIn('userinfo', {})).toContain('auth_failed')
})

test('Entra ID: a verified owner of the domain confirms the address, in the tenant of the settings only', async () => {
  const iss = issuerOf(ACME)
  for (const xms_edov of [true, 1, '1', 'true']) {
    expect(await signIn('untrusted', { ...ANN, iss, xms_edov })).toBe('signed-oidc')
    // Anybody has a tenant with a domain of their own, and writes addresses into its tokens.
    expect(await signIn('common', { ...ANN, iss: issuerOf(OTHER), xms_edov })).toBe(DENIED)
    idp.reset()
    expect(await signIn('plain', { ...ANN, xms_edov })).toBe(DENIED)
  }
  for (const xms_edov of [false, 0, '0', 'no', undefined, {}]) {
    expect(await signIn('untrusted', { ...ANN, iss, xms_edov })).toBe(DENIED)
  }
  expect(await signIn('tenant', { ...ANN, iss })).toBe('trusted-domain')
  expect(await signIn('tenant', { ...ANN, iss: issuerOf(OTHER) })).toContain('auth_failed')
})

test.each<[string, ProviderSettings, string]>([
  ['azure', { tenantId: 'common' }, 'needs one tenant'],
  ['azure', {}, 'needs one tenant'],
  ['azure', { tenantId: 'organizations' }, 'needs one tenant'],
  ['github', {}, 'no ID tokens'],
  ['google', { emailClaim: 'work_email' }, 'emailClaim'],
])('%s with %j and a trusted domain stops the start', (provider, settings, message) => {
  const { problems } = readProvider(
    'x',
    {
      provider,
      clientId: 'a',
      clientSecret: 'b',
      trustEmail: { domains: ['a.example'] },
      ...settings,
    },
    { redirectUri: 'https://x.example/oauth/callback' },
  )
  expect(problems.map(({ path, message: text }) => `${path} ${text}`).join()).toContain(message)
})
