import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SECRET } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  redeem,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'
import { ANN } from '../support/oidc-server.ts'
import { SharedSessions } from '../support/session-store.ts'

const TRUSTED = 'http://127.0.0.1:4001/callback'
const sessions = new SharedSessions()
const store = memoryStore()
let app: McpApp
let decision: unknown

beforeAll(async () => {
  app = await startMcp({
    store,
    // As most applications have it: every visit makes a session, unless somebody prevents it.
    session: { store: sessions, saveUninitialized: true },
    mcp: {
      scopes: { read: 'Read things', write: 'Write things' },
      clients: { helper: { name: 'Helper', redirectUris: [TRUSTED], trusted: true } },
    },
  })
  app.app.oauth.registerHooks({
    onLogin: (_user, _tokens, session) => {
      Object.assign(session, { visited: true })
      return decision as never
    },
  })
})
afterEach(() => {
  decision = undefined
  app.idp.account = ANN
})
afterAll(async () => await app.close())

/** The consent page of a client. */
async function openPage(browser = createBrowser(), changes: Record<string, string> = {}) {
  const clientId = changes.client_id ?? (await register(app)).client_id
  const url = authorizeUrl(app, {
    client_id: clientId,
    code_challenge: pkce().challenge,
    scope: 'read write',
    ...changes,
  })
  return { page: await browser.get(url), browser, clientId, url }
}

describe('the consent page', () => {
  test('shows who asks, where the answer goes and what for, before anybody is sent to the provider', async () => {
    const { page } = await openPage()
    expect(page.status).toBe(200)
    for (const text of ['Robot', '127.0.0.1:4001', 'Read things', 'Write things', 'not verified']) {
      expect(page.text).toContain(text)
    }
    expect(page.text).toContain('program on your own computer')
    expect(app.idp.requests.filter((path) => path.includes('/auth'))).toEqual([])
  })

  test('names what is asked for and not given to the application', async () => {
    const { client_id } = await register(app, { scope: 'read' })
    const withheld = 'It also asks for this, but this application'
    const { page } = await openPage(createBrowser(), { client_id })
    const [offered, other] = page.text.split(withheld)
    expect(offered).toContain('value="read"')
    expect(page.text).not.toContain('value="write"')
    expect(other).toContain('Write things <small>write</small>')
    expect((await openPage()).page.text).not.toContain(withheld)
  })

  test('has no script, no frame around it, and nothing from elsewhere', async () => {
    const { page } = await openPage()
    expect(page.text).not.toContain('<script')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w+/=]+'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
  })

  test('shows markup in the name of a client as text', async () => {
    const name = '<img src=x onerror=alert(1)>"\'&'
    const { client_id } = await register(app, { client_name: name })
    const { page } = await openPage(createBrowser(), { client_id })
    expect(page.text).toContain('&#60;img src&#61;x onerror&#61;alert(1)&#62;&#34;&#39;&#38;')
    expect(page.text).not.toContain('<img')
  })

  test('narrows the scopes to those that stay ticked', async () => {
    const code = await getCode(app, { scope: 'read write', untick: ['write'] })
    expect((await redeem(app, code)).json.scope).toBe('read')
  })

  test('gives no refresh token to a client that the person does not let stay connected', async () => {
    const scope = 'read offline_access'
    const kept = await redeem(app, await getCode(app, { scope }))
    expect(kept.json).toMatchObject({ scope, refresh_token: expect.any(String) })
    const code = await getCode(app, { scope, untick: ['offline_access'] })
    const { json } = await redeem(app, code)
    expect([json.scope, json.refresh_token]).toEqual(['read', undefined])
  })

  test('lets nobody tick what was not asked for', async () => {
    const { page, browser, url } = await openPage(createBrowser(), { scope: 'read' })
    const forged = { url: page.url, text: page.text.replace('value="read"', 'value="write"') }
    const { location } = await submit(browser, forged)
    expect(url).toContain('scope=read')
    expect(new URL(location ?? '').searchParams.get('error')).toBe('access_denied')
  })

  test('with nothing ticked is a denial: an answer without scopes would say that all were granted', async () => {
    const { page, browser } = await openPage(createBrowser(), { scope: 'read write' })
    const { location } = await submit(browser, page, 'allow', ['read', 'write'])
    expect(new URL(location ?? '').searchParams.get('error')).toBe('access_denied')
  })

  test('tells the client when the person denies', async () => {
    const { page, browser, clientId } = await openPage()
    const next = await submit(browser, page, 'deny')
    const answer = new URL(next.location ?? '')
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a-state',
      iss: app.issuer,
    })
    const [row] = await mcpOf(app).audit({ clientId })
    expect(row?.event).toBe('oauth.mcp.consent.denied')
  })

  test('works in the browser that it was shown to only, before and after it was answered', async () => {
    const { page, browser } = await openPage()
    for (const answered of [false, true]) {
      const elsewhere = await submit(createBrowser(), page)
      expect([answered, elsewhere.status, elsewhere.location]).toEqual([answered, 400, undefined])
      expect(elsewhere.text).toContain('expired')
      expect((await submit(browser, page)).status).toBe(303)
    }
  })
})

describe('a consent is remembered', () => {
  test('in the browser that gave it: the next time nobody is asked', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    const url = authorizeUrl(app, {
      client_id,
      code_challenge: pkce().challenge,
      scope: 'read',
      redirect_uri: 'http://127.0.0.1:5555/callback',
    })
    const again = await browser.follow(url, (target) => target.startsWith('http://127.0.0.1:5555'))
    expect(new URL(again.location ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test('whatever the application has set for its own cookies', async () => {
    const parseOptions = { signed: true, domain: 'shop.example', sameSite: 'none' } as const
    const own = await startMcp({ cookie: { secret: SECRET, parseOptions } })
    const { client_id } = await register(own)
    const browser = createBrowser()
    await getCode(own, { clientId: client_id, browser })
    const url = authorizeUrl(own, { client_id, code_challenge: pkce().challenge })
    const again = await browser.follow(url, (target) => target.startsWith(CALLBACK))
    expect(again.location).toContain('code=')
    await own.close()
  })

  test.each([
    ['more scopes', { scope: 'read write' }],
    ['another client', { client_id: 'other' }],
  ])('but not for %s', async (_title, change) => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    const id = 'client_id' in change ? (await register(app)).client_id : client_id
    const asked = { scope: 'read', ...change, client_id: id, code_challenge: pkce().challenge }
    const page = await browser.get(authorizeUrl(app, asked))
    expect([page.status, page.text.includes('<form')]).toEqual([200, true])
  })

  test('but not for another person in the same browser, who is asked after signing in', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    app.idp.account = { ...ANN, sub: 'ben', email: 'ben@example.com' }
    browser.cookies.delete(new URL(app.idp.issuer).host)
    const asked = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const page = await browser.follow(authorizeUrl(app, asked))
    expect([page.status, page.text.includes('ben@example.com')]).toEqual([200, true])
    const next = await submit(browser, page)
    expect(new URL(next.location ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test('and the page after signing in is for the browser that signed in', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    await mcpOf(app).revokeClient('ann@example.com', client_id)
    const asked = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const isPage = (url: string) => url.includes('/oauth/mcp/confirm')
    const back = await browser.follow(authorizeUrl(app, asked), isPage)
    const elsewhere = await createBrowser().get(back.location ?? '')
    expect([elsewhere.status, elsewhere.text.includes('<form')]).toEqual([400, false])
  })

  test('less what the person refuses later, in another browser', async () => {
    const { client_id } = await register(app)
    const [browser, other] = [createBrowser(), createBrowser()]
    const asked = { clientId: client_id, scope: 'read write' }
    await getCode(app, { ...asked, browser })
    await getCode(app, { ...asked, browser: other, untick: ['write'] })
    const again = { client_id, scope: 'read write', code_challenge: pkce().challenge }
    const page = await browser.follow(authorizeUrl(app, again))
    expect([page.status, page.text.includes('You are signed in as')]).toEqual([200, true])
  })

  test('and does not restore a scope that the person refuses elsewhere at that moment', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read write', browser })
    const { connections } = store.mcp
    const find = connections.find.bind(connections)
    const refused = vi.spyOn(connections, 'find').mockImplementationOnce(async (key) => {
      const found = await find(key)
      if (found) await connections.remember({ ...found, scope: 'read' }, ['write'], 3_600)
      return found
    })
    const asked = { client_id, scope: 'read write', code_challenge: pkce().challenge }
    const isAnswer = (url: string) => url.startsWith(CALLBACK)
    const answer = await browser.follow(authorizeUrl(app, asked), isAnswer)
    refused.mockRestore()
    expect(answer.location).toContain('error=access_denied')
    const [connection] = await connections
      .list('ann@example.com')
      .then((all) => all.filter((one) => one.clientId === client_id))
    expect(connection?.scope).toBe('offline_access read')
  })

  test('on a page that says whose access it is: of whoever signs in next, and then of the person', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    const asked = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const first = await browser.follow(authorizeUrl(app, asked))
    expect(first.text).toContain('the access of that account')
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    await mcpOf(app).revokeClient('ann@example.com', client_id)
    const again = await browser.follow(authorizeUrl(app, asked))
    expect(again.text).toContain('You are signed in as <strong>ann@example.com</strong>')
    expect(again.text).not.toContain('with which you sign in')
  })

  test('until the person revokes the client', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    await getCode(app, { clientId: client_id, scope: 'read', browser })
    expect(await mcpOf(app).revokeClient('ann@example.com', client_id)).toBe(true)
    const asked = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const page = await browser.follow(authorizeUrl(app, asked))
    expect(page.text).toContain('You are signed in as')
  })

  test('and gives no code for somebody who was removed while the page was open', async () => {
    const { client_id } = await register(app)
    const browser = createBrowser()
    app.idp.account = { ...ANN, sub: 'gone', email: 'gone@example.com' }
    const first = await redeem(
      app,
      await getCode(app, { clientId: client_id, scope: 'read', browser }),
    )
    await mcpOf(app).revokeClient('gone@example.com', client_id)
    const asked = { client_id, scope: 'read', code_challenge: pkce().challenge }
    const page = await browser.follow(authorizeUrl(app, asked))
    expect(page.text).toContain('You are signed in as')
    await mcpOf(app).revokePerson('gone@example.com')
    const answer = new URL((await submit(browser, page)).location ?? '')
    expect(answer.searchParams.get('error')).toBe('access_denied')
    expect(answer.searchParams.has('code')).toBe(false)
    expect(first.status).toBe(200)
    // Nor is it listed, or remembered for a time when the person may sign in again.
    expect(await mcpOf(app).connectedClients('gone@example.com')).toEqual([])
    const granted = { event: 'oauth.mcp.consent.granted', clientId: client_id }
    expect(await mcpOf(app).audit(granted)).toHaveLength(1)
  })

  test('and a trusted client of the configuration is never asked about', async () => {
    const asked = { client_id: 'helper', code_challenge: pkce().challenge }
    const page = await createBrowser().follow(authorizeUrl(app, asked), (url) =>
      url.startsWith(TRUSTED),
    )
    expect(new URL(page.location ?? '').searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })
})

describe('where the settings remember', () => {
  const WEB = 'https://app.example/callback'
  test.each([
    ['daily', TRUSTED, true],
    ['daily', WEB, true],
    ['always', WEB, true],
    ['proven', TRUSTED, false],
    ['proven', WEB, false],
    ['https', WEB, false],
    ['never', WEB, false],
  ] as const)(
    '%s, a client at %s skips the page the second time: %s',
    async (rememberConsent, redirect_uri, skips) => {
      const own = await startMcp({ mcp: { rememberConsent } })
      const { client_id } = await register(own, { redirect_uris: [redirect_uri] })
      const asked = { client_id, redirect_uri, code_challenge: pkce().challenge }
      const browser = createBrowser()
      const isClient = (url: string) => url.startsWith(redirect_uri)
      const { location } = await submit(browser, await browser.get(authorizeUrl(own, asked)))
      const first = await browser.follow(location ?? '', isClient)
      const second = await browser.follow(authorizeUrl(own, asked), isClient)
      expect(first.location).toContain('code=')
      expect(second.location?.includes('code=') ?? false).toBe(skips)
      expect(second.text.includes('<form')).toBe(!skips)
      await own.close()
    },
  )
})

describe('the flow of a client', () => {
  test('leaves no session behind, whatever the hook writes into the one that it sees', async () => {
    const before = sessions.sessions.size
    const browser = createBrowser()
    await getCode(app, { browser })
    expect(sessions.sessions.size).toBe(before)
    const names = [...(browser.cookies.get(new URL(app.origin).host) ?? new Map()).keys()]
    // Those of the steps are kept for a minute, so that the browser gets their answers again.
    expect(names.filter((name) => !name.startsWith('oauth_login_'))).toEqual(['mcp_consent'])
  })

  test('leaves the session of a person who has signed in to the application as it was', async () => {
    const browser = createBrowser()
    await browser.follow(`${app.origin}/oauth/acme/login?redirect=/me`)
    const before = (await browser.get(`${app.origin}/me`)).json
    expect(before.user).toBe('ann@example.com')
    const cookie = browser.cookieHeader(app.origin)
    await getCode(app, { browser })
    const after = (await browser.get(`${app.origin}/me`)).json
    expect(after.oauth.loginId).toBe(before.oauth.loginId)
    expect(browser.cookieHeader(app.origin)).toContain(cookie)
  })

  test('ends with access_denied and the words of the hook when onLogin denies', async () => {
    decision = { status: 'denied', error: 'Ask "Carol" first' }
    const { url, browser } = await openPage()
    const answer = await goThrough(browser, url)
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'Ask ?Carol? first',
      iss: app.issuer,
    })
  })

  test('ends at the page that onLogin wants for a confirmation, with no code', async () => {
    decision = { status: 'needs_confirmation', redirect: '/confirm-account' }
    const { page, browser } = await openPage()
    const next = await submit(browser, page)
    const stop = (url: string) => url.includes('/confirm-account') || url.startsWith(CALLBACK)
    const last = await browser.follow(next.location ?? '', stop)
    expect(last.location).toBe(`${app.origin}/confirm-account`)
  })

  test('ends with an error for the client when onLogin fails', async () => {
    decision = { status: 'nonsense' }
    const { url, browser } = await openPage()
    const answer = await goThrough(browser, url)
    expect(answer.searchParams.get('error')).toBe('server_error')
    expect(answer.searchParams.get('code')).toBeNull()
  })

  test('begins under the name of the issuer, if it was opened under another name of this machine', async () => {
    const browser = createBrowser()
    const { clientId, url } = await openPage()
    const { verifier, challenge } = pkce()
    const elsewhere = new URL(url.replace('127.0.0.1', 'localhost'))
    elsewhere.searchParams.set('code_challenge', challenge)
    const code = (await goThrough(browser, elsewhere.href)).searchParams.get('code') ?? ''
    expect((await redeem(app, { clientId, code, verifier })).status).toBe(200)
    expect(browser.cookies.get(elsewhere.host)).toEqual(new Map())
  })

  test('names the user whom onLogin names', async () => {
    decision = { user: 'account-7' }
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const claims = JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString())
    expect(claims.sub).toBe('account-7')
  })

  test('cannot be finished in another browser than the one that began it', async () => {
    const { page, browser } = await openPage()
    const next = await submit(browser, page)
    const back = await browser.follow(next.location ?? '', (url) =>
      url.startsWith(`${app.origin}/oauth/acme`),
    )
    const stolen = await createBrowser().get(back.location ?? '')
    const answer = new URL(stolen.location ?? '')
    expect([answer.searchParams.get('error'), answer.searchParams.get('code')]).toEqual([
      'server_error',
      null,
    ])
  })
})

test('the client is told when the provider cannot be reached, and the next try works', async () => {
  const fresh = await startMcp()
  const { client_id } = await register(fresh)
  const url = authorizeUrl(fresh, { client_id, code_challenge: pkce().challenge })
  fresh.idp.intercept = () => ({ status: 503 })
  const failed = await goThrough(createBrowser(), url)
  expect(failed.searchParams.get('error')).toBe('temporarily_unavailable')
  fresh.idp.intercept = undefined
  const code = async () => (await goThrough(createBrowser(), url)).searchParams.get('code')
  await expect.poll(code).toMatch(/^[\w-]{43}$/)
  await fresh.close()
})

test('the client is told when no provider is configured', async () => {
  const none = await startMcp({
    providers: [],
    mcp: { clients: { robot: { redirectUris: [CALLBACK] } } },
  })
  const asked = { client_id: 'robot', code_challenge: pkce().challenge }
  const { location } = await createBrowser().get(authorizeUrl(none, asked))
  expect(new URL(location ?? '').searchParams.get('error')).toBe('temporarily_unavailable')
  await none.close()
})

describe('with several providers', () => {
  test('the person chooses one on the same page, and the choice is remembered', async () => {
    const two = await startMcp({
      providers: ['acme', 'umbrella', 'wonka'],
      mcp: { providers: ['acme', 'umbrella'] },
    })
    const { client_id } = await register(two)
    const browser = createBrowser()
    const asked = { client_id, code_challenge: pkce().challenge, scope: 'any' }
    const page = await browser.get(authorizeUrl(two, asked))
    expect(page.text).toContain('sign in with acme')
    expect(page.text).toContain('sign in with umbrella')
    expect(page.text).not.toContain('wonka')
    const answer = await goThrough(browser, authorizeUrl(two, asked), 'allow:umbrella')
    expect(answer.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
    const next = await browser.get(authorizeUrl(two, asked))
    expect(new URL(next.location ?? '').searchParams.get('redirect_uri')).toBe(
      `${two.origin}/oauth/umbrella/callback`,
    )
    await two.close()
  })
})
