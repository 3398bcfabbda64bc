import { queryOne, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
let orderId: number
let lineId: number
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', [
    { MerchantProductReference: 'MUG', Name: 'Mug' },
    {
      MerchantProductReference: 'P',
      Name: 'P',
      Children: [{ MerchantProductReference: 'C', Name: 'C' }],
    },
  ])
  const { body } = await api.channelCall('POST', '/v2/orders', anOrder())
  orderId = body.Id
  lineId = body.Lines[0].Id
  const shipped = anOrder({
    ChannelReference: 'SHIPPED',
    ShippingCostsInclVat: 1,
    Lines: [{ ...anOrder().Lines[0], Quantity: 1_000_000, UnitPriceInclVat: 1 }],
  })
  const other = await api.channelCall('POST', '/v2/orders', shipped)
  await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(other.body, 'O'))
  const Lines = [{ MerchantOrderLineReference: 'O-1', Quantity: 500_000 }]
  const shipment = { MerchantShipmentReference: 'S', MerchantOrderReference: 'O', Lines }
  expect((await api.merchant('POST', '/v2/shipments', shipment)).status).toBe(201)
  const returned = { MerchantReturnReference: 'R', MerchantOrderReference: 'O', Lines }
  expect((await api.merchant('POST', '/v2/returns', returned)).status).toBe(201)
})
afterAll(async () => await api.close())

/** Values that break things: every JSON type, and the classics of each. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '0',
    -1,
    0,
    1e308,
    -0,
    1.5,
    2 ** 53,
    [],
    {},
    [[]],
    'MUG',
    'P',
    'C',
    '../..',
    'a\u0000b',
    '\ud800',
    "'; drop table marketplace.orders; --",
    '$1',
    '%00',
    '\u202e',
    'x'.repeat(10_000),
    '9999-12-31T23:59:59Z',
    '0000-00-00T00:00:00Z',
    'EUR',
    'NL',
    'a@b',
    '\\u0000',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

/** The same as text. Not by String(): a JSON object may bring its own toString. */
const nastyText = nasty.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

const PRODUCT = {
  MerchantProductReference: 'NEW',
  Name: 'New',
  ParentMerchantReference: 'P',
  Stock: 1,
  Price: 1,
  VatRate: 9,
  Url: 'https://a.example',
  ExtraData: { a: 'b' },
  IsActive: true,
  Description: 'd',
  Children: [{ MerchantProductReference: 'NEW-1', Name: 'New 1' }],
}
const ORDER = {
  ...anOrder({ ChannelReference: 'G-1' }),
  ChannelId: null,
  Phone: 'p',
  OrderDate: '2026-01-01T00:00:00Z',
  ShippingCostsInclVat: 1,
  BillingAddress: { City: 'x' },
  ExtraData: { a: 'b' },
}
const { IsActive: _, Children: __, ...CHANGE } = PRODUCT

/** The calls that take a body, with a good one to spoil. */
const calls = () => [
  { method: 'POST', path: '/v2/products', key: api.merchantKey, good: PRODUCT },
  { method: 'POST', path: '/v2/products', key: api.merchantKey, good: [PRODUCT, PRODUCT] },
  {
    method: 'PUT',
    path: '/v2/products/MUG',
    key: api.merchantKey,
    good: { ...CHANGE, MerchantProductReference: 'MUG' },
  },
  {
    method: 'PATCH',
    path: '/v2/products/C',
    key: api.merchantKey,
    good: { ...CHANGE, MerchantProductReference: 'C' },
  },
  { method: 'POST', path: '/v2/orders', key: api.channelKey, good: ORDER },
  {
    method: 'POST',
    path: '/v2/orders/acknowledge',
    key: api.merchantKey,
    good: {
      OrderId: orderId,
      MerchantOrderReference: 'R',
      Lines: [{ OrderLineId: lineId, MerchantOrderLineReference: 'L' }],
    },
  },
  {
    method: 'PATCH',
    path: `/v2/orders/id/${orderId}`,
    key: api.merchantKey,
    good: { Email: 'a@b', Lines: [{ Id: lineId, MerchantProductReference: 'MUG' }] },
  },
]

/** The calls of fulfilment that take a body. */
const fulfilmentCalls = () => {
  const Line = { MerchantOrderLineReference: 'O-1', ChannelOrderLineReference: null, Quantity: 1 }
  const Decision = {
    ...{ AcceptedQuantity: 1, RejectedQuantity: 0, RefundInclVat: 1, RefundExclVat: 0.5 },
    ...{ ManualRefundInclVat: 0.5, ManualRefundExclVat: 0.25 },
  }
  const Order = { MerchantOrderReference: 'O', ChannelOrderReference: 'SHIPPED' }
  const Lines = [Line]
  const Return = {
    ...{
      Status: null,
      Reason: 'OTHER',
      MerchantComment: 'm',
      RefundInclVat: 1,
      RefundExclVat: 0.5,
    },
    Lines: [{ ...Line, ...Decision }],
  }
  const { Quantity: _, ...Name } = Line
  const named = { ...Order, CustomerComment: 'c', ChannelReturnReference: 'r' }
  const call = (method: string, path: string, good: object, key = api.merchantKey) => ({
    method,
    path: `/v2/${path}`,
    key,
    good,
  })
  const tracking = {
    ...{ TrackTraceNo: 'n', TrackTraceUrl: 'https://a.example', Method: 'm', ShipmentMethodId: 1 },
    ShipmentMethod: { Id: 1, Name: 'n', TrackTraceLink: 'l', ExpectedShippingTime: 't' },
  }
  return [
    call('POST', 'shipments', { ...Order, ...tracking, MerchantShipmentReference: 'N', Lines }),
    call('PUT', 'shipments/S', tracking),
    call('POST', 'cancellations', {
      ...{ ...Order, MerchantReference: 'N', ReasonCode: 'OTHER', Reason: 'r', Lines },
    }),
    call('POST', 'backorders', { ...Order, MerchantBackorderReference: 'N', Lines }),
    call('POST', 'returns', { ...named, ...Return, MerchantReturnReference: 'N' }),
    call('PUT', 'returns/R', { ...Return, Lines: [{ ...Name, ...Decision }] }),
    call('POST', 'returns', { ...named, Reason: 'OTHER', Lines }, api.channelKey),
    call(
      'POST',
      'cancellations',
      {
        ...{ ChannelOrderReference: 'O-1', ChannelCancellationReference: 'c', ReasonCode: 'OTHER' },
        Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
      },
      api.channelKey,
    ),
    call('PUT', 'orders/O/combination', { MerchantOrderReferences: ['O'] }),
    call('POST', 'orders/O/close', {}),
    call('POST', 'orders/O/reopen', {}),
  ]
}

/** The calls of offers that take a body. */
const offerCalls = () => {
  const channel = `/v2/channels/${api.channel.channelId}`
  const When = {
    all: [{ Field: 'Brand', In: ['b'] }, { not: { Field: 'Price', Above: 1 } }],
  }
  const Price = {
    ...{ Base: 'MSRP', Currency: 'EUR', Steps: [{ Percent: 5 }, { Vat: { Country: 'NL' } }] },
    ...{ Round: { To: 0.05 }, Min: { Amount: 1 }, Max: { MsrpPercent: 100 } },
  }
  const rules = {
    Select: When,
    Stock: { Rules: [{ When, Percent: 50, Buffer: 1, Max: 9 }], Default: { HideBelow: 1 } },
    Price: { Rules: [{ When, ...Price }], Default: Price },
    GuardPercent: 40,
  }
  const override = {
    ...{ MerchantProductReference: 'MUG', Price: 1, Stock: { Fixed: 1 }, Hidden: false },
    ...{ From: '2026-01-01T00:00:00Z', Until: '2026-01-02T00:00:00Z' },
  }
  const Items = [{ ChannelId: api.channel.channelId, MerchantProductReference: 'MUG', Price: 1 }]
  const call = (method: string, path: string, good: object) => ({
    method,
    path,
    key: api.merchantKey,
    good,
  })
  return [
    call('PUT', `${channel}/offer-rules`, rules),
    call('POST', `${channel}/offer-rules/preview`, rules),
    call('PUT', `${channel}/offer-overrides`, [override, override]),
    call('POST', '/v2/offers/decisions', { Decision: 'accept', Items }),
    call('POST', '/v2/offers/decisions', { Decision: 'refuse', ChannelId: 1, Cause: 'rule' }),
  ]
}

/** Replaces one place of a value, chosen by `path`, by another value. */
function spoil(value: unknown, path: readonly number[], by: unknown): unknown {
  if (path.length === 0 || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  if (keys.length === 0) return by
  const key = keys[(path[0] ?? 0) % keys.length] as string
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value }
  copy[key] = spoil(copy[key], path.slice(1), by)
  return copy
}

/** Everything that is stored, to see that a refused call left nothing. */
async function snapshot(): Promise<string> {
  const { state } = await queryOne<{ state: string }>(
    api.database,
    sql`
    select (select json_agg(p order by merchant_product_reference) from marketplace.products p)::text
      || (select json_agg(o order by order_id) from marketplace.orders o)::text
      || (select json_agg(l order by line_id) from marketplace.order_lines l)::text
      || (select json_agg(f order by fulfilment_id) from marketplace.fulfilments f)::text
      || (select json_agg(f order by fulfilment_id, line_id) from marketplace.fulfilment_lines f)::text
      || (select json_agg(e order by event_id) from marketplace.events e)::text as state`,
  )
  return state
}

describe('garbage', () => {
  test('in a body never causes a 5xx, and a refused call stores nothing', {
    timeout: 600_000,
  }, async () => {
    const all = [...calls(), ...fulfilmentCalls(), ...offerCalls()]
    const garbage = fc.tuple(fc.constantFrom(...all), fc.array(fc.nat(40), { maxLength: 4 }), nasty)
    // Read again only after a call that was accepted, because it takes longer than the call.
    let before = await snapshot()
    await fc.assert(
      fc.asyncProperty(garbage, async ([call, path, value]) => {
        const answer = await api.raw({
          method: call.method as 'POST',
          url: call.path,
          headers: { 'x-api-key': call.key, 'content-type': 'application/json' },
          payload: JSON.stringify(spoil(call.good, path, value)),
        })
        expect(answer.status).toBeLessThan(500)
        if (answer.status >= 400) {
          expect(answer.body.detail).toBeTypeOf('string')
          expect(await snapshot()).toBe(before)
        } else before = await snapshot()
      }),
      { numRuns: 1_500 },
    )
  })

  test('in bytes, paths, queries and keys never causes a 5xx', { timeout: 600_000 }, async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    const names = [
      'status',
      'createdSince',
      'updatedSince',
      'channelId',
      'pageSize',
      'cursor',
      'apikey',
      ...['product', 'channel', 'cause', 'decision', 'from', 'country'],
    ]
    const knownQuery = fc
      .array(fc.tuple(fc.constantFrom(...names), nastyText), { maxLength: 3 })
      .map((pairs) => `?${new URLSearchParams(pairs)}`)
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
      path: fc.constantFrom(
        ...offerCalls().map(({ path }) => path),
        `/v2/channels/${api.channel.channelId}/offer-overrides/`,
        `/v2/channels/${api.channel.channelId}/offer-problems`,
        '/v2/offers/guarded',
        '/v2/offers/history',
        '/v2/stock/shortfalls',
        '/v2/products',
        '/v2/products/',
        '/v2/orders',
        '/v2/orders/',
        '/v2/orders/id/',
        '/v2/orders/new',
        '/v2/shipments',
        '/v2/shipments/',
        '/v2/cancellations/',
        '/v2/backorders',
        '/v2/returns/',
      ),
      tail: fc.oneof(
        text.map((part) => encodeURIComponent(part.toWellFormed())),
        fc.webPath(),
      ),
      query: fc.oneof(
        fc.constant(''),
        fc.webQueryParameters().map((query) => `?${query}`),
        knownQuery,
      ),
      payload: fc.oneof(text, fc.json()),
      asMerchant: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, tail, query, payload, asMerchant }) => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const answer = await api.raw({
          method: method as 'GET',
          url: `${path}${path.endsWith('/') ? tail : ''}${query}`,
          headers: {
            'x-api-key': asMerchant ? api.merchantKey : api.channelKey,
            ...(hasBody && { 'content-type': 'application/json' }),
          },
          ...(hasBody && { payload }),
        })
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 1_000 },
    )
  })
})
