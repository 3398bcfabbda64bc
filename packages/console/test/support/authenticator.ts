/** A browser whose device makes and uses passkeys without asking anybody: a virtual authenticator of Chromium. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

/** A window of a person with a device. */
export interface Device {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained about. */
  readonly browserErrors: string[]
  /** The number of passkeys that the device has. */
  countPasskeys(): Promise<number>
  /** Gives the person another device, and takes the first one away. */
  replace(): Promise<void>
  /** Lets the person refuse to confirm, or confirm again. */
  confirm(does: boolean): Promise<void>
}

const OPTIONS = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Opens a window with a device. */
export async function openDevice(browser: Browser): Promise<Device> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  let authenticatorId = await addAuthenticator(session)
  const browserErrors: string[] = []
  page.on('pageerror', ({ message }) => browserErrors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  return {
    ...{ page, context, browserErrors },
    async countPasskeys() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async replace() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      authenticatorId = await addAuthenticator(session)
    },
    async confirm(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

async function addAuthenticator(session: CDPSession): Promise<string> {
  const added = await session.send('WebAuthn.addVirtualAuthenticator', { options: OPTIONS })
  return added.authenticatorId
}
