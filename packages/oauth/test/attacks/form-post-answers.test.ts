/** Forms that pretend to be answers of a provider (OAuth 2.0 Form Post Response Mode; RFC 6749, section 10.12; RFC 9207). */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { postFromElsewhere, startWithForm } from '../support/forms.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

let idp: HostileProvider
let shop: TestApp
let kept = 0

beforeAll(async () => {
  idp = await startHostileProvider()
  const store = memoryStore()
  const { save } = store.csrf
  Object.assign(store.csrf, {
    save: async (...args: Parameters<typeof save>) => {
      kept += 1
      return await save.call(store.csrf, ...args)
    },
  })
  const own = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
  const form = { ...own, responseMode: 'form_post' } as const
  shop = await startApp({
    session: { saveUninitialized: true },
    oauth: {
      ...{ store, signInRateLimit: 20 },
      providers: { query: own, form, other: form, named: { ...form, usernameClaim: 'name' } },
    },
  })
})
afterEach(() => {
  idp.reset()
  kept = 0
})
afterAll(async () => {
  await shop.close()
  await idp.close()
})

const login = (name: string) => `${shop.origin}/oauth/${name}/login?redirect=/me`
const callback = (name: string) => `${shop.origin}/oauth/${name}/callback`
const failure = ({ url }: { url: string }) => new URL(url).searchParams.get('reason')

test('login CSRF: the form of an attacker, sent from the browser of a victim, signs nobody in', async () => {
  const attacker = await startWithForm(createBrowser(), login('form'))
  const victim = createBrowser()
  const answer = await postFromElsewhere(callback('form'), attacker)
  const page = await victim.follow(answer.headers.get('location') ?? '')
  expect(failure(page)).toBe('csrf')
  expect((await victim.get(`${shop.origin}/me`)).json.user).toBeUndefined()
})

test('an answer that names another issuer, or none that was announced, is refused (RFC 9207)', async () => {
  for (const iss of ['https://evil.example', undefined]) {
    const browser = createBrowser()
    const fields = await startWithForm(browser, login('form'))
    if (iss === undefined) fields.delete('iss')
    else fields.set('iss', iss)
    const answer = await postFromElsewhere(callback('form'), fields)
    expect(failure(await browser.follow(answer.headers.get('location') ?? ''))).toBe(
      'token_exchange',
    )
  }
})

test('the handle of a form works for its provider only, and its state once', async () => {
  const browser = createBrowser()
  const fields = await startWithForm(browser, login('form'))
  const answer = await postFromElsewhere(callback('form'), fields)
  const target = answer.headers.get('location') ?? ''
  const elsewhere = await browser.get(target.replace('/form/', '/other/'))
  expect(elsewhere.location).toContain('/oauth/other/login?error=session_expired')
  const notAForm = await browser.get(target.replace('/form/', '/query/'))
  expect(notAForm.location).toContain('error=invalid_request')
  expect((await browser.follow(target)).json.user).toBe('ann@example.com')
  expect((await browser.get(target)).location).toContain('error=session_expired')
  const guessed = await browser.get(`${callback('form')}?form_post=guessed`)
  expect(guessed.location).toContain('error=session_expired')
})

test('the name in the form, which nobody has signed, names no user and is no claim', async () => {
  const browser = createBrowser()
  idp.onRedirect = (answer) => answer.set('user', '{"name":{"firstName":"root"}}')
  const fields = await startWithForm(browser, login('named'))
  const answer = await postFromElsewhere(callback('named'), fields)
  expect(failure(await browser.follow(answer.headers.get('location') ?? ''))).toBe('user_mapping')
})

test('a form to a provider that answers by a redirect is refused, and changes nothing', async () => {
  const browser = createBrowser()
  const { location = '' } = await browser.get(login('query'))
  const state = new URL(location).searchParams.get('state') ?? ''
  const fields = new URLSearchParams({ state, code: 'x' })
  const answer = await postFromElsewhere(callback('query'), fields)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await browser.follow(location)).json.user).toBe('ann@example.com')
})

test.each([
  ['without a state', 'code=x'],
  ['with an unknown state', 'code=x&state=unknown'],
  ['with two states', 'code=x&state=a&state=b'],
])('a form %s is not stored', async (_what, body) => {
  const answer = await postFromElsewhere(callback('form'), new URLSearchParams(body))
  expect([answer.status, kept]).toEqual([302, 0])
  expect(answer.headers.get('location')).toMatch(/error=(invalid_request|session_expired)/)
})

test('a body that is no form, or too large, is refused', async () => {
  const send = async (body: string, type: string) => {
    const headers = { 'content-type': type }
    const answer = await fetch(callback('form'), { method: 'POST', body, headers })
    expect(answer.headers.getSetCookie()).toEqual([])
    return answer.status
  }
  expect(await send('{"state":"x"}', 'application/json')).toBe(400)
  expect(await send('state=x', 'text/plain')).toBe(400)
  const fields = await startWithForm(createBrowser(), login('form'))
  fields.set('code', 'x'.repeat(17_000))
  kept = 0
  expect(await send(fields.toString(), 'application/x-www-form-urlencoded')).toBe(400)
  expect(kept).toBe(0)
  const large = `state=${'x'.repeat(70_000)}`
  expect(await send(large, 'application/x-www-form-urlencoded')).toBe(413)
})

test('forms with the state of one sign-in cannot fill the store', async () => {
  const fields = await startWithForm(createBrowser(), login('form'))
  const statuses = []
  for (let count = 0; count < 25; count += 1) {
    statuses.push((await postFromElsewhere(callback('form'), fields)).status)
  }
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
})
