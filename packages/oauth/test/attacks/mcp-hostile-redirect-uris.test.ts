/** Redirect URIs that one parser reads in another way than the next: browsers, `new URL`, the header Location. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  type McpApp,
  mcpOf,
  pkce,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

let app: McpApp

beforeAll(async () => {
  app = await startMcp({
    mcp: { dynamicClientRegistration: { rateLimit: false, allowCustomSchemes: true } },
  })
})
afterAll(async () => await app.close())

describe('a registration is refused whose redirect URI', () => {
  test.each([
    ['has a host that is not ASCII', 'https://例え.example/callback'],
    ['has a path that is not ASCII', 'https://shop.example/é'],
    ['turns the direction of its text', 'https://shop.example/\u202ekcabllac'],
    ['has no slashes: a path to a browser on https', 'https:evil.example/callback'],
    ['has one slash: a path to a browser on https', 'https:/evil.example/callback'],
    ['has three slashes', 'https:///evil.example/callback'],
    ['has no slashes on loopback', 'http:127.0.0.1:4001/callback'],
    ['holds quotation marks', 'https://shop.example/"onmouseover="x'],
    ['holds angle brackets', 'cursor://<script>'],
    ['holds a backslash', 'https://shop.example\\@evil.example/'],
  ])('%s', async (_, uri) => {
    expect(await register(app, { redirect_uris: [uri] })).toMatchObject({
      error: 'invalid_redirect_uri',
    })
  })
})

test('whatever can be registered takes an answer', async () => {
  const uris = [
    'https://xn--r8jz45g.example/callback',
    'https://shop.example/%C3%A9?x=%00&y=[1]',
    "https://shop.example/a;b,c'(d)*!$&+=@~",
    'http://[::1]:4001/callback',
    'cursor://app/callback',
    'com.example.app:/callback',
  ]
  for (const uri of uris) {
    const { client_id } = await register(app, { redirect_uris: [uri] })
    const url = authorizeUrl(app, {
      client_id,
      redirect_uri: uri,
      code_challenge: pkce().challenge,
    })
    const browser = createBrowser()
    const denied = await submit(browser, await browser.get(url), 'deny')
    expect([uri, denied.status]).toEqual([uri, 303])
    expect(denied.headers.get('location')).toMatch(/[?&]error=access_denied&/)
    expect(denied.headers.get('location')?.startsWith(uri)).toBe(true)
  }
})

test('an app is named by its scheme wherever people are told of it: what stands after it is no host', async () => {
  const apps = [
    ['cursor://app/callback', 'cursor://app'],
    ['com.example.app:/callback', 'com.example.app://'],
  ] as const
  for (const [redirect_uri, name] of apps) {
    const { client_id } = await register(app, { redirect_uris: [redirect_uri] })
    const { challenge: code_challenge } = pkce()
    const asked = { client_id, redirect_uri, code_challenge }
    const refused = await createBrowser().get(authorizeUrl(app, { ...asked, response_type: 'x' }))
    expect(refused.text).toContain(`Go back to ${name}<`)
    const browser = createBrowser()
    const page = await browser.get(authorizeUrl(app, asked))
    expect(page.text).toContain(`<strong>${name}</strong>`)
    const { location } = await submit(browser, page)
    await browser.follow(location ?? '', (url) => url.startsWith(redirect_uri))
    const clients = await mcpOf(app).connectedClients('ann@example.com')
    expect(clients.find(({ clientId }) => clientId === client_id)?.redirectHost).toBe(name)
  }
})

describe('a request for a loopback redirect URI may name another port, and nothing else that is written otherwise:', () => {
  test.each([
    ['another port', 'http://127.0.0.1:9/callback', true],
    ['no port', 'http://127.0.0.1/callback', true],
    ['dot segments', 'http://127.0.0.1:9/a/../callback', false],
    ['a short address', 'http://127.1:9/callback', false],
    ['a scheme in capitals', 'HTTP://127.0.0.1:9/callback', false],
    ['an encoded letter', 'http://127.0.0.1:9/%63allback', false],
    ['an empty query', 'http://127.0.0.1:9/callback?', false],
    ['a fragment', 'http://127.0.0.1:9/callback#', false],
    ['a user name', 'http://127.0.0.1:4001@127.0.0.1:9/callback', false],
    ['a port that is none', 'http://127.0.0.1:99999/callback', false],
    ['the other name of loopback', 'http://localhost:9/callback', false],
  ])('%s', async (_, uri, isTaken) => {
    const { client_id } = await register(app)
    const { challenge: code_challenge } = pkce()
    const url = authorizeUrl(app, { client_id, redirect_uri: uri, code_challenge })
    expect((await createBrowser().get(url)).status).toBe(isTaken ? 200 : 400)
  })
})

test('a host with the separators of a policy does not get into the policy of the page', async () => {
  for (const host of ['a;sandbox;b.example', 'a,b.example']) {
    const redirect_uri = `https://${host}/callback`
    const { client_id } = await register(app, { redirect_uris: [redirect_uri] })
    const { challenge: code_challenge } = pkce()
    const page = await createBrowser().get(
      authorizeUrl(app, { client_id, redirect_uri, code_challenge }),
    )
    expect(page.text).toContain(host)
    expect(page.headers.get('content-security-policy')).not.toMatch(/sandbox|,/)
  }
})
