/** Logout left the stored session, so that whoever had a copy of its cookie was still signed in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import { SharedSessions } from '../support/session-store.ts'

let idp: HostileProvider
let shop: TestApp
const sessions = new SharedSessions()

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  shop = await startApp({
    oauth: { providers: { acme } },
    session: { store: sessions, saveUninitialized: true },
  })
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const cookieOf = (browser: ReturnType<typeof createBrowser>) =>
  browser.cookies.get(new URL(shop.origin).host)?.get('sessionId')

test('after signing out nothing is left of the session, for whoever has its cookie', async () => {
  const victim = createBrowser()
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  const stolen = cookieOf(victim)
  await victim.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  expect(sessions.signedIn()).toEqual([])
  const answer = await fetch(`${shop.origin}/me`, { headers: { cookie: `sessionId=${stolen}` } })
  expect(await answer.json()).toEqual({})
})

test('a request that was under way at sign-out, and stores its session after it, signs in nobody for long', async () => {
  const victim = createBrowser()
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  const [id = '', data = ''] =
    [...sessions.sessions].find(([, text]) => text.includes('"user"')) ?? []
  const cookie = `sessionId=${cookieOf(victim)}`
  await victim.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  const revived = JSON.parse(data)
  // 15 minutes later the session is looked at again, and the sign-in that it stands on is gone.
  sessions.sessions.set(
    id,
    JSON.stringify({ ...revived, oauth: { ...revived.oauth, checkAt: 0, lastValidated: 0 } }),
  )
  expect(await (await fetch(`${shop.origin}/me`, { headers: { cookie } })).json()).toEqual({})
})
