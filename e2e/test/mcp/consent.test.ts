/** Tests with a real browser: the hub asks a person whether an MCP client may act for them. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectDone } from '@entrepot/marketplace'
import { type LocalHub, startHubHere } from '@entrepot/server/testing'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../packages/server/src/people/members/members.ts'
import { addUser } from '../../../packages/server/src/people/users/users.ts'

const SETTINGS = `
mcp: {enabled: true}
devIdp: {enabled: true}
plugins:
  login: {package: '@entrepot/oauth', mcp: {dynamicClientRegistration: {allowCustomSchemes: true}}}
`

let folder: string
let store: TestDatabase
let hub: LocalHub
let browser: Browser
let website: Server
let origin: string
let client: openid.Configuration
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-consent-'))
  const config = join(folder, 'entrepot.yaml')
  await writeFile(config, SETTINGS)
  store = await createTestDatabase()
  const env = { DATABASE_URL: store.url, ENTREPOT_DATA: folder, ENTREPOT_CONFIG: config }
  website = createServer(serveWebsite).listen(0, '127.0.0.1')
  ;[hub, browser] = await Promise.all([
    startHubHere(env),
    sharedBrowser(),
    once(website, 'listening'),
  ])
  origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  client = await register(`${origin}/callback`)
})
afterAll(async () => {
  await closeContexts(browser)
  await hub?.end()
  await store.drop()
  website?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The website of the client: its callback, and pages that show the URL in their query in a frame, or open it in a window. */
const serveWebsite: Parameters<typeof createServer>[1] = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const framed = url.searchParams.get('frame')?.replaceAll('&', '&amp;')
  response.setHeader('content-type', 'text/html')
  if (url.pathname === '/connect') return response.end(CONNECT)
  return response.end(framed ? `<iframe src="${framed}"></iframe>` : CALLBACK)
}

const CONNECT = `<button onclick="popup = window.open(decodeURIComponent(location.hash.slice(1)))">Connect</button>
<script>onmessage = ({ data }) => { document.title = 'got ' + data + ', closed: ' + popup.closed }</script>`

const CALLBACK = `<h1>You can close this page.</h1>
<script>opener?.postMessage(new URLSearchParams(location.search).has('code') ? 'a code' : 'no code', '*')</script>`

/** Registers a client, as its SDK does. */
async function register(redirectUri: string): Promise<openid.Configuration> {
  return await openid.dynamicClientRegistration(
    new URL(hub.url),
    { client_name: 'Note <b>taker</b>', redirect_uris: [redirectUri] },
    openid.None(),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
}

/** Starts an authorization. Returns the URL for the browser, and a function that exchanges the answer for tokens. */
async function authorize(by = client, redirectUri = `${origin}/callback`, resource?: string) {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedState = openid.randomState()
  const url = openid.buildAuthorizationUrl(by, {
    redirect_uri: redirectUri,
    scope: 'orders:read offline_access',
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
  })
  const redeem = async (answer: string) =>
    await openid.authorizationCodeGrant(by, new URL(answer), {
      pkceCodeVerifier,
      expectedState,
    })
  return { url: url.href, redeem }
}

/** Provides a page, and afterwards checks that the browser has reported no violation of the content policy. */
async function withPage(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  options = {},
): Promise<void> {
  const context = await browser.newContext(options)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text())
  })
  try {
    await work(await context.newPage(), context)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'entrepot_session')?.value

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  'a person with a browser (%j)',
  (options) => {
    test('sees the client, its address and the scopes, unticks a scope, allows, signs in, and has no session afterwards', async () => {
      await withPage(async (page, context) => {
        const { url, redeem } = await authorize()
        await page.goto(url)
        await page.getByRole('heading', { name: 'Allow Note <b>taker</b>?' }).waitFor()
        expect(await page.getByRole('definition').allTextContents()).toEqual([
          'Note <b>taker</b> (name not verified)',
          'not verified: the application registered itself',
          new URL(origin).host,
        ])
        const warning = page.getByText('a program on your own computer')
        expect(await warning.isVisible()).toBe(true)
        const boxes = page.getByRole('checkbox')
        expect(
          await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('value'))),
        ).toEqual(['orders:read', 'offline_access'])
        await page.getByRole('checkbox', { name: 'Stay connected' }).uncheck()
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.getByRole('button', { name: 'Ann Archer' }).click()
        await page.waitForURL(`${origin}/callback?*`)

        const tokens = await redeem(page.url())
        expect(tokens.scope).toBe('orders:read')
        expect(await sessionOf(context)).toBeUndefined()
        await page.goto(hub.url)
        expect(await page.getByRole('link', { name: 'Sign in with' }).count()).toBe(1)
      }, options)
    })

    test('denies access, and the client gets the refusal', async () => {
      await withPage(async (page, context) => {
        const { url, redeem } = await authorize()
        await page.goto(url)
        await page.getByRole('button', { name: 'Deny' }).click()
        await page.waitForURL(`${origin}/callback?*`)
        await expect(redeem(page.url())).rejects.toMatchObject({ error: 'access_denied' })
        expect(await sessionOf(context)).toBeUndefined()
      }, options)
    })

    test('keeps the session that they had before', async () => {
      await withPage(async (page, context) => {
        await page.goto(hub.url)
        await page.getByRole('link', { name: 'Sign in with' }).click()
        await page.getByRole('button', { name: 'Bo Sørensen' }).click()
        const known = page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' })
        await known.waitFor()
        const before = await sessionOf(context)
        expect(before).toBeDefined()

        const { url, redeem } = await authorize()
        await page.goto(url)
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.waitForURL(`${origin}/callback?*`)
        expect((await redeem(page.url())).scope).toBe('orders:read offline_access')
        expect(await sessionOf(context)).toBe(before)
        await page.goto(hub.url)
        await known.waitFor()
      }, options)
    })
  },
)

describe('a person with two customers', () => {
  const shops: Shop[] = []
  beforeAll(async () => {
    const email = 'chidi.okafor@example.com'
    expectDone(await addUser(store.database, { email }))
    for (const name of ['Corner Shop', 'Kiosk']) {
      const shop = await createShop(store.database, name)
      shops.push(shop)
      const { customerId } = shop.customer
      expectDone(await addMember(store.database, { email, customerId, role: 'owner' }))
    }
  })

  test('chooses one by the keyboard, without script, on a telephone in the dark, and the tools are for it', async () => {
    const viewport = { width: 390, height: 844 }
    const phone = { viewport, colorScheme: 'dark', javaScriptEnabled: false }
    await withPage(async (page) => {
      const first = await authorize()
      await page.goto(first.url)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('button', { name: 'Chidi Okafor' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForURL(`${origin}/callback?*`)
      await expect(first.redeem(page.url())).rejects.toMatchObject({ error: 'access_denied' })

      const { url, redeem } = await authorize(client, `${origin}/callback`, `${hub.url}/mcp`)
      await page.goto(url)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page
        .getByRole('heading', { name: 'Which customer may Note <b>taker</b> act for?' })
        .waitFor()
      const choice = page.getByRole('group', { name: 'Customer' })
      const radios = choice.getByRole('radio')
      for (const name of [/^Corner Shop\s+owner$/, /^Kiosk\s+owner$/, /^All of these/]) {
        expect(await choice.getByRole('radio', { name, checked: false }).count()).toBe(1)
      }
      expect(await radios.count()).toBe(3)
      // Nothing goes to the hub before a choice.
      await page.getByRole('button', { name: 'Continue' }).click()
      expect(await choice.isVisible()).toBe(true)
      await radios.first().focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/callback?*`)
      const { access_token: token } = await redeem(page.url())
      expect(decodeJwt(token).account).toBe(shops[1]?.customer.customerId)
      const { tools } = await listTools(token)
      expect(tools.length).toBeGreaterThan(0)
      expect(JSON.stringify(tools)).not.toContain('customerId')
    }, phone)
  })
})

async function listTools(token: string): Promise<{ readonly tools: readonly object[] }> {
  const agent = new Client({ name: 'Note taker', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${hub.url}/mcp`), { requestInit }))
  try {
    return await agent.listTools()
  } finally {
    await agent.close()
  }
}

// Browsers apply `form-action` of a page to the whole result of a form, redirects included: of our page and of the provider's.
describe.each([
  ['a program on IPv6 loopback', 'http://[::1]:4747/callback'],
  ['a website', 'https://agent.example/callback'],
  ['an app', 'agent://callback/'],
])('the answer to %s', (_, redirectUri) => {
  test.each(['Allow', 'Deny'])('leaves the browser if the person presses %s', async (button) => {
    await withPage(async (page) => {
      const { url } = await authorize(await register(redirectUri), redirectUri)
      await page.goto(url)
      const answered = page.waitForResponse(
        (response) => response.headers().location?.startsWith(redirectUri) ?? false,
      )
      await page.getByRole('button', { name: button }).click()
      if (button === 'Allow') await page.getByRole('button', { name: 'Ann Archer' }).click()
      await answered
    })
  })
})

test('a client that opens the sign-in in a window gets the answer from its callback', async () => {
  await withPage(async (page, context) => {
    const { url } = await authorize()
    await page.goto(`${origin}/connect#${encodeURIComponent(url)}`)
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Connect' }).click()
    const popup = await opening
    await popup.getByRole('button', { name: 'Allow' }).click()
    await popup.getByRole('button', { name: 'Ann Archer' }).click()
    await page.waitForFunction('document.title !== ""')
    expect(await page.title()).toBe('got a code, closed: false')
    // Pages of the hub to which a failed sign-in leads.
    await popup.goto(`${hub.url}/?error=access_denied`)
    expect(await page.evaluate('popup.closed')).toBe(false)
  })
})

test('another website cannot put the page into a frame', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  const { url } = await authorize()
  await page.goto(`${origin}/?frame=${encodeURIComponent(url)}`)
  await refused
  const framed = () => page.frames()[1]
  await expect.poll(() => framed()?.url()).toMatch(/^chrome-error:/)
  expect(await framed()?.getByRole('button').count()).toBe(0)
  await context.close()
})
