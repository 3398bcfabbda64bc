/** A person has left, or may do less than before, and clients go on acting for them. */

import { DatabaseSync } from 'node:sqlite'
import type { HooksToRegister } from '@entrepot/oauth'
import { sqliteStore } from '@entrepot/oauth/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort, startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'
import {
  authorizeUrl,
  CALLBACK,
  call,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  redeem,
  refresh,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

describe('the hook onMCPRefresh', () => {
  let app: McpApp
  let onMCPRefresh: HooksToRegister['onMCPRefresh']
  beforeAll(async () => {
    app = await startMcp({
      mcp: { scopes: { read: 'Read', write: { description: 'Write', includes: ['read'] } } },
      setUp: ({ oauth }) =>
        oauth.registerHooks({ onMCPRefresh: (...given) => onMCPRefresh?.(...given) }),
    })
  })
  afterEach(() => {
    onMCPRefresh = undefined
  })
  afterAll(async () => await app.close())

  async function connect(scope = 'read write') {
    const code = await getCode(app, { scope })
    const { json } = await redeem(app, code)
    const { clientId } = code
    return { clientId, json, next: (more = {}) => refresh(app, clientId, json.refresh_token, more) }
  }

  test('hears who refreshes, and denies: the grant and its access tokens have ended', async () => {
    const { clientId, json, next } = await connect()
    const heard: unknown[] = []
    onMCPRefresh = async (event, request) => {
      heard.push(event, request.url)
      return { status: 'denied', error: 'Ann has left' }
    }
    const denied = await next()
    expect([denied.status, denied.json]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Ann has left' },
    ])
    const aud = app.resource
    const event = { client_id: clientId, sub: 'ann@example.com', aud, scope: 'read write' }
    expect(heard).toEqual([event, '/oauth/mcp/token'])
    expect((await call(app, json.access_token)).status).toBe(401)
    onMCPRefresh = undefined
    expect((await next()).json.error).toBe('invalid_grant')
    const [row] = await mcpOf(app).audit({ clientId })
    expect(row).toMatchObject({ event: 'oauth.mcp.token.revoked', address: '127.0.0.1' })
  })

  test('narrows what a refresh gives, for this time', async () => {
    const { clientId, next } = await connect()
    onMCPRefresh = () => ({ scopes: ['read', 'other'] })
    const narrowed = await next()
    expect(narrowed.json.scope).toBe('read')
    const asked = { scope: 'write' }
    const refused = await refresh(app, clientId, narrowed.json.refresh_token, asked)
    expect(refused.json.error).toBe('invalid_grant')
    onMCPRefresh = () => ({ status: 'ok' })
    const wide = await refresh(app, clientId, narrowed.json.refresh_token)
    expect(wide.json.scope).toBe('read write')
  })

  test.each(['read write', 'read write offline_access'])(
    'that leaves no scope of %s gives nothing, and ends nothing',
    async (scope) => {
      const { next } = await connect(scope)
      onMCPRefresh = () => ({ scopes: [] })
      expect((await next()).json.error).toBe('invalid_grant')
      onMCPRefresh = undefined
      expect((await next()).status).toBe(200)
    },
  )

  test.each([
    ['throws', () => Promise.reject(new Error('the directory is down'))],
    ['answers with a misspelt status', () => ({ status: 'deny' })],
    ['answers with scopes that are no list', () => ({ scopes: 'read' })],
  ])('that %s gives nothing, and the client may try again with the same token', async (_, hook) => {
    const { clientId, next } = await connect()
    onMCPRefresh = hook as unknown as typeof onMCPRefresh
    const failed = await next()
    expect([failed.status, failed.json.error]).toEqual([503, 'temporarily_unavailable'])
    expect(failed.headers.get('retry-after')).toBe('5')
    onMCPRefresh = undefined
    expect((await next()).status).toBe(200)
    const events = (await mcpOf(app).audit({ clientId })).map(({ event }) => event)
    expect(events.filter((event) => event.endsWith('token.refreshed'))).toHaveLength(1)
  })

  test('is not asked about tokens of others, and of grants that are over', async () => {
    const { clientId, json, next } = await connect()
    let count = 0
    onMCPRefresh = () => {
      count += 1
    }
    const thief = (await register(app)).client_id
    await refresh(app, thief, json.refresh_token)
    await mcpOf(app).revokeClient('ann@example.com', clientId)
    expect((await next()).json.error).toBe('invalid_grant')
    expect(count).toBe(0)
  })
})

describe.each([true, false])('with revokeGrantsWithSignIns %s', (revokeGrantsWithSignIns) => {
  let idp: HostileProvider
  let app: McpApp
  const db = new DatabaseSync(':memory:')
  const store = sqliteStore(db)
  beforeAll(async () => {
    idp = await startHostileProvider()
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    const started = await startApp({
      port,
      oauth: {
        providers: { acme },
        store,
        mcp: { enabled: true, issuer, revokeGrantsWithSignIns },
      },
      setUp: (server) =>
        void server.post(
          '/mcp',
          server.oauth.withMCPAuth(async (request) => request.mcp),
        ),
    })
    app = { ...started, idp: idp as never, issuer, resource: `${issuer}/mcp` }
  })
  afterEach(() => idp.reset())
  afterAll(async () => {
    await app.close()
    await idp.close()
  })

  /** Each time another person, since somebody who was revoked cannot connect a client for a minute. */
  async function connect() {
    const sub = `ann-${crypto.randomUUID()}`
    idp.account = { sub, email: `${sub}@example.com`, email_verified: true }
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    return { sub, clientId: code.clientId, json }
  }

  async function logOut(sub: string): Promise<number> {
    const iat = Math.floor(Date.now() / 1_000) + 1
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const claims = { iss: idp.origin, aud: 'shop', iat, exp: iat + 60, jti: crypto.randomUUID() }
    const body = new URLSearchParams({ logout_token: await idp.sign({ ...claims, sub, events }) })
    const url = `${app.origin}/oauth/acme/backchannel-logout`
    return (await fetch(url, { method: 'POST', body })).status
  }

  const statuses = async ({ clientId, json }: Awaited<ReturnType<typeof connect>>) => [
    (await call(app, json.access_token)).status,
    (await refresh(app, clientId, json.refresh_token)).status,
  ]
  const expected = revokeGrantsWithSignIns ? [401, 400] : [200, 200]

  test(`a logout at the provider leaves the grants of the person: ${!revokeGrantsWithSignIns}`, async () => {
    const [gone, other] = [await connect(), await connect()]
    expect(await logOut(gone.sub)).toBe(200)
    expect(await statuses(gone)).toEqual(expected)
    expect(await statuses(other)).toEqual([200, 200])
  })

  test('the sign-in of a client is kept for as long as its tokens, which is a year only with a refresh token', async () => {
    const daysKept = async (scope: string) => {
      db.exec('delete from logins')
      await getCode(app, { scope, untick: scope === 'read' ? ['offline_access'] : [] })
      const rows = db.prepare('select (expires_at - unixepoch()) / 86400 as days from logins').all()
      return rows.map(({ days }) => Math.round(Number(days)))
    }
    expect(await daysKept('read')).toEqual(revokeGrantsWithSignIns ? [0] : [])
    expect(await daysKept('read offline_access')).toEqual(revokeGrantsWithSignIns ? [365] : [])
  })

  test(`endSignIns leaves the grants of the person: ${!revokeGrantsWithSignIns}`, async () => {
    const gone = await connect()
    await app.app.oauth.endSignIns(`${gone.sub}@example.com`)
    expect(await statuses(gone)).toEqual(expected)
  })

  test(`a logout while the person looks at the consent page lets a code be issued: ${!revokeGrantsWithSignIns}`, async () => {
    const { sub, clientId } = await connect()
    const user = `${sub}@example.com`
    const browser = createBrowser()
    const asked = { client_id: clientId, code_challenge: pkce().challenge }
    await goThrough(browser, authorizeUrl(app, asked))
    await mcpOf(app).revokeClient(user, clientId)
    const page = await browser.follow(authorizeUrl(app, asked))
    expect(page.text).toContain('<form')
    expect(await logOut(sub)).toBe(200)
    const answer = new URL((await submit(browser, page)).location ?? CALLBACK)
    expect(answer.searchParams.has('code')).toBe(!revokeGrantsWithSignIns)
  })
})
