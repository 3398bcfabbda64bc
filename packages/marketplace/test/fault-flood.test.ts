import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const MEGABYTE = 1024 * 1024
const flood = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, n]))

/** Sends a body, and answers what came back with the sizes of both. */
async function send(path: string, key: string, body: unknown) {
  const payload = JSON.stringify(body)
  const response = await api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload,
  })
  return {
    status: response.statusCode,
    body: response.json(),
    size: response.body.length,
    sent: payload.length,
  }
}

describe('a body with very many issues', () => {
  test('as one product with 39,000 unknown properties is answered with the first one only', async () => {
    const product = { MerchantProductReference: 'A', Name: 'A', ...flood(39_000) }
    const answer = await send('/v2/products', api.merchantKey, product)
    expect(answer.sent).toBeGreaterThan(MEGABYTE / 2)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: '/x0', message: 'is not a known property' }])
  })

  test('as 10,000 products with 80 unknown properties each is answered with lists of limited length', async () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({
      MerchantProductReference: `${n}`,
      ...flood(80),
    }))
    const answer = await send('/v2/products', api.merchantKey, items)
    expect(answer.body.RejectedCount).toBe(10_000)
    const named = answer.body.ProductMessages.reduce(
      (sum: number, message: { Errors: string[] }) => sum + message.Errors.length,
      0,
    )
    expect(named).toBeLessThan(25_000)
    expect(answer.size).toBeLessThan(4 * MEGABYTE)
  })

  test('as an order with 5,000 invalid lines is answered with 500 issues, the last of which counts the others', async () => {
    const lines = Array.from({ length: 5_000 }, () => ({ Quantity: 0 }))
    const answer = await send('/v2/orders', api.channelKey, { Lines: lines })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveLength(500)
    expect(answer.body.errors.at(-1)).toEqual({
      path: '',
      message: expect.stringMatching(/^has \d+ more issues$/),
    })
  })

  test('as an acknowledgement or a shipment with 1,001 unknown lines is answered with 500 issues, too', async () => {
    const { body: order } = await api.channelCall('POST', '/v2/orders', anOrder())
    const numbers = Array.from({ length: 1_001 }, (_, index) => index)
    const acknowledged = await send('/v2/orders/acknowledge', api.merchantKey, {
      OrderId: order.Id,
      MerchantOrderReference: 'O',
      Lines: numbers.map((index) => ({
        OrderLineId: 1_000_000 + index,
        MerchantOrderLineReference: `${index}`,
      })),
    })
    expect(acknowledged.status).toBe(404)
    expect(acknowledged.body.errors).toHaveLength(500)
    await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(order, 'O'))
    const shipped = await send('/v2/shipments', api.merchantKey, {
      MerchantShipmentReference: 'S',
      MerchantOrderReference: 'O',
      Lines: numbers.map((index) => ({ MerchantOrderLineReference: `no-${index}`, Quantity: 1 })),
    })
    expect(shipped.status).toBe(404)
    expect(shipped.body.errors).toHaveLength(500)
    expect(shipped.body.errors.at(-1).message).toBe('has 502 more issues')
  })

  test('with a name of one megabyte is answered without the whole name', async () => {
    const product = {
      ['x'.repeat(9 * MEGABYTE)]: 1,
      MerchantProductReference: 'y'.repeat(MEGABYTE / 2),
    }
    const answer = await send('/v2/products', api.merchantKey, product)
    expect([answer.status, answer.size < 2_000]).toEqual([400, true])
    const listed = await send('/v2/products', api.merchantKey, [product])
    expect(listed.size).toBeLessThan(2_000)
  })
})
