/** The sanitiser of redirects let people be sent to other sites. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appTarget, safeTarget, withParameters } from '../../src/shared/redirects.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts'

const ORIGIN = 'https://shop.example'

/** Targets that have fooled other sanitisers. */
const FOREIGN = [
  'https://x//a//attacker.com',
  '/.//a/.//attacker.com',
  '//attacker.com',
  '///attacker.com',
  '/\\attacker.com',
  '\\/attacker.com',
  '\\\\attacker.com',
  '/\t/attacker.com',
  '/\n/attacker.com',
  '\t//attacker.com',
  ' //attacker.com',
  '\u0000//attacker.com',
  'https://attacker.com',
  'https:attacker.com',
  'https:/attacker.com',
  'https:\\\\attacker.com',
  'HTTPS://ATTACKER.COM',
  'http://shop.example/',
  'https://shop.example@attacker.com/',
  'https://user@shop.example/',
  'https://shop.example.attacker.com/',
  'https://shop.example:444/',
  '//shop.example@attacker.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://shop.example/x',
  'https://shop.example//attacker.com',
  '/..//attacker.com',
  '/./\\/attacker.com',
  '/a/..//attacker.com',
  '/%2e%2e//attacker.com',
  './/attacker.com',
  'https://shop.example/.//attacker.com',
]

test.each(FOREIGN)('%j leads nowhere', (wish) => {
  expect(safeTarget(wish, ORIGIN)).toBeUndefined()
})

test.each([
  ['/cart', '/cart'],
  ['/cart?a=1&b=2#top', '/cart?a=1&b=2#top'],
  ['cart', '/cart'],
  ['?a=1', '/?a=1'],
  ['https://shop.example/cart', '/cart'],
  ['HTTPS://SHOP.EXAMPLE:443/cart', '/cart'],
  ['/a b/é', '/a%20b/%C3%A9'],
  ['/go?next=https://attacker.com', '/go?next=https://attacker.com'],
  ['/go?next=//attacker.com#//attacker.com', '/go?next=//attacker.com#//attacker.com'],
  ['/a/../b', '/b'],
  [`/${'a'.repeat(2_047)}`, `/${'a'.repeat(2_047)}`],
])('%j leads to %j', (wish, target) => {
  expect(safeTarget(wish, ORIGIN)).toBe(target)
})

test.each([
  '/oauth/acme/login',
  '/oauth/acme/callback?code=x',
  '/oauth/acme/login/',
  '/x/../oauth/acme/login',
])('%j leads nowhere: signing in would begin again', (wish) =>
  expect(safeTarget(wish, ORIGIN)).toBeUndefined(),
)

test('a target that would fill the store with what somebody made up leads nowhere', () => {
  expect(safeTarget(`/${'a'.repeat(2_048)}`, ORIGIN)).toBeUndefined()
  expect(safeTarget(`/${' '.repeat(700)}x`, ORIGIN)).toBeUndefined()
})

describe('whatever is wished for', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    'a',
    '@',
    ':',
    '?',
    '#',
    ' ',
    '\t',
    '\n',
    'https:',
    'http:',
    'javascript:',
    'attacker.com',
    'shop.example',
    'é',
    '\u0000',
    '[::1]',
  )
  const wishes = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  )

  test('the target is on the own origin, and is parsed the same way a second time', () => {
    fc.assert(
      fc.property(wishes, (wish) => {
        const target = safeTarget(wish, ORIGIN)
        if (target === undefined) return
        expect(target.startsWith('/')).toBe(true)
        expect(target.startsWith('//')).toBe(false)
        expect(new URL(target, ORIGIN).origin).toBe(ORIGIN)
        expect(safeTarget(target, ORIGIN)).toBe(target)
        const withError = withParameters(target, { error: 'x' })
        expect(new URL(withError, ORIGIN).origin).toBe(ORIGIN)
      }),
      { numRuns: 5_000 },
    )
  })

  test('what the application asks for is http or https, or on the own origin', () => {
    fc.assert(
      fc.property(wishes, (wish) => {
        const target = appTarget(wish, ORIGIN)
        if (target !== undefined) expect(new URL(target, ORIGIN).protocol).toMatch(/^https?:$/)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a person who signs in', () => {
  let idp: HostileProvider
  let shop: TestApp
  beforeAll(async () => {
    idp = await startHostileProvider()
    const acme = { provider: 'oidc', issuer: idp.origin, clientId: 'shop', clientSecret: 's' }
    shop = await startApp({ oauth: { providers: { acme } } })
  })
  afterAll(async () => {
    await shop.close()
    await idp.close()
  })

  test.each(FOREIGN)('with the wish %j lands at home', async (wish) => {
    const query = new URLSearchParams({ redirect: wish })
    const page = await createBrowser().follow(`${shop.origin}/oauth/acme/login?${query}`)
    expect(page.url).toBe(`${shop.origin}/`)
  })

  test('with two wishes lands at home', async () => {
    const page = await createBrowser().follow(
      `${shop.origin}/oauth/acme/login?redirect=/me&redirect=//attacker.com`,
    )
    expect(page.url).toBe(`${shop.origin}/`)
  })

  test('from a page of another site lands at home', async () => {
    const browser = createBrowser()
    const headers = { referer: 'https://attacker.com/oauth' }
    const start = await browser.get(`${shop.origin}/oauth/acme/login`, { headers })
    expect((await browser.follow(start.location ?? '')).url).toBe(`${shop.origin}/`)
  })
})
