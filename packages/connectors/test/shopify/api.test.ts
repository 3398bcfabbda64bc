import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding } from '../../src/adapter/outcomes.ts'
import { Throttle } from '../../src/adapters/shopify/api/throttle.ts'
import { openStandIn, readAll } from './open.ts'
import { type FaultKind, type ShopifyStandIn, startShopify } from './shop/server.ts'

let shop: ShopifyStandIn
beforeEach(async () => {
  shop = await startShopify()
})
afterEach(() => shop.close())

const read = () => readAll(openStandIn(shop, 'merchant').merchant?.readFulfilments)

test.each<[FaultKind, object]>([
  ['status 429', { kind: 'throttled', retryAfter: 3 }],
  ['status 503', { kind: 'unavailable' }],
  ['status 401', { kind: 'denied' }],
  ['lost', { kind: 'unavailable' }],
  ['cut', { kind: 'unavailable' }],
  ['denied', { kind: 'denied', remedy: expect.stringContaining('protected customer data') }],
])('an answer with %s is a failure of its kind', async (fault, failure) => {
  shop.fault = () => fault
  await expect(read()).rejects.toMatchObject(failure)
})

test('a query that is refused for points says when it can be sent', async () => {
  Object.assign(shop.points, { available: 100, cost: 500, restoreRate: 50 })
  shop.fault = () => 'throttled'
  // The refused query takes no points: 500 are needed, and none are there.
  await expect(read()).rejects.toMatchObject({ kind: 'throttled', retryAfter: 10 })
})

test('a query waits for the points that it needs, and a long wait ends the step', async () => {
  const pauses: number[] = []
  Object.assign(shop.points, { available: 300, cost: 200, restoreRate: 100, maximum: 1_000 })
  const opened = openStandIn(shop, 'merchant', { pauses })
  await readAll(opened.merchant?.readFulfilments)
  await readAll(opened.merchant?.readFulfilments)
  expect(pauses.length).toBeGreaterThan(0)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000)
  Object.assign(shop.points, { restoreRate: 1 })
  await expect(
    (async () => {
      for (let index = 0; index < 3; index += 1) await readAll(opened.merchant?.readFulfilments)
    })(),
  ).rejects.toMatchObject({ kind: 'throttled', retryAfter: expect.any(Number) })
})

test('the wait is what is missing, divided by what is restored in a second', () => {
  const throttle = new Throttle()
  expect(throttle.wait('q', 0)).toBe(0)
  const throttleStatus = { maximumAvailable: 1_000, currentlyAvailable: 40, restoreRate: 50 }
  throttle.learn('q', { requestedQueryCost: 140, throttleStatus }, 10_000)
  expect(throttle.wait('q', 10_000)).toBe(2_000)
  expect(throttle.wait('q', 11_000)).toBe(1_000)
  expect(throttle.wait('q', 12_000)).toBe(0)
  // A query that was never sent is taken to cost a tenth of the bucket.
  expect(throttle.wait('other', 10_000)).toBe(1_200)
})

test('client credentials are exchanged for a token, once, and again after it was refused', async () => {
  const secrets = { clientId: 'app', clientSecret: 'secret' }
  const opened = openStandIn(shop, 'merchant', { secrets })
  await Promise.all([
    readAll(opened.merchant?.readFulfilments),
    readAll(opened.merchant?.readReturns),
  ])
  expect(shop.calls.get('Token')).toBe(1)
  let refused = 0
  shop.fault = () => (refused++ === 0 ? 'status 401' : undefined)
  await readAll(opened.merchant?.readFulfilments)
  expect(shop.calls.get('Token')).toBe(2)
})

test('two calls whose token is refused at the same time both go on with the next one', async () => {
  const secrets = { clientId: 'app', clientSecret: 'secret' }
  const { merchant } = openStandIn(shop, 'merchant', { secrets })
  let refused = 0
  shop.fault = () => (refused++ < 2 ? 'status 401' : undefined)
  await Promise.all([readAll(merchant?.readFulfilments), readAll(merchant?.readReturns)])
  expect(shop.calls.get('Token')).toBe(2)
})

test.each([
  [{ clientId: 'app', clientSecret: 'wrong' }, 'refused the client ID and secret'],
  [{}, 'no credentials'],
])('credentials %j are denied in words', async (secrets, words) => {
  const opened = openStandIn(shop, 'merchant', { secrets })
  await expect(readAll(opened.merchant?.readFulfilments)).rejects.toMatchObject({
    kind: 'denied',
    message: expect.stringContaining(words),
  })
})

test.each([
  'evil.example',
  'stand-in.myshopify.com.evil.example',
  'http://10.0.0.1:80',
  'a/b.myshopify.com',
])('the token is never sent to %s', async (domain) => {
  const opened = openStandIn(shop, 'merchant', { settings: { shop: domain } })
  await expect(readAll(opened.merchant?.readFulfilments)).rejects.toMatchObject({
    kind: 'settings',
  })
})

const problemsOf = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'error')

test.each(['merchant', 'channel'] as const)(
  'the check of a %s finds everything in order',
  async (role) => {
    const findings = await openStandIn(shop, role).check()
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
    // A second check finds the definitions of the first.
    expect(problemsOf(await openStandIn(shop, role).check())).toEqual([])
  },
)

test('the check says what is missing, and what to do', async () => {
  shop.state.scopes = ['read_products', 'read_locations', 'write_orders']
  shop.state.taxesIncluded = false
  const settings = { locationId: '8', publicationId: '9' }
  const found = problemsOf(await openStandIn(shop, 'channel', { settings }).check())
  expect(found.map(({ message }) => message)).toEqual([
    'The app lacks the access scopes write_products, write_inventory, read_returns, write_merchant_managed_fulfillment_orders.',
    'The store has no location gid://shopify/Location/8.',
    'The prices of the store are without tax, and those of the hub include it.',
    'The store has no sales channel 9.',
  ])
  expect(found[1]?.remedy).toContain('7 (Warehouse)')
  expect(found.every(({ remedy }) => remedy)).toBe(true)
})

test('the check finds customer data that the app may not read', async () => {
  shop.fault = (operation) => (operation === 'CustomerData' ? 'denied' : undefined)
  const [found] = problemsOf(await openStandIn(shop, 'merchant').check())
  expect(found?.message).toContain('not approved to access')
})

test('a webhook wakes reads if its signature is right', () => {
  const body = Buffer.from('{"id":1}')
  const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('base64')
  const headers = (signature: string) => ({
    'x-shopify-topic': 'orders/updated',
    'x-shopify-hmac-sha256': signature,
  })
  const merchant = openStandIn(shop, 'merchant')
  expect(merchant.readHint?.({ headers: headers(sign('whsec')), body })).toEqual([
    'fulfilments',
    'returns',
  ])
  expect(
    openStandIn(shop, 'channel').readHint?.({ headers: headers(sign('whsec')), body }),
  ).toEqual(['orders'])
  expect(merchant.readHint?.({ headers: headers(sign('other')), body })).toBeUndefined()
  expect(merchant.readHint?.({ headers: headers('short'), body })).toBeUndefined()
  expect(
    merchant.readHint?.({ headers: { 'x-shopify-topic': 'orders/updated' }, body }),
  ).toBeUndefined()
  const byClient = openStandIn(shop, 'merchant', {
    secrets: { clientId: 'app', clientSecret: 'secret' },
  })
  expect(byClient.readHint?.({ headers: headers(sign('secret')), body })).toEqual([
    'fulfilments',
    'returns',
  ])
})
