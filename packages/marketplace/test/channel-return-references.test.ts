/** ChannelReturnReference names one return of a channel, whoever records it. */
import { execute, queryFirst, sql } from '@entrepot/database'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, marketplace, migrations } from '../src/index.ts'
import { type Answer, addChannel, createTestApi, type TestApi } from './api.ts'
import {
  acknowledgedOrder,
  aRecord,
  createProducts,
  placeOrder,
  progressOf,
  record,
} from './fulfilment-api.ts'
import { call, count, startNodes, type TestNodes } from './nodes.ts'

let api: TestApi
let nodes: TestNodes
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
  nodes = await startNodes(api.url)
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

async function shipped(order: string, quantity: number): Promise<void> {
  await acknowledgedOrder(api, order, [{ quantity }])
  await record(api, 'shipments', order, { 1: quantity })
}
const ofMerchant = (order: string, ChannelReturnReference: string | null) =>
  aRecord('returns', order, { 1: 1 }, { ChannelReturnReference })
const ofChannel = (order: string, ChannelReturnReference: string) => ({
  ChannelReturnReference,
  ChannelOrderReference: order,
  Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
})
const asMerchant = async (body: object) => await api.merchant('POST', '/v2/returns', body)
const asChannel = async (body: object) => await api.channelCall('POST', '/v2/returns', body)

const IN_USE = {
  status: 409,
  body: { code: 'MARKET_REFERENCE_IN_USE', errors: [{ path: '/ChannelReturnReference' }] },
}

describe('a ChannelReturnReference that another return of the channel already has', () => {
  test('is refused with 409 and the name of that return, and nothing is returned', async () => {
    await shipped('A', 4)
    const first = ofMerchant('A', 'x')
    expect((await asMerchant(first)).status).toBe(201)
    const other = await asMerchant(ofMerchant('A', 'x'))
    expect(other).toMatchObject(IN_USE)
    expect(other.body.detail).toContain(String(Reflect.get(first, 'MerchantReturnReference')))
    expect(await asChannel(ofChannel('A', 'x'))).toMatchObject(IN_USE)
    expect((await asChannel(ofChannel('A', 'y'))).status).toBe(201)
    expect(await asMerchant(ofMerchant('A', 'y'))).toMatchObject(IN_USE)
    expect(await progressOf(api, 'A')).toEqual(['SHIPPED', 'SHIPPED 4/4/0/0/2'])
  })

  test('is allowed for repeats, in different case, on other channels, and if it is missing', async () => {
    await shipped('B', 8)
    const body = ofMerchant('B', 'b')
    const first = await asMerchant(body)
    const again = await asMerchant(body)
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    expect((await asMerchant(ofMerchant('B', 'B'))).status).toBe(201)
    expect((await asMerchant(ofMerchant('B', null))).status).toBe(201)
    expect((await asMerchant(ofMerchant('B', null))).status).toBe(201)
    expect((await asChannel(ofChannel('B', 'null'))).status).toBe(201)

    const { key } = await addChannel(api, { name: 'Other' })
    const order = await placeOrder(api, 'B-OTHER', [{ quantity: 1 }], {}, key)
    await api.merchant('POST', '/v2/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference: 'B-OTHER',
      Lines: [{ OrderLineId: order.Lines[0].Id, MerchantOrderLineReference: 'B-OTHER-1' }],
    })
    await record(api, 'shipments', 'B-OTHER', { 1: 1 })
    expect((await asMerchant(ofMerchant('B-OTHER', 'b'))).status).toBe(201)
  })

  test('is accepted for exactly one of several returns of different orders that arrive at once on four nodes', async () => {
    for (let round = 0; round < 6; round += 1) {
      const orders = [0, 1, 2, 3].map((node) => `ROUND-${round}-${node}`)
      for (const order of orders) await shipped(order, 1)
      // One call a node: nothing but the database can tell that the others are on their way.
      const answers = await nodes.onAll((node) => [
        node === 0 && round % 2 === 0
          ? call('POST', '/v2/returns', api.channelKey, ofChannel(`ROUND-${round}-0`, `r-${round}`))
          : call(
              'POST',
              '/v2/returns',
              api.merchantKey,
              ofMerchant(orders[node] as string, `r-${round}`),
            ),
      ])
      expect([count(answers, 201), codesOf(answers)]).toEqual([1, ['MARKET_REFERENCE_IN_USE']])
      expect(await returnedUnits(`ROUND-${round}-`)).toBe(1)
    }
  })

  test('is accepted for exactly one of 64 returns of the same orders that arrive at once on four nodes', async () => {
    const orders = Array.from({ length: 16 }, (_, index) => `MANY-${index}`)
    for (const order of orders) await shipped(order, 8)
    const answers = await nodes.onAll((node) =>
      orders.map((order, index) =>
        (index + node) % 4 === 0
          ? call('POST', '/v2/returns', api.channelKey, ofChannel(order, 'many'))
          : call('POST', '/v2/returns', api.merchantKey, ofMerchant(order, 'many')),
      ),
    )
    expect([answers.length, count(answers, 201), count(answers, 409)]).toEqual([64, 1, 63])
    expect(codesOf(answers)).toEqual(['MARKET_REFERENCE_IN_USE'])
    expect(await returnedUnits('MANY-')).toBe(1)
  })
})

const codesOf = (answers: readonly Answer[]) => [
  ...new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)),
]

async function returnedUnits(prefix: string): Promise<number> {
  const row = await queryFirst<{ returned: number }>(
    api.database,
    sql`select sum(l.returned)::int as returned from marketplace.order_lines l
    join marketplace.orders o using (customer_id, order_id) where o.merchant_reference like ${`${prefix}%`}`,
  )
  return row?.returned ?? 0
}

test('returns of earlier versions that share a ChannelReturnReference are kept, and new ones are refused', async () => {
  const { database, drop } = await createTestDatabase({ migrations: [migrations] })
  const app = Fastify()
  try {
    const statements = [
      sql`insert into marketplace.customers (name, base_currency, default_vat_rate) values ('Old', 'EUR', 21)`,
      sql`insert into marketplace.channels (customer_id, name) values (1, 'Shop')`,
      sql`insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, merchant_reference,
        acknowledged_at, status, content_hash, email, billing_address, shipping_address, currency_code, order_date,
        original_shipping_costs_incl_vat, original_total_incl_vat, line_count, units, shipped, returned)
        values (1, 41, 1, 'O', 'M', now(), 'SHIPPED', sha256('x'), 'a@b', '{}', '{}', 'EUR', now(), 0, 27, 1, 9, 9, 3)`,
      sql`insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference,
        merchant_reference, merchant_product_reference, quantity, shipped, returned, vat_rate, original_unit_price_incl_vat)
        values (1, 41, 1, 1, '1', 'M-1', 'MUG', 9, 9, 3, 21, 3)`,
      sql`insert into marketplace.fulfilments (customer_id, fulfilment_id, kind, reference, channel_fulfilment_reference,
        order_id, channel_id, content_hash, details, line_count, refund_incl_vat, refund_excl_vat,
        refund_shipping_incl_vat, created_at, updated_at, repeats_channel_reference)
        select 1, n, 'return', 'R-' || n, 'twice', 41, 1, sha256('x'), '{}', 1, 0, 0, 0, now(), now(), n > 1
        from generate_series(1, 3) n`,
      sql`insert into marketplace.fulfilment_lines (customer_id, fulfilment_id, order_id, line_id, quantity, accepted,
        rejected, refund_incl_vat, refund_excl_vat) select 1, n, 41, 1, 1, 0, 0, 0, 0 from generate_series(1, 3) n`,
      sql`insert into marketplace.fulfilment_clocks (customer_id, last_at, last_id) values (1, now(), 3)`,
    ]
    for (const statement of statements) await execute(database, statement)
    await app.register(marketplace, { database })
    const { key } = expectDone(
      await createApiKey(database, '1', { kind: 'merchant', label: 'ERP' }),
    )
    const headers = { 'x-api-key': key }
    const listed = await app.inject({ method: 'GET', url: '/v2/returns', headers })
    const names = (listed.json() as Record<string, string>[]).map((row) => [
      row.MerchantReturnReference,
      row.ChannelReturnReference,
    ])
    expect(names).toEqual([
      ['R-1', 'twice'],
      ['R-2', 'twice'],
      ['R-3', 'twice'],
    ])
    const payload = {
      MerchantReturnReference: 'R-4',
      MerchantOrderReference: 'M',
      ChannelReturnReference: 'twice',
      Lines: [{ MerchantOrderLineReference: 'M-1', Quantity: 1 }],
    }
    const refused = await app.inject({ method: 'POST', url: '/v2/returns', headers, payload })
    expect(refused.json()).toMatchObject({ status: 409, code: 'MARKET_REFERENCE_IN_USE' })
    expect(refused.json().detail).toContain('"R-1"')
  } finally {
    await app.close()
    await drop()
  }
})
