/** `emailFrom: userinfo`: a verified address from the userinfo endpoint, which the gate believes only if the settings say so. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

const ANN = { sub: 'ann', email: 'ann@example.com', email_verified: true }
const UNPROVEN = { sub: 'ann', email: ANN.email }

beforeAll(async () => {
  idp = await startHostileProvider()
  const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const asking = { ...base, emailFrom: 'userinfo' as const }
  shop = await startApp({
    oauth: {
      users: { find: async () => 'user-7' },
      providers: {
        signed: base,
        asking,
        narrow: { ...asking, emailDomains: ['example.org'] },
        alias: { ...asking, emailClaim: 'work_email' },
      },
    },
  })
})
afterEach(() => {
  idp.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

async function signIn(provider: string) {
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  return { search: new URL(page.url).search, me: (await browser.get(`${shop.origin}/me`)).json }
}

test.each<[string, object]>([
  ['lacks the address', { sub: 'ann' }],
  ['lacks the flag', { sub: 'ann', email: ANN.email }],
  ['calls the address unverified', { ...ANN, email_verified: false }],
])(
  'if the ID token %s, the verified address of userinfo adopts the account',
  async (_title, account) => {
    idp.account = account as Record<string, unknown>
    idp.userInfo = ANN
    const { search, me } = await signIn('asking')
    expect(search).toBe('')
    expect(me.user).toBe('user-7')
    expect(me.oauthUser.authEvidence).toEqual({
      emailProvenance: 'oidc-userinfo',
      emailAuthenticated: true,
      email: ANN.email,
      signatureVerified: true,
      issuerValidated: true,
      idTokenIssuer: idp.origin,
      idTokenSubject: 'ann',
    })
  },
)

test('if the ID token proves the address, userinfo is not requested', async () => {
  const { me } = await signIn('asking')
  expect(me.oauthUser.authEvidence.emailProvenance).toBe('signed-oidc')
  expect(idp.requests.map(({ path }) => path)).not.toContain('/userinfo')
})

const DENIED = '?error=access_denied&reason=unverified'
const FAILED = '?error=auth_failed&reason=user_info'

test.each<[string, string, Record<string, unknown>, Record<string, unknown>, string]>([
  ['of somebody else is refused', 'asking', { sub: 'ann' }, { ...ANN, sub: 'bob' }, FAILED],
  ['without sub is refused', 'asking', { sub: 'ann' }, { ...ANN, sub: undefined }, FAILED],
  [
    'that calls it unverified proves nothing',
    'asking',
    UNPROVEN,
    { ...ANN, email_verified: false },
    DENIED,
  ],
  [
    'that does not say proves nothing',
    'asking',
    UNPROVEN,
    { sub: 'ann', email: ANN.email },
    DENIED,
  ],
  [
    'with the flag alone proves nothing',
    'asking',
    UNPROVEN,
    { sub: 'ann', email_verified: true },
    DENIED,
  ],
  [
    'with another address proves nothing of that of the ID token',
    'asking',
    UNPROVEN,
    { ...ANN, email: 'x@example.com' },
    DENIED,
  ],
  [
    'with an address of a domain that is not listed proves nothing',
    'narrow',
    { sub: 'ann' },
    ANN,
    DENIED,
  ],
  [
    'proves nothing of an address in a claim of its own',
    'alias',
    { sub: 'ann' },
    { ...ANN, work_email: ANN.email },
    DENIED,
  ],
  ['proves nothing without the setting', 'signed', { sub: 'ann' }, ANN, DENIED],
])('userinfo %s', async (_title, provider, account, userInfo, search) => {
  idp.account = account
  idp.userInfo = userInfo
  expect(await signIn(provider)).toEqual({ search, me: {} })
})

test('if userinfo cannot be loaded, nobody is signed in under an address that may be verified', async () => {
  idp.account = UNPROVEN
  idp.onRequest = (path) => (path === '/userinfo' ? { status: 503, json: {} } : undefined)
  expect(await signIn('asking')).toEqual({ search: FAILED, me: {} })
})

test('a refusal tells the operator of the setting, if it could help', async () => {
  idp.account = UNPROVEN
  const hints = () => shop.log.filter((line) => line.includes('set emailFrom: userinfo'))
  expect((await signIn('signed')).search).toBe(DENIED)
  expect(hints()).toHaveLength(1)
  expect(hints()[0]).toContain('a sign-in was refused')
  shop.log.length = 0
  idp.userInfo = UNPROVEN
  expect((await signIn('asking')).search).toBe(DENIED)
  expect(hints()).toEqual([])
})
