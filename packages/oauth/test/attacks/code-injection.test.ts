/** No PKCE and no nonce toward the provider, so that a stolen code could be used in another sign-in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../support/oidc-server.ts'

let idp: OidcServer
let shop: TestApp

beforeAll(async () => {
  const port = await freePort()
  idp = await startOidcServer([`http://127.0.0.1:${port}/oauth/acme/callback`])
  shop = await startApp({
    port,
    oauth: {
      providers: {
        acme: {
          provider: 'oidc',
          issuer: idp.issuer,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
        },
      },
    },
  })
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

test("the provider refuses a victim's code in the attacker's own sign-in, because the PKCE verifier differs", async () => {
  const toCallback = (url: string) => url.startsWith(`${shop.origin}/oauth/acme/callback`)
  const sessions = await Promise.all(
    [createBrowser(), createBrowser()].map(async (browser) => {
      const page = await browser.follow(`${shop.origin}/oauth/acme/login`, toCallback)
      return { browser, callback: new URL(page.location ?? '') }
    }),
  )
  const [victim, attacker] = sessions
  attacker?.callback.searchParams.set('code', victim?.callback.searchParams.get('code') ?? '')
  idp.grants.length = 0
  const page = await attacker?.browser.get(attacker.callback.href)
  expect(page?.location).toBe(`${shop.origin}/?error=auth_failed&reason=token_exchange`)
  expect(idp.grants).toEqual([{ type: 'authorization_code', ok: false }])
})
