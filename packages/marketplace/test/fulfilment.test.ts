import { execute, query, queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addChannel, createTestApi, type TestApi } from './api.ts'
import {
  acknowledgedOrder,
  aRecord,
  createProducts,
  placeOrder,
  progressOf,
  record,
  type SoldLine,
} from './fulfilment-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

const acknowledged = async (reference: string, lines: readonly SoldLine[]) =>
  await acknowledgedOrder(api, reference, lines)
const progress = async (order: string) => await progressOf(api, order)

describe('POST /v2/shipments', () => {
  test('ships part of an order and returns the shipment with 201', async () => {
    await acknowledged('S-1', [{ quantity: 3 }, { quantity: 2 }])
    const shipment = {
      MerchantShipmentReference: 'SHIP-1',
      MerchantOrderReference: 'S-1',
      ChannelOrderReference: 'S-1',
      TrackTraceNo: '3SABC',
      TrackTraceUrl: 'https://track.example/3SABC',
      Method: 'PostNL',
      ShipmentMethod: { Id: 4, Name: 'Parcel' },
      ShipmentMethodId: 4,
      Lines: [{ MerchantOrderLineReference: 'S-1-1', Quantity: 2 }],
    }
    const answer = await api.merchant('POST', '/v2/shipments', shipment)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...shipment,
      OrderId: expect.any(Number),
      ChannelId: api.channel.channelId,
      ShipmentMethod: { Id: 4, Name: 'Parcel', TrackTraceLink: null, ExpectedShippingTime: null },
      Id: expect.any(Number),
      Lines: [{ MerchantOrderLineReference: 'S-1-1', ChannelOrderLineReference: '1', Quantity: 2 }],
      CreatedAt: expect.any(String),
      UpdatedAt: expect.any(String),
      Status: 'SHIPPED',
      VoidedAt: null,
      Parcels: [
        {
          ...{ TrackTraceNo: '3SABC', TrackTraceUrl: 'https://track.example/3SABC' },
          ...{ Method: 'PostNL', Lines: [], TrackingPage: 'https://track.example/3SABC' },
        },
      ],
      Actions: ['change', 'void'].map((Name) => ({ Name, IsAllowed: true, Reason: null })),
    })
    expect(await progress('S-1')).toEqual([
      'IN_PROGRESS',
      'IN_PROGRESS 3/2/0/0/0',
      'IN_PROGRESS 2/0/0/0/0',
    ])
    expect((await api.merchant('GET', '/v2/shipments/SHIP-1')).body).toEqual(answer.body)
  })

  test('ships all open units of lines without a quantity, and the order becomes SHIPPED', async () => {
    await acknowledged('S-2', [{ quantity: 3 }, { quantity: 2 }])
    const Lines = [
      { MerchantOrderLineReference: 'S-2-2' },
      { ChannelOrderLineReference: '1', Quantity: 1 },
      { MerchantOrderLineReference: 'S-2-1', Quantity: null },
    ]
    const { status, body } = await record(api, 'shipments', 'S-2', {}, { Lines })
    expect(status).toBe(201)
    expect(body.Lines.map((line: { Quantity: number }) => line.Quantity)).toEqual([3, 2])
    expect(await progress('S-2')).toEqual(['SHIPPED', 'SHIPPED 3/3/0/0/0', 'SHIPPED 2/2/0/0/0'])
  })

  test('adds up the quantities of a line that is named twice', async () => {
    await acknowledged('S-3', [{ quantity: 3 }])
    const line = { MerchantOrderLineReference: 'S-3-1', Quantity: 2 }
    const twice = await record(api, 'shipments', 'S-3', {}, { Lines: [line, line] })
    expect(twice).toMatchObject({
      status: 409,
      body: {
        code: 'MARKET_QUANTITY_EXCEEDED',
        errors: [
          {
            path: '/Lines/0/Quantity',
            message: 'comes to 4, but 3 of the line are open (3 ordered)',
          },
        ],
      },
    })
    const fit = await record(
      api,
      'shipments',
      'S-3',
      {},
      { Lines: [line, { ...line, Quantity: 1 }] },
    )
    expect(fit).toMatchObject({ status: 201, body: { Lines: [{ Quantity: 3 }] } })
  })

  test('stores nothing if one line is invalid', async () => {
    await acknowledged('S-4', [{ quantity: 3 }, { quantity: 2 }])
    const answer = await record(api, 'shipments', 'S-4', { 1: 3, 2: 3 })
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ path: '/Lines/1/Quantity' }] },
    })
    const unknown = await record(api, 'shipments', 'S-4', { 1: 3, 9: 1 })
    expect(unknown).toMatchObject({
      status: 404,
      body: { errors: [{ path: '/Lines/1/MerchantOrderLineReference' }] },
    })
    expect(await progress('S-4')).toEqual([
      'IN_PROGRESS',
      'IN_PROGRESS 3/0/0/0/0',
      'IN_PROGRESS 2/0/0/0/0',
    ])
    const row = await queryFirst(
      api.database,
      sql`select count(*)::int as count from marketplace.fulfilments f
      join marketplace.orders o using (customer_id, order_id) where o.merchant_reference = 'S-4'`,
    )
    expect(row?.count).toBe(0)
  })

  test('returns the first shipment with 200 for a repeat, and refuses other content with 409', async () => {
    await acknowledged('S-5', [{ quantity: 3 }])
    const shipment = aRecord('shipments', 'S-5', { 1: 3 }, { TrackTraceNo: null })
    const first = await api.merchant('POST', '/v2/shipments', shipment)
    const { TrackTraceNo: _, ...same } = shipment
    const again = await api.merchant('POST', '/v2/shipments', same)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body).toEqual(first.body)
    const other = await api.merchant('POST', '/v2/shipments', { ...same, TrackTraceNo: '1' })
    expect(other).toMatchObject({ status: 409, body: { code: 'MARKET_REFERENCE_IN_USE' } })
    expect(await progress('S-5')).toEqual(['SHIPPED', 'SHIPPED 3/3/0/0/0'])
  })

  test('a reference names one content, for cancellations, backorders and returns too', async () => {
    await acknowledged('S-5b', [{ quantity: 5 }])
    await record(api, 'shipments', 'S-5b', { 1: 2 })
    for (const path of ['backorders', 'cancellations', 'returns'] as const) {
      const first = aRecord(path, 'S-5b', { 1: 1 })
      expect((await api.merchant('POST', `/v2/${path}`, first)).status).toBe(201)
      const other = { ...first, Lines: first.Lines.map((line) => ({ ...line, Quantity: 2 })) }
      expect(await api.merchant('POST', `/v2/${path}`, other)).toMatchObject({
        status: 409,
        body: { code: 'MARKET_REFERENCE_IN_USE' },
      })
    }
  })

  test('distinguishes references by case, and allows the same reference for other kinds', async () => {
    await acknowledged('S-6', [{ quantity: 9 }])
    for (const reference of ['REF', 'ref', 'a/b c', 'é'.repeat(250)]) {
      const named = { MerchantShipmentReference: reference }
      expect((await record(api, 'shipments', 'S-6', { 1: 1 }, named)).status).toBe(201)
      const path = `/v2/shipments/${encodeURIComponent(reference)}`
      expect((await api.merchant('GET', path)).body).toMatchObject(named)
    }
    const cancelled = await record(
      api,
      'cancellations',
      'S-6',
      { 1: 1 },
      { MerchantReference: 'REF' },
    )
    expect(cancelled.status).toBe(201)
  })

  test('accepts only all open units of a line if the channel does not support partial lines', async () => {
    const { key } = await addChannel(api, { name: 'Whole lines', canShipPartialOrderLines: false })
    const order = await placeOrder(api, 'S-7', [{ quantity: 3 }, { quantity: 2 }], {}, key)
    await api.merchant('POST', '/v2/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference: 'S-7',
      Lines: order.Lines.map((line: { Id: number }, index: number) => ({
        OrderLineId: line.Id,
        MerchantOrderLineReference: `S-7-${index + 1}`,
      })),
    })
    const part = await record(api, 'shipments', 'S-7', { 1: 2, 2: 2 })
    expect(part).toMatchObject({
      status: 409,
      body: {
        code: 'MARKET_PARTIAL_LINE',
        errors: [
          {
            path: '/Lines/0/Quantity',
            message: 'must be 3, which is all that is open of the line',
          },
        ],
      },
    })
    await record(api, 'cancellations', 'S-7', { 1: 1 })
    expect((await record(api, 'shipments', 'S-7', { 1: 2 })).status).toBe(201)
    expect((await record(api, 'shipments', 'S-7', { 2: 2 })).status).toBe(201)
  })

  test('of an order that is not acknowledged is refused with the reason, by either reference', async () => {
    await placeOrder(api, 'S-8', [{ quantity: 1 }])
    const answers = [
      await record(api, 'shipments', 'S-8', { 1: 1 }),
      await record(api, 'returns', 'X', { 1: 1 }, { ChannelOrderReference: 'S-8' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'MARKET_ORDER_STATUS',
          detail: expect.stringContaining('NEW and not acknowledged'),
        },
      })
    }
  })
})

describe('PUT /v2/shipments', () => {
  test('adds tracking later, keeps values that are not named, and a repeat of the POST returns it', async () => {
    await acknowledged('T-1', [{ quantity: 3 }])
    const shipment = aRecord('shipments', 'T-1', { 1: 3 }, { Method: 'DHL' })
    const first = await api.merchant('POST', '/v2/shipments', shipment)
    const path = `/v2/shipments/${first.body.MerchantShipmentReference}`
    // Dates are told by the millisecond: on a fast machine both would be of one.
    await execute(
      api.database,
      sql`update marketplace.fulfilments set updated_at = updated_at - interval '1 second'
      where reference = ${first.body.MerchantShipmentReference}`,
    )
    const changed = await api.merchant('PUT', path, { TrackTraceNo: 'T1', Method: null })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...first.body,
      TrackTraceNo: 'T1',
      Parcels: [
        {
          ...first.body.Parcels[0],
          TrackTraceNo: 'T1',
          TrackingPage: expect.stringContaining('T1'),
        },
      ],
      UpdatedAt: changed.body.UpdatedAt,
    })
    expect(changed.body.UpdatedAt > first.body.UpdatedAt).toBe(true)
    const same = await api.merchant('PUT', path, { TrackTraceNo: 'T1' })
    expect(same.body).toEqual(changed.body)
    const again = await api.merchant('POST', '/v2/shipments', shipment)
    expect([again.status, again.body]).toEqual([200, changed.body])
    expect((await api.merchant('PUT', '/v2/shipments/NONE', {})).status).toBe(404)
    expect((await api.merchant('PUT', path, { Lines: [] })).status).toBe(400)
  })
})

describe('POST /v2/cancellations', () => {
  test('cancels a part and then the rest, and the order becomes CANCELED', async () => {
    await acknowledged('C-1', [{ quantity: 3 }])
    const part = await record(
      api,
      'cancellations',
      'C-1',
      { 1: 1 },
      { ReasonCode: 'CLIENT_CANCELLED', Reason: 'Changed\nher mind' },
    )
    expect(part).toMatchObject({
      status: 201,
      body: { ReasonCode: 'CLIENT_CANCELLED', Reason: 'Changed\nher mind' },
    })
    expect(await progress('C-1')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 3/0/1/0/0'])
    await record(api, 'cancellations', 'C-1', { 1: 2 }, { ReasonCode: 'NOT_IN_STOCK' })
    expect(await progress('C-1')).toEqual(['CANCELED', 'CANCELED 3/0/3/0/0'])
    expect(await record(api, 'cancellations', 'C-1', { 1: 1 })).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining('0 of the line are open (3 ordered, 3 cancelled)'),
      },
    })
  })

  test("with a reason that means 'could not be supplied' makes the rest of a shipped order MANCO", async () => {
    await acknowledged('C-2', [{ quantity: 3 }, { quantity: 1 }])
    await record(api, 'shipments', 'C-2', { 1: 2 })
    await record(api, 'cancellations', 'C-2', { 1: 1, 2: 1 }, { ReasonCode: 'DAMAGED' })
    expect(await progress('C-2')).toEqual(['MANCO', 'MANCO 3/2/1/0/0', 'CANCELED 1/0/1/0/0'])
    const { body } = await api.merchant('GET', '/v2/orders/C-2')
    expect(body.Lines[0].MancoQuantity).toBe(1)
    await acknowledged('C-3', [{ quantity: 3 }])
    await record(api, 'shipments', 'C-3', { 1: 2 })
    await record(api, 'cancellations', 'C-3', { 1: 1 }, { ReasonCode: 'CLIENT_CANCELLED' })
    expect(await progress('C-3')).toEqual(['SHIPPED', 'SHIPPED 3/2/1/0/0'])
  })
})

describe('POST /v2/backorders', () => {
  test('puts units in backorder; units in stock are shipped first, and shipping all units ends the backorder', async () => {
    await acknowledged('B-1', [{ quantity: 5 }])
    expect((await record(api, 'backorders', 'B-1', { 1: 3 })).status).toBe(201)
    expect(await progress('B-1')).toEqual(['IN_PROGRESS', 'IN_PROGRESS 5/0/0/3/0'])
    await record(api, 'shipments', 'B-1', { 1: 2 })
    expect(await progress('B-1')).toEqual(['IN_BACKORDER', 'IN_BACKORDER 5/2/0/3/0'])
    expect(await record(api, 'backorders', 'B-1', { 1: 1 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('0 of the line are open and not in backorder') },
    })
    await record(api, 'shipments', 'B-1', { 1: 1 })
    await record(api, 'cancellations', 'B-1', { 1: 1 })
    expect(await progress('B-1')).toEqual(['IN_BACKORDER', 'IN_BACKORDER 5/3/1/1/0'])
    await record(api, 'shipments', 'B-1', { 1: 1 })
    expect(await progress('B-1')).toEqual(['SHIPPED', 'SHIPPED 5/4/1/0/0'])
  })
})

describe('closing and combining orders', () => {
  const close = async (order: string) => await api.merchant('POST', `/v2/orders/${order}/close`)
  const combine = async (order: string, ...others: readonly string[]) =>
    await api.merchant('PUT', `/v2/orders/${order}/combination`, {
      MerchantOrderReferences: others,
    })
  const statuses = async (...orders: readonly string[]) =>
    await Promise.all(orders.map(async (order) => (await progress(order))[0]))

  test('a CLOSED order cannot be shipped, cancelled or put in backorder, but can be returned and reopened', async () => {
    await acknowledged('K-1', [{ quantity: 3 }])
    await record(api, 'shipments', 'K-1', { 1: 1 })
    expect((await close('K-1')).body.Status).toBe('CLOSED')
    expect((await close('K-1')).body.Status).toBe('CLOSED')
    for (const path of ['shipments', 'cancellations', 'backorders'] as const) {
      expect(await record(api, path, 'K-1', { 1: 1 })).toMatchObject({
        status: 409,
        body: { code: 'MARKET_ORDER_STATUS', detail: expect.stringContaining('CLOSED') },
      })
    }
    expect((await record(api, 'returns', 'K-1', { 1: 1 })).status).toBe(201)
    const reopened = await api.merchant('POST', '/v2/orders/K-1/reopen')
    expect(reopened.body.Status).toBe('IN_PROGRESS')
    expect((await close('NONE')).status).toBe(404)
  })

  test('a finished order is IN_COMBI until the orders combined with it are finished; then all are CLOSED', async () => {
    for (const order of ['K-2', 'K-3', 'K-4']) await acknowledged(order, [{ quantity: 1 }])
    expect((await combine('K-2', 'K-3', 'K-4', 'K-2')).body.Status).toBe('IN_PROGRESS')
    await record(api, 'shipments', 'K-2', { 1: 1 })
    await record(api, 'shipments', 'K-3', { 1: 1 })
    expect(await statuses('K-2', 'K-3', 'K-4')).toEqual(['IN_COMBI', 'IN_COMBI', 'IN_PROGRESS'])
    await record(api, 'shipments', 'K-4', { 1: 1 })
    expect(await statuses('K-2', 'K-3', 'K-4')).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
  })

  test('an order that leaves a combination no longer counts for it, and a combination of one order ends', async () => {
    for (const order of ['K-5', 'K-6', 'K-7']) await acknowledged(order, [{ quantity: 1 }])
    await combine('K-5', 'K-6', 'K-7')
    await record(api, 'shipments', 'K-5', { 1: 1 })
    await record(api, 'shipments', 'K-6', { 1: 1 })
    await combine('K-7')
    expect(await statuses('K-5', 'K-6', 'K-7')).toEqual(['CLOSED', 'CLOSED', 'IN_PROGRESS'])
    await combine('K-6')
    expect(await statuses('K-5', 'K-6')).toEqual(['SHIPPED', 'SHIPPED'])
    const rows = await query(
      api.database,
      sql`select 1 from marketplace.orders
      where merchant_reference in ('K-5', 'K-6', 'K-7') and combination_id is not null`,
    )
    expect(rows).toEqual([])
  })

  test('an order of another combination is refused, and so is an unknown one', async () => {
    for (const order of ['K-8', 'K-9', 'K-10']) await acknowledged(order, [{ quantity: 1 }])
    await combine('K-8', 'K-9')
    expect(await combine('K-10', 'K-9')).toMatchObject({
      status: 409,
      body: { code: 'MARKET_ORDER_STATUS' },
    })
    expect(await combine('K-10', 'NONE')).toMatchObject({
      status: 404,
      body: { errors: [{ path: '/MerchantOrderReferences' }] },
    })
    expect((await combine('K-8', 'K-10')).status).toBe(200)
    await record(api, 'shipments', 'K-9', { 1: 1 })
    expect(await statuses('K-9')).toEqual(['SHIPPED'])
  })
})
