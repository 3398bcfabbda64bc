import { memoryStore } from '@entrepot/oauth/memory'
import { expect, test } from 'vitest'
import { addressKey } from '../../src/shared/client-address.ts'
import { freePort } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  authorizeUrl,
  CALLBACK,
  getCode,
  goThrough,
  pkce,
  register,
  startMcp,
} from '../support/mcp.ts'
import { CLIENT_ID, CLIENT_SECRET, startOidcServer } from '../support/oidc-server.ts'

const get = async (url: string, accept = 'text/html') =>
  await fetch(url, { redirect: 'manual', headers: { accept } })

test('a flood of sign-ins from one address keeps no more rows than the limit, over two nodes', async () => {
  const ports = [await freePort(), await freePort()]
  const idp = await startOidcServer([`http://127.0.0.1:${ports[0]}/oauth/acme/callback`])
  const acme = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster(ports, { providers: { acme }, signInRateLimit: 20 })
    const { origins, database } = cluster
    const flood = Array.from({ length: 200 }, async (_, index) => {
      return await get(`${origins[index % 2]}/oauth/acme/login`)
    })
    const answers = await Promise.all(flood)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 302)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(180)
    const [row] = await database.sql`select count(*)::int as count from oauth.csrf_tokens`
    expect(row?.count).toBe(20)
    const refused = answers.find(({ status }) => status === 429) as Response
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await refused.text()).toContain('Too many sign-ins')
    const program = await get(`${origins[0]}/oauth/acme/login`, 'application/json')
    expect([program.status, await program.json()]).toMatchObject([429, { error: 'slow_down' }])
    // A callback without a state of this server costs a look, and keeps nothing.
    expect((await get(`${origins[0]}/oauth/acme/callback?code=x&state=y`)).status).toBe(302)
  } finally {
    await cluster?.close()
    await idp.close()
  }
})

test('authorizations of MCP clients count, what the person does on their pages does not', async () => {
  const app = await startMcp({
    oauth: { signInRateLimit: 2 },
    mcp: { clients: { shop: { redirectUris: [CALLBACK] } } },
  })
  try {
    const browser = createBrowser()
    const { code } = await getCode(app, { clientId: 'shop', scope: 'read', browser })
    expect(code).not.toBe('')
    const asked = { client_id: 'shop', scope: 'read', code_challenge: pkce().challenge }
    const url = authorizeUrl(app, asked)
    // Remembered in this browser: sent to the provider at once, which counts as well.
    expect((await browser.get(url)).location).toContain(app.idp.issuer)
    for (const next of [await browser.get(url), await createBrowser().get(url)]) {
      expect(next.status).toBe(429)
    }
    const program = await get(url, 'application/json')
    expect([program.status, await program.json()]).toMatchObject([429, { error: 'slow_down' }])
    expect((await get(`${app.origin}/oauth/acme/login`)).status).toBe(429)
  } finally {
    await app.close()
  }
})

test('behind a proxy that is trusted each person counts by their own address', async () => {
  const app = await startMcp({
    oauth: { signInRateLimit: 1 },
    fastify: { trustProxy: '127.0.0.1' },
  })
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    const url = `${app.origin}/oauth/acme/login`
    return (await fetch(url, { redirect: 'manual', headers })).status
  }
  try {
    expect(await from('192.0.2.1')).toBe(302)
    expect(await from('192.0.2.1')).toBe(429)
    expect(await from('192.0.2.2')).toBe(302)
    expect(await from('2001:db8::1')).toBe(302)
    expect(await from('2001:db8::2')).toBe(429)
  } finally {
    await app.close()
  }
})

test('no sign-in keeps a row of more than 8 KB, however long its parameters are', async () => {
  const store = memoryStore()
  const sizes: number[] = []
  const { save } = store.csrf
  const csrf = {
    ...store.csrf,
    save: async (...row: Parameters<typeof save>) => {
      sizes.push(row[1].length)
      return await save(...row)
    },
  }
  const app = await startMcp({ store: { ...store, csrf } })
  try {
    await get(`${app.origin}/oauth/acme/login?redirect=/${'%22'.repeat(700)}`)
    const redirect_uri = `${CALLBACK}/`.padEnd(2_000, 'x')
    const { client_id } = await register(app, { redirect_uris: [redirect_uri, CALLBACK] })
    const scopes = Array.from({ length: 60 }, (_, index) => `${'s'.repeat(100)}${index}`)
    const state = '"'.repeat(2_000)
    const ask = async (parameters: Record<string, string>) => {
      const asked = { client_id, code_challenge: pkce().challenge, ...parameters }
      return await goThrough(createBrowser(), authorizeUrl(app, asked))
    }
    for (const many of [
      { scope: scopes.join(' ') },
      { scope: scopes.slice(0, 20).join(' '), state },
      {
        scope: 'read',
        state: 'x'.repeat(2_000),
        login_hint: '\u5b57'.repeat(320),
        acr_values: 'a '.repeat(256),
      },
    ]) {
      const answer = await ask(many)
      expect(answer.searchParams.get('error') ?? answer.href).toBe('invalid_request')
    }
    const long = { scope: scopes.slice(0, 12).join(' '), state: 'x'.repeat(2_000) }
    expect((await ask(long)).searchParams.get('code')).toMatch(/./)
    expect(Math.max(...sizes)).toBeGreaterThan(6_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_192)
  } finally {
    await app.close()
  }
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:0201', '192.0.2.1'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['not an address', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
  [undefined, 'unknown'],
])('calls from %s count as those of %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})
