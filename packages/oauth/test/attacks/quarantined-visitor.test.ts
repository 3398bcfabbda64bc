/** A person whose claims prove nothing tries routes that are for accounts, or for some of them. */
import { type OAuthUser, withOAuthValidation } from '@entrepot/oauth'
import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

const STRANGER = { sub: 'm', email: 'mallory@example.com', email_verified: false, role: 'admin' }
const ANN = { sub: 'a', email: 'ann@example.com', email_verified: true, role: 'admin' }
const BO = { sub: 'b', email: 'bo@example.com', email_verified: true, role: 'staff' }

let idp: HostileProvider
let shop: TestApp
let runs = 0

beforeAll(async () => {
  idp = await startHostileProvider()
  const isAdmin = (user: OAuthUser) => user.role === 'admin'
  const handler = async (request: FastifyRequest) => {
    runs += 1
    return { hello: request.session.user }
  }
  shop = await startApp({
    oauth: {
      providers: {
        acme: {
          provider: 'oidc',
          issuer: idp.origin,
          clientId: 'shop',
          clientSecret: 's',
          roleClaim: 'role',
        },
      },
    },
    setUp(app) {
      app.get('/accounts', withOAuthValidation(handler, { quarantined: false }))
      app.get('/admins', withOAuthValidation(handler, { allow: isAdmin }))
      app.get('/asked', withOAuthValidation(handler, { allow: async (user) => isAdmin(user) }))
      app.get(
        '/own',
        withOAuthValidation(handler, { allow: (_, request) => request.session.user === ANN.email }),
      )
      app.get('/truthy', withOAuthValidation(handler, { allow: () => 'yes' as never }))
      app.get('/throws', withOAuthValidation(handler, { allow: () => fail() }))
      app.get('/rejects', withOAuthValidation(handler, { allow: async () => fail() }))
      // A host that signs people in by itself as well, such as by a password.
      app.get('/password', async (request) => {
        request.session.user = 'ann'
        return {}
      })
    },
  })
})
afterEach(() => {
  idp.reset()
  runs = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

function fail(): never {
  throw new Error('the roles cannot be read')
}

async function signInAs(account: Record<string, unknown>): Promise<Browser> {
  idp.account = account
  const browser = createBrowser()
  const page = await browser.follow(`${shop.origin}/oauth/acme/login?redirect=/me`)
  expect(page.json.user).toBeTypeOf('string')
  return browser
}

const statusOf = async (browser: Browser, path: string) =>
  (await browser.get(`${shop.origin}${path}`)).status

test('a quarantined person is refused where accounts alone may come in, and the handler does not run', async () => {
  const mallory = await signInAs(STRANGER)
  const page = await mallory.get(`${shop.origin}/accounts`)
  expect([page.status, page.json]).toEqual([
    403,
    { error: 'Forbidden', message: 'You may not use this.' },
  ])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(runs).toBe(0)
  expect(await statusOf(await signInAs(BO), '/accounts')).toBe(200)
})

test('a role that a quarantined person claims counts for nothing', async () => {
  const mallory = await signInAs(STRANGER)
  for (const path of ['/admins', '/asked']) expect(await statusOf(mallory, path)).toBe(403)
  expect(await statusOf(mallory, '/private')).toBe(200)
})

test.each([
  ['/admins', 200, 403],
  ['/asked', 200, 403],
  ['/own', 200, 403],
  ['/truthy', 403, 403],
  ['/throws', 500, 500],
  ['/rejects', 500, 500],
])('%s answers one admin %i, and somebody else %i', async (path, admin, other) => {
  expect(await statusOf(await signInAs(ANN), path)).toBe(admin)
  expect(await statusOf(await signInAs(BO), path)).toBe(other)
  expect(runs).toBe(admin === 200 ? 1 : 0)
})

test.each(['/accounts', '/admins', '/asked'])('%s asks strangers to sign in', async (path) => {
  expect(await statusOf(createBrowser(), path)).toBe(401)
})

test('a session without a sign-in of the plugin has no claims to decide by', async () => {
  const browser = createBrowser()
  await browser.get(`${shop.origin}/password`)
  expect(await statusOf(browser, '/admins')).toBe(403)
  expect(await statusOf(browser, '/accounts')).toBe(200)
})

describe('options that contradict each other', () => {
  test.each([
    [{ allow: 'admin' as never }, 'allow must be a function'],
    [{ requireAuth: false, allow: () => true }, 'everybody is served'],
    [{ requireAuth: false, quarantined: false }, 'everybody is served'],
  ])('%o are refused when the route is made', (options, message) => {
    const make = () => withOAuthValidation(async () => ({}), options)
    expect(make).toThrow(message)
    expect(make).toThrow(expect.objectContaining({ code: 'OAUTH_CONFIG' }))
  })
})
