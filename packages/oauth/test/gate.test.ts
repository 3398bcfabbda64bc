/** The seed's table of states: who is let in, as whom. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { oidc } from '../src/providers/strategies/oidc.ts'
import { claimAt } from '../src/providers/user/claim-at.ts'
import { emailEvidence, type OAuthUser } from '../src/providers/user/oauth-user.ts'
import { decide, type Lookup } from '../src/sign-in/gate.ts'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import { SharedSessions } from './support/session-store.ts'

let idp: HostileProvider
let shop: TestApp
const sessions = new SharedSessions()
let accounts: (identifier: string) => Promise<string | null>

beforeAll(async () => {
  idp = await startHostileProvider()
  const base = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({
    session: { store: sessions },
    oauth: {
      users: { find: (identifier) => accounts(identifier) },
      providers: {
        acme: base,
        named: { ...base, usernameClaim: 'preferred_username' },
        alias: { ...base, usernameClaim: 'work_email', emailClaim: 'work_email' },
        narrow: { ...base, emailDomains: ['Example.org'] },
        wide: { ...base, emailDomains: ['example.com'] },
      },
    },
  })
})
afterEach(() => idp.reset())
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const found = async () => 'user-7'
const none = async () => null
const broken = async () => Promise.reject(new Error('the database is away'))

const VERIFIED = { sub: 'a', email: 'ann@example.com', email_verified: true }
const UNVERIFIED = { sub: 'a', email: 'ann@example.com', email_verified: false }
const SILENT = { sub: 'a', email: 'ann@example.com' }
const SAID = { sub: 'a', email: 'ann@example.com', email_verified: 'true' }
const YES = { sub: 'a', email: 'ann@example.com', email_verified: 'yes' }
const NAMED = { ...VERIFIED, preferred_username: 'ann' }
const NO_EMAIL = { sub: 'a', email: 'admin', email_verified: true }
const DOMAIN = { sub: 'a', email: 'example.com', email_verified: true }
const ALIAS = { ...VERIFIED, work_email: 'ann@example.com' }

const QUARANTINED = /^unverified:.+#[0-9a-f]{16}$/
const DENIED = '?error=access_denied&reason=unverified'

type Row = [
  title: string,
  provider: string,
  account: object,
  find: () => Promise<string | null>,
  user: string | RegExp | undefined,
  role: string | null | undefined,
  search: string,
]

const ROWS: readonly Row[] = [
  [
    'a verified email adopts the account that it matches',
    'acme',
    VERIFIED,
    found,
    'user-7',
    'user',
    '',
  ],
  [
    'a verified email that matches no account signs in under itself',
    'acme',
    VERIFIED,
    none,
    'ann@example.com',
    'user',
    '',
  ],
  [
    'a verified email signs nobody in while the accounts cannot be asked',
    'acme',
    VERIFIED,
    broken,
    undefined,
    undefined,
    '?error=auth_failed&reason=unknown',
  ],
  [
    'an unverified email that matches an account is denied',
    'acme',
    UNVERIFIED,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'an email of which nothing is said that matches an account is denied',
    'acme',
    SILENT,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  ['an email whose flag is the text true is verified', 'acme', SAID, found, 'user-7', 'user', ''],
  [
    'an email whose flag is another text is not verified',
    'acme',
    YES,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'a name that is no email and matches an account is denied',
    'named',
    NAMED,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'a verified email that is no email and matches an account is denied',
    'acme',
    NO_EMAIL,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'a domain that is listed is no email of that domain',
    'wide',
    DOMAIN,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'an address in a claim of its own cannot earn trust',
    'alias',
    ALIAS,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'a verified email of a domain that is not listed is denied',
    'narrow',
    VERIFIED,
    found,
    undefined,
    undefined,
    DENIED,
  ],
  [
    'a verified email of a domain that is listed adopts the account',
    'wide',
    VERIFIED,
    found,
    'user-7',
    'user',
    '',
  ],
  [
    'an unverified email that matches no account becomes a roleless nobody',
    'acme',
    UNVERIFIED,
    none,
    QUARANTINED,
    null,
    '',
  ],
  [
    'a name that is no email and matches no account becomes a roleless nobody',
    'named',
    NAMED,
    none,
    QUARANTINED,
    null,
    '',
  ],
  [
    'an unverified email becomes a roleless nobody while the accounts cannot be asked',
    'acme',
    UNVERIFIED,
    broken,
    QUARANTINED,
    null,
    '',
  ],
]

test.each(ROWS)('%s', async (_title, provider, account, find, user, role, search) => {
  idp.account = account as Record<string, unknown>
  accounts = find
  sessions.sessions.clear()
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/${provider}/login`)
  expect(new URL(page.url).search).toBe(search)
  const me = (await browser.get(`${shop.origin}/me`)).json
  if (user === undefined) expect(me).toEqual({})
  else expect(me.user).toMatch(user)
  expect(me.oauthUser?.role).toBe(role)
  expect(sessions.signedIn()).toHaveLength(user === undefined ? 0 : 1)
})

test('a quarantined name stays out of the log', async () => {
  idp.account = UNVERIFIED
  accounts = none
  shop.log.length = 0
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  const { user } = (await browser.get(`${shop.origin}/me`)).json
  expect(user).toMatch(QUARANTINED)
  expect(shop.log.join('')).not.toContain(user.split('#')[1])
})

describe('whatever the claims', () => {
  const claims = fc.record(
    {
      sub: fc.string({ minLength: 1 }),
      email: fc.constantFrom('ann@example.com', 'ANN@example.com', 'ann', '', 7, null),
      email_verified: fc.constantFrom(true, false, 'true', 1, null),
    },
    { requiredKeys: [] },
  )
  const lookups: fc.Arbitrary<Lookup> = fc.constantFrom<Lookup[]>(
    { found: 'user-7' },
    { found: undefined },
    { failed: true },
  )
  const settings = fc.record(
    { emailClaim: fc.constantFrom('email', 'other') },
    { requiredKeys: [] },
  )

  test('nobody becomes an account without a verified email of a known issuer that is the username', () => {
    fc.assert(
      fc.property(
        claims,
        fc.constantFrom([], ['https://id.example']),
        settings,
        fc.constantFrom('ann@example.com', 'ann'),
        lookups,
        (idToken, issuers, given, username, lookup) => {
          const authEvidence = emailEvidence({ strategy: oidc, issuers, settings: given }, idToken)
          const user = { username, authEvidence } as OAuthUser
          const decision = decide(user, lookup)
          if (decision.decision !== 'signed in') return
          expect(idToken.email).toBe(username)
          expect([true, 'true']).toContain(idToken.email_verified)
          expect(username).toContain('@')
          expect(issuers).toHaveLength(1)
          expect(given.emailClaim ?? 'email').toBe('email')
        },
      ),
    )
  })

  test('a quarantined name is never the same twice, and never a name that was claimed', () => {
    const authEvidence = emailEvidence({ strategy: oidc, issuers: [], settings: {} }, {})
    const user = { username: 'ann', authEvidence } as OAuthUser
    const names = Array.from({ length: 100 }, () => decide(user, { found: undefined }))
    expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(100)
  })
})

test('claims are found by name, by a name that has dots, and by path', () => {
  const claims = { a: { b: 'deep' }, 'a.c': 'flat', 'https://x.example/role': 'boss', n: null }
  expect(claimAt(claims, 'a.b')).toBe('deep')
  expect(claimAt(claims, 'a.c')).toBe('flat')
  expect(claimAt(claims, 'https://x.example/role')).toBe('boss')
  for (const path of ['a.x', 'n', 'constructor', 'a.constructor.name', '__proto__']) {
    expect(claimAt(claims, path)).toBeUndefined()
  }
})

test.each([
  ['lack the username', { sub: 'a', email: undefined }],
  ['hold an empty username', { sub: 'a', email: '' }],
  ['hold a username that is a list', { sub: 'a', email: ['ann@example.com'] }],
  ['hold a username with a line break', { sub: 'a', email: 'ann@example.com\nX: y' }],
  ['hold a username of 321 characters', { sub: 'a', email: `${'a'.repeat(309)}@example.com` }],
])('claims that %s sign nobody in', async (_title, account) => {
  idp.account = account
  idp.userInfo = { sub: 'a' }
  accounts = none
  const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login`)
  expect(new URL(page.url).search).toBe('?error=auth_failed&reason=user_mapping')
})
