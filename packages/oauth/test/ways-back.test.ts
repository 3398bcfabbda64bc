/** How the answer to a client leaves a real browser: from a window that the client has opened, and over redirects of its website. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { issueCertificate } from '@entrepot/test-support/certificates'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeUrl, type McpApp, mcpOf, pkce, register, startMcp } from './support/mcp.ts'

const CERTIFICATE = issueCertificate({ commonName: 'localhost', hosts: ['localhost'] })

let app: McpApp
let browser: Browser
let context: BrowserContext
/** Two websites of clients, on other hosts than the application. */
const sites: Server[] = []
let [home, elsewhere] = ['', '']
let onLogin = async () => {}

beforeAll(async () => {
  ;[app, browser, home, elsewhere] = await Promise.all([
    startMcp(),
    sharedBrowser(),
    startSite(),
    startSite(),
  ])
  context = await browser.newContext({ ignoreHTTPSErrors: true })
  app.app.oauth.registerHooks({ onLogin: async () => await onLogin() })
})
afterAll(async () => {
  await closeContexts(browser)
  for (const site of sites) site.close()
  await app?.close()
})

const OPENER = `<button onclick="popup = window.open(decodeURIComponent(location.hash.slice(1)))">Connect</button>
<script>onmessage = ({ data }) => { document.title = 'got ' + data + ', closed: ' + popup.closed }</script>`

const CALLBACK = `<script>opener?.postMessage(new URLSearchParams(location.search).get('state'), '*')</script>`

/** A website whose `/back` tells its opener of the answer, and whose other paths redirect to the URL that they contain. */
async function startSite(): Promise<string> {
  const { certificate: cert, key } = CERTIFICATE
  const site = createServer({ cert, key }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://localhost')
    const to = decodeURIComponent(pathname.slice('/hop/'.length))
    if (to !== '') return response.writeHead(302, { location: `${to}?${searchParams}` }).end()
    response.setHeader('content-type', 'text/html')
    return response.end(pathname === '/back' ? CALLBACK : OPENER)
  }).listen(0, 'localhost')
  sites.push(site)
  await once(site, 'listening')
  return `https://localhost:${(site.address() as AddressInfo).port}`
}

async function requestOf(redirect_uri: string): Promise<string> {
  const { client_id } = await register(app, { redirect_uris: [redirect_uri] })
  return authorizeUrl(app, { client_id, redirect_uri, code_challenge: pkce().challenge })
}

/** Opens the authorization endpoint in a window, as a client on a website does. */
async function openWindow(url: string): Promise<readonly [opener: Page, popup: Page]> {
  const opener = await context.newPage()
  await opener.goto(`${home}/#${encodeURIComponent(url)}`)
  const popup = opener.waitForEvent('popup')
  await opener.getByRole('button', { name: 'Connect' }).click()
  return [opener, await popup]
}

describe('a client that opens the sign-in in a window', () => {
  test('gets the answer from its callback, and sees the window all the time', async () => {
    const [opener, popup] = await openWindow(await requestOf(`${home}/back`))
    await popup.getByRole('button', { name: 'Allow' }).waitFor()
    expect(await opener.evaluate('popup.closed')).toBe(false)
    await popup.getByRole('button', { name: 'Allow' }).click()
    await opener.waitForFunction('document.title !== ""')
    expect(await opener.title()).toBe('got a-state, closed: false')
  })

  test('gets it also if the person is asked after signing in', async () => {
    const url = await requestOf(`${home}/back`)
    const [first, popup] = await openWindow(url)
    await popup.getByRole('button', { name: 'Allow' }).click()
    await first.waitForFunction('document.title !== ""')
    await mcpOf(app).revokeClient(
      'ann@example.com',
      new URL(url).searchParams.get('client_id') ?? '',
    )
    const [opener, again] = await openWindow(url)
    await again.getByText('You are signed in as').waitFor()
    await again.getByRole('button', { name: 'Allow' }).click()
    await opener.waitForFunction('document.title !== ""')
    expect(await opener.title()).toBe('got a-state, closed: false')
  })

  test.each([
    ['an expired page', () => `${app.origin}/oauth/mcp/confirm?token=x`],
    ['a refused request', () => authorizeUrl(app, { client_id: 'nobody' })],
  ])('still sees a window with %s', async (_, url) => {
    const [opener, popup] = await openWindow(url())
    await popup.getByRole('heading').waitFor()
    expect(await opener.evaluate('popup.closed')).toBe(false)
  })
})

test('a person who clicks again while the application is slow gets back to the client', async () => {
  const page = await context.newPage()
  await page.goto(await requestOf(`${home}/back`))
  const slow = Promise.withResolvers<void>()
  const signingIn = Promise.withResolvers<void>()
  onLogin = async () => {
    signingIn.resolve()
    await slow.promise
  }
  const box = await page.getByRole('button', { name: 'Allow' }).boundingBox()
  // Unlike that of the button, this click does not wait for the next page.
  const allow = async () => await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await allow()
  await signingIn.promise
  // The page is still there.
  const again = page.waitForRequest((request) => request.url().includes('/oauth/acme/callback'))
  await allow()
  await again
  slow.resolve()
  onLogin = async () => {}
  // Not `waitForURL`, which fails if the first navigation is aborted by the second.
  await expect.poll(() => page.url()).toMatch(/\/back\?.*\bcode=[\w-]{43}(&|$)/)
  await page.close()
})

describe.each(['Allow', 'Deny'])('after %s, the website of a client may redirect', (button) => {
  test.each([
    ['to a program on this machine', () => `${app.origin}/me`],
    ['to another website', () => `${elsewhere}/back`],
  ])('%s', async (_, target) => {
    const page = await context.newPage()
    await page.goto(await requestOf(`${home}/hop/${encodeURIComponent(target())}`))
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL(`${target()}?*`)
    expect(new URL(page.url()).searchParams.get('state')).toBe('a-state')
    await page.close()
  })

  test('to its app', async () => {
    const page = await context.newPage()
    await page.goto(await requestOf(`${home}/hop/${encodeURIComponent('claude://back')}`))
    // The browser hands the URL to the app, of which there is none here. A policy that forbids it gives another error.
    const left = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith('claude://back?'),
    )
    await page.getByRole('button', { name: button }).click()
    expect((await left).failure()?.errorText).toBe('net::ERR_ABORTED')
    await page.close()
  })
})
