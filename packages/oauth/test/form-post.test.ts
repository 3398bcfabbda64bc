/** Providers that answer with a form: OAuth 2.0 Form Post Response Mode. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nameInForm } from '../src/providers/user/form-user.ts'
import { freePort, startApp, type TestApp } from './support/app.ts'
import { type Browser, createBrowser } from './support/browser.ts'
import { fieldsOf, postFromElsewhere, startWithForm } from './support/forms.ts'
import { type HostileProvider, startHostileProvider } from './support/hostile-provider.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from './support/oidc-server.ts'

let strict: OidcServer
let apple: HostileProvider
let shop: TestApp

beforeAll(async () => {
  const port = await freePort()
  strict = await startOidcServer([`http://127.0.0.1:${port}/oauth/strict/callback`])
  apple = await startHostileProvider()
  const form = {
    provider: 'oidc',
    responseMode: 'form_post',
    postLoginRedirect: '/welcome',
  } as const
  const own = { clientId: 'shop', clientSecret: 's', issuer: apple.origin }
  shop = await startApp({
    port,
    oauth: {
      providers: {
        strict: {
          ...form,
          issuer: strict.issuer,
          clientId: CLIENT_ID,
          clientSecret: CLIENT_SECRET,
        },
        apple: { ...form, ...own },
      },
    },
    setUp(app) {
      app.get('/welcome', async () => 'welcome')
      app.get('/cart', async (request) => Object.assign(request.session, { cart: ['mug'] }).cart)
      app.get('/my-cart', async ({ session }) => ({ cart: (session as { cart?: string[] }).cart }))
    },
  })
})
afterEach(() => apple.reset())
afterAll(async () => {
  await shop.close()
  await strict.close()
  await apple.close()
})

const callback = (name: string) => `${shop.origin}/oauth/${name}/callback`

async function comeBack(browser: Browser, name: string, fields: URLSearchParams) {
  const answer = await postFromElsewhere(callback(name), fields)
  return await browser.follow(new URL(answer.headers.get('location') ?? '', shop.origin).href)
}

describe('a strict provider', () => {
  test('is asked for a form, and the sign-in keeps the session of before', async () => {
    const browser = createBrowser()
    await browser.get(`${shop.origin}/cart`)
    const start = await browser.get(`${shop.origin}/oauth/strict/login?redirect=/me`)
    expect(new URL(start.location ?? '').searchParams.get('response_mode')).toBe('form_post')
    const page = await browser.follow(start.location ?? '')
    expect(page.text).toContain(`action="${callback('strict')}"`)
    const fields = fieldsOf(page)
    expect([...fields.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    const me = await comeBack(browser, 'strict', fields)
    expect([me.url, me.json.user]).toEqual([`${shop.origin}/me`, 'ann@example.com'])
    expect((await browser.get(`${shop.origin}/my-cart`)).json).toEqual({ cart: ['mug'] })
  })

  test('gets an answer whose URL has neither code nor state, and which no session cookie comes with', async () => {
    const browser = createBrowser()
    const fields = await startWithForm(browser, `${shop.origin}/oauth/strict/login`)
    const answer = await postFromElsewhere(callback('strict'), fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('location')).toMatch(
      /\/oauth\/strict\/callback\?form_post=[\w-]{43}$/,
    )
    expect(shop.log.join('')).not.toContain(fields.get('code') ?? 'no code')
  })
})

test('an error in the form is told as one in the query', async () => {
  const browser = createBrowser()
  apple.onRedirect = (answer) => {
    answer.delete('code')
    answer.set('error', 'user_cancelled_authorize')
  }
  const fields = await startWithForm(browser, `${shop.origin}/oauth/apple/login`)
  const page = await comeBack(browser, 'apple', fields)
  expect(new URL(page.url).search).toBe('?error=oauth_failed&reason=user_cancelled_authorize')
})

test('the name of a first sign-in comes from the form, and nothing else does', async () => {
  const browser = createBrowser()
  const user = { name: { firstName: 'Ann', lastName: 'Archer' }, email: 'boss@example.com' }
  apple.onRedirect = (answer) => answer.set('user', JSON.stringify(user))
  const fields = await startWithForm(browser, `${shop.origin}/oauth/apple/login?redirect=/me`)
  const { oauthUser } = (await comeBack(browser, 'apple', fields)).json
  expect([oauthUser.name, oauthUser.email]).toEqual(['Ann Archer', 'ann@example.com'])
  apple.account = { ...apple.account, name: 'Ann of the token' }
  const again = createBrowser()
  const signed = await startWithForm(again, `${shop.origin}/oauth/apple/login?redirect=/me`)
  expect((await comeBack(again, 'apple', signed)).json.oauthUser.name).toBe('Ann of the token')
})

test.each([
  ['{"name":{"firstName":"Ann"}}', 'Ann'],
  ['{"name":{"firstName":7,"lastName":"Archer"}}', 'Archer'],
  ['{"name":"Ann"}', undefined],
  ['null', undefined],
  ['{', undefined],
  [`{"name":{"firstName":"${'x'.repeat(3_000)}"}}`, undefined],
])('the field user %s holds the name %j', (user, name) => {
  expect(nameInForm(new URLSearchParams({ user }))).toBe(name)
})
