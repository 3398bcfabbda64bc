/** A real browser: the Chromium that comes with npm, or the one that CHROMIUM names. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium as playwright } from 'playwright-core'
import { inject } from 'vitest'

/**
 * Starts the browser, without a window.
 *
 * Not with the arguments that its package proposes: they are for one page in a lambda function, put everything into one
 * process, and switch off what protects one site from another.
 */
export async function launchBrowser(): Promise<Browser> {
  return await playwright.launch({
    executablePath: process.env.CHROMIUM || (await unpackChromium()),
    // Containers and root have no namespaces for the sandbox; the only pages are ours.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
    headless: true,
    // Its own 30 s are few for a machine that does other work, too.
    timeout: 90_000,
  })
}

const UNPACK = `await (await import('@sparticuz/chromium')).default.executablePath()`

/**
 * Unpacks the browser once for the run of the tests, and answers its path. The package unpacks into the temporary folder under
 * fixed names, which all users of a machine share, and takes a file that another process is still writing there for the
 * browser: so each process gives it a folder of its own, the first of which is kept.
 */
async function unpackChromium(): Promise<string> {
  const run = inject('browserFolder')
  const folder = join(run, 'browser')
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable
  const own = await mkdtemp(join(run, 'unpacking-'))
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: own },
  })
  // Another process may have been faster.
  await rename(own, folder).catch(async () => await rm(own, { recursive: true }))
  return executable
}
