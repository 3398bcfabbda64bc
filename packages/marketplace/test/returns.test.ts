import { queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, SCOPES } from '../src/index.ts'
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

const shipped = async (reference: string, lines: readonly SoldLine[], change: object = {}) => {
  const order = await acknowledgedOrder(api, reference, lines, change)
  const quantities = Object.fromEntries(lines.map((line, index) => [index + 1, line.quantity]))
  expect((await record(api, 'shipments', reference, quantities)).status).toBe(201)
  return order
}
const line = (reference: string, change: object) => ({
  MerchantOrderLineReference: reference,
  ...change,
})
const returned = async (order: string, Lines: readonly object[], change: object = {}) =>
  await record(api, 'returns', order, {}, { Lines, ...change })
const decide = async (reference: string, body: object) =>
  await api.merchant('PUT', `/v2/returns/${encodeURIComponent(reference)}`, body)

const DECIDED = 'MARKET_RETURN_DECIDED'

describe('POST /v2/returns by the merchant', () => {
  test('takes units back and refunds the accepted ones, with and without VAT', async () => {
    await shipped('R-1', [{ quantity: 3 }, { quantity: 1, price: 6.4, product: 'TEA' }])
    const request = aRecord(
      'returns',
      'R-1',
      {},
      {
        ChannelReturnReference: 'shop-1',
        Reason: 'PRODUCT_DEFECT',
        CustomerComment: 'Broken',
        MerchantComment: 'Sorry',
        Status: 'ACCEPTED',
        Lines: [line('R-1-1', { Quantity: 2 }), line('R-1-2', { Quantity: 1 })],
      },
    )
    const answer = await api.merchant('POST', '/v2/returns', request)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...request,
      Restock: null,
      Actions: [
        { Name: 'decide', IsAllowed: false, Reason: expect.objectContaining({ Code: DECIDED }) },
      ],
      Id: expect.any(Number),
      OrderId: expect.any(Number),
      ChannelId: api.channel.channelId,
      ChannelOrderReference: 'R-1',
      CurrencyCode: 'EUR',
      // 26.30, of it VAT 3.4537 and 0.5284: 3.98.
      RefundInclVat: 26.3,
      RefundExclVat: 22.32,
      Lines: [
        {
          MerchantOrderLineReference: 'R-1-1',
          ChannelOrderLineReference: '1',
          MerchantProductReference: 'MUG',
          Quantity: 2,
          AcceptedQuantity: 2,
          RejectedQuantity: 0,
          RefundInclVat: 19.9,
          RefundExclVat: 16.4462,
          ManualRefundInclVat: null,
          ManualRefundExclVat: null,
        },
        {
          MerchantOrderLineReference: 'R-1-2',
          ChannelOrderLineReference: '2',
          MerchantProductReference: 'TEA',
          Quantity: 1,
          AcceptedQuantity: 1,
          RejectedQuantity: 0,
          RefundInclVat: 6.4,
          RefundExclVat: 5.8715,
          ManualRefundInclVat: null,
          ManualRefundExclVat: null,
        },
      ],
      CreatedAt: expect.any(String),
      UpdatedAt: expect.any(String),
    })
    expect(await progressOf(api, 'R-1')).toEqual([
      'SHIPPED',
      'SHIPPED 3/3/0/0/2',
      'RETURNED 1/1/0/0/1',
    ])
    await returned('R-1', [line('R-1-1', { Quantity: 1 })])
    expect((await progressOf(api, 'R-1'))[0]).toBe('RETURNED')
  })

  test('of units that are not shipped or already returned is refused', async () => {
    await acknowledgedOrder(api, 'R-2', [{ quantity: 3 }])
    expect(await returned('R-2', [line('R-2-1', { Quantity: 1 })])).toMatchObject({
      status: 409,
      body: {
        code: 'MARKET_QUANTITY_EXCEEDED',
        detail: expect.stringContaining('0 of the line are shipped and not returned (3 ordered)'),
      },
    })
    await record(api, 'shipments', 'R-2', { 1: 2 })
    expect((await returned('R-2', [line('R-2-1', { Quantity: 1 })])).status).toBe(201)
    expect((await returned('R-2', [line('R-2-1', { Quantity: 2 })])).status).toBe(409)
  })

  test.each([
    ['accepted and rejected beyond the returned', { AcceptedQuantity: 1, RejectedQuantity: 2 }, {}],
    ['ACCEPTED with all rejected', { RejectedQuantity: 2 }, { Status: 'ACCEPTED' }],
    ['ON_THE_WAY with all decided', { AcceptedQuantity: 2 }, { Status: 'ON_THE_WAY' }],
    ['more without VAT than with', { RefundInclVat: 1, RefundExclVat: 1.01 }, {}],
    ['a total below its lines', { RefundInclVat: 5 }, { RefundInclVat: 4 }],
  ])('refuses %s with 400', async (_, named, change) => {
    const order = `R-3-${Math.random()}`.slice(0, 30)
    await shipped(order, [{ quantity: 2 }])
    const answer = await returned(order, [line(`${order}-1`, { Quantity: 2, ...named })], change)
    expect(answer).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_INPUT' } })
    expect((await progressOf(api, order))[1]).toBe('SHIPPED 2/2/0/0/0')
  })

  test.each([
    ['a refund', { RefundInclVat: 19.91 }, {}],
    ['a refund with little of it without VAT', { RefundInclVat: 19.91, RefundExclVat: 1 }, {}],
    ['a refund without VAT', { RefundExclVat: 16.46 }, {}],
    ['a manual refund', { AcceptedQuantity: 1, ManualRefundInclVat: 19.91 }, {}],
    ['a refund of rejected units', { RejectedQuantity: 1, RefundInclVat: 9.96 }, {}],
    ['a total', {}, { RefundInclVat: 24.86 }],
    ['a total without VAT', {}, { RefundInclVat: 24.85, RefundExclVat: 20.55 }],
  ])('refuses %s above the paid amount with 409', async (_, named, change) => {
    const order = `R-4-${Math.random()}`.slice(0, 30)
    await shipped(order, [{ quantity: 2 }], { ShippingCostsInclVat: 4.95 })
    const answer = await returned(order, [line(`${order}-1`, { Quantity: 2, ...named })], change)
    expect(answer).toMatchObject({ status: 409, body: { code: 'MARKET_REFUND_EXCEEDED' } })
    expect((await progressOf(api, order))[1]).toBe('SHIPPED 2/2/0/0/0')
  })

  test('accepts a total up to the paid amount including shipping costs, which are then used up', async () => {
    await shipped('R-5', [{ quantity: 2 }], { ShippingCostsInclVat: 4.95 })
    const first = await returned('R-5', [line('R-5-1', { Quantity: 1 })], {
      RefundInclVat: 13.95,
      RefundExclVat: 11.53,
    })
    expect(first).toMatchObject({
      status: 201,
      body: { RefundInclVat: 13.95, RefundExclVat: 11.53, Lines: [{ RefundInclVat: 9.95 }] },
    })
    const more = await returned('R-5', [line('R-5-1', { Quantity: 1 })], { RefundInclVat: 10.91 })
    expect(more).toMatchObject({
      status: 409,
      body: {
        errors: [
          { path: '/RefundInclVat', message: expect.stringContaining('must be at most 10.9:') },
        ],
      },
    })
    const rest = await returned('R-5', [line('R-5-1', { Quantity: 1 })], { RefundInclVat: 10.9 })
    expect(rest.status).toBe(201)
    const row = await queryFirst(
      api.database,
      sql`
      select sum(refund_incl_vat)::float8 as refunded from marketplace.fulfilments f
      join marketplace.orders o using (customer_id, order_id) where merchant_reference = 'R-5'`,
    )
    expect(row?.refunded).toBe(24.85)
  })

  test('uses a manual refund instead of the calculated one', async () => {
    await shipped('R-6', [{ quantity: 2 }])
    const answer = await returned('R-6', [
      line('R-6-1', { Quantity: 2, AcceptedQuantity: 2, ManualRefundInclVat: 12.1 }),
    ])
    expect(answer.body).toMatchObject({
      Status: 'ACCEPTED',
      RefundInclVat: 12.1,
      RefundExclVat: 10,
      Lines: [{ RefundInclVat: 19.9, ManualRefundInclVat: 12.1, ManualRefundExclVat: 10 }],
    })
  })
})

describe('PUT /v2/returns', () => {
  test('updates the total for an amount without VAT that a line changes, and otherwise keeps the named total', async () => {
    await shipped('R-EXCL', [{ quantity: 1 }])
    const named = { Quantity: 1, RefundInclVat: 5, RefundExclVat: 4 }
    const { body } = await returned('R-EXCL', [line('R-EXCL-1', named)], { RefundExclVat: 3.9 })
    const reference = body.MerchantReturnReference
    const kept = await decide(reference, { MerchantComment: 'Received' })
    expect([kept.status, kept.body.RefundExclVat]).toEqual([200, 3.9])
    const changed = { RefundInclVat: 5, RefundExclVat: 3 }
    const answer = await decide(reference, { Lines: [line('R-EXCL-1', changed)] })
    expect(answer.body).toMatchObject({ RefundInclVat: 5, RefundExclVat: 3, Lines: [changed] })
  })

  test('decides in steps until the last unit, and cannot be changed afterwards', async () => {
    await shipped('D-1', [{ quantity: 3 }])
    const { body } = await returned('D-1', [line('D-1-1', { Quantity: 3 })])
    expect(body).toMatchObject({ Status: 'ON_THE_WAY', RefundInclVat: 0 })
    const name = body.MerchantReturnReference
    const part = await decide(name, { Lines: [line('D-1-1', { AcceptedQuantity: 1 })] })
    expect(part).toMatchObject({ status: 200, body: { Status: 'ON_THE_WAY', RefundInclVat: 9.95 } })
    const changed = await decide(name, { Lines: [line('D-1-1', { AcceptedQuantity: 2 })] })
    expect(changed.body.RefundInclVat).toBe(19.9)
    expect(await progressOf(api, 'D-1')).toEqual(['RETURNED', 'RETURNED 3/3/0/0/3'])
    const rest = { Lines: [line('D-1-1', { RejectedQuantity: 1 })], MerchantComment: 'One worn' }
    const decided = await decide(name, rest)
    expect(decided.body).toMatchObject({
      Status: 'ACCEPTED',
      MerchantComment: 'One worn',
      RefundInclVat: 19.9,
      Lines: [{ AcceptedQuantity: 2, RejectedQuantity: 1 }],
    })
    expect(await progressOf(api, 'D-1')).toEqual(['SHIPPED', 'SHIPPED 3/3/0/0/2'])
    expect((await decide(name, rest)).body).toEqual(decided.body)
    const other = await decide(name, { Lines: [line('D-1-1', { RejectedQuantity: 0 })] })
    expect(other).toMatchObject({ status: 409, body: { code: 'MARKET_RETURN_DECIDED' } })
    expect((await api.merchant('GET', `/v2/returns/${name}`)).body).toEqual(decided.body)
  })

  test('a rejected unit can be returned again, and its rejection can then no longer be undone', async () => {
    await shipped('D-2', [{ quantity: 2 }])
    const { body } = await returned('D-2', [line('D-2-1', { Quantity: 2, RejectedQuantity: 1 })])
    expect((await returned('D-2', [line('D-2-1', { Quantity: 1 })])).status).toBe(201)
    const answer = await decide(body.MerchantReturnReference, { Status: 'ACCEPTED', Lines: [] })
    expect(answer.body).toMatchObject({ Status: 'ACCEPTED', RefundInclVat: 9.95 })
    await shipped('D-3', [{ quantity: 2 }])
    const first = await returned('D-3', [line('D-3-1', { Quantity: 2, RejectedQuantity: 1 })])
    await returned('D-3', [line('D-3-1', { Quantity: 1 })])
    const { MerchantReturnReference: name } = first.body
    const undo = { Lines: [line('D-3-1', { RejectedQuantity: 0 })] }
    const exceeded = { status: 409, body: { code: 'MARKET_QUANTITY_EXCEEDED' } }
    expect(await api.merchant('POST', `/v2/returns/${name}/preview`, undo)).toMatchObject(exceeded)
    expect(await decide(name, undo)).toMatchObject(exceeded)
  })

  test('a refund that was paid in advance stays if its units are accepted, and prevents their rejection', async () => {
    await shipped('D-4', [{ quantity: 1 }])
    const { body } = await returned('D-4', [line('D-4-1', { Quantity: 1 })], { RefundInclVat: 5 })
    const name = body.MerchantReturnReference
    expect(body).toMatchObject({ Status: 'ON_THE_WAY', RefundInclVat: 5 })
    expect(await decide(name, { Status: 'REJECTED' })).toMatchObject({
      status: 409,
      body: { code: 'MARKET_REFUND_EXCEEDED' },
    })
    expect((await decide(name, { Status: 'ACCEPTED' })).body.RefundInclVat).toBe(5)
  })

  test('is previewed with the refund that it would then give, and the preview stores nothing', async () => {
    // 10.00 for three units: two returns of one unit are rounded, and the last makes up for it.
    await shipped('PREVIEW', [{ quantity: 3, price: 3.3333 }])
    const previewed: number[] = []
    for (const number of [1, 2, 3]) {
      const { body } = await returned('PREVIEW', [line('PREVIEW-1', { Quantity: 1 })])
      const path = `/v2/returns/${body.MerchantReturnReference}`
      for (const [decision, refund] of [
        [{ Status: 'REJECTED' }, 0],
        [{ Status: 'ACCEPTED', Lines: [line('PREVIEW-1', { ManualRefundInclVat: 1.5 })] }, 1.5],
      ] as const) {
        const seen = await api.merchant('POST', `${path}/preview`, decision)
        expect(seen).toMatchObject({
          status: 200,
          body: { Status: decision.Status, RefundInclVat: refund },
        })
      }
      const preview = await api.merchant('POST', `${path}/preview`, { Status: 'ACCEPTED' })
      expect((await api.merchant('GET', path)).body, String(number)).toEqual(body)
      const {
        Actions: _,
        UpdatedAt: __,
        ...decided
      } = (await decide(body.MerchantReturnReference, { Status: 'ACCEPTED' })).body
      expect(preview.body).toMatchObject(decided)
      previewed.push(preview.body.RefundInclVat)
    }
    expect(previewed).toEqual([3.33, 3.34, 3.33])
    const { Lines: lines, RefundedInclVat } = (await api.merchant('GET', '/v2/orders/PREVIEW')).body
    expect(RefundedInclVat).toBe(10)
    expect(lines[0].RefundedInclVat).toBeCloseTo(9.9999, 4)
  })

  test('is not previewed beyond what was paid, nor after the decision', async () => {
    await shipped('BEYOND', [{ quantity: 1, price: 5 }])
    const { body } = await returned('BEYOND', [line('BEYOND-1', { Quantity: 1 })])
    const path = `/v2/returns/${body.MerchantReturnReference}/preview`
    const change = { Status: 'ACCEPTED', Lines: [line('BEYOND-1', { ManualRefundInclVat: 5.01 })] }
    expect(await api.merchant('POST', path, change)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_REFUND_EXCEEDED' },
    })
    await decide(body.MerchantReturnReference, { Status: 'ACCEPTED' })
    expect(await api.merchant('POST', path, { Status: 'REJECTED' })).toMatchObject({
      status: 409,
      body: { code: DECIDED },
    })
  })

  test('of an unknown return or line is answered with 404, and of a channel with 403', async () => {
    await shipped('D-5', [{ quantity: 1 }, { quantity: 1 }])
    const { body } = await returned('D-5', [line('D-5-1', { Quantity: 1 })])
    const name = body.MerchantReturnReference
    expect((await decide('NONE', {})).status).toBe(404)
    const lines = { Lines: [line('D-5-2', { AcceptedQuantity: 1 })] }
    expect((await decide(name, lines)).status).toBe(404)
    const one = line('D-5-1', { AcceptedQuantity: 1 })
    expect((await decide(name, { Lines: [one, one] })).status).toBe(400)
    const path = `/v2/returns/${name}`
    expect((await api.channelCall('PUT', path, { Status: 'ACCEPTED' })).status).toBe(403)
  })
})

describe('a channel', () => {
  const aReturn = (order: string, change: object = {}) => ({
    ChannelReturnReference: `ret-${order}`,
    ChannelOrderReference: order,
    Reason: 'PRODUCT_UNSATISFACTORY',
    CustomerComment: 'Too small',
    Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
    ...change,
  })

  test('creates a return, the merchant sees it and decides, and the channel sees the decision', async () => {
    await shipped('CH-1', [{ quantity: 2 }])
    const created = await api.channelCall('POST', '/v2/returns', aReturn('CH-1'))
    const reference = `channel-${api.channel.channelId}-ret-CH-1`
    expect(created).toMatchObject({
      status: 201,
      body: {
        MerchantReturnReference: reference,
        ChannelReturnReference: 'ret-CH-1',
        MerchantOrderReference: 'CH-1',
        Status: 'ON_THE_WAY',
        RefundInclVat: 0,
      },
    })
    const again = await api.channelCall('POST', '/v2/returns', aReturn('CH-1'))
    expect([again.status, again.body]).toEqual([200, created.body])
    const other = await api.channelCall('POST', '/v2/returns', aReturn('CH-1', { Reason: 'OTHER' }))
    expect(other.status).toBe(409)
    // The merchant may decide on it.
    const ofMerchant = { ...created.body, Actions: expect.any(Array) }
    expect((await api.merchant('GET', '/v2/returns')).body).toContainEqual(ofMerchant)
    const decided = await decide(reference, { Status: 'ACCEPTED', MerchantComment: 'Fine' })
    expect(decided.body).toMatchObject({
      Status: 'ACCEPTED',
      RefundInclVat: 9.95,
      CustomerComment: 'Too small',
      MerchantComment: 'Fine',
    })
    const seen = await api.channelCall('GET', `/v2/returns/${reference}`)
    expect(seen.body).toEqual({ ...decided.body, Actions: [] })
  })

  test('cancels an order that is NEW or REQUIRES_CORRECTION, in part or in full, but no acknowledged order', async () => {
    const cancel = async (order: string, quantity: number, reference = `can-${order}`) =>
      await api.channelCall('POST', '/v2/cancellations', {
        ChannelCancellationReference: reference,
        ChannelOrderReference: order,
        ReasonCode: 'CLIENT_CANCELLED',
        Lines: [{ ChannelOrderLineReference: '1', Quantity: quantity }],
      })
    const order = await placeOrder(api, 'CH-2', [{ quantity: 3 }])
    expect((await cancel('CH-2', 1, 'part')).status).toBe(201)
    const partly = await api.merchant('GET', `/v2/orders/id/${order.Id}`)
    expect(partly.body).toMatchObject({ Status: 'NEW', Lines: [{ CancelledQuantity: 1 }] })
    const full = await cancel('CH-2', 2)
    expect(full.body).toMatchObject({
      MerchantReference: `channel-${api.channel.channelId}-can-CH-2`,
      ChannelCancellationReference: 'can-CH-2',
      MerchantOrderReference: null,
    })
    const gone = await api.merchant('GET', `/v2/orders/id/${order.Id}`)
    expect(gone.body.Status).toBe('CANCELED')
    const newOrders = (await api.merchant('GET', '/v2/orders/new')).body
    expect(newOrders.map((one: { Id: number }) => one.Id)).not.toContain(order.Id)
    const acknowledgement = {
      OrderId: order.Id,
      MerchantOrderReference: 'CH-2',
      Lines: [{ OrderLineId: order.Lines[0].Id, MerchantOrderLineReference: 'CH-2-1' }],
    }
    expect(await api.merchant('POST', '/v2/orders/acknowledge', acknowledgement)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_ORDER_STATUS' },
    })
    await acknowledgedOrder(api, 'CH-3', [{ quantity: 1 }])
    expect(await cancel('CH-3', 1)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_ORDER_STATUS', detail: expect.stringContaining('IN_PROGRESS') },
    })
    const flagged = await placeOrder(api, 'CH-4', [{ quantity: 1, product: 'LATE' }])
    await cancel('CH-4', 1)
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'LATE', Name: 'Late' })
    const late = await api.merchant('GET', `/v2/orders/id/${flagged.Id}`)
    expect(late.body).toMatchObject({ Status: 'CANCELED', Corrections: [] })
  })

  test('can use its own orders only, and cannot name lines of orders that are not acknowledged with the name "null"', async () => {
    const { key } = await addChannel(api, { name: 'Other' })
    await shipped('CH-6', [{ quantity: 1 }])
    const foreign = await api.channelCall('POST', '/v2/returns', aReturn('CH-6'), { key })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'MARKET_NOT_FOUND' } })
    await placeOrder(api, 'CH-7', [{ quantity: 1 }])
    const cancellation = {
      ChannelCancellationReference: 'null',
      ChannelOrderReference: 'CH-7',
      Lines: [{ MerchantOrderLineReference: 'null', Quantity: 1 }],
    }
    const nameless = await api.channelCall('POST', '/v2/cancellations', cancellation)
    expect(nameless.status).toBe(404)
    const mixed = [{ ChannelOrderLineReference: '1', Quantity: 1 }, ...cancellation.Lines]
    const both = { ...cancellation, Lines: mixed }
    expect((await api.channelCall('POST', '/v2/cancellations', both)).status).toBe(404)
  })

  test('cannot create the records of merchants, nor set their references', async () => {
    await shipped('CH-5', [{ quantity: 1 }])
    for (const path of ['shipments', 'backorders'] as const) {
      const answer = await api.channelCall('POST', `/v2/${path}`, aRecord(path, 'CH-5', { 1: 1 }))
      expect(answer.status).toBe(403)
    }
    const merchants = aRecord('returns', 'CH-5', { 1: 1 })
    expect((await api.channelCall('POST', '/v2/returns', merchants)).status).toBe(400)
    const decided = aReturn('CH-5', {
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 1, AcceptedQuantity: 1 }],
    })
    expect((await api.channelCall('POST', '/v2/returns', decided)).status).toBe(400)
    const taken = await record(
      api,
      'returns',
      'CH-5',
      { 1: 1 },
      { MerchantReturnReference: 'channel-1-x' },
    )
    expect(taken).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/MerchantReturnReference' }] },
    })
    const mismatch = aReturn('CH-5', { MerchantOrderReference: 'CH-1' })
    expect((await api.channelCall('POST', '/v2/returns', mismatch)).status).toBe(400)
  })
})

describe('the amounts of an order with prices of more decimals than its currency', () => {
  beforeAll(async () => {
    const input = { kind: 'merchant' as const, label: 'Owner', scopes: [...SCOPES.merchant] }
    const { key } = expectDone(await createApiKey(api.database, api.customer.customerId, input))
    const rates = ['JPY', 'KWD'].map((CurrencyCode) => ({
      CurrencyCode,
      Date: '2026-11-20',
      Rate: 0.5,
    }))
    expect((await api.merchant('PUT', '/v2/rates', rates, { key })).status).toBe(200)
  })
  const paidIn = async (reference: string, currency: string, quantity: number, price: number) => {
    return await shipped(reference, [{ quantity, price }], {
      CurrencyCode: currency,
      OrderDate: '2026-11-20T10:00:00Z',
      ShippingCostsInclVat: 0,
    })
  }

  test.each([
    ['EUR', 9, 16.7476, 150.73],
    ['JPY', 3, 1127.5, 3383],
    ['KWD', 3, 1.2345, 3.704],
  ])(
    'in %s are what was paid, and a buyer gets back exactly that, at once or unit by unit',
    async (...given) => {
      const [currency, quantity, price, total] = given
      const [whole, named, parts] = ['whole', 'named', 'parts'].map((name) => `${name}-${currency}`)
      const order = await paidIn(whole as string, currency, quantity, price)
      expect(order.OriginalTotalInclVat).toBe(total)
      const all = [line(`${whole}-1`, { Quantity: quantity, AcceptedQuantity: quantity })]
      const answer = await returned(whole as string, all)
      expect([answer.status, answer.body.RefundInclVat]).toEqual([201, total])

      await paidIn(named as string, currency, quantity, price)
      const amount = { Quantity: quantity, AcceptedQuantity: quantity, RefundInclVat: total }
      const paidBack = await returned(named as string, [line(`${named}-1`, amount)])
      expect([paidBack.status, paidBack.body.RefundInclVat]).toEqual([201, total])

      await paidIn(parts as string, currency, quantity, price)
      let sum = 0
      let last = ''
      for (let unit = 0; unit < quantity; unit += 1) {
        const one = await returned(parts as string, [line(`${parts}-1`, { Quantity: 1 })])
        last = one.body.MerchantReturnReference
        const decided = await decide(last, { Status: 'ACCEPTED' })
        expect(decided.status).toBe(200)
        sum += decided.body.RefundInclVat * 10_000
      }
      expect(Math.round(sum)).toBe(Math.round(total * 10_000))
      // A repeated decision changes nothing.
      expect((await decide(last, { Status: 'ACCEPTED' })).status).toBe(200)
    },
  )
})
