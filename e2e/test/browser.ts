/** A real browser: the Chromium that comes with npm, or the one that CHROMIUM_PATH names. */
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/**
 * Starts the browser, without a window. It unpacks itself into the temporary folder the first time.
 *
 * Not with the arguments that the package proposes: they are for one page in a lambda function, put everything into one
 * process, and switch off what protects one site from another.
 */
export async function launchBrowser(): Promise<Browser> {
  return await playwright.launch({
    executablePath: process.env.CHROMIUM_PATH || (await chromium.executablePath()),
    // Containers and root have no namespaces for the sandbox; the only pages are ours.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
    headless: true,
  })
}
