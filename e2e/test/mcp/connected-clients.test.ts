import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { execute, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { runEntrepot } from '@entrepot/server/testing'
import { Browser } from '@entrepot/test-support/browser'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { Person } from '@entrepot/test-support/person'
import { createShop } from '@entrepot/test-support/shop'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, removeMember } from '../../../packages/server/src/people/members/members.ts'
import { callTool, connect } from './connect.ts'
import { StoredProvider } from './stored-provider.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

let nodes: TwoNodes
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(async () => await nodes?.end())

/** Longer than the guards of all nodes need to learn of a revocation (every 3 s), on a busy machine. */
const WITHIN = { timeout: 20_000, interval: 100 }

/** Connects a client that acts for a person. Returns its tokens. */
async function connectClient(person: string, clientName: string) {
  const provider = new StoredProvider({ metadata: { client_name: clientName } })
  const { client } = await connect(`${nodes.one.url}/mcp`, provider, new Person(person))
  await client.close()
  const { access_token = '', refresh_token = '' } = provider.stored ?? {}
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    id: provider.client?.client_id ?? '',
  }
}

/** The answer of a node to an access token: 200 or 401. */
async function statusAt(node: { readonly url: string }, token: string): Promise<number> {
  const response = await fetch(`${node.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await response.arrayBuffer()
  return response.status
}

async function refreshAt(node: { readonly url: string }, clientId: string, refreshToken: string) {
  const response = await fetch(`${node.url}/oauth/mcp/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
    }),
  })
  return (await response.json()) as { readonly error?: string; readonly access_token?: string }
}

/** Signs a sample person in. */
async function signIn(person: string): Promise<Browser> {
  const browser = new Browser()
  const page = await browser.open(`${nodes.one.url}/oauth/dev/login`)
  await browser.submit(page, { person })
  return browser
}

const pageOf = async (browser: Browser) => await browser.open(`${nodes.one.url}/clients`)

/** Sends the form that revokes a client, like the page. Returns the page that the browser shows next. */
async function revoke(browser: Browser, clientId: string) {
  return await browser.open(`${nodes.one.url}/clients/revoke`, undefined, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId }),
  })
}

/** Posts a form with the cookies of a browser and with headers that a browser would not send. Returns the status. */
async function postForm(browser: Browser, body: string, headers: Record<string, string> = {}) {
  const cookie = browser.cookiesFor(nodes.one.url)
  const type = 'application/x-www-form-urlencoded'
  const asked = request(`${nodes.one.url}/clients/revoke`, {
    method: 'POST',
    headers: { cookie, 'content-type': type, ...headers },
  }).end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

async function startPageOf(node: { readonly url: string }, cookie: string): Promise<string> {
  return await (await fetch(node.url, { headers: { cookie } })).text()
}

/** A client that already has a token. */
async function robotAt(node: { readonly url: string }, token: string): Promise<Client> {
  const client = new Client({ name: 'Robot', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const url = new URL(`${node.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return client
}

describe('the page of connected clients', () => {
  test('is linked from the start page, and shows what each client may do since when', async () => {
    await connectClient('ann', 'Order <robot>')
    const ann = await signIn('ann')
    expect((await ann.open(nodes.one.url)).body).toContain('href="/clients"')
    const { body, headers } = await pageOf(ann)
    expect(body).toContain('Order &#60;robot&#62;')
    expect(body).toContain('127.0.0.1:4747')
    expect(body).toContain('Read your orders, with the addresses of buyers')
    expect(body).toMatch(/<dt>Since<\/dt><dd><time datetime="\d{4}-/)
    expect(body).toContain('renews itself')
    expect(body).not.toMatch(/<script|https?:\/\/(?!127)/)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-.*;form-action 'self'$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('shows and revokes only the clients of the signed-in person', async () => {
    const ofBo = await connectClient('bo', 'Helper of Bo')
    const [ann, bo] = [await signIn('ann'), await signIn('bo')]
    expect((await pageOf(ann)).body).not.toContain('Helper of Bo')
    await revoke(ann, ofBo.id)
    expect((await pageOf(bo)).body).toContain('Helper of Bo')
    const { access_token = '' } = await refreshAt(nodes.two, ofBo.id, ofBo.refreshToken)
    expect(await statusAt(nodes.one, access_token)).toBe(200)
  })

  test('ends refreshes immediately and access tokens within the period of the guard, on every node', async () => {
    const { id, accessToken, refreshToken } = await connectClient('ann', 'Short-lived')
    const other = await connectClient('ann', 'Long-lived')
    for (const node of [nodes.one, nodes.two]) expect(await statusAt(node, accessToken)).toBe(200)
    const ann = await signIn('ann')
    const after = await revoke(ann, id)
    expect(after.url).toBe(`${nodes.one.url}/clients?revoked`)
    expect(after.body).toContain('The client no longer has access')
    expect(after.body).not.toContain('Short-lived')
    expect(await refreshAt(nodes.two, id, refreshToken)).toMatchObject({ error: 'invalid_grant' })
    expect(await statusAt(nodes.one, accessToken)).toBe(401)
    await expect.poll(async () => await statusAt(nodes.two, accessToken), WITHIN).toBe(401)
    expect(await statusAt(nodes.two, other.accessToken)).toBe(200)
    expect((await revoke(ann, id)).status).toBe(200)
  })

  test('asks people to sign in, and does nothing before', async () => {
    const { id, accessToken } = await connectClient('ann', 'Unharmed')
    const stranger = new Browser()
    const page = await pageOf(stranger)
    expect([page.status, page.body]).toEqual([401, expect.stringContaining('Sign in with')])
    expect((await revoke(stranger, id)).status).toBe(401)
    expect(await statusAt(nodes.one, accessToken)).toBe(200)
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('accepts no form of another site (attack): %j', async (headers) => {
    const { id, accessToken } = await connectClient('ann', 'Unharmed')
    const body = `client_id=${id}`
    expect(await postForm(await signIn('ann'), body, headers)).toBe(403)
    expect(await statusAt(nodes.one, accessToken)).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['a NUL', 'client_id=%00'],
    ['no text', 'client_id=%ff%fe'],
    ['a very long id', `client_id=${'x'.repeat(10_000)}`],
    ['another form', 'id=1'],
  ])('a form with %s changes nothing, and is not an error of the hub', async (_, body) => {
    const { accessToken } = await connectClient('ann', 'Unharmed')
    expect(await postForm(await signIn('ann'), body)).toBe(303)
    expect(await statusAt(nodes.one, accessToken)).toBe(200)
  })
})

describe('a user who is removed', () => {
  const run = async (...args: readonly string[]) =>
    await runEntrepot(args, { DATABASE_URL: nodes.store.url })

  test('has no session and no valid token any more, on any node', async () => {
    await run('users', 'add', 'daiyu@example.org')
    const daiyu = await connectClient('daiyu', 'Robot of Daiyu')
    const other = await connectClient('bo', 'Robot of Bo')
    const browser = await signIn('daiyu')
    const cookie = browser.cookiesFor(nodes.one.url)
    for (const node of [nodes.one, nodes.two]) {
      expect(await statusAt(node, daiyu.accessToken)).toBe(200)
      expect(await startPageOf(node, cookie)).toContain('You are signed in as')
    }
    expect(await run('users', 'remove', 'daiyu@example.org')).toMatchObject({ code: 0 })
    for (const node of [nodes.two, nodes.one]) {
      const refused = await refreshAt(node, daiyu.id, daiyu.refreshToken)
      expect(refused).toMatchObject({ error: 'invalid_grant' })
      expect(await startPageOf(node, cookie)).toContain('Sign in with')
    }
    for (const node of [nodes.two, nodes.one]) {
      await expect.poll(async () => await statusAt(node, daiyu.accessToken), WITHIN).toBe(401)
    }
    expect(await statusAt(nodes.two, other.accessToken)).toBe(200)
  })

  test('without the command loses the clients at their next refresh, and with them the access tokens', async () => {
    await run('users', 'add', 'daiyu@example.org')
    const daiyu = await connectClient('daiyu', 'Robot of Daiyu')
    const first = await refreshAt(nodes.one, daiyu.id, daiyu.refreshToken)
    expect(first.access_token).toBeDefined()
    const { database } = nodes.store
    await execute(database, sql`delete from hub.users where email_key = 'daiyu@example.org'`)
    const refused = await refreshAt(nodes.two, daiyu.id, daiyu.refreshToken)
    expect(refused).toMatchObject({
      error: 'invalid_grant',
      error_description: 'The person is not a user of this hub.',
    })
    await expect.poll(async () => await statusAt(nodes.one, daiyu.accessToken), WITHIN).toBe(401)
  })

  test('cannot let a client in with a code that was not redeemed before', async () => {
    await run('users', 'add', 'daiyu@example.org')
    const provider = new StoredProvider()
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${nodes.one.url}/mcp`), { authProvider: provider })
    const first = transport()
    const client = new Client({ name: 'Late', version: '1.0.0' })
    await expect(client.connect(first)).rejects.toThrow()
    const answer = await new Person('daiyu').answer(provider.authorizationUrl ?? '')
    await run('users', 'remove', 'daiyu@example.org')
    await expect(first.finishAuth(answer.searchParams)).rejects.toThrow()
    expect(provider.stored).toBeUndefined()
  })
})

describe('a member who is removed', () => {
  test('gets no more orders of that customer with a token that is still valid', async () => {
    const shop = await createShop(nodes.store.database, 'Corner Shop')
    const { customerId } = shop.customer
    const provider = new StoredProvider()
    const { client } = await connect(`${nodes.one.url}/mcp`, provider, new Person('bo'))
    await client.close()
    const membership = { email: 'bo@example.com', customerId, role: 'viewer' } as const
    expectDone(await addMember(nodes.store.database, membership))
    // A member sees and ends them in the console.
    const bo = await signIn('bo')
    const headers = { cookie: bo.cookiesFor(nodes.one.url) }
    const page = await fetch(`${nodes.one.url}/clients`, { headers, redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/console/agents'])
    const token = provider.stored?.access_token ?? ''
    const robots = await Promise.all(
      [nodes.one, nodes.two].map(async (node) => await robotAt(node, token)),
    )
    for (const robot of robots) {
      const listed = async () => (await callTool(robot, 'list_orders')).data
      await expect
        .poll(listed, WITHIN)
        .toMatchObject({ orders: [{ Id: Number(shop.orders[0]?.Id) }] })
    }
    expectDone(await removeMember(nodes.store.database, membership))
    const orderId = Number(shop.orders[0]?.Id)
    for (const robot of robots) {
      const refused = async () => (await callTool(robot, 'list_orders')).isError
      await expect.poll(refused, WITHIN).toBe(true)
      const answers = [
        await callTool(robot, 'list_orders'),
        await callTool(robot, 'list_orders', { customerId: Number(customerId) }),
        await callTool(robot, 'get_order', { orderId }),
        await callTool(robot, 'get_order', { orderId, customerId: Number(customerId) }),
      ]
      expect(answers.map(({ isError }) => isError)).toEqual([true, true, true, true])
      expect(JSON.stringify(answers)).not.toContain('shopper@example.com')
      await robot.close()
    }
    expect(await statusAt(nodes.two, token)).toBe(200)
  })
})

test('a person with a browser, without JavaScript, sees a client and revokes it', async () => {
  const { id, refreshToken } = await connectClient('chidi', 'Robot of Chidi')
  const browser = await sharedBrowser()
  try {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    // After the sign-in, the browser returns to the page that the person opened first.
    await page.goto(`${nodes.one.url}/clients`)
    await page.getByRole('link', { name: 'Sign in with' }).click()
    await page.getByRole('button', { name: 'Chidi' }).click()
    await page.waitForURL(`${nodes.one.url}/clients`)
    await page.getByRole('heading', { name: 'Robot of Chidi' }).waitFor()
    await page.getByRole('button', { name: 'Revoke Robot of Chidi' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('heading', { name: 'Robot of Chidi' }).count()).toBe(0)
    expect(await refreshAt(nodes.one, id, refreshToken)).toMatchObject({ error: 'invalid_grant' })
    expect(refused.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])
  } finally {
    await closeContexts(browser)
  }
})
