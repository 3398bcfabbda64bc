/** A real browser: Chromium as it ships on npm, or the one that CHROMIUM names. */
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import { PAGE_STATES, type PageApps, startPageApps } from './support/page-states.ts'
import { SharedSessions } from './support/session-store.ts'

let idp: HostileProvider
let shop: TestApp
/** Stores a session for every visitor, which is the default of the session plugin. */
let eager: TestApp
let browser: Browser
let context: BrowserContext
const sessions = new SharedSessions()

beforeAll(async () => {
  idp = await startHostileProvider()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const oauth = { debug: true, providers: { acme } }
  shop = await startApp({ session: { store: sessions }, oauth })
  eager = await startApp({ session: { saveUninitialized: true }, oauth })
  browser = await sharedBrowser()
}, 120_000)
beforeEach(async () => {
  idp.reset()
  context = await browser.newContext()
  context.setDefaultTimeout(120_000)
})
afterAll(async () => {
  await closeContexts(browser)
  await shop.close()
  await eager.close()
  await idp.close()
})

/** Presses a button or follows a link, and waits until that has led to another page, whose scripts have run. */
async function leaveBy(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(selector)])
}

test.each([
  ['with sessions for people only', () => shop],
  ['with sessions for everybody', () => eager],
])(
  'a person signs in in eight tabs at once, %s, and one sign-out ends it in all',
  async (_title, app) => {
    const { origin } = app()
    // What depends on the order of answers does not show the first time.
    for (let round = 0; round < 5; round += 1) {
      const own = await browser.newContext()
      own.setDefaultTimeout(120_000)
      const tabs = await Promise.all(Array.from({ length: 8 }, () => own.newPage()))
      const urls = tabs.map((_, number) => `${origin}/me?tab=${number}`)
      await Promise.all(
        tabs.map((tab, number) =>
          tab.goto(`${origin}/oauth/acme/login?redirect=/me?tab=${number}`),
        ),
      )
      expect(tabs.map((tab) => tab.url())).toEqual(urls)
      for (const tab of tabs)
        expect(await tab.textContent('body')).toContain('"user":"ann@example.com"')
      const cookies = await own.cookies(origin)
      expect(cookies.map(({ name }) => name)).toEqual(['sessionId'])
      await tabs[0]?.goto(`${origin}/oauth/test`)
      await leaveBy(tabs[0] as Page, 'text=Sign out')
      for (const tab of tabs) {
        await tab.goto(`${origin}/me`)
        expect(await tab.textContent('body')).not.toContain('ann@example.com')
      }
      await own.close()
    }
  },
  120_000,
)

test('a form from a page of another site completes a sign-in, although no cookie comes with it', async () => {
  // Another port is the same site, another name is not.
  const elsewhere = idp.origin.replace('127.0.0.1', 'localhost')
  const acme = {
    ...{ provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' },
    ...{ tokenUrl: `${idp.origin}/token`, jwksUri: `${idp.origin}/jwks` },
    authorizationUrl: `${elsewhere}/authorize`,
    responseMode: 'form_post' as const,
  }
  const cookiesOfPost: (string | undefined)[] = []
  const own = await startApp({
    session: { saveUninitialized: true },
    oauth: { providers: { acme } },
    setUp(app) {
      app.addHook('onResponse', async ({ method, headers }) => {
        if (method === 'POST') cookiesOfPost.push(headers.cookie)
      })
      app.get('/cart', async (request) => Object.assign(request.session, { cart: 'mug' }).cart)
      app.get('/my-cart', async ({ session }) => String((session as { cart?: string }).cart))
    },
  })
  try {
    const page = await context.newPage()
    await page.goto(`${own.origin}/cart`)
    await page.goto(`${own.origin}/oauth/acme/login?redirect=/me`)
    await page.waitForURL(`${own.origin}/me`)
    expect(await page.textContent('body')).toContain('"user":"ann@example.com"')
    expect(cookiesOfPost).toEqual([undefined])
    await page.goto(`${own.origin}/my-cart`)
    expect(await page.textContent('body')).toBe('mug')
  } finally {
    await own.close()
  }
})

test('the test page signs in, shows the session, refreshes and signs out, under its own content policy', async () => {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${shop.origin}/oauth/test`)
  await leaveBy(page, 'text=Sign in with acme')
  expect(page.url()).toBe(`${shop.origin}/oauth/test`)
  await page.click('text=Show the session')
  await page.waitForSelector('#answer:has-text("ann@example.com")')
  idp.onTokens = (body) => {
    delete body.id_token
    return undefined
  }
  await page.click('text=Refresh the tokens')
  await page.waitForSelector('#answer:has-text("Refreshed.")')
  await leaveBy(page, 'text=Sign out')
  expect(page.url()).toBe(`${shop.origin}/oauth/test`)
  await page.click('text=Show the session')
  await page.waitForSelector('#answer:has-text("Not signed in with this provider.")')
  // The one answer that is meant to be an error: 401.
  expect(complaints.filter((text) => !/401/.test(text))).toEqual([])
  await context.close()
}, 120_000)

test('the test page signs out at the provider too, which is another site', async () => {
  idp.onRequest = (path) =>
    path === '/end' ? { text: 'You are signed out there.', type: 'text/html' } : undefined
  idp.onDiscovery = (document) => {
    document.end_session_endpoint = `${idp.origin}/end`
  }
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const app = await startApp({ oauth: { debug: true, providers: { acme } } })
  const page = await context.newPage()
  await page.goto(`${app.origin}/oauth/acme/login?redirect=/oauth/test`)
  await page.click('text=Sign out')
  await page.waitForSelector('text=You are signed out there.')
  expect(page.url()).toContain(`${idp.origin}/end?id_token_hint=`)
  await context.close()
  await app.close()
}, 120_000)

test('a page of another origin cannot read who is signed in, nor sign the person out', async () => {
  const page = await context.newPage()
  await page.goto(`${shop.origin}/oauth/acme/login?redirect=/me`)
  idp.onRequest = (path) =>
    path === '/evil'
      ? {
          text: `<form method="post" action="${shop.origin}/oauth/logout"><button>Win a prize</button></form>`,
          type: 'text/html',
        }
      : undefined
  await page.goto(`${idp.origin}/evil`)
  await leaveBy(page, 'text=Win a prize')
  expect(await page.textContent('body')).toContain('Forbidden')
  await page.goto(`${shop.origin}/me`)
  expect(await page.textContent('body')).toContain('ann@example.com')
  await context.close()
}, 120_000)

describe('the page', () => {
  let apps: PageApps
  beforeAll(async () => {
    apps = await startPageApps()
  })
  afterAll(async () => await apps.close())

  /** WCAG 2.2 at level AA, and good practice. */
  const rules: RunOptions = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }

  /** What is wrong with a page: each rule, with the elements that break it. */
  async function issuesOf(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate(
      async (options) =>
        await (globalThis as unknown as { axe: typeof axe }).axe.run(options as RunOptions),
      rules as Record<string, unknown>,
    )) as AxeResults
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }

  test.each(PAGE_STATES)(
    'of %s is accessible, light and dark, wide and 320 pixels narrow',
    async (_, open, heading) => {
      const own = await browser.newContext({
        viewport: { width: 320, height: 640 },
      })
      const complaints: string[] = []
      own.on('console', (message) => complaints.push(message.text()))
      const page = await own.newPage()
      await open(page, apps)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(heading)
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const seen = `${colorScheme}, ${width}`
          expect([seen, await issuesOf(page)]).toEqual([seen, []])
          const scrolled = await page.evaluate<number>('document.documentElement.scrollWidth')
          expect([seen, scrolled]).toEqual([seen, width])
        }
      }
      expect(complaints.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])
      await own.close()
    },
    60_000,
  )

  test('of consent works without script', async () => {
    const own = await browser.newContext({ javaScriptEnabled: false })
    const page = await own.newPage()
    const [[, open] = []] = PAGE_STATES
    await open?.(page, apps)
    await page.getByRole('checkbox', { name: 'Read what lies' }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/me\?code=/)
    await own.close()
  }, 60_000)
})
