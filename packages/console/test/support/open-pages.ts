/** Pages of the console in which sample people are signed in. */
import { keepProcess } from '@entrepot/test-support/chromium'
import { signIn } from '@entrepot/test-support/sign-in'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** How a page is opened. */
export interface OpenOptions {
  /** @default 'Ann Archer' */
  readonly person?: string
  /** The node. @default the first one */
  readonly node?: { readonly url: string }
  /** @default 'light' */
  readonly colorScheme?: 'light' | 'dark'
  /** @default 1280 x 720 */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** A context for this page only, with these options. Needed for what belongs to a context, such as the clock. */
  readonly own?: BrowserContextOptions
  /** For a context of its own: whether the device saves data, so that the console loads no other pages, which takes a second. @default true */
  readonly savesData?: boolean
}

/** A page, and everything that the browser complained about. */
export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly browserErrors: string[]
  /**
   * Opens another page of the console within the document, as a link does, which takes a fifth of the time of loading it. The page
   * before it is gone when this returns.
   */
  go(path: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Returns a function that opens pages. The pages of a person share a context, so that the files of the console are loaded once. Each page
 * has a new session, and when it is closed, what it has stored is deleted.
 */
export function openPages(
  browser: Browser,
  hub: { readonly url: string },
): (path: string, options?: OpenOptions) => Promise<OpenedPage> {
  const contexts = new Map<string, BrowserContext>()
  const opened = new Set<Page>()
  const kept = new Set<Page>()

  async function createContext(
    options: BrowserContextOptions = {},
    savesData = true,
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    await context.addInitScript(
      `Object.defineProperty(navigator.connection, 'saveData', { value: ${savesData} })`,
    )
    // The default of 30 s is too short on a busy machine.
    context.setDefaultTimeout(120_000)
    return context
  }

  async function sharedContext(person: string): Promise<BrowserContext> {
    const known = contexts.get(person)
    if (known) return known
    const context = await createContext()
    kept.add(await keepProcess(context, `${hub.url}/health/live`))
    contexts.set(person, context)
    return context
  }

  /** Closes a page, the tabs that were opened besides, and forgets what was stored. */
  async function close(page: Page): Promise<void> {
    const context = page.context()
    await page.evaluate('localStorage.clear()')
    opened.delete(page)
    const pages = context.pages().filter((tab) => !kept.has(tab))
    const others = pages.filter((other) => opened.has(other))
    await Promise.all(pages.map(async (tab) => others.includes(tab) || (await tab.close())))
    if (others.length === 0) await context.clearCookies()
  }

  return async (path, { person = 'Ann Archer', node = hub, own, savesData, ...look } = {}) => {
    const context = own ? await createContext(own, savesData) : await sharedContext(person)
    await context.addCookies(await sessionOf(person, node.url))
    const page = await context.newPage()
    opened.add(page)
    if (look.colorScheme) await page.emulateMedia({ colorScheme: look.colorScheme })
    if (look.viewport) await page.setViewportSize(look.viewport)
    const browserErrors = listen(page)
    await page.goto(`${node.url}/console${path}`)
    await page.waitForURL(`${node.url}/console${path}*`)
    return {
      page,
      context,
      browserErrors,
      go: async (next) => await go(page, next),
      [Symbol.asyncDispose]: async () => await (own ? context.close() : close(page)),
    }
  }
}

/** See {@link OpenedPage.go}. */
async function go(page: Page, path: string): Promise<void> {
  const push = async (to: string) =>
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${to}`)})`)
  // The router listens once the page is shown.
  await page.getByRole('banner').first().waitFor()
  await push('/nowhere')
  await page.getByText('Page not found').waitFor()
  await push(path)
  await page.getByText('Page not found').waitFor({ state: 'hidden' })
}

/** Signs a sample person in without the browser, whose pages take most of a second. */
async function sessionOf(name: string, url: string) {
  // The provider knows the sample people by their first names.
  const [person = ''] = name.toLowerCase().split(' ')
  const cookies = (await signIn({ url }, person)).cookiesFor(url).split('; ')
  return cookies.map((cookie) => {
    const at = cookie.indexOf('=')
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
  })
}

/** Collects errors of scripts, refused content and failed requests. */
function listen(page: Page): string[] {
  const browserErrors: string[] = []
  page.on('pageerror', ({ message }) => browserErrors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  return browserErrors
}
