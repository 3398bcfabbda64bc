/** Cancelling orders that are not acknowledged, and so have no reference of the merchant. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChannel, anAcknowledgement, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, createProducts, placeOrder } from './fulfilment-api.ts'
import { call, count, startNodes } from './nodes.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

const cancellation = (reference: string, quantity: number, change: object = {}) => ({
  MerchantReference: `X-${reference}`,
  ChannelOrderReference: reference,
  ReasonCode: 'OTHER',
  Lines: [{ ChannelOrderLineReference: '1', Quantity: quantity }],
  ...change,
})
const cancel = async (...given: Parameters<typeof cancellation>) =>
  await api.merchant('POST', '/v2/cancellations', cancellation(...given))
const read = async (order: { Id: number }) =>
  (await api.merchant('GET', `/v2/orders/id/${order.Id}`)).body
const DOLLARS = { CurrencyCode: 'USD' }

describe('an order in a currency without an exchange rate', () => {
  test('can be cancelled by the merchant by its ChannelOrderReference, and the channel sees it', async () => {
    const order = await placeOrder(api, 'USD-1', [{ quantity: 2 }], DOLLARS)
    expect(order).toMatchObject({
      Status: 'REQUIRES_CORRECTION',
      Corrections: [
        { Code: 'NO_EXCHANGE_RATE', Message: expect.stringContaining('can be cancelled') },
      ],
    })
    const cancelled = await cancel('USD-1', 2)
    expect(cancelled).toMatchObject({
      status: 201,
      body: {
        MerchantReference: 'X-USD-1',
        MerchantOrderReference: null,
        ChannelOrderReference: 'USD-1',
        Lines: [{ MerchantOrderLineReference: null, ChannelOrderLineReference: '1', Quantity: 2 }],
      },
    })
    expect(await read(order)).toMatchObject({
      Status: 'CANCELED',
      Lines: [{ Status: 'CANCELED', CancelledQuantity: 2 }],
    })
    const seen = await api.channelCall('GET', '/v2/cancellations/X-USD-1')
    expect([seen.status, seen.body]).toEqual([200, cancelled.body])
    const again = await cancel('USD-1', 2)
    expect([again.status, again.body]).toEqual([200, cancelled.body])
    const history = await api.merchant('GET', `/v2/orders/id/${order.Id}/history`)
    expect(history.body.map((event: { Type: string }) => event.Type)).toEqual([
      'CREATED',
      'CANCELLED',
    ])
  })

  test('can be cancelled by the channel', async () => {
    const order = await placeOrder(api, 'USD-2', [{ quantity: 1 }], DOLLARS)
    const answer = await api.channelCall('POST', '/v2/cancellations', {
      ChannelCancellationReference: 'USD-2',
      ChannelOrderReference: 'USD-2',
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
    })
    expect(answer.status).toBe(201)
    expect(await read(order)).toMatchObject({ Status: 'CANCELED' })
  })

  test('requires correction while some of its units are open', async () => {
    const order = await placeOrder(api, 'USD-3', [{ quantity: 3 }], DOLLARS)
    expect((await cancel('USD-3', 1)).status).toBe(201)
    expect(await read(order)).toMatchObject({ Status: 'REQUIRES_CORRECTION' })
    const rest = await cancel('USD-3', 3, { MerchantReference: 'X-USD-3-b' })
    expect(rest).toMatchObject({ status: 409, body: { code: 'MARKET_QUANTITY_EXCEEDED' } })
    expect((await cancel('USD-3', 2, { MerchantReference: 'X-USD-3-c' })).status).toBe(201)
    expect(await read(order)).toMatchObject({ Status: 'CANCELED' })
    const request = anAcknowledgement(order, 'USD-3')
    const answer = await api.merchant('POST', '/v2/orders/acknowledge', request)
    expect(answer).toMatchObject({ status: 409, body: { code: 'MARKET_ORDER_STATUS' } })
  })
})

describe('a merchant who names an order by its ChannelOrderReference', () => {
  test('cancels a NEW order in part and acknowledges the rest', async () => {
    const order = await placeOrder(api, 'NEW-1', [{ quantity: 2 }, { quantity: 1 }])
    const Lines = [{ ChannelOrderLineReference: '2', Quantity: 1 }]
    expect((await cancel('NEW-1', 1, { Lines })).status).toBe(201)
    const request = anAcknowledgement(order, 'NEW-1')
    const answer = await api.merchant('POST', '/v2/orders/acknowledge', request)
    expect(answer.body).toMatchObject({
      Status: 'IN_PROGRESS',
      Lines: [{ CancelledQuantity: 0 }, { Status: 'CANCELED', CancelledQuantity: 1 }],
    })
  })

  test('can also cancel units of an acknowledged order', async () => {
    const order = await acknowledgedOrder(api, 'ACK-1', [{ quantity: 2 }])
    expect((await cancel('ACK-1', 1)).body).toMatchObject({ MerchantOrderReference: 'ACK-1' })
    expect(await read(order)).toMatchObject({ Lines: [{ CancelledQuantity: 1 }] })
  })

  test('must name the channel if several channels have an order with that reference', async () => {
    const { channelId, key } = await addChannel(api, { name: 'Other' })
    const own = await placeOrder(api, 'BOTH', [{ quantity: 1 }])
    const other = await placeOrder(api, 'BOTH', [{ quantity: 1 }], {}, key)
    const ambiguous = await cancel('BOTH', 1)
    expect(ambiguous).toMatchObject({
      status: 400,
      body: { code: 'MARKET_INVALID_INPUT', errors: [{ path: '/ChannelId' }] },
    })
    expect(ambiguous.body.detail).toContain(`${api.channel.channelId}, ${channelId}`)
    expect((await cancel('BOTH', 1, { ChannelId: channelId })).status).toBe(201)
    expect([(await read(own)).Status, (await read(other)).Status]).toEqual(['NEW', 'CANCELED'])
  })

  test('gets the issue of each wrong name of the order', async () => {
    const order = await placeOrder(api, 'NAMES', [{ quantity: 1 }])
    const nameless = await cancel('NAMES', 1, { ChannelOrderReference: null })
    expect(nameless).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_INPUT' } })
    expect(nameless.body.detail).toContain('MerchantOrderReference or ChannelOrderReference')
    const both = await cancel('NAMES', 1, { MerchantOrderReference: 'NAMES' })
    expect(both).toMatchObject({ status: 409, body: { code: 'MARKET_ORDER_STATUS' } })
    expect(both.body.detail).toContain('without MerchantOrderReference')
    expect((await cancel('NOWHERE', 1)).status).toBe(404)
    expect((await cancel('NAMES', 1, { ChannelId: 999_999 })).status).toBe(404)
    const lines = { Lines: [{ MerchantOrderLineReference: 'null', Quantity: 1 }] }
    expect((await cancel('NAMES', 1, lines)).status).toBe(404)
    expect(await read(order)).toMatchObject({ Status: 'NEW', Lines: [{ CancelledQuantity: 0 }] })
    await acknowledgedOrder(api, 'NAMES-2', [{ quantity: 1 }])
    const mismatch = await cancel('NAMES', 1, { MerchantOrderReference: 'NAMES-2' })
    expect(mismatch).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/ChannelOrderReference' }] },
    })
    const foreign = { ChannelOrderReference: null, MerchantOrderReference: 'NAMES-2', ChannelId: 9 }
    expect(await cancel('NAMES', 1, foreign)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/ChannelId' }] },
    })
  })

  test('cannot name the order of a shipment, backorder or return in this way', async () => {
    for (const path of ['shipments', 'backorders', 'returns']) {
      const answer = await api.merchant('POST', `/v2/${path}`, {
        ChannelOrderReference: 'NAMES',
        Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
      })
      expect(answer.status).toBe(400)
    }
  })

  test('cancels the last unit once if 64 calls arrive at once on four nodes, together with the channel', async () => {
    const order = await placeOrder(api, 'DUEL', [{ quantity: 1 }], DOLLARS)
    const nodes = await startNodes(api.url)
    try {
      const answers = await nodes.onAll((node) =>
        Array.from({ length: 16 }, (_, index) => {
          const name = `duel-${node}-${index}`
          const Lines = [{ ChannelOrderLineReference: '1', Quantity: 1 }]
          const body =
            index % 2
              ? { MerchantReference: name, ChannelOrderReference: 'DUEL', Lines }
              : { ChannelCancellationReference: name, ChannelOrderReference: 'DUEL', Lines }
          const key = index % 2 ? api.merchantKey : api.channelKey
          return call('POST', '/v2/cancellations', key, body)
        }),
      )
      expect([count(answers, 201), count(answers, 409)]).toEqual([1, 63])
    } finally {
      await nodes.stop()
    }
    expect(await read(order)).toMatchObject({ Status: 'CANCELED' })
  })
})
