import { afterAll, beforeAll, expect, test } from 'vitest'
import { dateBackOrders } from '../src/index.ts'
import { createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts } from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

/** The times of an order, of its shipment, and of what happened to it. */
async function timesOf(name: string) {
  const get = async (path: string) => (await api.merchant('GET', `/v2/${path}`)).body
  const order = await get(`orders/${name}`)
  const { CreatedAt, UpdatedAt, AcknowledgedDate } = order
  const history = await get(`orders/${name}/history`)
  const shipment = await get(`shipments/${name}-shipments`)
  return {
    order: [CreatedAt, AcknowledgedDate, UpdatedAt],
    shipment: shipment.CreatedAt,
    history: history.map((event: { Type: string; OccurredAt: string }) => [
      event.Type,
      event.OccurredAt,
    ]),
  }
}

test('an order that is moved back keeps its story, with the given times; others keep theirs', async () => {
  for (const name of ['MOVED', 'KEPT']) {
    await acknowledgedOrder(api, name, [{ quantity: 1 }])
    const shipment = aRecord('shipments', name, { 1: 1 })
    const named = { ...shipment, MerchantShipmentReference: `${name}-shipments` }
    expect((await api.merchant('POST', '/v2/shipments', named)).status).toBe(201)
  }
  const before = await timesOf('KEPT')
  const { body } = await api.merchant('GET', '/v2/orders/MOVED')
  const [placed, acknowledged, shipped] = [1, 2, 3].map((day) => new Date(`2026-03-0${day}`))
  const times = { placed, acknowledged, shipped } as Record<string, Date>
  await dateBackOrders(api.database, api.customer.customerId, [{ id: body.Id, times }])
  const [first, second, third] = ['01', '02', '03'].map((day) => `2026-03-${day}T00:00:00.000Z`)
  expect(await timesOf('MOVED')).toEqual({
    order: [first, second, third],
    shipment: third,
    history: [
      ['CREATED', first],
      ['ACKNOWLEDGED', second],
      ['SHIPPED', third],
    ],
  })
  expect(await timesOf('KEPT')).toEqual(before)
})
