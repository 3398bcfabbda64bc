/** Somebody plants a session in the victim's browser, and is signed in when the victim is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { type SessionShop, startSessionShop } from '../support/session-shop.ts'

let shop: SessionShop

beforeAll(async () => {
  shop = await startSessionShop()
})
afterAll(async () => await shop.close())

test('the session that was known before the sign-in is not signed in, and is gone', async () => {
  const victim = createBrowser()
  await victim.get(`${shop.origin}/me`)
  const planted = shop.cookieOf(victim)
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  expect(shop.cookieOf(victim)).not.toBe(planted)
  const answer = await fetch(`${shop.origin}/me`, { headers: { cookie: `sessionId=${planted}` } })
  expect(await answer.json()).toEqual({})
  expect(shop.sessions.signedIn()).toHaveLength(1)
})
