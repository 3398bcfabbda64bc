/** Windows that show what happens elsewhere, and what they do when the connection breaks. */
import { setTimeout as delay } from 'node:timers/promises'
import type { HubEvent } from '@entrepot/client'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { concerns } from '../src/shell/live/changes.ts'
import { type ConsoleHub, startConsole, takeScreenshot } from './support/console.ts'
import { sendOrder } from './support/orders.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

/** The pages of the console, in two parts, so that no test is long. */
const administration = async () => [
  '/settings',
  '/settings?tab=rates',
  '/settings?tab=vat',
  '/settings?tab=account',
  '/channels',
  '/channels/1',
  '/channels/1?panel=preview',
  '/channels/1?tab=prices',
  '/channels/1?tab=problems',
  '/developers',
  '/developers?tab=webhooks',
  '/developers/webhooks/1',
  '/developers?tab=events',
  '/developers?tab=refusals',
  '/agents',
  '/agents/approvals',
  '/agents/rules',
  '/team',
  '/team/provisioning',
]
const selling = async () => {
  const [first, second] = [await sendOrder(hub, 'TROUBLE-1'), await sendOrder(hub, 'TROUBLE-2')]
  return [
    '/',
    '/orders',
    '/orders/new',
    `/orders/${first}`,
    `/orders/${first}/packing-slip`,
    `/orders/pick-list?ids=${first},${second}`,
    `/orders/packing-slips?ids=${first},${second}`,
    '/returns',
    '/returns?decide=R-1',
    '/products',
    '/products?panel=import',
    '/products/MUG-RED',
    '/stock',
    '/prices',
  ]
}

/** What the reads of a page meet: a hub that does not answer yet, or not at all, or a refusal. */
type Trouble = 'slow' | 'unreachable' | { readonly status: number; readonly code: string }

const TITLES: Readonly<Record<number, string>> = {
  401: 'Not signed in',
  429: 'Too many requests',
  500: 'The hub had an internal error',
}

/** Reads of a page that fail. */
interface Reads {
  /** Changes what they meet. Those that wait for a slow hub meet it, too. */
  meet(trouble: Trouble): Promise<void>
  /** Lets them pass again. */
  repair(): Promise<void>
}

/**
 * Lets all reads of a page fail. Only these pass through the test: `page.route` would also load the files of the console anew for each
 * page.
 */
async function failReads(cdp: CDPSession, first: Trouble): Promise<Reads> {
  type Paused = { readonly requestId: string; readonly request: { readonly url: string } }
  let now = first
  let waiting: Paused[] = []
  const answer = async (paused: Paused) => {
    const { requestId, request } = paused
    if (!/\/v2\/(?!me$|events(\?after|\/stream))/.test(request.url)) {
      await cdp.send('Fetch.continueRequest', { requestId })
    } else if (now === 'slow') {
      waiting.push(paused)
    } else if (now === 'unreachable') {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' })
    } else {
      const problem = { type: 'about:blank', title: TITLES[now.status], detail: 'Try again.' }
      await cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: now.status,
        responseHeaders: [
          { name: 'content-type', value: 'application/problem+json' },
          ...(now.status === 429 ? [{ name: 'retry-after', value: '30' }] : []),
        ],
        body: Buffer.from(JSON.stringify({ ...problem, ...now })).toString('base64'),
      })
    }
  }
  // A request whose page is left meanwhile has no answer.
  const onPaused = (paused: Paused) => void answer(paused).catch(() => {})
  cdp.on('Fetch.requestPaused', onPaused)
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/v2/*' }] })
  return {
    async meet(trouble) {
      now = trouble
      const held = waiting
      waiting = []
      await Promise.all(held.map(async (paused) => await answer(paused).catch(() => {})))
    },
    async repair() {
      cdp.off('Fetch.requestPaused', onPaused)
      await cdp.send('Fetch.disable')
    },
  }
}

/** Lets the time of a page pass until something is so, in steps of milliseconds. */
async function until(page: Page, isSo: () => Promise<boolean>, step = 2_000): Promise<boolean> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if (await isSo()) return true
    await page.clock.fastForward(step)
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
    // Answers of the network take real time.
    await delay(50)
  }
  return false
}

/** How often a page has read each path of /v2 that it has read more than once. */
async function readAgain(page: Page): Promise<Readonly<Record<string, number>>> {
  const urls = await page.evaluate<readonly string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  )
  const counts: Record<string, number> = {}
  for (const { pathname } of urls.map((url) => new URL(url))) {
    if (pathname.startsWith('/v2/')) counts[pathname] = (counts[pathname] ?? 0) + 1
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 1))
}

const isVisible = async (page: Page, text: string) => await page.getByText(text).first().waitFor()

test('a change by one node is shown in a window at another one, which reads again only what has changed', async () => {
  const other = await hub.startNode()
  await using list = await hub.open('/orders')
  await list.page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await sendOrder(hub, 'LIVE-1')
  await list.page.getByRole('link', { name: 'LIVE-1' }).waitFor()
  // Opened after the order, which reserves units of products.
  await using elsewhere = await hub.open('/products/MUG-RED', { node: other })
  await elsewhere.page.getByRole('heading', { name: 'Red' }).waitFor()
  await hub.call('merchant', 'PUT', '/offers', [{ MerchantProductReference: 'MUG-BLUE', Stock: 7 }])
  await hub.call('merchant', 'PATCH', '/products/MUG-RED', { Brand: 'Live Potteries' })
  await isVisible(elsewhere.page, 'Live Potteries')
  const {
    // What channels fetch, and a new problem in a shop, have no event, so they are polled.
    '/v2/products/MUG-RED/listings': _,
    '/v2/connected-records': __,
    // What needs attention is shown on each page.
    '/v2/figures/overview': ___,
    ...again
  } = await readAgain(elsewhere.page)
  expect(again).toEqual({ '/v2/products/MUG-RED': 2, '/v2/products/MUG-RED/prices': 2 })
  expect([...list.browserErrors, ...elsewhere.browserErrors]).toEqual([])
})

test('a window that was hidden catches up when it is shown again', async () => {
  await using opened = await hub.open('/orders')
  const { page } = opened
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/events/stream')) {
      streams.push(request.headers()['last-event-id'] ?? '')
    }
  })
  // Chromium without windows shows every page, so the page is told.
  const show = async (state: 'visible' | 'hidden') =>
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('stream'))
  await show('hidden')
  await ended
  await sendOrder(hub, 'HIDDEN-1')
  expect(await page.getByRole('link', { name: 'HIDDEN-1' }).count()).toBe(0)
  await show('visible')
  await page.getByRole('link', { name: 'HIDDEN-1' }).waitFor()
  expect(streams).toEqual([expect.stringMatching(/./)])
})

test('a lost connection is said calmly, and everything that was missed is shown when it is back', async () => {
  await using opened = await hub.open('/orders')
  const { page } = opened
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.route('**/v2/events/stream*', async (route) => await route.abort())
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await isVisible(page, 'Connection lost, retrying')
  await takeScreenshot(page, 'connection-lost')
  await sendOrder(hub, 'LOST-1')
  expect(await page.getByRole('link', { name: 'LOST-1' }).count()).toBe(0)
  await page.unroute('**/v2/events/stream*')
  await page.getByRole('link', { name: 'LOST-1' }).waitFor()
  await page.getByText('Connection lost, retrying').waitFor({ state: 'hidden' })
})

test('a session that ends elsewhere ends the stream, and the window says so', async () => {
  await using opened = await hub.open('/orders')
  const { page, context } = opened
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  const tab = await context.newPage()
  await tab.goto(`${hub.url}/?account`)
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
})

test('a window with an older console offers the new one, and loads pages that the hub does not have any more anew', async () => {
  await using opened = await hub.open('/orders')
  const { page } = opened
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  // The pages of this console are gone, and the start of another one is there.
  const isPage = /\/assets\/page-[^/]*\.js$/
  await page.route(isPage, async (route) => await route.fulfill({ status: 404, body: '' }))
  await page.route(`${hub.url}/console/`, async (route) => {
    const body = '<script type="module" src="/console/assets/newer.js"></script>'
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'A new version of the console is available' })
  await notice.waitFor()
  await takeScreenshot(page, 'newer-console')
  await notice.getByRole('button', { name: 'Later' }).click()
  await page.route(`${hub.url}/console/returns`, async (route) => {
    await page.unroute(isPage)
    await page.unroute(`${hub.url}/console/`)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Returns' }).click()
  await page.getByRole('heading', { name: 'Returns', exact: true }).waitFor()
  expect(await notice.count()).toBe(0)
})

test('a window loads the other pages in the background, unless the device saves data', async () => {
  for (const savesData of [true, false]) {
    await using opened = await hub.open('/orders/nowhere', { own: {}, savesData })
    const { page } = opened
    const pages = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/assets/page-')) pages.add(request.url())
    })
    await page.clock.install()
    await page.reload()
    await page.clock.fastForward(60_000)
    await page.getByText('Page not found').waitFor()
    if (savesData) expect([...pages]).toEqual([])
    else expect(await until(page, async () => pages.size > 10)).toBe(true)
  }
})

test('the frame of a page reads when the page has its first answers', async () => {
  await using opened = await hub.open('/nowhere', { own: {} })
  const { page } = opened
  const seen: string[] = []
  const note = (what: string, url: string) => seen.push(`${what} ${new URL(url).pathname}`)
  page.on('request', (request) => note('asked', request.url()))
  page.on('requestfinished', (request) => note('read', request.url()))
  const stops = page.waitForResponse((response) => response.url().includes('/v2/agent-stops'))
  await page.goto(`${hub.url}/console/orders`)
  await stops
  const asked = seen.indexOf('asked /v2/agent-stops')
  expect(seen.slice(0, asked)).toEqual(
    expect.arrayContaining(['read /v2/orders', 'read /v2/figures/orders', 'read /v2/views']),
  )
})

/** What the hub does, one after the other, and what each page says about it. */
const TROUBLES: readonly (readonly [words: string, Trouble])[] = [
  ['The hub cannot be reached', 'unreachable'],
  ['The hub had an internal error', { status: 500, code: 'MARKET_INTERNAL' }],
  ['Too many requests', { status: 429, code: 'MARKET_RATE_LIMITED' }],
]

test.each([
  ['of orders and products', selling],
  ['of administration', administration],
] as const)(
  'when the hub is slow, is down, fails, is overloaded, or has ended the session, each page %s says so, and recovers without being loaded again',
  async (_, pathsOf) => {
    const paths = await pathsOf()
    await using opened = await hub.open('/nowhere', { own: {} })
    const { page } = opened
    await page.getByText('Page not found').waitFor()
    const cdp = await opened.context.newCDPSession(page)
    // Retries pause for seconds, which the test does not wait for.
    await page.clock.install()
    const alerts = page.locator('[role=alert]')
    const again = page.getByRole('button', { name: 'Try again' })
    const retry = async () => {
      for (const button of await again.all()) await button.click({ timeout: 1_000 }).catch(() => {})
    }
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    const found: string[] = []
    const check = async (path: string, what: string, isSo: () => Promise<boolean>) => {
      if (!(await until(page, isSo, 8_000))) found.push(`${path}: ${what}`)
    }
    for (const path of paths) {
      const reads = await failReads(cdp, 'slow')
      // Anew, so that nothing was read before.
      await page.goto(`${hub.url}/console${path}`)
      await page.evaluate('window.isKept = true')
      // Within the page: while the console itself starts, it says so in any case.
      const busy = page.locator('main').locator('[aria-busy=true], [class*=Skeleton]')
      await check(path, 'does not say that it waits', async () => (await busy.count()) > 0)
      if ((await alerts.count()) > 0) found.push(`${path}: says that something fails`)
      for (const [words, trouble] of TROUBLES) {
        await reads.meet(trouble)
        const said = alerts.filter({ hasText: words })
        await check(path, `does not say ${words}`, async () => {
          if ((await said.count()) > 0) return true
          await retry()
          return false
        })
      }
      await reads.meet({ status: 401, code: 'MARKET_UNAUTHENTICATED' })
      // After 30 s, for which the hub has asked, it is tried again without a click.
      await check(
        path,
        'does not say that the session has ended',
        async () => await ended.isVisible(),
      )
      await reads.repair()
      await ended.getByRole('button', { name: 'Continue' }).click()
      // Of what does not exist, the page goes on to say that.
      const failing = alerts.filter({
        hasText: /cannot be reached|internal error|Too many|has ended/,
      })
      await check(path, 'does not recover', async () => (await failing.count()) === 0)
      if (!(await page.evaluate<boolean>('window.isKept'))) found.push(`${path}: is loaded again`)
    }
    expect(found).toEqual([])
  },
)

test('what has changed and cannot be read again is said to be old, until it is read', async () => {
  await using opened = await hub.open('/products/MUG-BLUE', { own: {} })
  const { page } = opened
  await page.getByRole('heading', { name: 'Blue' }).waitFor()
  const cdp = await opened.context.newCDPSession(page)
  await page.clock.install()
  const reads = await failReads(cdp, { status: 500, code: 'MARKET_INTERNAL' })
  await hub.call('merchant', 'PATCH', '/products/MUG-BLUE', { Brand: 'Newer Potteries' })
  const notice = page.getByText('Some of this may be out of date')
  expect(await until(page, async () => await notice.isVisible())).toBe(true)
  expect(await page.getByRole('heading', { name: 'Blue' }).isVisible()).toBe(true)
  await takeScreenshot(page, 'stale')
  await reads.repair()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await isVisible(page, 'Newer Potteries')
  await notice.waitFor({ state: 'hidden' })
})

test('a hub that is slow is waited for', async () => {
  await using opened = await hub.open('/orders')
  const { page } = opened
  const answered = Promise.withResolvers<void>()
  const calls = /\/v2\/(?!me$|events)/
  await page.route(calls, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto(`${hub.url}/console/products`)
  await page.getByRole('status', { name: 'Loading Products' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  answered.resolve()
  await page.getByRole('link', { name: 'MUG', exact: true }).waitFor()
})

describe('which answers an event makes old', () => {
  const event = (Type: string, Subject: object | null, Data: object = {}) =>
    ({ Type, Subject, Data }) as HubEvent
  const order = event('order.acknowledged', { Kind: 'order', Id: '7' })
  const products = (More: number) => event('products.changed', null, { References: ['A'], More })
  test.each([
    ['an order', order, ['orders', '1', 'one', 7], true],
    ['another order', order, ['orders', '1', 'one', 8], false],
    ['a list of orders', order, ['orders', '1', 'list', { q: 'a' }], true],
    ['the overview', order, ['overview', '1'], true],
    ['the products, whose units it reserves', order, ['products', '1', 'listProducts', {}], true],
    ['the returns', order, ['returns', '1', 'listReturns', {}], false],
    ['a product', products(0), ['products', '1', 'one', 'A'], true],
    ['another product', products(0), ['products', '1', 'one', 'B'], false],
    ['a product that a long event does not name', products(1), ['products', '1', 'one', 'B'], true],
    ['the state of a channel', products(0), ['channels', '1', 'sync', 3], true],
    ['a type of later hubs', event('parcel.lost', null), ['parcels', '1'], true],
  ])('%s', (_, of, key, expected) => {
    expect(concerns(of, key)).toBe(expected)
  })
})
