/** Every POST and PUT whose node ends between the commit and the storing of the answer takes effect once, and its repeat is answered. */
import { collectRoutes } from '@entrepot/test-support/isolation'
import { loseAnswer } from '@entrepot/test-support/lost-answer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey, expectDone, SCOPES } from '../src/index.ts'
import { type Answer, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder } from './fulfilment-api.ts'

let api: TestApi
let routes: ReturnType<typeof collectRoutes>
/** A merchant key with all scopes. */
let owner: string
beforeAll(async () => {
  const webhooks = { secrets: ['a secret of at least thirty-two characters'] }
  api = await createTestApi({}, { webhooks, background: false }, (app) => {
    routes = collectRoutes(app)
  })
  const { customerId } = api.customer
  const terms = { kind: 'merchant', label: 'Owner' } as const
  const request = { ...terms, scopes: [...SCOPES.merchant] }
  owner = expectDone(await createApiKey(api.database, customerId, request)).key
  await createProducts(api)
})
afterAll(async () => await api.close())

/** A call with what it needs. */
interface LostCall {
  readonly path: string
  readonly body?: unknown
  readonly as?: 'channel'
  /**
   * Whether the request has references by which a repeat finds what the first one stored. Such requests share transactions, and a repeat is
   * answered with 200 instead of 201. All others get the first answer again.
   */
  readonly byReference?: true
}

const post = async (path: string, body: object = {}): Promise<Answer['body']> => {
  const answer = await api.merchant('POST', path, body, { key: owner })
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])])
  return answer.body
}

/** An acknowledged order of three mugs, with this reference. */
const order = async (reference: string) =>
  await acknowledgedOrder(api, reference, [{ quantity: 3 }])

const record =
  (path: 'shipments' | 'cancellations' | 'backorders' | 'returns') =>
  async (): Promise<LostCall> => {
    const reference = `OF-${path}`
    await order(reference)
    if (path === 'returns') await post('/v2/shipments', aRecord('shipments', reference, { 1: 2 }))
    return { path: `/v2/${path}`, body: aRecord(path, reference, { 1: 1 }), byReference: true }
  }

/** Creates a product whose price waits for a person. */
async function guardPrice(reference: string): Promise<void> {
  const item = { MerchantProductReference: reference, Name: 'Mug' }
  await post('/v2/products', { ...item, Price: 10 })
  const Created = [{ MerchantReference: reference, ChannelReference: reference }]
  await api.channelCall('GET', '/v2/products/data')
  await api.channelCall('POST', '/v2/products/data', { Created })
  for (const Price of [11, 100]) {
    await api.merchant('PATCH', `/v2/products/${reference}`, { Price }, { key: owner })
    await api.channelCall('GET', '/v2/products/offers')
  }
}

const webhook = async (): Promise<number> => {
  const body = { Url: 'https://shop.example/hook', Types: ['order.*'] }
  return (await post('/v2/webhooks', body)).Id
}

const CALLS: Readonly<Record<string, () => Promise<LostCall>>> = {
  'POST /v2/products': async () => ({
    path: '/v2/products',
    body: { MerchantProductReference: 'NEW', Name: 'New' },
  }),
  'POST /v2/products, a list': async () => ({
    path: '/v2/products',
    body: [{ MerchantProductReference: 'LISTED', Name: 'Listed' }, { Name: 'No reference' }],
  }),
  'PUT /v2/products/:reference': async () => ({
    path: '/v2/products/TEA',
    body: { Name: 'Green tea' },
  }),
  'PUT /v2/offers': async () => ({
    path: '/v2/offers',
    body: ['MUG', 'UNKNOWN'].map((name) => ({ MerchantProductReference: name, Stock: 7 })),
  }),
  'PUT /v2/channels/:id/offer-rules': async () => ({
    path: `/v2/channels/${api.channel.channelId}/offer-rules`,
    body: { GuardPercent: 25 },
  }),
  'PUT /v2/channels/:id/offer-overrides': async () => ({
    path: `/v2/channels/${api.channel.channelId}/offer-overrides`,
    body: ['MUG', 'UNKNOWN'].map((name) => ({ MerchantProductReference: name, Hidden: false })),
  }),
  'POST /v2/offers/decisions': async () => {
    await guardPrice('GUARDED')
    return {
      path: '/v2/offers/decisions',
      body: { Decision: 'refuse', ChannelId: api.channel.channelId },
    }
  },
  'POST /v2/order-jobs': async () => {
    const { Id } = await placeOrder(api, 'OF-A-JOB', [{ quantity: 1 }])
    return { path: '/v2/order-jobs', body: { Action: 'acknowledge', OrderIds: [Id] } }
  },
  'POST /v2/imports': async () => ({
    path: '/v2/imports?format=entrepot',
    // Sent as it is.
    body: 'MerchantProductReference,Name\nIMPORTED,Imported\n',
  }),
  'PUT /v2/import-mappings/:name': async () => ({
    path: '/v2/import-mappings/Ours',
    body: { Columns: { SKU: 'MerchantProductReference' } },
  }),
  'POST /v2/products/data': async () => {
    await api.channelCall('GET', '/v2/products/data')
    const created = { MerchantReference: 'MUG', ChannelReference: 'C-MUG' }
    const path = '/v2/products/data'
    return { path, body: { Created: [created] }, as: 'channel', byReference: true }
  },
  'POST /v2/products/offers': async () => {
    await api.channelCall('GET', '/v2/products/offers')
    return { path: '/v2/products/offers', body: ['C-MUG'], as: 'channel', byReference: true }
  },
  'POST /v2/channels': async () => ({ path: '/v2/channels', body: { Name: 'Second shop' } }),
  'POST /v2/channels/:id/sync/reset': async () => ({
    path: `/v2/channels/${api.channel.channelId}/sync/reset`,
  }),
  'POST /v2/orders': async () => ({
    ...{ path: '/v2/orders', as: 'channel', byReference: true },
    body: anOrder({ ChannelReference: 'LOST' }),
  }),
  'POST /v2/orders/acknowledge': async () => ({
    ...{ path: '/v2/orders/acknowledge', byReference: true },
    body: anAcknowledgement(await placeOrder(api, 'FRESH', [{ quantity: 1 }]), 'FRESH'),
  }),
  'POST /v2/order-batches/acknowledgements': async () => {
    const { Id: OrderId } = await placeOrder(api, 'BATCH', [{ quantity: 1 }])
    const path = '/v2/order-batches/acknowledgements'
    return { path, body: { Acknowledgements: [{ OrderId }] }, byReference: true }
  },
  'POST /v2/order-batches/shipments': async () => {
    await order('BATCH-SHIPPED')
    const one = { MerchantShipmentReference: 'BATCH', MerchantOrderReference: 'BATCH-SHIPPED' }
    return { path: '/v2/order-batches/shipments', body: { Shipments: [one] } }
  },
  'POST /v2/orders/id/:id/comments': async () => ({
    path: `/v2/orders/id/${(await order('COMMENTED')).Id}/comments`,
    body: { Comment: 'The buyer called.' },
  }),
  'POST /v2/orders/:reference/close': async () => {
    await order('CLOSED')
    return { path: '/v2/orders/CLOSED/close' }
  },
  'POST /v2/orders/:reference/reopen': async () => {
    await order('REOPENED')
    await post('/v2/orders/REOPENED/close')
    return { path: '/v2/orders/REOPENED/reopen' }
  },
  'PUT /v2/orders/:reference/combination': async () => {
    await Promise.all([order('ONE'), order('OTHER')])
    const body = { MerchantOrderReferences: ['OTHER'] }
    return { path: '/v2/orders/ONE/combination', body }
  },
  'POST /v2/shipments': record('shipments'),
  'POST /v2/cancellations': record('cancellations'),
  'POST /v2/backorders': record('backorders'),
  'POST /v2/returns': record('returns'),
  'POST /v2/refunds': async () => {
    await order('REFUNDED')
    const body = { MerchantReference: 'REFUNDED', MerchantOrderReference: 'REFUNDED' }
    return {
      ...{ path: '/v2/refunds', byReference: true },
      body: { ...body, RefundInclVat: 1, Reason: 'Scratched' },
    }
  },
  'PUT /v2/shipments/:reference': async () => {
    await order('TRACKED')
    const change = { MerchantShipmentReference: 'TRACKED' }
    await post('/v2/shipments', aRecord('shipments', 'TRACKED', { 1: 1 }, change))
    return { path: '/v2/shipments/TRACKED', body: { TrackTraceNo: '3S1' } }
  },
  'POST /v2/shipments/:reference/void': async () => {
    await order('VOIDED')
    const change = { MerchantShipmentReference: 'VOIDED' }
    await post('/v2/shipments', aRecord('shipments', 'VOIDED', { 1: 1 }, change))
    return { path: '/v2/shipments/VOIDED/void' }
  },
  'PUT /v2/returns/:reference': async () => {
    return { path: await announced('DECIDED'), body: { Status: 'ACCEPTED' } }
  },
  'POST /v2/keys': async () => ({
    path: '/v2/keys',
    body: { Label: 'ERP', Scopes: ['orders:read'] },
  }),
  'POST /v2/keys/:id/rotate': async () => {
    const { Id } = await post('/v2/keys', { Label: 'Old', Scopes: ['orders:read'] })
    return { path: `/v2/keys/${Id}/rotate`, body: {} }
  },
  'PUT /v2/rates': async () => ({
    path: '/v2/rates',
    body: [{ CurrencyCode: 'USD', Date: '2026-01-02', Rate: '0.9' }],
  }),
  'PUT /v2/vat-rates': async () => ({
    path: '/v2/vat-rates',
    body: [{ CountryIso: 'DE', VatClass: 'standard', Rate: 19 }],
  }),
  'POST /v2/views': async () => ({ path: '/v2/views', body: { Name: 'Mine', List: 'orders' } }),
  'POST /v2/webhooks': async () => ({
    path: '/v2/webhooks',
    body: { Url: 'https://shop.example/', Types: ['order.*'] },
  }),
  'POST /v2/webhooks/:id/rotate': async () => ({
    path: `/v2/webhooks/${await webhook()}/rotate`,
    body: {},
  }),
  'POST /v2/webhooks/:id/disable': async () => ({
    path: `/v2/webhooks/${await webhook()}/disable`,
  }),
  'POST /v2/webhooks/:id/enable': async () => {
    const id = await webhook()
    await post(`/v2/webhooks/${id}/disable`)
    return { path: `/v2/webhooks/${id}/enable` }
  },
  'POST /v2/webhooks/:id/test': async () => ({ path: `/v2/webhooks/${await webhook()}/test` }),
  'POST /v2/webhooks/:id/deliveries/:deliveryId/replay': async () => {
    const id = await webhook()
    const delivery = (await post(`/v2/webhooks/${id}/test`)).Id
    return { path: `/v2/webhooks/${id}/deliveries/${delivery}/replay` }
  },
  'POST /v2/webhooks/:id/replay': async () => ({
    path: `/v2/webhooks/${await webhook()}/replay`,
    body: { Since: '2026-01-01T00:00:00Z' },
  }),
}

/** The path of a return that nobody has decided on. */
async function announced(reference: string): Promise<string> {
  await order(reference)
  await post('/v2/shipments', aRecord('shipments', reference, { 1: 1 }))
  const { body } = await api.channelCall('POST', '/v2/returns', {
    ...{ ChannelReturnReference: reference, ChannelOrderReference: reference },
    Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
  })
  return `/v2/returns/${encodeURIComponent(body.MerchantReturnReference)}`
}

/** Calls that store nothing. */
const READS: Readonly<Record<string, () => LostCall | Promise<LostCall>>> = {
  'POST /v2/returns/:reference/preview': async () => {
    return { path: `${await announced('SEEN')}/preview`, body: { Status: 'ACCEPTED' } }
  },
  // The file is sent as it is.
  'POST /v2/imports/columns': () => ({ path: '/v2/imports/columns', body: 'SKU;Titel\nMUG;Mug\n' }),
  'POST /v2/channels/:id/offer-rules/preview': () => ({
    path: `/v2/channels/${api.channel.channelId}/offer-rules/preview`,
    body: { Price: { Default: { Steps: [{ Percent: 5 }] } } },
  }),
}

test('each POST and PUT has an entry in the table', () => {
  const names = [...Object.keys(CALLS), ...Object.keys(READS)]
  const named = new Set(names.map((name) => name.split(',')[0]))
  const keyed = [...routes.keys()].filter((route) => /^(POST|PUT) /.test(route))
  expect([...named].sort()).toEqual(keyed.sort())
})

async function send(name: string, { path, body, as }: LostCall): Promise<Answer> {
  const key = as === 'channel' ? api.channelKey : owner
  const headers = { 'idempotency-key': name.replaceAll(' ', '-') }
  const method = name.startsWith('PUT') ? 'PUT' : 'POST'
  if (typeof body !== 'string') return await api.merchant(method, path, body, { key, headers })
  const sent = { ...headers, 'x-api-key': key }
  return await api.raw({ method, url: path, headers: sent, payload: body })
}

test.each(Object.keys(CALLS))(
  '%s takes effect once if its answer is lost, and a repeat gets an answer',
  async (name) => {
    const call = await (CALLS[name] as () => Promise<LostCall>)()
    const { first, repeat, sums } = await loseAnswer(
      api.database,
      async () => await send(name, call),
    )
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
    expect(sums.between, 'the call has an effect').not.toBe(sums.before)
    expect(sums.after).toBe(sums.between)
    expect(repeat.body).toEqual(first.body)
    if (call.byReference) expect(repeat.status).toBe(200)
    else {
      expect(repeat.status).toBe(first.status)
      expect(repeat.headers).toMatchObject({ 'idempotent-replayed': 'true' })
      expect(repeat.headers.location).toBe(first.headers.location)
    }
    const again = await send(name, call)
    expect([again.status, again.body]).toEqual([repeat.status, repeat.body])
  },
)

test.each(Object.keys(READS))(
  '%s has no effect, and a repeat gets the same answer',
  async (name) => {
    const call = await (READS[name] as () => LostCall | Promise<LostCall>)()
    const { first, repeat, sums } = await loseAnswer(
      api.database,
      async () => await send(name, call),
    )
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect([repeat.status, repeat.body]).toEqual([first.status, first.body])
    expect([sums.between, sums.after]).toEqual([sums.before, sums.before])
  },
)
