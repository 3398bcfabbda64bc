/** What a person does in the console, with the times that the browser measures. */
import type { launchBrowser } from '@entrepot/test-support/chromium'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

/** A window of the console. */
export interface Visit {
  readonly url: string
  readonly page: Page
  readonly requests: TimedRequest[]
}

/** A call of the API, and the milliseconds that it took in the browser. */
export interface TimedRequest {
  readonly path: string
  readonly time: number
}

/** Signs the sample owner in. */
export async function signIn(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage()
  const requests: TimedRequest[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    const isCall = pathname.startsWith('/v2/') && !pathname.startsWith('/v2/events')
    if (isCall) requests.push({ path: pathname, time: request.timing().responseEnd })
  })
  await page.goto(`${url}/?redirect=/console/orders`)
  await page.getByRole('link', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.waitForURL(`${url}/console/orders*`)
  return { url, page, requests }
}

/** Opens the list of orders without what the browser has stored; returns the milliseconds until its first row can be opened. */
export async function openOrders({ page, url }: Visit): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await page.goto(`${url}/console/orders?view=all`, { waitUntil: 'commit' })
  const time = await page.evaluate<number>(`new Promise((resolve) => {
    const look = () => document.querySelector('tbody a') ? resolve(performance.now()) : requestAnimationFrame(look)
    look()
  })`)
  // The console loads all pages a moment later.
  await page.evaluate(`new Promise((resolve) => {
    const isPage = ({ name, responseEnd }) => name.includes('/page-') && responseEnd > 0
    const look = () => performance.getEntriesByType('resource').filter(isPage).length >= 8 ? resolve() : setTimeout(look, 100)
    look()
  })`)
  return time
}

/** Opens a page of the rail; returns the milliseconds from the click until it is shown. */
export async function changePage({ page }: Visit, name: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    const begin = performance.now()
    const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim() === '${name}')
    link.click()
    const look = () => {
      const isShown = document.querySelector('h1')?.textContent === '${name}'
      isShown ? resolve(performance.now() - begin) : requestAnimationFrame(look)
    }
    look()
  })`)
}

/** Scrolls the list of products up and down for two seconds; returns the frames per second. */
export async function scrollList({ page }: Visit): Promise<number> {
  await page.locator('tbody a').first().waitFor()
  return await page.evaluate<number>(`new Promise((resolve) => {
    const begin = performance.now()
    let frames = 0
    const step = (now) => {
      frames += 1
      const height = document.documentElement.scrollHeight - innerHeight
      scrollTo(0, (Math.sin((now - begin) / 200) + 1) / 2 * height)
      const seconds = (now - begin) / 1000
      seconds < 2 ? requestAnimationFrame(step) : resolve(frames / seconds)
    }
    requestAnimationFrame(step)
  })`)
}
