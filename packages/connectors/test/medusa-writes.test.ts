import { createClient } from '@entrepot/rest'
import { type FakeReply, fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, test } from 'vitest'
import type { CancellationToWrite, MerchantShop, OrderToWrite } from '../src/adapter/merchant.ts'
import { medusa } from '../src/adapters/medusa/index.ts'

const MARK = 'entrepot:hub.example/1/order/2/A-1'

/** A Medusa that answers from a table, and notes what was asked. */
function shopOf(answers: Readonly<Record<string, FakeReply | ((body: Body) => unknown)>>) {
  const calls: string[] = []
  const transport = fakeTransport([
    {
      reply: ({ method, url, body }) => {
        const path = new URL(url).pathname.replace('/admin/', '')
        const call = `${method} ${path}`
        calls.push(call)
        const answer = answers[call] ?? ALWAYS[call]
        if (answer === undefined) return { statusCode: 404, json: { message: call } }
        if (typeof answer !== 'function') return answer
        return { json: answer(body ? JSON.parse(String(body)) : {}) }
      },
    },
  ])
  const shop = medusa.open({
    role: 'merchant',
    settings: { url: 'https://shop.example', salesChannelId: 'sc_1', shippingOptionId: 'so_1' },
    secrets: { apiKey: 'sk_1' },
    http: createClient({ transport }),
  })
  return { merchant: shop.merchant as Required<MerchantShop>, calls }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of requests
type Body = any

const ALWAYS: Readonly<Record<string, FakeReply>> = {
  'GET regions': {
    json: {
      regions: [
        { id: 'reg_1', name: 'Europe', currency_code: 'eur', countries: [{ iso_2: 'nl' }] },
      ],
    },
  },
  'GET price-preferences': { json: { price_preferences: [] } },
  'GET draft-orders': { json: { draft_orders: [] } },
  'GET orders': { json: { orders: [] } },
  'DELETE draft-orders/d_1': { json: {} },
  'POST draft-orders/d_1/convert-to-order': { json: {} },
  'POST payment-collections': { json: { payment_collection: { id: 'pc_1' } } },
  'POST payment-collections/pc_1/mark-as-paid': { json: {} },
}

const order = (more: object = {}): OrderToWrite =>
  ({
    order: {
      ChannelName: 'Market',
      ChannelReference: 'A-1',
      CurrencyCode: 'EUR',
      Email: '',
      ShippingAddress: { CountryIso: 'NL' },
      BillingAddress: {},
      OriginalTotalInclVat: 12.1,
      OriginalDiscountInclVat: 0,
      OriginalShippingCostsInclVat: 0,
      ShippingVatRate: null,
      Lines: [
        {
          Id: 71,
          MerchantProductReference: 'LANTERN',
          Quantity: 1,
          CancelledQuantity: 0,
          OriginalUnitPriceInclVat: 12.1,
          OriginalDiscountInclVat: 0,
          OriginalOrderDiscountInclVat: 0,
          VatRate: 21,
        },
      ],
      ...more,
    },
    mark: MARK,
    productIds: new Map([['LANTERN', 'v_1']]),
  }) as unknown as OrderToWrite

/** A draft as Medusa computes it, with its own idea of whether prices contain tax. */
const drafted =
  (isInclusive: boolean, discount = 0) =>
  (body: Body) => {
    const [item] = body.items
    const total = Number(item.unit_price) * (isInclusive ? 1 : 1.21) - discount
    const taxed = { is_tax_inclusive: isInclusive, tax_lines: [{ rate: 21 }] }
    const items = [{ ...item, ...taxed, id: 'ordli_1', unit_price: Number(item.unit_price) }]
    return {
      draft_order: { id: 'd_1', display_id: 4, total, items, metadata: body.metadata, version: 1 },
    }
  }

describe('writing an order', () => {
  test('one draft is made, converted and marked as paid', async () => {
    const { merchant, calls } = shopOf({ 'POST draft-orders': drafted(false) })
    expect(await merchant.writeOrder(order())).toMatchObject({
      done: { shopId: 'd_1', reference: '4', lines: [{ lineId: 71, shopLineId: 'ordli_1' }] },
    })
    expect(calls.slice(-4)).toEqual([
      'POST draft-orders',
      'POST draft-orders/d_1/convert-to-order',
      'POST payment-collections',
      'POST payment-collections/pc_1/mark-as-paid',
    ])
  })

  test('a shop that taxes otherwise than expected gets a second draft, and the next order at once the right one', async () => {
    const { merchant, calls } = shopOf({ 'POST draft-orders': drafted(true) })
    expect(await merchant.writeOrder(order())).toHaveProperty('done')
    expect(calls.filter((call) => call === 'POST draft-orders')).toHaveLength(2)
    expect(calls.filter((call) => call === 'DELETE draft-orders/d_1')).toHaveLength(1)
    calls.length = 0
    expect(await merchant.writeOrder(order())).toHaveProperty('done')
    expect(calls.filter((call) => call === 'POST draft-orders')).toHaveLength(1)
  })

  test('a promotion that the shop applies by itself is a problem, and neither draft nor order stays', async () => {
    const { merchant, calls } = shopOf({ 'POST draft-orders': drafted(false, 1) })
    expect(await merchant.writeOrder(order())).toMatchObject({
      problem: {
        code: 'total_differs',
        message: 'The buyer paid 12.1 EUR; Medusa comes to 11.1.',
      },
    })
    expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2)
    expect(calls).not.toContain('POST draft-orders/d_1/convert-to-order')
  })

  test('too little stock is a problem in words, with those of Medusa', async () => {
    const message = 'Some variant does not have the required inventory'
    const { merchant } = shopOf({
      'POST draft-orders': { statusCode: 400, json: { type: 'not_allowed', message } },
    })
    expect(await merchant.writeOrder(order())).toMatchObject({
      problem: { code: 'out_of_stock', shopMessage: message },
    })
  })

  test('a draft that a crash has left is deleted before another one is made', async () => {
    const { merchant, calls } = shopOf({
      'GET draft-orders': {
        json: { draft_orders: [{ id: 'd_1', metadata: { entrepot_mark: MARK } }] },
      },
      'POST draft-orders': drafted(false),
    })
    expect(await merchant.findOrder(MARK)).toBeUndefined()
    await merchant.writeOrder(order())
    expect(calls.indexOf('DELETE draft-orders/d_1')).toBeLessThan(
      calls.indexOf('POST draft-orders'),
    )
  })

  test('an order with a longer mark is not the one that is looked for, and an unpaid one is paid', async () => {
    const found = (mark: string) => ({
      'GET orders': {
        json: {
          orders: [{ id: 'o_1', display_id: 9, total: 12.1, metadata: { entrepot_mark: mark } }],
        },
      },
    })
    expect(await shopOf(found(`${MARK}0`)).merchant.findOrder(MARK)).toBeUndefined()
    const { merchant, calls } = shopOf(found(MARK))
    expect(await merchant.findOrder(MARK)).toMatchObject({ shopId: 'o_1', reference: '9' })
    expect(calls).toContain('POST payment-collections/pc_1/mark-as-paid')
  })
})

describe('writing a cancellation', () => {
  const cancellation = {
    shopOrderId: 'o_1',
    cancellation: { Id: 5, CreatedAt: '2026-11-26T10:00:00.000Z', Reason: null },
    units: [{ shopLineId: 'ordli_1', quantity: 1 }],
    mark: 'entrepot:hub.example/1/cancellation/C-1',
  } as unknown as CancellationToWrite
  const answered = (more: object = {}) => ({
    json: {
      order: {
        id: 'o_1',
        display_id: 4,
        status: 'pending',
        total: 24.2,
        items: [
          {
            id: 'ordli_1',
            quantity: 2,
            unit_price: 12.1,
            is_tax_inclusive: true,
            metadata: { entrepot_line: '71' },
          },
        ],
        ...more,
      },
    },
  })

  test('somebody who edits the order at the moment is not disturbed', async () => {
    const open = { id: 'ordch_1', status: 'pending', internal_note: null, actions: [] }
    const { merchant, calls } = shopOf({
      'GET orders/o_1': answered(),
      'GET orders/o_1/changes': { json: { order_changes: [open] } },
    })
    expect(await merchant.writeCancellation(cancellation)).toMatchObject({
      problem: { code: 'order_being_edited' },
    })
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })

  test('an edit that is there already is not made again, and only its refund is completed', async () => {
    const note = `${cancellation.mark} 1210`
    const made = { id: 'ordch_1', status: 'confirmed', internal_note: note, actions: [] }
    const payments = [{ id: 'pay_1', amount: 24.2, captured_at: 'x', refunds: [] }]
    const bodies: unknown[] = []
    const { merchant, calls } = shopOf({
      'GET orders/o_1': answered({ payment_collections: [{ id: 'pc_1', payments }] }),
      'GET orders/o_1/changes': { json: { order_changes: [made] } },
      'POST payments/pay_1/refund': (body) => bodies.push(body),
    })
    expect(await merchant.writeCancellation(cancellation)).toEqual({ done: 'ordch_1' })
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual(['POST payments/pay_1/refund'])
    expect(bodies).toEqual([{ amount: 12.1, note: cancellation.mark }])
  })

  test('an order that the shop has cancelled itself, or no longer has, is said so', async () => {
    const cancelled = shopOf({ 'GET orders/o_1': answered({ status: 'canceled' }) })
    expect(await cancelled.merchant.writeCancellation(cancellation)).toEqual({ done: 'o_1:5' })
    expect(await shopOf({}).merchant.writeCancellation(cancellation)).toMatchObject({
      problem: { code: 'not_in_shop' },
    })
  })

  test('units that were cancelled before the shop got the order are not cancelled again', async () => {
    const metadata = { entrepot_left_out: `entrepot:hub/7/cancellation/c-0 ${cancellation.mark}` }
    const { merchant, calls } = shopOf({ 'GET orders/o_1': answered({ metadata }) })
    expect(await merchant.writeCancellation(cancellation)).toEqual({ done: 'o_1:before:5' })
    expect(calls).toEqual(['GET orders/o_1'])
  })
})
