import { expect, test } from 'vitest'
import { OAUTH_PACKAGE } from '../src/config/provider-rules.ts'
import { providersOf } from '../src/host/sign-in/providers.ts'
import { signInPage } from '../src/host/sign-in/start-page.ts'

test('a provider with a key, or of a public client, is on the page like one with a secret', () => {
  const providers = {
    google: { clientId: 'a', clientSecret: 'b' },
    azure: { clientId: 'a', clientKeys: [{ keyFile: 'key.pem' }] },
    zitadel: { clientId: 'a', clientAuthentication: 'none' },
    okta: { clientId: 'a' },
    auth0: { clientSecret: 'b', clientKeys: [{ keyFile: 'key.pem' }] },
  }
  const entry = { name: 'login', package: OAUTH_PACKAGE, options: { providers }, written: {} }
  const choices = providersOf([{ ...entry, locate: () => undefined }])
  expect(choices.map(({ label }) => label)).toEqual(['Google', 'Microsoft', 'zitadel'])
})

test('a request that the provider has refused is explained to the person, who is not asked to try again', () => {
  const failure = { error: 'auth_failed', reason: 'authorization_request' }
  const page = signInPage({
    providers: [{ name: 'acme', label: 'acme' }],
    passkeys: undefined,
    contact: 'Kim, kim@shop.example',
    failure,
  })
  expect(page).toContain('refused the request of this hub to sign you in')
  expect(page).toContain('Trying again does not help: ask Kim, kim@shop.example')
})
