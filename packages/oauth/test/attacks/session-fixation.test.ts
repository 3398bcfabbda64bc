/** Somebody plants a session in the victim's browser, and is signed in when the victim is. */
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

test('the session that was known before the sign-in is not signed in, and is gone', async () => {
  const victim = createBrowser()
  await victim.get(`${shop.origin}/me`)
  const planted = cookieOf(victim)
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  expect(cookieOf(victim)).not.toBe(planted)
  const answer = await fetch(`${shop.origin}/me`, { headers: { cookie: `sessionId=${planted}` } })
  expect(await answer.json()).toEqual({})
  expect(sessions.signedIn()).toHaveLength(1)
})
