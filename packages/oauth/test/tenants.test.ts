/** Providers that are named at run time, by `onResolveProvider`. */
import type { Hooks, OAuthOptions } from '@entrepot/oauth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { createBrowser } from './support/browser.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'

let idp: HostileProvider
const apps: TestApp[] = []

beforeAll(async () => {
  idp = await startHostileProvider()
})
afterEach(async () => {
  vi.useRealTimers()
  idp.reset()
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => idp.close())

async function start(onResolveProvider: Hooks['onResolveProvider'], options: OAuthOptions = {}) {
  const app = await startApp({
    oauth: { providers: {}, ...options },
    setUp: (instance) => instance.oauth.registerHooks({ onResolveProvider }),
  })
  apps.push(app)
  return app
}

const tenant = () => ({ provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' })
const startSignIn = (app: TestApp, name: string) =>
  createBrowser().get(`${app.origin}/oauth/${name}/login`)

test('a tenant signs its people in, under its own name', async () => {
  const names: string[] = []
  const app = await start((name) => {
    names.push(name)
    return name === 'acme' ? tenant() : null
  })
  const { json } = await createBrowser().follow(`${app.origin}/oauth/acme/login?redirect=/me`)
  expect(json.user).toBe('ann@example.com')
  expect(json.oauthUser.metadata.oauthProvider).toBe('acme')
  expect(names).toEqual(['acme'])
})

test('fifty who come at once to a tenant ask the hook once, and the provider once', async () => {
  const all = Promise.withResolvers<void>()
  const hook = vi.fn(async () => {
    await all.promise
    return tenant()
  })
  const app = await start(hook)
  let arrived = 0
  app.app.server.on('request', () => {
    arrived += 1
    // The route has its turn of the event loop, and has asked the hook, before the answer comes.
    if (arrived === 50) setImmediate(all.resolve)
  })
  const pages = await Promise.all(Array.from({ length: 50 }, () => startSignIn(app, 'acme')))
  expect(pages.every(({ location }) => location?.startsWith(idp.origin))).toBe(true)
  expect(hook).toHaveBeenCalledTimes(1)
  expect(idp.requests.filter(({ path }) => path.startsWith('/.well-known/'))).toHaveLength(1)
})

test('a tenant that the hook does not know is not found', async () => {
  const app = await start(() => null)
  const page = await startSignIn(app, 'nobody')
  expect([page.status, page.json]).toEqual([404, { error: 'OAuth provider not found' }])
})

test('an answer of the hook with a misspelt setting is refused, and the log says which was meant', async () => {
  const app = await start(() => ({ ...tenant(), clientid: 'shop' }))
  expect((await startSignIn(app, 'acme')).status).toBe(500)
  const line = app.log.find((one) => one.includes('onResolveProvider failed'))
  expect(line).toContain('clientid is not a setting. Did you mean clientId?')
})

test('an answer of the hook that names a file of the machine is refused, and the file is not read', async () => {
  const app = await start(() => ({ ...tenant(), clientKeys: [{ keyFile: '/no/such/file' }] }))
  expect((await startSignIn(app, 'acme')).status).toBe(500)
  const line = app.log.find((one) => one.includes('onResolveProvider failed'))
  expect(line).toContain('clientKeys.0.keyFile must not be set at run time')
})

test('a text of the hook is read as the options would read it', async () => {
  const app = await start(() => ({ ...tenant(), providerLogout: 'false' }) as never)
  expect((await startSignIn(app, 'acme')).status).toBe(302)
})

test('a name that is none never reaches the hook', async () => {
  const hook = vi.fn(() => null)
  const app = await start(hook)
  for (const name of ['a.b', 'a%00b', '..%2f', '%F0%9F%92%A9'])
    expect((await startSignIn(app, name)).status).toBe(400)
  expect(hook).not.toHaveBeenCalled()
})

test('a hook that throws answers 500 and says nothing', async () => {
  const app = await start(() => {
    throw new Error('password of the database')
  })
  const page = await startSignIn(app, 'acme')
  expect([page.status, page.json]).toEqual([500, { error: 'Failed to resolve OAuth provider' }])
})

test.each([
  ['a setting that does not exist', () => ({ ...tenant(), clientID: 'x' })],
  [
    'a domain of its own network',
    () => ({ provider: 'okta', domain: 'localhost', clientId: 'a', clientSecret: 'b' }),
  ],
  [
    'a domain that only looks like one of Okta',
    () => ({
      provider: 'okta',
      domain: 'evil.example#.okta.com',
      clientId: 'a',
      clientSecret: 'b',
    }),
  ],
  [
    'a domain with a path',
    () => ({
      provider: 'okta',
      domain: 'evil.example/.okta.com',
      clientId: 'a',
      clientSecret: 'b',
    }),
  ],
  ['http', () => ({ ...tenant(), issuer: 'http://id.example' })],
  ['no credentials', () => ({ provider: 'okta', domain: 'acme.okta.com' })],
  [
    'a tenant id that is none',
    () => ({ provider: 'azure', azureTenantId: '../common', clientId: 'a', clientSecret: 'b' }),
  ],
])('settings with %s are refused as those of a file are', async (_title, settings) => {
  const app = await start(() => settings() as never)
  expect((await startSignIn(app, 'acme')).status).toBe(500)
})

test('tenants of Okta and Entra ID lead to their own endpoints', async () => {
  const app = await start((name) =>
    name === 'okta'
      ? { provider: 'okta', domain: 'acme.okta.com', clientId: 'a', clientSecret: 'b' }
      : {
          provider: 'azure',
          azureTenantId: '11111111-2222-3333-4444-555555555555',
          clientId: 'a',
          clientSecret: 'b',
        },
  )
  expect((await startSignIn(app, 'okta')).location).toMatch(
    /^https:\/\/acme\.okta\.com\/oauth2\/v1\/authorize\?/,
  )
  expect((await startSignIn(app, 'azure')).location).toMatch(
    /^https:\/\/login\.microsoftonline\.com\/1{8}-/,
  )
})

test.each<[string, OAuthOptions['cacheDynamicProviders'], number]>([
  ['is kept for five minutes', undefined, 1],
  ['is asked for each time, if it is to be', false, 2],
  ['is kept for ever, if it is to be', true, 1],
])('a tenant %s', async (_title, cacheDynamicProviders, calls) => {
  const hook = vi.fn(() => tenant())
  const app = await start(
    hook,
    cacheDynamicProviders === undefined ? {} : { cacheDynamicProviders },
  )
  await startSignIn(app, 'acme')
  await startSignIn(app, 'acme')
  expect(hook).toHaveBeenCalledTimes(calls)
})

test('a tenant is asked for again after its time', async () => {
  const hook = vi.fn(() => tenant())
  const app = await start(hook)
  await startSignIn(app, 'acme')
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 301_000)
  await startSignIn(app, 'acme')
  expect(hook).toHaveBeenCalledTimes(2)
})
