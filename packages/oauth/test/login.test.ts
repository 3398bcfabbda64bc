import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import {
  ANN,
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'

describe('signing in at an OpenID provider', () => {
  let idp: OidcServer
  let shop: TestApp

  beforeAll(async () => {
    const port = await freePort()
    idp = await startOidcServer([`http://127.0.0.1:${port}/oauth/acme/callback`])
    const acme = {
      provider: 'oidc',
      issuer: idp.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    }
    shop = await startApp({ port, oauth: { providers: { acme } } })
  })
  afterAll(async () => {
    await shop.close()
    await idp.close()
  })

  test('brings the person back, signed in, to the page that was asked for', async () => {
    const browser = createBrowser()
    const landing = await browser.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
    expect(landing.url).toBe(`${shop.origin}/me`)
    expect(landing.json).toMatchObject({
      user: ANN.email,
      oauthUser: {
        username: ANN.email,
        role: 'user',
        provider: 'oidc',
        providerUserId: 'ann',
        name: 'Ann',
      },
    })
  })
})
