/** Providers over plain http were accepted off loopback; and what else is no place for credentials. */
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { SECRET, startApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { startHostileProvider } from '../support/hostile-provider.ts'

const options = (issuer: string, allowPrivateProviders?: boolean) => ({
  redirectUri: 'https://shop.example/oauth/callback',
  secret: SECRET,
  ...(allowPrivateProviders !== undefined && { allowPrivateProviders }),
  providers: { acme: { provider: 'oidc', issuer, clientId: 'a', clientSecret: 'b' } },
})

test.each([
  ['http://id.example', true, false],
  ['http://10.0.0.1', true, false],
  ['http://localhost.evil.example', true, false],
  ['http://127.0.0.1.evil.example', true, false],
  ['http://127.0.0.1:9', undefined, false],
  ['http://127.0.0.1:9', true, true],
  ['http://[::1]:9', true, true],
  ['http://localhost:9', true, true],
  ['https://id.example', undefined, true],
  ['ftp://id.example', true, false],
])('the issuer %s, with allowPrivateProviders %s, is accepted: %s', (issuer, allow, isAccepted) => {
  const read = () => readConfig(options(issuer, allow), {})
  if (isAccepted) expect(read).not.toThrow()
  else expect(read).toThrow(/providers\.acme\.issuer/)
})

test.each([
  ['oidc', { issuer: 'http://id.example' }],
  ['generic', { issuer: 'http://id.example' }],
  ['acme', { provider: 'oidc', issuer: ['https://id.example', 'http://id.example'] }],
  ['oidc', { issuer: 'id.example' }],
])('plain http is refused also where the entry %s says %j', (name, settings) => {
  const providers = { [name]: { clientId: 'a', clientSecret: 'b', ...settings } }
  const read = () => readConfig({ ...options('', true), providers }, {})
  expect(read).toThrow(new RegExp(`providers\\.${name}\\.issuer`))
})

test.each([
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
])('a discovery document whose %s is plain http elsewhere is refused', async (name) => {
  const idp = await startHostileProvider()
  idp.onDiscovery = (document) => Object.assign(document, { [name]: 'http://id.example/x' })
  const shop = await startApp({
    oauth: {
      providers: {
        acme: { provider: 'oidc', issuer: idp.origin, clientId: 'a', clientSecret: 'b' },
      },
    },
  })
  const page = await createBrowser().get(`${shop.origin}/oauth/acme/login`)
  expect(page.location).toBe(`${shop.origin}/?error=auth_failed&reason=provider_unavailable`)
  expect(shop.log.join('')).toContain(name)
  await shop.close()
  await idp.close()
})
