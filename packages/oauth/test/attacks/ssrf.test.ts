/** Providers that lead the application to addresses of its own network. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
beforeAll(async () => {
  idp = await startHostileProvider()
})
afterAll(() => idp.close())

test.each([
  'https://127.0.0.1:PORT',
  'https://localhost:PORT',
  'https://[::1]:PORT',
  'https://[::ffff:127.0.0.1]:PORT',
  'https://2130706433:PORT',
  'https://169.254.169.254',
  'https://10.0.0.1',
])('a provider at %s is not called unless private providers are allowed', async (url) => {
  const issuer = url.replace('PORT', new URL(idp.origin).port)
  const shop = await startApp({
    oauth: {
      allowPrivateProviders: false,
      providers: { acme: { provider: 'oidc', issuer, clientId: 'a', clientSecret: 'b' } },
    },
  })
  const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
  expect(page.location).toBe(`${shop.origin}/?error=auth_failed&reason=provider_unavailable`)
  expect(shop.log.join('')).toContain('blocked by the guard')
  expect(idp.requests).toEqual([])
  await shop.close()
})

test('a redirect of a provider is not followed', async () => {
  const target = await startHostileProvider()
  idp.onRequest = (path) =>
    path === '/.well-known/openid-configuration' ? { status: 302, json: {} } : undefined
  const shop = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: idp.origin, clientId: 'a', clientSecret: 'b' },
      },
    },
  })
  const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
  expect(page.location).toContain('reason=provider_unavailable')
  expect(target.requests).toEqual([])
  await shop.close()
  await target.close()
  idp.reset()
})

test('a discovery document of another issuer is refused', async () => {
  idp.onDiscovery = (document) => Object.assign(document, { issuer: 'https://accounts.google.com' })
  const shop = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: idp.origin, clientId: 'a', clientSecret: 'b' },
      },
    },
  })
  const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
  expect(page.location).toContain('reason=provider_unavailable')
  await shop.close()
  idp.reset()
})
