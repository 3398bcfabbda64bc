import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expectDone } from '@entrepot/marketplace'
import { type HubProcess, runEntrepot, startHubHere } from '@entrepot/server/testing'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { Person } from '@entrepot/test-support/person'
import type { TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import {
  Client,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../packages/server/src/people/members/members.ts'
import { addUser } from '../../../packages/server/src/people/users/users.ts'
import { callTool, connect } from './connect.ts'
import { type McpHub, startMcpHub } from './mcp-hub.ts'
import { StoredProvider } from './stored-provider.ts'

let started: McpHub
let folder: string
let store: TestDatabase
let hub: HubProcess
let url: string
let corner: Shop
let kiosk: Shop

beforeAll(async () => {
  started = await startMcpHub()
  ;({ hub, store, folder } = started)
  url = `${hub.url}/mcp`
  corner = await createShop(store.database, 'Corner Shop')
  // Ids are counted per customer: without its own orders, Kiosk has none of the ids of the other customer.
  kiosk = await createShop(store.database, 'Kiosk', 0)
})
afterAll(async () => {
  await started?.end()
})

const members = async (...args: readonly string[]) =>
  await runEntrepot(['members', ...args], { DATABASE_URL: store.url })

/** Memberships apply within a second. */
const WITHIN = { timeout: 10_000, interval: 100 }

const idOf = (shop: Shop) => Number(shop.customer.customerId)

/** Runs in the page: the requests of a client without and with a token. */
async function callFromPage({ url, token }: { url: string; token: string | undefined }) {
  const post = async (headers: Record<string, string>) =>
    await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        'mcp-method': 'tools/list',
        'mcp-param-any': 'x',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const challenge = (await post({})).headers.get('www-authenticate') ?? ''
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  const { resource } = (await (await fetch(metadata)).json()) as { resource: string }
  const text = await (await post({ authorization: `Bearer ${token}` })).text()
  const names = text.matchAll(/"name":"(\w+)"/g)
  return { challenge, resource, tools: Array.from(names, ([, name]) => name) }
}

describe('an agent of a person', () => {
  test('sees the customers of that person, soon after a membership is added or removed', async () => {
    const { client } = await connect(url, new StoredProvider(), new Person('ann'))
    expect(client.getInstructions()).toContain('members add')
    expect((await client.listTools()).tools).toEqual([])
    const before = await callTool(client, 'list_orders')
    expect(before).toMatchObject({ isError: true, text: expect.stringContaining('members add') })

    const ann = ['ann@example.com', '--customer', String(idOf(corner))] as const
    expect(await members('add', ...ann)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await client.listTools()).tools, WITHIN).not.toEqual([])
    const { tools } = await client.listTools()
    const names = tools.map((tool) => tool.name)
    expect(names).toEqual(expect.arrayContaining(['list_orders', 'get_order']))
    // As a viewer, whatever the token allows.
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    const { data } = await callTool(client, 'list_orders')
    const id = Number(corner.orders[0]?.Id)
    expect(data).toMatchObject({ orders: [{ Id: id }] })
    const { text } = await callTool(client, 'get_order', { orderId: id })
    expect(text).toContain('shopper@example.com')
    const [theirs, nobodys] = await Promise.all(
      [idOf(kiosk), 999_999].map(
        async (customerId) => await callTool(client, 'list_orders', { customerId }),
      ),
    )
    expect(theirs).toMatchObject({ isError: true })
    expect(theirs).toEqual(nobodys)

    expect(await members('remove', ...ann)).toMatchObject({ code: 0 })
    const after = async () => (await callTool(client, 'get_order', { orderId: id })).text
    await expect.poll(after, WITHIN).toContain('members add')
    await client.close()
  })

  test('gets no data with the token of another person', async () => {
    const { client } = await connect(url, new StoredProvider(), new Person('bo'))
    await members('add', 'bo@example.com', '--customer', String(idOf(kiosk)))
    const own = async () => (await callTool(client, 'list_orders')).data
    await expect.poll(own, WITHIN).toMatchObject({ orders: [] })
    const theirs = await callTool(client, 'get_order', {
      orderId: Number(corner.orders[0]?.Id),
    })
    expect(theirs).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no order'),
    })
    await client.close()
  })

  test('leaves no session in the browser of the person', async () => {
    const person = new Person('chidi')
    await connect(url, new StoredProvider(), person)
    const page = await person.browser.open(hub.url)
    expect(page.body).toContain('Sign in with')
  })

  test('gets no token if the person denies access, or may not do what the scopes allow', async () => {
    const denied = connect(url, new StoredProvider(), new Person('ann'), { decision: 'deny' })
    await expect(denied).rejects.toThrow('The person denied the request.')
    const narrowed = connect(url, new StoredProvider(), new Person('ann'), {
      without: ['orders:read', 'orders:write', 'fulfilment:read', 'fulfilment:write'],
    })
    await expect(narrowed).rejects.toThrow()
  })
})

describe('/mcp', () => {
  const post = async (headers: Record<string, string>, body = '{}') =>
    await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('tells a client without a token where the authorization server is, and which scope is needed', async () => {
    const response = await post({})
    expect(response.status).toBe(401)
    const challenge = response.headers.get('www-authenticate') ?? ''
    // Those of the tools that the address chooses, because a client lists no others.
    expect(challenge).toMatch(/scope="(?=[^"]*orders:read)(?=[^"]*orders:write)/)
    const readonly = await fetch(`${url}?readonly`, { method: 'POST', body: '{}' })
    expect(readonly.headers.get('www-authenticate')).toMatch(/scope="[\w: ]+:read"/)
    expect(readonly.headers.get('www-authenticate')).not.toContain(':write')
    const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
    const document = await (await fetch(metadata)).json()
    expect(document).toMatchObject({ resource: url, authorization_servers: [hub.url] })
  })

  test.each([
    ['API keys', { 'x-api-key': 'ent_m1_x' }],
    ['cookies', { cookie: 'entrepot_session=x' }],
    ['a token of nobody', { authorization: 'Bearer e30.e30.e30' }],
  ])('accepts no %s', async (_, headers) => {
    expect((await post(headers)).status).toBe(401)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only begins as its own', { origin: 'http://127.0.0.1.evil.example' }],
    ['no origin that can be named', { origin: 'null' }],
  ])('answers neither a page of %s nor its preflight request', async (_, headers) => {
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    for (const response of [await post(headers), preflight]) {
      expect([response.status, await response.json()]).toMatchObject([403, { jsonrpc: '2.0' }])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('answers no page whose name resolves to this machine (DNS rebinding, attack)', async () => {
    const asked = request(url, {
      method: 'POST',
      headers: { host: `evil.example:${new URL(url).port}`, 'content-type': 'application/json' },
    }).end('{}')
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(403)
  })

  test('allows pages of this machine to send everything that clients send, but no cookies', async () => {
    const origin = 'http://localhost:6274'
    const { status, headers } = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-method,mcp-name',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('vary')).toBe('origin')
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE')
    expect(headers.get('allow')).toBe('POST, OPTIONS')
    const allowed = (headers.get('access-control-allow-headers') ?? '').split(', ')
    for (const name of [
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'mcp-session-id',
      'last-event-id',
      'mcp-method',
      'mcp-name',
      '*',
    ]) {
      expect(allowed).toContain(name)
    }
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('serves a client in a real browser, on a page of another origin', async () => {
    const provider = new StoredProvider()
    const { client } = await connect(url, provider, new Person('bo'))
    await members('add', 'bo@example.com', '--customer', String(idOf(kiosk)))
    await expect.poll(async () => (await client.listTools()).tools, WITHIN).not.toEqual([])
    await client.close()
    const pages = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>client</title>'),
    ).listen(0, '127.0.0.1')
    await once(pages, 'listening')
    const browser = await sharedBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
      const seen = await page.evaluate(callFromPage, { url, token: provider.stored?.access_token })
      expect(seen).toEqual({
        challenge: expect.stringContaining('resource_metadata='),
        resource: url,
        tools: expect.arrayContaining(['list_orders', 'get_order']),
      })
    } finally {
      await closeContexts(browser)
      pages.close()
    }
  })

  test('answers an empty Host, and methods that no client sends, with their issues', async () => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    socket.end('POST /mcp HTTP/1.1\r\nHost:\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('The header Host is empty.')
    for (const method of ['PUT', 'PATCH']) {
      const { status, headers } = await fetch(url, { method })
      expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })

  test.each(['GET', 'HEAD', 'DELETE'])(
    'answers %s with 405, because it has no sessions',
    async (method) => {
      const client = new StoredProvider()
      await connect(url, client, new Person())
      const authorization = `Bearer ${client.tokens()?.access_token}`
      const answer = await fetch(url, { method, headers: { authorization } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    },
  )

  test('refuses, as JSON, a body larger than any tool call needs', async () => {
    const provider = new StoredProvider()
    await (await connect(url, provider, new Person('ann'))).client.close()
    const authorization = `Bearer ${provider.tokens()?.access_token}`
    const response = await post({ authorization }, 'x'.repeat(300_000))
    expect([response.status, response.headers.get('content-type')]).toEqual([
      413,
      expect.stringContaining('application/json'),
    ])
  })
})

test('a client that acts for itself is not a member, even if its id looks like that of a member (attack)', async () => {
  const { userId } = expectDone(await addUser(store.database, { email: 'target@shop.example' }))
  const { customerId } = kiosk.customer
  expectDone(
    await addMember(store.database, { email: 'target@shop.example', customerId, role: 'viewer' }),
  )
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'EdDSA' }
  const config = {
    devIdp: { enabled: true, port: 0 },
    mcp: { enabled: true },
    plugins: {
      login: {
        package: '@entrepot/oauth',
        mcp: {
          clientCredentials: { enabled: true },
          clients: {
            [userId]: {
              grantTypes: ['client_credentials'],
              jwks: { keys: [jwk] },
              scope: 'orders:read',
            },
          },
        },
      },
    },
  }
  const file = join(folder, 'attack.yaml')
  await writeFile(file, JSON.stringify(config))
  const data = join(folder, 'attack')
  const other = await startHubHere({
    DATABASE_URL: store.url,
    ENTREPOT_DATA: data,
    ENTREPOT_CONFIG: file,
  })
  try {
    const key = await exportJWK(privateKey)
    const provider = new PrivateKeyJwtProvider({
      clientId: userId,
      privateKey: key,
      algorithm: 'EdDSA',
    })
    const client = new Client({ name: 'robot', version: '1.0.0' })
    const target = new URL(`${other.url}/mcp`)
    await client.connect(new StreamableHTTPClientTransport(target, { authProvider: provider }))
    const { isError, text } = await callTool(client, 'list_orders')
    expect([isError, text]).toEqual([true, expect.stringContaining('You act for no customer')])
    await client.close()
  } finally {
    await other.end()
  }
})

test('a hub that has turned mcp.enabled off has no /mcp and no authorization server', async () => {
  const file = join(folder, 'off.yaml')
  await writeFile(file, 'mcp: {enabled: false}\n')
  const other = await startHubHere({
    DATABASE_URL: store.url,
    ENTREPOT_DATA: join(folder, 'other'),
    ENTREPOT_CONFIG: file,
  })
  try {
    for (const path of [
      '/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/mcp/authorize',
    ]) {
      expect((await fetch(`${other.url}${path}`)).status).toBe(404)
    }
  } finally {
    await other.end()
  }
})

test('a hub with an open event stream can still stop', async () => {
  const modern = { mode: { pin: '2026-07-28' } } as const
  const { client } = await connect(url, new StoredProvider(), new Person('bo'), {}, modern)
  expect((await callTool(client, 'list_orders')).isError).toBe(false)
  await client.listen({ toolsListChanged: true })
  expect(await hub.end()).toBe(0)
  await client.close()
})
