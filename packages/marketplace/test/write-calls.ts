/** Each POST and PUT with what it needs: for tests of what all writes have in common. A new route needs an entry here. */
import { expect } from 'vitest'
import { createApiKey, expectDone, SCOPES } from '../src/index.ts'
import { type Answer, anAcknowledgement, anOrder, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder } from './fulfilment-api.ts'

let api: TestApi
/** A merchant key with all scopes. */
let owner: string

/** Makes the calls of this file in an API, whose products it creates. */
export async function prepareWrites(prepared: TestApi): Promise<void> {
  api = prepared
  const { customerId } = api.customer
  const terms = { kind: 'merchant', label: 'Owner' } as const
  const request = { ...terms, scopes: [...SCOPES.merchant] }
  owner = expectDone(await createApiKey(api.database, customerId, request)).key
  await createProducts(api)
}

/** A call with what it needs. */
export interface WriteCall {
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
  async (): Promise<WriteCall> => {
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

/** A connection whose lease was taken, with what is to be written. */
const leased = async (part: string, body: object): Promise<WriteCall> => {
  const path = `/v2/connections/${await connection()}`
  const lease = await sendOwn('PUT', `${path}/lease`, { Holder: 'one', Seconds: 60 })
  return { path: `${path}/${part}`, body: { Lease: lease.body.Number, ...body } }
}

const connection = async (): Promise<number> =>
  (await post('/v2/connections', { Name: 'Shop', Shop: 'medusa', Role: 'merchant', Settings: {} }))
    .Id

/** Calls that write. */
export const WRITES: Readonly<Record<string, () => Promise<WriteCall>>> = {
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
  'POST /v2/product-jobs': async () => ({
    path: '/v2/product-jobs',
    body: { Items: [{ MerchantProductReference: 'MUG', StockChange: 1 }] },
  }),
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
  'POST /v2/orders, of a merchant': async () => ({
    path: '/v2/orders',
    body: anOrder({ ChannelReference: null, ChannelId: api.channel.channelId }),
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
  'POST /v2/connections': async () => ({
    path: '/v2/connections',
    body: {
      Name: 'Shop',
      Shop: 'medusa',
      Role: 'merchant',
      Settings: { url: 'https://x.example' },
    },
  }),
  'PUT /v2/connections/:id/lease': async () => ({
    path: `/v2/connections/${await connection()}/lease`,
    body: { Holder: 'one', Seconds: 60 },
  }),
  'PUT /v2/connections/:id/cursors': async () =>
    await leased('cursors', { Cursors: { products: '1' } }),
  'PUT /v2/connections/:id/pairs': async () =>
    await leased('pairs', {
      Pairs: [{ Kind: 'product', HubId: 'MUG', ShopId: 'p1', State: 'linked' }],
    }),
  'PUT /v2/connections/:id/problems': async () =>
    await leased('problems', {
      Problems: [
        {
          Kind: 'product',
          HubId: 'MUG',
          Code: 'no_sku',
          Message: 'It has none.',
          Remedy: 'Add it.',
        },
      ],
    }),
  'POST /v2/connections/:id/requests': async () => ({
    path: `/v2/connections/${await connection()}/requests`,
    body: { Action: 'run' },
  }),
  'POST /v2/connections/:id/runs': async () =>
    await leased('runs', {
      ...{ StartedAt: '2026-11-26T08:00:00Z', FinishedAt: '2026-11-26T08:00:01Z' },
      ...{ Trigger: 'start', IsDryRun: false, Outcome: 'ok', Steps: [] },
    }),
  'PUT /v2/connectors/:shop': async () => ({
    path: '/v2/connectors/medusa',
    body: { Title: 'Medusa 2', Roles: ['merchant'], Settings: [], Secrets: [] },
  }),
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
export const READS: Readonly<Record<string, () => WriteCall | Promise<WriteCall>>> = {
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

/** Makes another call with the key of the merchant. A text is sent as it is. */
export async function sendOwn(
  method: string,
  path: string,
  body?: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  if (typeof body !== 'string')
    return await api.merchant(method, path, body, { key: owner, headers })
  const sent = { ...headers, 'x-api-key': owner }
  return await api.raw({ method: method as 'POST', url: path, headers: sent, payload: body })
}

/** Makes a call, with its name as the Idempotency-Key. */
export async function sendWrite(name: string, { path, body, as }: WriteCall): Promise<Answer> {
  const key = as === 'channel' ? api.channelKey : owner
  const headers = { 'idempotency-key': name.replaceAll(' ', '-') }
  const method = name.startsWith('PUT') ? 'PUT' : 'POST'
  if (typeof body !== 'string') return await api.merchant(method, path, body, { key, headers })
  const sent = { ...headers, 'x-api-key': key }
  return await api.raw({ method, url: path, headers: sent, payload: body })
}
