import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, createProducts, placeOrder, progressOf } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  await createProducts(api)
})
afterAll(async () => await api.close())

const acknowledge = async (Acknowledgements: readonly object[], headers = {}) =>
  await api.merchant(
    'POST',
    '/v2/order-batches/acknowledgements',
    { Acknowledgements },
    { headers },
  )
const ship = async (Shipments: readonly object[], headers = {}) =>
  await api.merchant('POST', '/v2/order-batches/shipments', { Shipments }, { headers })
const shipment = (reference: string, change: object = {}) => ({
  MerchantShipmentReference: `S-${reference}`,
  MerchantOrderReference: reference,
  ...change,
})

describe('a batch of acknowledgements', () => {
  test('acknowledges each order, and says of each why not', async () => {
    const one = await placeOrder(api, 'A-1', [{ quantity: 1 }])
    const two = await placeOrder(api, 'A-2', [{ quantity: 1, product: 'NOWHERE' }])
    const three = await placeOrder(api, 'A-3', [{ quantity: 1 }])
    const { status, body } = await acknowledge([
      { OrderId: one.Id, MerchantOrderReference: 'OWN-1' },
      { OrderId: two.Id },
      { OrderId: 999_999 },
      { OrderId: three.Id },
    ])
    expect([status, body]).toMatchObject([
      200,
      [
        {
          OrderId: one.Id,
          Outcome: 'done',
          MerchantOrderReference: 'OWN-1',
          Status: 'IN_PROGRESS',
        },
        { OrderId: two.Id, Outcome: 'refused', Code: 'MARKET_ORDER_STATUS', Status: null },
        { OrderId: 999_999, Outcome: 'refused', Code: 'MARKET_NOT_FOUND' },
        { OrderId: three.Id, Outcome: 'done', MerchantOrderReference: 'A-3' },
      ],
    ])
    expect(body[1].Errors).toMatchObject([{ path: '/Lines/0/MerchantProductReference' }])
  })

  test('gives the same answer again for orders that it has acknowledged', async () => {
    const { Id: OrderId } = await placeOrder(api, 'A-4', [{ quantity: 1 }])
    const first = await acknowledge([{ OrderId }, { OrderId }])
    expect(first.body).toMatchObject([{ Outcome: 'done' }, { Outcome: 'done' }])
    expect((await acknowledge([{ OrderId }, { OrderId }])).body).toEqual(first.body)
  })

  test.each([[[]], [Array.from({ length: 101 }, () => ({ OrderId: 1 }))], [[{ Id: 1 }]]])(
    'refuses a list that is empty, too long or of something else (%#)',
    async (list) => {
      const { status, body } = await acknowledge(list)
      expect([status, body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    },
  )
})

describe('a batch of shipments', () => {
  test('ships all open units of orders, or named ones, and says of each why not', async () => {
    await acknowledgedOrder(api, 'B-1', [{ quantity: 2 }, { quantity: 1, product: 'TEA' }])
    await acknowledgedOrder(api, 'B-2', [{ quantity: 3 }])
    const line = { MerchantOrderLineReference: 'B-2-1', Quantity: 1 }
    const { status, body } = await ship([
      shipment('B-1', { Method: 'PostNL', TrackTraceNo: '3S1' }),
      shipment('B-2', { Lines: [line] }),
      shipment('B-2', { MerchantShipmentReference: 'S-B-2b', Lines: [{ ...line, Quantity: 3 }] }),
      shipment('ABSENT'),
      shipment('B-1', { MerchantShipmentReference: 'S-B-1b' }),
      shipment('B-2', { MerchantShipmentReference: 'S-B-2c', Lines: [{ Quantity: 1 }] }),
    ])
    expect([status, body]).toMatchObject([
      200,
      [
        { Outcome: 'done', MerchantOrderReference: 'B-1', Units: 3, Errors: [] },
        { Outcome: 'done', Units: 1 },
        { Outcome: 'refused', Code: 'MARKET_QUANTITY_EXCEEDED', OrderId: null },
        { Outcome: 'refused', Code: 'MARKET_NOT_FOUND' },
        { Outcome: 'refused', Code: 'MARKET_QUANTITY_EXCEEDED' },
        { Outcome: 'refused', Code: 'MARKET_INVALID_INPUT' },
      ],
    ])
    expect(await progressOf(api, 'B-1')).toEqual([
      'SHIPPED',
      'SHIPPED 2/2/0/0/0',
      'SHIPPED 1/1/0/0/0',
    ])
    expect(await progressOf(api, 'B-2')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 3/1/0/0/0'])
  })

  test('returns shipments that exist, with and without a key', async () => {
    await acknowledgedOrder(api, 'B-3', [{ quantity: 2 }])
    const headers = { 'idempotency-key': 'batch-of-B-3' }
    const first = await ship([shipment('B-3')], headers)
    const replayed = await ship([shipment('B-3')], headers)
    expect(replayed.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect([replayed.body, (await ship([shipment('B-3')])).body]).toEqual([first.body, first.body])
    expect(await progressOf(api, 'B-3')).toEqual(['SHIPPED', 'SHIPPED 2/2/0/0/0'])
  })

  test('of many at once ships no unit twice', async () => {
    await acknowledgedOrder(api, 'B-4', [{ quantity: 5 }])
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) =>
          await ship([shipment('B-4', { MerchantShipmentReference: `S-B-4-${index}` })]),
      ),
    )
    const done = answers.flatMap(({ body }) => body).filter(({ Outcome }) => Outcome === 'done')
    expect(done).toMatchObject([{ Units: 5 }])
    expect(await progressOf(api, 'B-4')).toEqual(['SHIPPED', 'SHIPPED 5/5/0/0/0'])
  })
})

test('a single shipment without lines contains all open units', async () => {
  await acknowledgedOrder(api, 'C-1', [{ quantity: 2 }])
  const { status, body } = await api.merchant('POST', '/v2/shipments', shipment('C-1'))
  expect([status, body]).toMatchObject([201, { Lines: [{ Quantity: 2 }] }])
})
