/** What `check` says of a WooCommerce shop, and what answers mean for a run. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '../src/adapter/outcomes.ts'
import { woocommerce } from '../src/adapters/woocommerce/index.ts'
import { createShopClient } from '../src/core/run/open-shop.ts'
import { startWoo, type WooHere } from './support/woo.ts'

let woo: WooHere
const http = createShopClient()

beforeAll(async () => {
  woo = await startWoo()
})
afterAll(async () => {
  await woo[Symbol.asyncDispose]()
  await http.close()
})
beforeEach(() => {
  woo.shop.fault = undefined
  woo.shop.state.webhooks.clear()
  Object.assign(woo.shop.state, { managesStock: true, taxesAreOn: true })
})

function check(
  secrets: Record<string, string> = { key: 'ck_shop', secret: 'cs_shop' },
  url = woo.shop.address,
  role: 'merchant' | 'channel' = 'merchant',
) {
  return woocommerce.open({ role, settings: { url }, secrets, http }).check()
}

const words = (findings: readonly Finding[], level: Finding['level']) =>
  findings
    .filter((one) => one.level === level)
    .map(({ message }) => message)
    .join('\n')

describe('check', () => {
  test('finds a shop in order, and warns of http', async () => {
    const findings = await check()
    expect(words(findings, 'error')).toBe('')
    expect(words(findings, 'ok')).toContain('The key may write.')
    expect(words(findings, 'ok')).toContain('sells in EUR, and enters prices with tax')
    expect(words(findings, 'warning')).toContain('http')
    for (const { level, remedy } of findings) if (level !== 'ok') expect(remedy).toMatch(/\w+\./)
  })

  test.each([
    [{ key: 'ck_read', secret: 'cs_read' }, 'The key may not write.', 'Read/Write'],
    [{ key: 'ck_write', secret: 'cs_write' }, 'The key may not read.', 'Read/Write'],
    [{ key: 'ck_none', secret: 'cs' }, 'The shop does not accept the key.', 'https'],
    [
      { key: 'ck_shop', secret: 'cs_no' },
      'The shop computes another signature.',
      'Settings > General',
    ],
  ])('says of the key %j what is wrong', async (secrets, message, remedy) => {
    const found = (await check(secrets)).find(({ level }) => level === 'error')
    expect(found?.message).toContain(message)
    expect(found?.remedy).toContain(remedy)
    expect(JSON.stringify(found)).not.toContain(secrets.secret)
  })

  test.each(['shop.example', 'ftp://shop.example', ''])(
    'says of the address %j that it is none',
    async (url) => {
      expect(await check(undefined, url)).toMatchObject([
        { level: 'error', remedy: expect.stringContaining('https') },
      ])
    },
  )

  test('names the webhooks that the shop has disabled after failures', async () => {
    await woo.people.post('/webhooks', {
      name: 'Orders',
      topic: 'order.updated',
      delivery_url: 'https://c.example/hints/7',
    })
    await woo.people.post('/webhooks', {
      name: 'Mine',
      topic: 'order.updated',
      delivery_url: 'https://else.example/',
      status: 'disabled',
    })
    expect(words(await check(), 'ok')).toContain('1 webhooks of the shop wake the connector.')
    await woo.people.post('/webhooks', {
      name: 'Stopped',
      topic: 'product.updated',
      delivery_url: 'https://c.example/hints/7',
      status: 'disabled',
    })
    const found = words(await check(), 'warning')
    expect(found).toContain('"Stopped" (product.updated) is disabled')
    expect(found).not.toContain('Mine')
  })

  test('says what the shop does not do: stock for a channel, taxes', async () => {
    Object.assign(woo.shop.state, { managesStock: false, taxesAreOn: false })
    expect(words(await check(undefined, undefined, 'channel'), 'error')).toContain(
      'does not manage stock',
    )
    expect(words(await check(), 'warning')).toContain('taxes')
  })
})

test('prices are in the currency of the shop', async () => {
  const settings = { url: woo.shop.address }
  const secrets = { key: 'ck_shop', secret: 'cs_shop' }
  const shop = woocommerce.open({ role: 'merchant', settings, secrets, http })
  expect(await shop.merchant?.readCurrency?.()).toBe('EUR')
})

describe('an answer of the shop', () => {
  const run = () =>
    woocommerce
      .open({
        role: 'merchant',
        settings: { url: woo.shop.address },
        secrets: { key: 'ck_shop', secret: 'cs_shop' },
        http,
      })
      .merchant?.findOrder?.('entrepot:h/1/order/2/A')

  test.each([
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'throttled', retryAfter: 7 },
    ],
    [
      { status: 503, headers: { 'retry-after': '30' } },
      { kind: 'unavailable', retryAfter: 30 },
    ],
    [
      {
        status: 500,
        body: '{"code":"internal_server_error","message":"crash","data":{"status":500}}',
      },
      { kind: 'unavailable' },
    ],
    [
      { status: 200, body: '<b>Notice</b>: something' },
      { kind: 'unavailable', remedy: expect.stringContaining('WP_DEBUG_DISPLAY') },
    ],
    [
      { status: 404, body: '<html>' },
      { kind: 'settings', remedy: expect.stringContaining('Permalinks') },
    ],
    [
      { status: 404, body: '{"code":"rest_no_route","message":"No route","data":{"status":404}}' },
      { kind: 'settings' },
    ],
    [{ status: 403, body: '<html>blocked' }, { kind: 'denied' }],
    [
      {
        status: 301,
        headers: { location: 'https://www.shop.example/wp-json/wc/v3/orders?oauth_signature=x' },
      },
      {
        kind: 'settings',
        message: expect.stringMatching(
          /to https:\/\/www\.shop\.example\/wp-json\/wc\/v3\/orders\.$/,
        ),
      },
    ],
    ['cut' as const, { kind: 'unavailable' }],
  ])('%j is a failure of the whole shop', async (fault, failure) => {
    woo.shop.fault = () => fault
    await expect(run()).rejects.toMatchObject(failure)
  })
})
