import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { type Browser, createBrowser } from './support/browser.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'
import { SharedSessions } from './support/session-store.ts'

let idp: OidcServer
let shop: TestApp
let otherApp: TestApp
const sessions = new SharedSessions()

beforeAll(async () => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  idp = await startOidcServer([`${origin}/oauth/acme/callback`, `${origin}/oauth/local/callback`], {
    client: {
      post_logout_redirect_uris: [`${origin}/bye`],
      backchannel_logout_uri: `${origin}/oauth/acme/backchannel-logout`,
      backchannel_logout_session_required: true,
    },
  })
  const acme = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  const oauth = {
    store: memoryStore(),
    redirectUri: `${origin}/oauth/callback`,
    postLogoutRedirect: '/bye',
    providers: { acme, local: { ...acme, providerLogout: false } },
  }
  shop = await startApp({ port, oauth, session: { store: sessions } })
  otherApp = await startApp({ port: otherPort, oauth, session: { store: sessions } })
})
afterEach(() => {
  sessions.sessions.clear()
  sessions.destroyed.length = 0
  shop.log.length = 0
})
afterAll(async () => {
  await shop.close()
  await otherApp.close()
  await idp.close()
})

async function signIn(provider = 'acme', browser = createBrowser()): Promise<Browser> {
  await browser.follow(`${shop.origin}/oauth/${provider}/login?redirect=/me`)
  return browser
}

const post = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.get(`${shop.origin}/oauth/logout`, { method: 'POST', headers })

describe('POST /oauth/logout', () => {
  test('destroys the stored session, and tells scripts where the provider signs people out', async () => {
    const browser = await signIn()
    const [id] = sessions.sessions.keys()
    const page = await post(browser, { accept: 'application/json' })
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const redirect = new URL(page.json.redirect)
    expect(page.json.message).toBe('Signed out.')
    expect(redirect.origin + redirect.pathname).toBe(`${idp.issuer}/session/end`)
    expect(Object.fromEntries(redirect.searchParams)).toEqual({
      id_token_hint: expect.stringMatching(/^ey/),
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${shop.origin}/bye`,
    })
    expect(sessions.destroyed).toContain(id)
    expect(sessions.sessions.size).toBe(0)
    expect((await browser.get(`${shop.origin}/me`)).json).toEqual({})
  })

  test('removes the cookie of the session from the browser', async () => {
    const browser = await signIn()
    await post(browser)
    expect([...(browser.cookies.get(new URL(shop.origin).host)?.keys() ?? [])]).toEqual([])
  })

  test('makes the old cookie worthless, also for whoever has a copy of it', async () => {
    const browser = await signIn()
    const cookie = browser.cookieHeader(shop.origin)
    await post(browser)
    const answer = await fetch(`${shop.origin}/me`, { headers: { cookie } })
    expect(await answer.json()).toEqual({})
  })

  test('sends forms on to the provider, which accepts the request', async () => {
    const browser = await signIn()
    const page = await post(browser, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(page.status).toBe(303)
    const there = await browser.get(page.location ?? '')
    expect(there.status).toBe(200)
    expect(there.text).toContain('action="')
  })

  test('stays at home where the settings say so', async () => {
    const browser = await signIn('local')
    const page = await post(browser)
    expect([page.status, page.location]).toEqual([303, `${shop.origin}/bye`])
  })

  test('may be said twice, and by strangers', async () => {
    const page = await post(createBrowser(), { accept: '*/*' })
    expect([page.status, page.json]).toEqual([200, { message: 'Signed out.' }])
  })

  test('works while the provider is away', async () => {
    const browser = await signIn()
    idp.intercept = () => ({ status: 503 })
    const page = await post(browser)
    idp.intercept = undefined
    expect(page.status).toBe(303)
    expect(sessions.sessions.size).toBe(0)
  })

  test('is no GET: a link cannot sign anybody out', async () => {
    const browser = await signIn()
    expect((await browser.get(`${shop.origin}/oauth/logout`)).status).toBe(404)
    expect((await browser.get(`${shop.origin}/me`)).json.user).toBe('ann@example.com')
  })
})

describe('back-channel logout', () => {
  const clientAtProvider = async () => {
    const client = await idp.provider.Client.find(CLIENT_ID)
    return client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }
  }

  test('from the provider ends the session on every node', async () => {
    const browser = await signIn()
    const [stored] = sessions.signedIn()
    const { oauthClaims } = (
      stored as never as { oauthUser: { metadata: { oauthClaims: { sid: string } } } }
    ).oauthUser.metadata
    await (await clientAtProvider()).backchannelLogout('ann', oauthClaims.sid)
    expect(shop.log.join('')).toContain('the provider signed a person out')
    expect(sessions.sessions.size).toBe(0)
    const cookie = browser.cookieHeader(shop.origin)
    for (const { origin } of [shop, otherApp]) {
      expect(await (await fetch(`${origin}/me`, { headers: { cookie } })).json()).toEqual({})
    }
  })

  test('ends the session that it names and no other of the same person', async () => {
    const [desk, phone] = [await signIn(), await signIn()]
    const { oauthUser } = (await phone.get(`${shop.origin}/me`)).json
    await (await clientAtProvider()).backchannelLogout('ann', oauthUser.metadata.oauthClaims.sid)
    expect((await desk.get(`${shop.origin}/me`)).json.user).toBe('ann@example.com')
    expect((await phone.get(`${shop.origin}/me`)).json).toEqual({})
  })
})
