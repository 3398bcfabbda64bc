/** An application whose stored sessions a test can look into. */

import { startApp, type TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { startHostileProvider } from './hostile-provider.ts'
import { SharedSessions } from './session-store.ts'

/** See {@link startSessionShop}. */
export interface SessionShop extends TestApp {
  readonly sessions: SharedSessions
  /** The id of the session of a browser, as its cookie contains it. */
  cookieOf(browser: Browser): string | undefined
}

/** Starts an application with the provider `acme`. */
export async function startSessionShop(): Promise<SessionShop> {
  const idp = await startHostileProvider()
  const sessions = new SharedSessions()
  const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const app = await startApp({
    oauth: { providers: { acme } },
    session: { store: sessions, saveUninitialized: true },
  })
  return {
    ...app,
    sessions,
    cookieOf: ({ cookies }) => cookies.get(new URL(app.origin).host)?.get('sessionId'),
    async close() {
      await app.close()
      await idp.close()
    },
  }
}
