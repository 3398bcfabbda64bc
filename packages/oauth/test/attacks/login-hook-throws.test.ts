/** A hook that throws let the sign-in through. Here it refuses it. */
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { startHostileProvider } from '../support/hostile-provider.ts'
import { SharedSessions } from '../support/session-store.ts'

test.each([
  [
    'throws',
    () => {
      throw new Error('the list of members is away: token=abc')
    },
  ],
  ['rejects', async () => Promise.reject(new Error('the list of members is away: token=abc'))],
  ['rejects with nothing', async () => Promise.reject(undefined)],
])(
  'a hook that %s signs nobody in, and the browser does not learn why',
  async (_title, onLogin) => {
    const idp = await startHostileProvider()
    const sessions = new SharedSessions()
    const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    const shop = await startApp({
      session: { store: sessions },
      oauth: { providers: { acme }, users: { find: async () => 'ann' } },
      setUp: (app) => app.oauth.registerHooks({ onLogin }),
    })
    const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login`)
    expect(page.url).toBe(`${shop.origin}/?error=auth_failed&reason=login_hook`)
    expect(sessions.signedIn()).toEqual([])
    await shop.close()
    await idp.close()
  },
)
