/**
 * No consent for registered clients. A stranger registers a client whose answers go to them, and sends a person there who
 * is signed in at the provider: without consent the stranger would get a code.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  getCode,
  type McpApp,
  pkce,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

const EVIL = 'https://evil.example/callback'
let app: McpApp

beforeAll(async () => {
  app = await startMcp()
})
afterAll(async () => await app.close())

test('a person who has allowed one client is asked again for another client', async () => {
  const browser = createBrowser()
  await getCode(app, { browser })
  const { client_id } = await register(app, { redirect_uris: [EVIL], client_name: 'Robot' })
  const asked = authorizeUrl(app, {
    client_id,
    code_challenge: pkce().challenge,
    redirect_uri: EVIL,
  })
  const before = app.idp.requests.length
  const page = await browser.get(asked)
  expect([page.status, page.location, page.text.includes('evil.example')]).toEqual([
    200,
    undefined,
    true,
  ])
  expect(app.idp.requests.length).toBe(before)
})

test('another redirect URI of an allowed client is asked for as well', async () => {
  const browser = createBrowser()
  const { client_id } = await register(app, { redirect_uris: [CALLBACK, EVIL] })
  await getCode(app, { clientId: client_id, browser })
  const asked = { client_id, code_challenge: pkce().challenge, redirect_uri: EVIL }
  expect((await browser.get(authorizeUrl(app, asked))).status).toBe(200)
})

test('a cookie that was made up, or taken from another server, gives no consent', async () => {
  const { client_id } = await register(app)
  const { host } = new URL(app.origin)
  for (const cookie of ['made-up', Buffer.from('[["x","acme"]]').toString('base64url')]) {
    const browser = createBrowser()
    browser.cookies.set(host, new Map([['mcp_consent', cookie]]))
    const page = await browser.get(
      authorizeUrl(app, { client_id, code_challenge: pkce().challenge }),
    )
    expect([page.status, page.text.includes('<form')]).toEqual([200, true])
  }
})

test('the cookie of another person gives no consent either: the store is asked who it was', async () => {
  const { client_id } = await register(app)
  const [giver, victim] = [createBrowser(), createBrowser()]
  await getCode(app, { clientId: client_id, browser: giver, scope: 'read' })
  const { host } = new URL(app.origin)
  victim.cookies.set(host, new Map(giver.cookies.get(host)))
  app.idp.account = { sub: 'ben', email: 'ben@example.com', email_verified: true }
  const asked = { client_id, code_challenge: pkce().challenge, scope: 'read' }
  const page = await victim.follow(authorizeUrl(app, asked), (url) => url.startsWith(CALLBACK))
  expect([page.status, page.text.includes('ben@example.com')]).toEqual([200, true])
})

test('a site that sends the form by itself, with a token of its own, gets nothing', async () => {
  const { client_id } = await register(app)
  const url = authorizeUrl(app, { client_id, code_challenge: pkce().challenge })
  const attacker = createBrowser()
  const page = await attacker.get(url)
  const victim = createBrowser()
  const answer = await submit(victim, page)
  expect([answer.status, answer.location]).toEqual([400, undefined])
})
