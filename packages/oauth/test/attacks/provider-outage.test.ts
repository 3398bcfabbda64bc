/** People were signed out when their provider could not be reached. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { playGitHub } from '../support/github.ts'
import {
  type Answer,
  type HostileProvider,
  startHostileProvider,
} from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const github = { baseUrl: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({ oauth: { providers: { acme, github } } })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
  await idp.close()
})

test.each<[string, Answer]>([
  ['drops connections', 'drop'],
  ['answers 502', { status: 502, text: 'Bad Gateway' }],
  ['answers with a page', { text: '<html>Down for maintenance' }],
])('a provider that %s signs nobody out while tokens are valid', async (_title, answer) => {
  idp.reset()
  const browser = createBrowser()
  await browser.follow(`${shop.origin}/oauth/acme/login`)
  idp.onRequest = () => answer
  for (const minutes of [49, 5, 5]) {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    expect((await browser.get(`${shop.origin}/me`)).json.user).toBe('ann@example.com')
  }
})

test.each<[string, boolean, Answer]>([
  ['drops connections', true, 'drop'],
  ['answers 503', true, { status: 503 }],
  ['answers 403, as a rate limit does', true, { status: 403 }],
  ['answers 401: the token was revoked', false, { status: 401 }],
])(
  'GitHub that %s when a token is checked: signed in afterwards is %s',
  async (_title, isSignedIn, answer) => {
    idp.reset()
    playGitHub(idp, { profile: { id: 1, login: 'octo' }, emails: { json: [] } })
    const browser = createBrowser()
    await browser.follow(`${shop.origin}/oauth/github/login`)
    idp.onRequest = (path, { method }) =>
      path === '/api/v3/user' && method === 'HEAD' ? answer : undefined
    idp.requests.length = 0
    vi.setSystemTime(Date.now() + 16 * 60_000)
    const { user } = (await browser.get(`${shop.origin}/me`)).json
    expect(user !== undefined).toBe(isSignedIn)
    const asked = idp.requests.map(({ method, path }) => `${method} ${path}`)
    // A connection that dies before an answer is replaced once.
    expect([...new Set(asked)]).toEqual(['HEAD /api/v3/user'])
  },
)
