/**
 * Attacks on the API with the session of a signed-in person, and with tokens for another resource: cross-site request forgery, session
 * fixation, and the confused deputy.
 */
import { execute, query, sql } from '@entrepot/database'
import { createApiKey, expectDone, isRefusal } from '@entrepot/marketplace'
import { announceEvents } from '@entrepot/marketplace/routes'
import { Browser } from '@entrepot/test-support/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, removeMember } from '../../src/people/members/members.ts'
import { addUser } from '../../src/people/users/users.ts'
import {
  asPage,
  bearer,
  callApi,
  connectAgent,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'

let hubs: TwoHubs
let browser: Browser
beforeAll(async () => {
  hubs = await startTwoHubs()
  const { database } = hubs.store
  const { customerId } = hubs.corner.customer
  browser = await signIn(hubs.one, 'ann')
  expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
})
afterAll(async () => await hubs?.end())

const INVITATION = { Email: 'mallory@evil.example', Role: 'owner' }

/** What the browser of the victim sends for a page: the cookie, and what the attacker can choose. */
async function send(
  headers: Readonly<Record<string, string | undefined>>,
  { method = 'POST', body = JSON.stringify(INVITATION), path = '/invitations' } = {},
): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers, cookie: cookie() }
  const given = Object.entries(all).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return await fetch(`${hubs.one.url}/v2${path}`, {
    method,
    headers: given,
    ...(method === 'POST' && { body }),
  })
}

const cookie = () => browser.cookiesFor(hubs.one.url)
const customer = () => ({ 'entrepot-customer': hubs.corner.customer.customerId })
const invitations = async () =>
  await query(hubs.store.database, sql`select email from hub.invitations`)

describe('cross-site request forgery', () => {
  test('of a form: it cannot send Entrepot-Customer, so its cookie is no credential', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const answer = await send({ 'content-type': type, 'sec-fetch-site': 'cross-site' })
      expect([type, answer.status]).toEqual([type, 401])
    }
    expect(await invitations()).toEqual([])
  })

  test.each([
    ['a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a foreign page that names no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page on another subdomain or port', { 'sec-fetch-site': 'same-site' }],
    [
      'a page on another port, in a browser without Sec-Fetch-Site',
      { origin: 'http://127.0.0.1:9' },
    ],
    ['a sandboxed page, in a browser without Sec-Fetch-Site', { origin: 'null' }],
    ['an address that was typed or opened from a mail', { 'sec-fetch-site': 'none' }],
    ['an unknown value', { 'sec-fetch-site': 'same-origin, cross-site' }],
    [
      'a forged header in front of a foreign origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    ['neither header', {}],
  ])('of %s is refused with 403, also with Entrepot-Customer', async (_, headers) => {
    for (const [method, path] of [
      ['POST', '/invitations'],
      ['GET', '/orders/new'],
    ] as const) {
      const answer = await send({ ...customer(), ...headers }, { method, path })
      expect([method, answer.status]).toEqual([method, 403])
      expect(((await answer.json()) as { code: string }).code).toBe('MARKET_FORBIDDEN')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await invitations()).toEqual([])
  })

  test('of a fetch with Entrepot-Customer asks first (CORS), and gets no permission', async () => {
    const { status, headers } = await fetch(`${hubs.one.url}/v2/invitations`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'entrepot-customer, content-type',
        cookie: cookie(),
      },
    })
    expect(status).toBe(405)
    for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-allow/)
  })

  test('of a body as text/plain, which needs no permission, is refused even from a page of the hub', async () => {
    const own = { ...customer(), 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }
    expect((await send(own)).status).toBe(415)
    expect(await invitations()).toEqual([])
  })

  test('is not suspected of a page of the hub, by either header', async () => {
    const { 'sec-fetch-site': _, ...headers } = asPage(hubs.one, browser, hubs.corner)
    for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: hubs.one.url }]) {
      const answer = await callApi(hubs.one, '/orders/new', { ...headers, ...own })
      expect([own, answer.status]).toEqual([own, 200])
    }
  })
})

describe('session fixation', () => {
  test('a session from before the sign-in is not signed in afterwards', async () => {
    const victim = new Browser()
    const form = await victim.open(`${hubs.one.url}/oauth/dev/login`)
    const planted = victim.cookiesFor(hubs.one.url)
    await victim.submit(form, { person: 'ann' })
    expect(victim.cookiesFor(hubs.one.url)).not.toBe(planted)
    const own = asPage(hubs.one, victim, hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', own)).status).toBe(200)
    const attack = { ...own, cookie: planted || 'entrepot_session=x' }
    expect((await callApi(hubs.one, '/orders/new', attack)).status).toBe(401)
  })

  test.each([
    ['an id without a signature', (id: string) => id],
    ['an empty signature', (id: string) => `${id}.`],
    ['another signature', (id: string) => `${id}.${'A'.repeat(43)}`],
    ['no id', () => `.${'A'.repeat(43)}`],
    ['an empty value', () => ''],
    ['a value that is not text of a cookie', () => '%00%FF"'],
  ])('a cookie with %s is refused', async (_, forge) => {
    const [, value = ''] = /entrepot_session=([^;]+)/.exec(cookie()) ?? []
    const [id = ''] = decodeURIComponent(value).split('.')
    const headers = asPage(hubs.one, browser, hubs.corner)
    const forged = { ...headers, cookie: `entrepot_session=${forge(id)}` }
    expect((await callApi(hubs.one, '/orders/new', forged)).status).toBe(401)
  })

  test('a session of somebody who is not a user of the hub is refused', async () => {
    const other = await signIn(hubs.one, 'bo')
    await execute(
      hubs.store.database,
      sql`update hub.sessions set data = jsonb_set(data::jsonb, '{user}', '"plugin:bo"')::text, user_id = null
        from hub.users where users.user_id = sessions.user_id and email = 'bo@example.com'`,
    )
    const headers = asPage(hubs.one, other, hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', headers)).status).toBe(401)
  })
})

describe('the confused deputy', () => {
  const callMcp = async (headers: Readonly<Record<string, string>>) =>
    await fetch(`${hubs.one.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })

  test('a token for /mcp is refused by /v2, and a token for /v2 by /mcp', async () => {
    const forMcp = bearer(await connectAgent(hubs.one, 'ann', { resource: '/mcp' }))
    const forApi = bearer(await connectAgent(hubs.one, 'ann', { scope: 'orders:read' }))
    expect((await callMcp(forMcp)).status).toBe(200)
    expect((await callApi(hubs.one, '/orders/new', forApi)).status).toBe(200)
    expect((await callMcp(forApi)).status).toBe(401)
    const crossed = await callApi(hubs.one, '/orders/new', forMcp)
    expect([crossed.status, crossed.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  test('a token for /mcp never has scopes that only the API has, even if they are asked for', async () => {
    const scope = 'orders:read members:write keys:write'
    const agent = await connectAgent(hubs.one, 'ann', { resource: '/mcp', scope })
    expect(agent.scope).toBe('orders:read')
  })

  test('a session is no credential of /mcp, and a token none of the pages', async () => {
    const session = asPage(hubs.one, browser, hubs.corner)
    expect((await callMcp(session)).status).toBe(401)
    const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read' })
    const page = await fetch(hubs.one.url, { headers: { ...bearer(agent), accept: 'text/html' } })
    expect(await page.text()).toContain('Sign in with')
  })

  test('a malformed or foreign token gets 400 or 401, and never reaches a customer', async () => {
    for (const [token, status] of [
      ['', 400],
      ['a b', 400],
      ['x'.repeat(9_000), 400],
      ['e30.e30.e30', 401],
      ['ent_m1_x', 401],
    ] as const) {
      const answer = await callApi(hubs.one, '/orders/new', { authorization: `Bearer ${token}` })
      expect([token.slice(0, 10), answer.status]).toEqual([token.slice(0, 10), status])
    }
  })

  test('a token of a client for itself acts for nobody, even if its id is that of a user', async () => {
    const { userId } = expectDone(
      await addUser(hubs.store.database, { email: 'number@shop.example' }),
    )
    const { personOf } = await import('../../src/access/token-source.ts')
    expect(personOf({ sub: userId, client_id: userId })).toBe('0')
    expect(personOf({ sub: userId, client_id: 'agent' })).toBe(userId)
  })
})

describe('an open stream', () => {
  const streamOf = async (headers: Readonly<Record<string, string>>) => {
    const { body, status } = await fetch(`${hubs.two.url}/v2/events/stream`, { headers })
    expect(status).toBe(200)
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    return {
      /** Reads until a text has arrived; undefined: until the end. */
      async until(part?: string): Promise<void> {
        while (part === undefined || !text.includes(part)) {
          const { done, value } = await reader.read()
          if (done && part === undefined) return
          if (done) throw new Error(`The stream has ended: ${text}`)
          text += decoder.decode(value, { stream: true })
        }
      },
      close: async () => await reader.cancel(),
    }
  }

  test('does not keep a session that nobody uses', async () => {
    const { database } = hubs.store
    const leftHours = async () => {
      const rows = await query<{ hours: number }>(
        database,
        sql`select (extract(epoch from expires_at - now()) / 3600)::float8 as hours from hub.sessions
          where user_id = (select user_id from hub.users where email = 'ann@example.com')`,
      )
      return Math.max(...rows.map(({ hours }) => hours))
    }
    await execute(database, sql`update hub.sessions set expires_at = now() + interval '2 hours'`)
    const headers = asPage(hubs.two, browser, hubs.corner)
    const stream = await streamOf({ ...headers, cookie: cookie() })
    // The session is checked before each event is sent.
    const { customerId } = hubs.corner.customer
    for (const label of ['First key', 'Second key']) {
      const key = { kind: 'merchant' as const, label, scopes: ['orders:read'] }
      expectDone(await createApiKey(database, customerId, key))
      await announceEvents(database)
      await stream.until(label)
    }
    expect(await leftHours()).toBeLessThan(2)
    await stream.close()
    expect((await callApi(hubs.two, '/me', { ...headers, cookie: cookie() })).status).toBe(200)
    expect(await leftHours()).toBeGreaterThan(2)
  })

  test('ends when its person is no member any more, for a session and for an agent', async () => {
    const { database } = hubs.store
    const own = await signIn(hubs.one, 'bo')
    const membership = { email: 'bo@example.com', customerId: hubs.corner.customer.customerId }
    expectDone(await addMember(database, { ...membership, role: 'viewer' }))
    const agent = await connectAgent(hubs.one, 'bo', { scope: 'orders:read' })
    const page = { ...asPage(hubs.two, own, hubs.corner), cookie: own.cookiesFor(hubs.one.url) }
    const streams = await Promise.all([streamOf(page), streamOf(bearer(agent))])
    expect(isRefusal(await removeMember(database, membership))).toBe(false)
    await Promise.all(streams.map(async (stream) => await stream.until()))
  })
})
