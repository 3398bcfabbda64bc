import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordReader } from '../src/orders/fulfilment/event-records.ts'
import { addChannel, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder, record } from './fulfilment-api.ts'
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

let number = 0
const aRefund = (order: string, amount: number, change: object = {}) => {
  number += 1
  return {
    ...{ MerchantReference: `M-${number}`, MerchantOrderReference: order },
    ...{ RefundInclVat: amount, Reason: 'Scratched' },
    ...change,
  }
}
const post = async (...given: Parameters<typeof aRefund>) =>
  await api.merchant('POST', '/v2/refunds', aRefund(...given))
const forLine = (order: string, line: number, amount: number) => ({
  MerchantOrderLineReference: `${order}-${line}`,
  RefundInclVat: amount,
})
const refundedOf = async (order: string) =>
  (await api.merchant('GET', `/v2/orders/${order}`)).body.RefundedInclVat
/** Ships all of an order of one line, takes units back, and returns the refund. */
const takeBack = async (order: string, quantity: number, change: object = {}) =>
  await record(api, 'returns', order, { 1: quantity }, { Status: 'ACCEPTED', ...change })
const shipped = async (order: string, quantity: number, price: number, change: object = {}) => {
  await acknowledgedOrder(api, order, [{ quantity, price }], change)
  await record(api, 'shipments', order, { 1: quantity })
}

describe('POST /v2/refunds', () => {
  test('records an amount with its reason and who did it; both sides read it', async () => {
    const { Id } = await acknowledgedOrder(api, 'ONE', [{ quantity: 2, price: 10 }])
    const request = aRefund('ONE', 5)
    const created = await api.merchant('POST', '/v2/refunds', request)
    expect(created.status).toBe(201)
    const { CreatedBy, ...fields } = created.body
    expect(CreatedBy).toMatchObject({ Kind: 'key' })
    expect(fields).toEqual({
      ...request,
      ...{ Id: expect.any(Number), OrderId: Id, ChannelId: api.channel.channelId },
      ...{ ChannelOrderReference: 'ONE', CurrencyCode: 'EUR', RefundExclVat: 4.13 },
      ...{ RefundShippingInclVat: 0, CreatedAt: expect.any(String) },
      Lines: [
        {
          ...{ MerchantOrderLineReference: 'ONE-1', ChannelOrderLineReference: '1' },
          RefundInclVat: 5,
        },
      ],
    })
    const path = `/v2/refunds/${request.MerchantReference}`
    expect((await api.merchant('GET', path)).body).toEqual(created.body)
    expect((await api.merchant('GET', `/v2/refunds?orderId=${Id}`)).body).toEqual([created.body])
    const ofChannel = { ...fields, CreatedBy: null }
    expect((await api.channelCall('GET', path)).body).toEqual(ofChannel)
    expect((await api.channelCall('GET', '/v2/refunds?channelOrderReference=ONE')).body).toEqual([
      ofChannel,
    ])
    expect(await refundedOf('ONE')).toBe(5)
    const again = await api.merchant('POST', '/v2/refunds', request)
    expect(again).toMatchObject({ status: 200, body: created.body })
    const other = await api.merchant('POST', '/v2/refunds', { ...request, RefundInclVat: 6 })
    expect(other.body).toMatchObject({ code: 'MARKET_REFERENCE_IN_USE' })
    expect(await refundedOf('ONE')).toBe(5)
  })

  test('is told by the history, the events, the webhooks and the export', async () => {
    const { Id } = await acknowledgedOrder(api, 'TOLD', [{ quantity: 1, price: 10 }])
    const { CreatedBy: _, ...refund } = (await post('TOLD', 2)).body
    const Record = { Kind: 'refund', Reference: refund.MerchantReference }
    const { body: history } = await api.merchant('GET', '/v2/orders/TOLD/history')
    expect(history.at(-1)).toMatchObject({ Type: 'REFUNDED', Record, Actor: { Kind: 'key' } })
    for (const side of [api.merchant, api.channelCall]) {
      const { body } = await side('GET', '/v2/events?types=refund.created')
      expect(body.at(-1)).toMatchObject({ Data: { Record }, Subject: { Id: String(Id) } })
    }
    const read = createRecordReader(api.database)
    const [event] = (await api.merchant('GET', '/v2/events?types=refund.created')).body.slice(-1)
    expect(await read(api.customer.customerId, 'refund.created', event)).toEqual(refund)
    const exported = await api.raw({
      method: 'GET',
      url: `/v2/exports/refunds?format=ndjson&orderId=${Id}`,
      headers: { 'x-api-key': api.merchantKey },
    })
    expect(JSON.parse(exported.body)).toEqual(refund)
  })

  test('is at most what was paid and is not refunded, shipping costs included', async () => {
    await acknowledgedOrder(api, 'MOST', [{ quantity: 9, price: 16.7476 }], {
      ShippingCostsInclVat: 4.95,
    })
    expect((await post('MOST', 155.69)).body).toMatchObject({
      code: 'MARKET_REFUND_EXCEEDED',
      errors: [{ path: '/RefundInclVat', message: expect.stringContaining('155.68') }],
    })
    expect((await post('MOST', 150.74)).body).toMatchObject({ RefundShippingInclVat: 0.01 })
    expect((await post('MOST', 4.95)).body).toMatchObject({ code: 'MARKET_REFUND_EXCEEDED' })
    expect((await post('MOST', 4.94)).body).toMatchObject({
      ...{ RefundShippingInclVat: 4.94, Lines: [] },
    })
    expect(await refundedOf('MOST')).toBe(155.68)
  })

  test('is of the named lines, and refunds shipping costs with the rest', async () => {
    const lines = [
      { quantity: 1, price: 10 },
      { quantity: 1, price: 20 },
    ]
    await acknowledgedOrder(api, 'NAMED', lines, { ShippingCostsInclVat: 3 })
    const Lines = [forLine('NAMED', 2, 20)]
    const { body } = await post('NAMED', 22, { Lines })
    expect(body).toMatchObject({ RefundShippingInclVat: 2, Lines })
    expect((await post('NAMED', 1, { Lines: [forLine('NAMED', 2, 1)] })).body).toMatchObject({
      ...{ code: 'MARKET_REFUND_EXCEEDED', errors: [{ path: '/Lines/0/RefundInclVat' }] },
    })
    expect((await post('NAMED', 2, { Lines: [] })).body).toMatchObject({
      code: 'MARKET_REFUND_EXCEEDED',
    })
    expect((await post('NAMED', 1, { Lines: [] })).body).toMatchObject({ Lines: [] })
    await record(api, 'shipments', 'NAMED', { 1: 1, 2: 1 })
    const back = await record(api, 'returns', 'NAMED', { 1: 1, 2: 1 }, { Status: 'ACCEPTED' })
    expect(back.body).toMatchObject({
      RefundInclVat: 10,
      Lines: [{ RefundInclVat: 10 }, { RefundInclVat: 0 }],
    })
    expect(await refundedOf('NAMED')).toBe(33)
  })

  test.each([
    ['0', { RefundInclVat: 0 }, 400],
    ['a tenth of a cent', { RefundInclVat: 1.001 }, 400],
    ['an empty reason', { Reason: '' }, 400],
    ['lines of more than it', { Lines: [forLine('BAD', 1, 2)] }, 400],
    ['a line twice', { RefundInclVat: 2, Lines: [1, 1].map((n) => forLine('BAD', n, 1)) }, 400],
    ['an unknown line', { Lines: [forLine('BAD', 7, 1)] }, 404],
    ['an unknown order', { MerchantOrderReference: 'UNKNOWN' }, 404],
  ])('refuses %s', async (name, change, status) => {
    const order = `BAD-${name}`
    await acknowledgedOrder(api, order, [{ quantity: 1, price: 10 }])
    const renamed = JSON.parse(JSON.stringify(change).replaceAll('"BAD-', `"${order}-`))
    expect((await post(order, 1, renamed)).status).toBe(status)
    expect(await refundedOf(order)).toBe(0)
  })

  test('is for acknowledged orders, by the merchant, and of other channels unknown', async () => {
    await placeOrder(api, 'NOT-YET', [{ quantity: 1 }])
    expect((await post('NOT-YET', 1)).status).toBe(404)
    await acknowledgedOrder(api, 'MINE', [{ quantity: 1 }])
    const { body } = await post('MINE', 1)
    const other = await addChannel(api, { name: 'Other shop' })
    const path = `/v2/refunds/${body.MerchantReference}`
    const answers = await Promise.all(
      [path, '/v2/refunds/UNKNOWN'].map(
        async (url) => await api.channelCall('GET', url, undefined, { key: other.key }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const denied = await api.channelCall('POST', '/v2/refunds', aRefund('MINE', 1))
    expect(denied.status).toBe(403)
  })
})

describe('a return after a refund', () => {
  test('refunds its units, but not more than is left of their line', async () => {
    await shipped('LESS', 2, 100)
    await post('LESS', 30)
    expect((await takeBack('LESS', 1)).body).toMatchObject({ RefundInclVat: 100 })
    expect((await takeBack('LESS', 1)).body).toMatchObject({ RefundInclVat: 70 })
    expect(await refundedOf('LESS')).toBe(200)
    expect((await post('LESS', 0.01)).body).toMatchObject({ code: 'MARKET_REFUND_EXCEEDED' })
  })

  test('can be decided when all is refunded, and names at most what is left', async () => {
    await shipped('LATE', 1, 100)
    const { body } = await record(api, 'returns', 'LATE', { 1: 1 })
    await post('LATE', 60)
    const path = `/v2/returns/${body.MerchantReturnReference}`
    expect((await api.merchant('PUT', path, { RefundInclVat: 41 })).body).toMatchObject({
      code: 'MARKET_REFUND_EXCEEDED',
    })
    const decided = await api.merchant('PUT', path, { Status: 'ACCEPTED' })
    expect(decided.body).toMatchObject({ Status: 'ACCEPTED', RefundInclVat: 40 })
    const repeated = await api.merchant('PUT', path, { Status: 'ACCEPTED' })
    expect(repeated.body).toEqual(decided.body)
  })

  test('of amounts that are rounded gives back exactly what was paid', async () => {
    await shipped('ROUND', 9, 16.7476)
    await post('ROUND', 20)
    expect((await takeBack('ROUND', 9)).body).toMatchObject({ RefundInclVat: 130.73 })
    expect(await refundedOf('ROUND')).toBe(150.73)
  })
})

describe('concurrent requests from four processes', () => {
  test('refunds and returns of one order never give back more than was paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = `RACE-${round}`
      await shipped(order, 4, 25)
      const answers = await nodes.onAll((node) => [
        ...[20, 30].map((amount) =>
          call('POST', '/v2/refunds', api.merchantKey, aRefund(order, amount)),
        ),
        call(
          'POST',
          '/v2/returns',
          api.merchantKey,
          aRecord('returns', order, { 1: 1 }, { Status: 'ACCEPTED', MerchantComment: `${node}` }),
        ),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const sum = answers
        .filter(({ status }) => status === 201)
        .reduce((total, { body }) => total + Math.round(body.RefundInclVat * 100), 0)
      expect(sum).toBeLessThanOrEqual(10_000)
      expect(Math.round((await refundedOf(order)) * 100)).toBe(sum)
      // All four units came back.
      expect(sum).toBe(10_000)
    }
  })

  test('the same refund sent 32 times is stored once, and one reference is of one order', async () => {
    for (const order of ['SAME', 'ELSE']) {
      await acknowledgedOrder(api, order, [{ quantity: 1, price: 10 }])
    }
    const body = aRefund('SAME', 10)
    const other = { ...body, MerchantOrderReference: 'ELSE' }
    const answers = await nodes.onAll((node) =>
      Array.from({ length: 8 }, () =>
        call('POST', '/v2/refunds', api.merchantKey, node === 0 ? other : body),
      ),
    )
    expect(count(answers, 201)).toBe(1)
    expect((await refundedOf('SAME')) + (await refundedOf('ELSE'))).toBe(10)
    const kept = answers.filter(({ status }) => status < 300)
    expect(new Set(kept.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect([8, 24]).toContain(kept.length)
  })
})
