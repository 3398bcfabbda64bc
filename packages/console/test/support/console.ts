/** A hub with the console, and a browser in which sample people are signed in. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LocalHub, runEntrepot, startHubHere } from '@entrepot/server/testing'
import { callApi } from '@entrepot/test-support/call-api'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { type OpenedPage, type OpenOptions, openPages } from './open-pages.ts'

/** A hub that serves the console. */
export interface ConsoleHub extends LocalHub {
  /** The database, for commands. */
  readonly databaseUrl: string
  readonly browser: Browser
  /** Opens a page of the console as a sample person, with a session of its own. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>
  /** Calls the hub as the channel of the sample customer, or as the merchant. Throws if it refuses. */
  call(who: 'channel' | 'merchant', method: string, path: string, body?: unknown): Promise<never>
  /** Makes a sample person a member of the sample customer. */
  addMember(email: string, role: 'owner' | 'operator' | 'viewer'): Promise<void>
  /** Starts another node on the same database. It ends with the hub. */
  startNode(): Promise<LocalHub>
  close(): Promise<void>
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
  const [hub, browser] = await Promise.all([start(), sharedBrowser()])
  const nodes = [hub]
  const keys = { merchant: hub.merchantKey ?? '', channel: hub.channels[0]?.key ?? '' }
  return {
    ...hub,
    databaseUrl: store.url,
    browser,
    open: openPages(browser, hub),
    call: async (who, method, path, body) =>
      await callApi(`${hub.url}/v2${path}`, keys[who], method, body),
    async addMember(email, role) {
      for (const args of [
        ['users', 'add', email],
        ['members', 'add', email, '--customer', '1', '--role', role],
      ]) {
        const { code, stderr } = await runEntrepot(args, { DATABASE_URL: store.url })
        // Who has left is still a user.
        if (code !== 0 && !stderr.includes('SERVER_USER_EXISTS')) throw new Error(stderr)
      }
    },
    async startNode() {
      const node = await start()
      nodes.push(node)
      return node
    },
    async close() {
      await closeContexts(browser)
      await Promise.all(nodes.map(async (node) => await node.end()))
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    // The dialogs of Mantine have a header element, which is no banner of the page.
    'landmark-no-duplicate-banner': { enabled: false },
    'landmark-unique': { enabled: false },
  },
  resultTypes: ['violations'],
}

/** The rules whose outcome depends on colours. The others find the same in each theme. */
const OF_COLOURS = { ...AXE_OPTIONS, runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * What axe finds on a page by the rules of WCAG 2.2 AA, as text.
 *
 * @param isRecoloured whether all rules were examined before with other colours, so that only those of colours are examined
 */
export async function findBarriers(page: Page, isRecoloured = false): Promise<readonly string[]> {
  // It stays until another document is loaded.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(isRecoloured ? OF_COLOURS : AXE_OPTIONS)}).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, help, nodes }) => {
    return `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`
  })
}

/** By how many pixels a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Takes a picture into the folder that the variable SHOTS names, for people to look at. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
