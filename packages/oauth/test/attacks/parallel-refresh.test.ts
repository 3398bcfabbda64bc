/** Parallel refreshes logged people out. Here the provider sees one, whatever the number of requests and nodes. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort, startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  type Answer,
  type HostileProvider,
  startHostileProvider,
} from '../support/hostile-provider.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../support/oidc-server.ts'

describe('two processes with one PostgreSQL, and a provider that rotates refresh tokens', () => {
  let idp: OidcServer
  let cluster: Cluster

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()]
    idp = await startOidcServer([`http://127.0.0.1:${ports[0]}/oauth/acme/callback`], {
      accessTokenTtl: 3_600,
    })
    const acme = {
      provider: 'oidc',
      issuer: idp.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    }
    cluster = await startCluster(ports, { providers: { acme } })
  })
  afterAll(async () => {
    await cluster.close()
    await idp.close()
  })

  async function signIn(): Promise<Browser> {
    const browser = createBrowser()
    await browser.follow(`${cluster.origins[0]}/oauth/acme/login?redirect=/me`)
    // Cookies do not tell ports apart; this jar does.
    const [one = '', two = ''] = cluster.origins.map((origin) => new URL(origin).host)
    browser.cookies.set(two, new Map(browser.cookies.get(one)))
    return browser
  }

  /** Makes the tokens of every session due, or expired, as time would. */
  async function makeDue(expired: boolean): Promise<void> {
    const now = Date.now()
    const due = {
      refreshThreshold: now - 1_000,
      checkAt: now - 1_000,
      expiresAt: expired ? now - 500 : now + 3_600_000,
    }
    await cluster.database.sql`
      update test_sessions set data = jsonb_set(data, '{oauth}', (data -> 'oauth') || ${due}::jsonb)
      where data ? 'oauth'`
  }

  const refreshes = () => idp.grants.filter(({ type }) => type === 'refresh_token')

  test.each([
    ['due', false],
    ['expired', true],
  ])('fifty requests at once with tokens that are %s make one refresh', async (_title, expired) => {
    const browser = await signIn()
    const before = (await browser.get(`${cluster.origins[0]}/token`)).json.token
    await makeDue(expired)
    idp.grants.length = 0
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, index) => browser.get(`${cluster.origins[index % 2]}/token`)),
    )
    expect(refreshes()).toEqual([{ type: 'refresh_token', ok: true }])
    const tokens = new Set(pages.map((page) => page.json.token))
    expect(tokens.size).toBe(1)
    expect([...tokens][0]).not.toBe(before)
  })

  test('the refresh token that was spent is never shown again, also when an old session is written back', async () => {
    const browser = await signIn()
    const { sql } = cluster.database
    await makeDue(false)
    const [old] =
      await sql`select id, data from test_sessions order by data -> 'oauth' ->> 'lastValidated' desc limit 1`
    idp.grants.length = 0
    const fresh = (await browser.get(`${cluster.origins[0]}/token`)).json.token
    // A request that began before the refresh ends after it, and stores what it had read.
    await sql`update test_sessions set data = ${old?.data} where id = ${old?.id}`
    const pages = await Promise.all(
      [0, 1, 0, 1].map((node) => browser.get(`${cluster.origins[node]}/token`)),
    )
    expect(pages.map((page) => page.json.token)).toEqual([fresh, fresh, fresh, fresh])
    expect(refreshes()).toEqual([{ type: 'refresh_token', ok: true }])
  })

  test('five refreshes in a row, each from many requests, spend each token once', async () => {
    const browser = await signIn()
    idp.grants.length = 0
    for (let round = 0; round < 5; round += 1) {
      await makeDue(round % 2 === 0)
      const pages = await Promise.all(
        [0, 1, 0, 1, 0, 1].map((node) => browser.get(`${cluster.origins[node]}/me`)),
      )
      for (const page of pages) expect(page.json.user).toBe('ann@example.com')
    }
    expect(refreshes()).toEqual(
      Array.from({ length: 5 }, () => ({ type: 'refresh_token', ok: true })),
    )
  })

  test('a node that is killed while it refreshes leaves a session that lives on', async () => {
    const browser = await signIn()
    await makeDue(false)
    idp.intercept = (path) => (path === '/token' ? 'hang' : undefined)
    const asked = idp.requests.length
    const lost = browser.get(`${cluster.origins[1]}/me`).catch(() => 'lost')
    await expect.poll(() => idp.requests.slice(asked)).toContain('POST /token')
    cluster.processes[1]?.kill('SIGKILL')
    expect(await lost).toBe('lost')
    idp.intercept = undefined
    // The other node waits for a refresh that nobody ends, and then goes on with what it has.
    const page = await browser.get(`${cluster.origins[0]}/me`)
    expect(page.json.user).toBe('ann@example.com')
  })
})

describe('a provider that answers slowly', () => {
  let idp: HostileProvider
  let shop: TestApp
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    idp = await startHostileProvider()
    idp.onDiscovery = (document) => {
      delete document.token_endpoint_auth_methods_supported
    }
    const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    shop = await startApp({ oauth: { providers: { acme } } })
  })
  afterAll(async () => {
    await shop.close()
    await idp.close()
    vi.useRealTimers()
  })

  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const REFUSED: Answer = { status: 401, json: { error: 'invalid_client' } }

  test('does not get the refresh token after another node may have sent it, and the next refresh works', async () => {
    const browser = createBrowser()
    await browser.follow(`${shop.origin}/oauth/acme/login`)
    const before = (await browser.get(`${shop.origin}/token`)).json.token
    later(50 * 60_000)
    idp.requests.length = 0
    idp.onRequest = (path) => {
      if (path !== '/token') return undefined
      later(15_000)
      return REFUSED
    }
    const sent = () => idp.requests.filter(({ path }) => path === '/token')
    expect((await browser.get(`${shop.origin}/token`)).json.token).toBe(before)
    expect(sent()).toHaveLength(1)
    expect(shop.log.join()).toContain('answers too slowly')
    later(31_000)
    idp.onRequest = (path) => (path === '/token' && sent().length === 2 ? REFUSED : undefined)
    idp.onTokens = (body) => {
      delete body.id_token
      return undefined
    }
    expect((await browser.get(`${shop.origin}/token`)).json.token).not.toBe(before)
    expect(sent()).toHaveLength(3)
    const [first, , third] = sent().map(({ form }) => form.get('refresh_token'))
    expect(third).toBe(first)
  })
})
