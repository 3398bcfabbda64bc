/** Logout left the stored session, so that whoever had a copy of its cookie was still signed in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { type SessionShop, startSessionShop } from '../support/session-shop.ts'

let shop: SessionShop

beforeAll(async () => {
  shop = await startSessionShop()
})
afterAll(async () => await shop.close())

test('after signing out, the cookie leads to no session', async () => {
  const victim = createBrowser()
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  const stolen = shop.cookieOf(victim)
  await victim.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  expect(shop.sessions.signedIn()).toEqual([])
  const answer = await fetch(`${shop.origin}/me`, { headers: { cookie: `sessionId=${stolen}` } })
  expect(await answer.json()).toEqual({})
})

test('a request that was under way at sign-out, and stores its session after it, signs in nobody for long', async () => {
  const victim = createBrowser()
  await victim.follow(`${shop.origin}/oauth/acme/login`)
  const [id = '', data = ''] =
    [...shop.sessions.sessions].find(([, text]) => text.includes('"user"')) ?? []
  const cookie = `sessionId=${shop.cookieOf(victim)}`
  await victim.get(`${shop.origin}/oauth/logout`, { method: 'POST' })
  const revived = JSON.parse(data)
  // 15 minutes later the session is looked at again, and the sign-in that it stands on is gone.
  shop.sessions.sessions.set(
    id,
    JSON.stringify({ ...revived, oauth: { ...revived.oauth, checkAt: 0, lastValidated: 0 } }),
  )
  expect(await (await fetch(`${shop.origin}/me`, { headers: { cookie } })).json()).toEqual({})
})
