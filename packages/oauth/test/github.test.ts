import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { playGitHub } from './support/github.ts'
import {
  type Answer,
  type HostileProvider,
  startHostileProvider,
} from './support/hostile-provider.ts'

let hub: HostileProvider
let shop: TestApp
let byEmail: TestApp

beforeAll(async () => {
  hub = await startHostileProvider()
  const github = { baseUrl: hub.origin, clientId: 'shop', clientSecret: 'secret' }
  const users = { find: async (name: string) => (/octo/.test(name) ? `user-of-${name}` : null) }
  shop = await startApp({ oauth: { providers: { github } } })
  byEmail = await startApp({
    oauth: { users, providers: { github: { ...github, usernameClaim: 'email' } } },
  })
})
afterEach(() => {
  hub.reset()
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await byEmail.close()
  await hub.close()
})

const PROFILE = { id: 583_231, login: 'octocat', name: 'The Octocat', email: null }
const address = (email: string, primary: boolean, verified: boolean) => ({
  email,
  primary,
  verified,
  visibility: null,
})

async function signIn(app = shop) {
  const page = await createBrowser().follow(`${app.origin}/oauth/github/login?redirect=/me`)
  return { search: new URL(page.url).search, ...(page.text.startsWith('{') && page.json) }
}

const ROWS: readonly [string, string | null, Answer, object][] = [
  [
    'a public, verified address',
    'octo@example.com',
    { json: [address('work@example.com', true, true), address('octo@example.com', false, true)] },
    { email: 'octo@example.com', emailVerified: true },
  ],
  [
    'a public, unverified address',
    'octo@example.com',
    { json: [address('octo@example.com', true, false)] },
    { email: 'octo@example.com', emailVerified: false },
  ],
  [
    'a public address that the list does not hold',
    'octo@example.com',
    { json: [address('work@example.com', true, true)] },
    { email: 'octo@example.com' },
  ],
  [
    'a private, verified address',
    null,
    { json: [address('other@example.com', false, true), address('octo@example.com', true, true)] },
    { email: 'octo@example.com', emailVerified: true },
  ],
  [
    'a private, unverified address',
    null,
    { json: [address('octo@example.com', true, false)] },
    { email: 'octo@example.com', emailVerified: false },
  ],
  [
    'several addresses of which none is primary',
    null,
    { json: [address('a@example.com', false, true), address('b@example.com', false, true)] },
    {},
  ],
  ['no address', null, { json: [] }, {}],
  [
    'no scope for addresses',
    'octo@example.com',
    { status: 404, json: { message: 'Not Found' } },
    { email: 'octo@example.com' },
  ],
  [
    'a list of addresses that fails',
    'octo@example.com',
    { status: 502, text: 'Bad Gateway' },
    { email: 'octo@example.com' },
  ],
  [
    'a list of addresses that is malformed',
    'octo@example.com',
    { json: [{ email: 7 }] },
    { email: 'octo@example.com' },
  ],
]

test.each(ROWS)(
  'an account with %s signs in, and its address is what GitHub says',
  async (_title, email, emails, expected) => {
    playGitHub(hub, { profile: { ...PROFILE, email }, emails })
    const { oauthUser } = await signIn()
    expect(oauthUser).toMatchObject({
      username: 'octocat',
      provider: 'github',
      providerUserId: '583231',
      name: 'The Octocat',
    })
    const { email: shown, emailVerified } = oauthUser
    expect(JSON.parse(JSON.stringify({ email: shown, emailVerified }))).toEqual(expected)
  },
)

test('a profile that claims to be verified itself is not believed', async () => {
  const profile = { ...PROFILE, email: 'octo@example.com', email_verified: true }
  playGitHub(hub, { profile, emails: { status: 404, json: {} } })
  const { oauthUser } = await signIn(byEmail)
  expect(oauthUser?.emailVerified).toBeUndefined()
})

describe('the adoption gate', () => {
  test('adopts the account of a verified address from the list', async () => {
    playGitHub(hub, {
      profile: PROFILE,
      emails: { json: [address('octo@example.com', true, true)] },
    })
    expect((await signIn(byEmail)).user).toBe('user-of-octo@example.com')
  })

  test('denies an unverified address that matches an account', async () => {
    playGitHub(hub, {
      profile: PROFILE,
      emails: { json: [address('octo@example.com', true, false)] },
    })
    expect((await signIn(byEmail)).search).toBe('?error=access_denied&reason=unverified')
  })

  test('denies a public address whose list cannot be had', async () => {
    playGitHub(hub, { profile: { ...PROFILE, email: 'octo@example.com' }, emails: { status: 500 } })
    expect((await signIn(byEmail)).search).toBe('?error=access_denied&reason=unverified')
  })

  test('takes a login name for what it is: no address, and so nobody', async () => {
    playGitHub(hub, {
      profile: PROFILE,
      emails: { json: [address('octo@example.com', true, true)] },
    })
    const { user, oauthUser } = await signIn()
    expect(user).toMatch(/^unverified:octocat#[0-9a-f]{16}$/)
    expect(oauthUser.role).toBeNull()
  })
})

test('a list of addresses that does not come is given up after five seconds', async () => {
  playGitHub(hub, { profile: PROFILE, emails: 'hang' })
  // They are over when the test says so: once the list has been asked for.
  const over = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal)
  onTestFinished(() => timeout.mockRestore())
  const signedIn = signIn()
  const asked = () => hub.requests.some(({ path }) => path === '/api/v3/user/emails')
  await expect.poll(asked).toBe(true)
  over.abort(new DOMException('The five seconds are over.', 'TimeoutError'))
  expect((await signedIn).oauthUser.username).toBe('octocat')
  expect(timeout.mock.calls).toEqual([[5_000]])
  expect(shop.log.join('')).toContain('The five seconds are over.')
})

test.each<[string, Answer]>([
  ['fails', { status: 500, text: 'oops' }],
  ['is no JSON', { text: '<html>' }],
  ['is a list', { json: [] }],
])('a profile that %s signs nobody in', async (_title, profile) => {
  playGitHub(hub, { profile: PROFILE, emails: { json: [] } })
  const documented = hub.onRequest
  hub.onRequest = (path, request) => (path === '/api/v3/user' ? profile : documented(path, request))
  expect((await signIn()).search).toBe('?error=auth_failed&reason=user_info')
})

test('a code that GitHub refuses, with status 200 as it does, signs nobody in', async () => {
  hub.onRequest = (path) =>
    path === '/login/oauth/access_token'
      ? {
          json: {
            error: 'bad_verification_code',
            error_description: 'The code passed is incorrect or expired.',
          },
        }
      : undefined
  expect((await signIn()).search).toBe('?error=auth_failed&reason=token_exchange')
  expect(shop.log.join('')).toContain('bad_verification_code')
})

test('an answer in form encoding is read as well', async () => {
  playGitHub(hub, { profile: PROFILE, emails: { json: [] } })
  const documented = hub.onRequest
  hub.onRequest = (path, request) =>
    path === '/login/oauth/access_token'
      ? {
          text: 'access_token=gho_form&scope=read%3Auser&token_type=bearer',
          type: 'application/x-www-form-urlencoded; charset=utf-8',
        }
      : documented(path, request)
  expect((await signIn()).oauthUser.username).toBe('octocat')
})

test('the token exchange carries the PKCE verifier and the redirect URI', async () => {
  playGitHub(hub, { profile: PROFILE, emails: { json: [] } })
  await signIn()
  const exchange = hub.requests.find(({ path }) => path === '/login/oauth/access_token')
  expect(Object.fromEntries(exchange?.form ?? [])).toMatchObject({
    grant_type: 'authorization_code',
    client_id: 'shop',
    client_secret: 'secret',
    redirect_uri: `${shop.origin}/oauth/github/callback`,
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
})
