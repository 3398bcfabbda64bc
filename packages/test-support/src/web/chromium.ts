/** A real browser: the Chromium that npm installs, or the one in the variable CHROMIUM. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  type Page,
  chromium as playwright,
} from 'playwright-core'
import { inject } from 'vitest'

/**
 * Starts the browser, without a window.
 *
 * Does not use the arguments that the package proposes. They are for a single page in a cloud function: they run everything in one
 * process, and disable the isolation of sites.
 *
 * @param folder where the browser is unpacked, outside of a test run
 */
export async function launchBrowser(folder?: string): Promise<Browser> {
  return await playwright.launch({
    executablePath:
      process.env.CHROMIUM || (await unpackChromium(folder ?? inject('browserFolder'))),
    // The sandbox does not work in containers and for root, and the tests open only their own pages.
    // Tabs of one site and one context share a process, since each process takes a quarter of a second of processor time.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--renderer-process-limit=1'],
    headless: true,
    // The default of 30 s is too short on a busy machine.
    timeout: 90_000,
  })
}

let shared: Promise<Browser> | undefined

/**
 * Returns the browser of this worker, which its test files share one after the other, because a start takes a second of processor time. It
 * ends with the worker. Call {@link closeContexts} instead of closing it.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected()) shared = launchBrowser()
  return await (shared as Promise<Browser>)
}

/** Closes everything that a test file has opened in the shared browser. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map(async (context) => await context.close()) ?? [])
}

/**
 * Opens a tab that stays open, so that the process of the site lives as long as the context. Otherwise it ends with the last page, and the
 * next page starts a new process, which takes a third of a second of processor time, and compiles all scripts again.
 *
 * @param url a light page of the site that has no effects
 */
export async function keepProcess(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

const UNPACK = `await (await import('@sparticuz/chromium')).default.executablePath()`

/**
 * Unpacks the browser once per test run, below its folder, and returns its path. The package unpacks into the temporary folder under fixed
 * names, which all users of the machine share, and it may use a file that another process is still writing. Each process therefore unpacks
 * into a folder of its own, and the first folder is used.
 */
async function unpackChromium(run: string): Promise<string> {
  const folder = join(run, 'browser')
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable
  const own = await mkdtemp(join(run, 'unpacking-'))
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: own },
  })
  // Another process was faster.
  await rename(own, folder).catch(async () => await rm(own, { recursive: true }))
  return executable
}
