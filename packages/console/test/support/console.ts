/** A hub with the console, and a browser in which sample people are signed in. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { type LocalHub, runEntrepot, startHubHere } from '@entrepot/server/testing'
import { launchBrowser } from '@entrepot/test-support/chromium'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { signIn } from '@entrepot/test-support/sign-in'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A hub that serves the console. */
export interface ConsoleHub extends LocalHub {
  readonly browser: Browser
  /** Opens a page of the console as a sample person, whose session lasts for the context. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>
  /** Calls the hub as the channel of the sample customer, or as the merchant. Throws if it refuses. */
  call(who: 'channel' | 'merchant', method: string, path: string, body?: unknown): Promise<never>
  /** Makes a sample person a member of the sample customer. */
  addMember(email: string, role: 'owner' | 'operator' | 'viewer'): Promise<void>
  /** Starts another node on the same database. It ends with the hub. */
  startNode(): Promise<LocalHub>
  close(): Promise<void>
}

/** How a page is opened. */
export interface OpenOptions extends BrowserContextOptions {
  /** @default 'Ann Archer' */
  readonly person?: string
  /** The node. @default the first one */
  readonly node?: Pick<LocalHub, 'url'>
}

/** A page, and everything that the browser complained about. */
export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const repository = join(import.meta.dirname, '../../../..')

/** How {@link startConsole} starts the hub. */
export interface ConsoleOptions {
  /** Further settings of the hub. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether the sample customer has the orders of the last 60 days. */
  readonly sampleOrders?: boolean
}

/** Starts a hub on a database of its own. The console is built if it is not current. */
export async function startConsole({
  env = {},
  sampleOrders = false,
}: ConsoleOptions = {}): Promise<ConsoleHub> {
  await promisify(execFile)(process.execPath, [join(repository, 'tools/build-console.ts')])
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-console-'))
  const store = await createTestDatabase()
  const start = async () =>
    await startHubHere({ DATABASE_URL: store.url, ENTREPOT_DATA: folder, ...env }, { sampleOrders })
  const [hub, browser] = await Promise.all([start(), launchBrowser()])
  const nodes = [hub]
  const keys = { merchant: hub.merchantKey ?? '', channel: hub.channels[0]?.key ?? '' }
  return {
    ...hub,
    browser,
    async open(path, { person = 'Ann Archer', node = hub, ...options } = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      // The default of 30 s is too short on a busy machine.
      context.setDefaultTimeout(120_000)
      await context.addCookies(await sessionOf(person, node.url))
      const page = await context.newPage()
      const complaints = listen(page)
      await page.goto(`${node.url}/console${path}`)
      await page.waitForURL(`${node.url}/console${path}*`)
      return { page, context, complaints, [Symbol.asyncDispose]: async () => context.close() }
    },
    async call(who, method, path, body) {
      const answer = await fetch(`${hub.url}/v2${path}`, {
        method,
        headers: { 'x-api-key': keys[who], 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text) as never
    },
    async addMember(email, role) {
      for (const args of [
        ['users', 'add', email],
        ['members', 'add', email, '--customer', '1', '--role', role],
      ]) {
        const { code, stderr } = await runEntrepot(args, { DATABASE_URL: store.url })
        if (code !== 0) throw new Error(stderr)
      }
    },
    async startNode() {
      const node = await start()
      nodes.push(node)
      return node
    },
    async close() {
      await browser.close()
      await Promise.all(nodes.map(async (node) => await node.end()))
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
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
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

/** What axe finds on a page by the rules of WCAG 2.2 AA, as text. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // The dialogs of Mantine have a header element, which is no banner of the page.
    .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
    .analyze()
  return violations.map(({ id, help, nodes }) => {
    return `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`
  })
}

/** By how many pixels a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Takes a picture into the folder that the variable SHOTS names, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
