/** How each call names records, or lists them. A new route needs an entry here: see `isolation.test.ts`. */
import type { IsolationTable } from '@entrepot/test-support/isolation'
import { anOrder } from './api.ts'

/** What the owner has. */
export type MarketNames = {
  readonly product: string
  readonly listing: string
  readonly order: string
  readonly orderLine: string
  readonly orderId: number
  readonly lineId: number
  readonly otherOrder: string
  readonly newOrderId: number
  readonly newLineId: number
  readonly channelOrder: string
  readonly channelId: number
  readonly channelName: string
  readonly keyId: number
  readonly webhookId: number
  readonly connectionId: number
  readonly problemId: number
  readonly runId: number
  readonly shopId: string
  readonly viewId: number
  readonly deliveryId: number
  readonly rateDate: string
  readonly importId: number
  readonly mapping: string
  readonly jobId: number
  readonly refusalId: number
  readonly shipment: string
  readonly cancellation: string
  readonly backorder: string
  readonly return: string
  readonly refund: string
}

type Table = IsolationTable<MarketNames>

const NO_LISTS = { ToBeCreated: [], ToBeUpdated: [], ToBeRemoved: [] }

const PRODUCTS: Table = {
  // First, because later calls of the owner change what is offered.
  'GET /v2/products/offers': { status: 200, answer: [] },
  'GET /v2/stock/shortfalls': { status: 200, answer: [] },
  'GET /v2/offers/guarded': [
    { status: 200, answer: [] },
    { url: ({ channelId }) => `/v2/offers/guarded?channel=${channelId}`, status: 200, answer: [] },
  ],
  'POST /v2/offers/decisions': {
    body: ({ channelId, product }) => ({
      Decision: 'accept',
      Items: [{ ChannelId: channelId, MerchantProductReference: product, Price: 80 }],
    }),
    status: 200,
    answer: { DecidedCount: 0, MissingCount: 1 },
  },
  'POST /v2/products': [
    {
      body: ({ product }) => ({
        MerchantProductReference: 'OWN-CHILD',
        Name: 'Child',
        ParentMerchantReference: product,
      }),
      status: 400,
    },
    // The same reference as that of another customer is free.
    { body: ({ product }) => ({ MerchantProductReference: product, Name: 'Own' }), status: 201 },
  ],
  'GET /v2/products': [
    { status: 200, answer: [] },
    { url: ({ product }) => `/v2/products?reference=${product}`, status: 200, answer: [] },
    { url: ({ product }) => `/v2/products?q=${product}`, status: 200, answer: [] },
    { url: ({ product }) => `/v2/products?parent=${product}`, status: 200, answer: [] },
    { url: ({ channelId }) => `/v2/products?pendingAt=${channelId}`, status: 400 },
    { url: ({ channelId }) => `/v2/products?listedAt=${channelId}`, status: 200, answer: [] },
  ],
  'GET /v2/imports': { status: 200, answer: [] },
  'GET /v2/imports/:id': { url: ({ importId }) => `/v2/imports/${importId}`, status: 404 },
  'GET /v2/imports/:id/preview': {
    url: ({ importId }) => `/v2/imports/${importId}/preview`,
    status: 404,
  },
  'GET /v2/imports/:id/report': {
    url: ({ importId }) => `/v2/imports/${importId}/report`,
    status: 404,
  },
  'DELETE /v2/imports/:id': { url: ({ importId }) => `/v2/imports/${importId}`, status: 404 },
  // It names no record: a file is compared with the own products only, as the items of POST /v2/products are.
  'POST /v2/imports': { as: 'channel', status: 403 },
  // The columns are those of the file, whose mapping is found by its name only.
  'POST /v2/imports/columns': { as: 'channel', status: 403 },
  // It is the same for all.
  'GET /v2/imports/template': { as: 'channel', status: 403 },
  'GET /v2/import-mappings': { status: 200, answer: [] },
  'GET /v2/import-mappings/:name': {
    url: ({ mapping }) => `/v2/import-mappings/${mapping}`,
    status: 404,
  },
  // Names are free for other customers, so this makes one of their own.
  'PUT /v2/import-mappings/:name': {
    url: () => '/v2/import-mappings/OWN',
    as: 'channel',
    status: 403,
  },
  'DELETE /v2/import-mappings/:name': {
    url: ({ mapping }) => `/v2/import-mappings/${mapping}`,
    status: 404,
    once: true,
  },
  'GET /v2/products/:reference/prices': {
    url: ({ product }) => `/v2/products/${product}/prices`,
    status: 200,
    answer: [],
  },
  'GET /v2/products/:reference': { url: ({ product }) => `/v2/products/${product}`, status: 404 },
  'GET /v2/products/:reference/listings': {
    url: ({ product }) => `/v2/products/${product}/listings`,
    status: 404,
  },
  'GET /v2/listings': [
    { status: 200, answer: [] },
    { url: ({ product }) => `/v2/listings?product=${product}`, status: 200, answer: [] },
    { url: ({ listing }) => `/v2/listings?channelReference=${listing}`, status: 200, answer: [] },
  ],
  'PUT /v2/products/:reference': {
    url: ({ product }) => `/v2/products/${product}`,
    body: ({ product }) => ({ MerchantProductReference: product, Name: 'Taken' }),
    status: 404,
  },
  'PATCH /v2/products/:reference': {
    url: ({ product }) => `/v2/products/${product}`,
    body: () => ({ Name: 'Taken' }),
    status: 404,
  },
  'GET /v2/products/data': { status: 200, answer: NO_LISTS },
  'POST /v2/products/data': {
    body: ({ product, listing }) => ({
      Created: [{ MerchantReference: product, ChannelReference: listing }],
    }),
    status: 200,
  },
  'PUT /v2/offers': {
    body: ({ product }) => [{ MerchantProductReference: product, Price: 1, Stock: 1 }],
    status: 200,
  },
  'POST /v2/products/offers': { body: ({ listing }) => [listing], status: 200 },
}

const EXPORTS: Table = Object.fromEntries(
  [
    ...['products', 'orders', 'order-lines', 'shipments', 'cancellations', 'backorders'],
    'returns',
    'refunds',
  ].map((name) => [
    `GET /v2/exports/${name}`,
    { url: () => `/v2/exports/${name}?format=ndjson`, status: 200, answer: '' },
  ]),
)

const CHANNELS: Table = {
  'GET /v2/channels': { status: 200 },
  // The same name as that of another customer is free.
  'POST /v2/channels': { body: ({ channelName }) => ({ Name: channelName }), status: 201 },
  'GET /v2/channels/:id': { url: ({ channelId }) => `/v2/channels/${channelId}`, status: 404 },
  'PATCH /v2/channels/:id': {
    url: ({ channelId }) => `/v2/channels/${channelId}`,
    body: () => ({ OffersInData: true }),
    status: 404,
  },
  'GET /v2/channels/:id/sync': {
    url: ({ channelId }) => `/v2/channels/${channelId}/sync`,
    status: 404,
  },
  'GET /v2/channels/:id/sync/log': {
    url: ({ channelId }) => `/v2/channels/${channelId}/sync/log`,
    status: 404,
  },
  'GET /v2/channels/:id/sync/preview': {
    url: ({ channelId }) => `/v2/channels/${channelId}/sync/preview`,
    status: 404,
  },
  'GET /v2/channels/:id/offer-rules': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-rules`,
    status: 404,
  },
  'PUT /v2/channels/:id/offer-rules': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-rules`,
    body: () => ({ GuardPercent: 0 }),
    status: 404,
  },
  'GET /v2/channels/:id/offer-overrides': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-overrides`,
    status: 404,
  },
  'PUT /v2/channels/:id/offer-overrides': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-overrides`,
    body: ({ product }) => [{ MerchantProductReference: product, Price: 1 }],
    status: 404,
  },
  'DELETE /v2/channels/:id/offer-overrides/:reference': {
    url: ({ channelId, product }) => `/v2/channels/${channelId}/offer-overrides/${product}`,
    status: 404,
    once: true,
  },
  'GET /v2/channels/:id/offer-problems': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-problems`,
    status: 404,
  },
  'GET /v2/offers/history': {
    url: ({ product }) => `/v2/offers/history?product=${product}`,
    status: 200,
    answer: [],
  },
  'POST /v2/channels/:id/offer-rules/preview': {
    url: ({ channelId }) => `/v2/channels/${channelId}/offer-rules/preview`,
    body: () => ({}),
    status: 404,
  },
  'POST /v2/channels/:id/sync/reset': {
    url: ({ channelId }) => `/v2/channels/${channelId}/sync/reset`,
    status: 404,
  },
}

const ORDERS: Table = {
  'POST /v2/orders': [
    {
      // Known and unknown products of others alike: the order is stored, and requires correction.
      body: ({ product, channelOrder }) =>
        anOrder({
          ChannelReference: channelOrder,
          Lines: [{ ...anOrder().Lines[0], MerchantProductReference: product }],
        }),
      as: 'channel',
      status: 201,
    },
    {
      body: ({ channelId }) => anOrder({ ChannelReference: null, ChannelId: channelId }),
      as: 'merchant',
      status: 404,
    },
  ],
  'GET /v2/orders': [
    { status: 200, answer: [] },
    { url: ({ channelId }) => `/v2/orders?channelId=${channelId}`, status: 200, answer: [] },
    { url: ({ order }) => `/v2/orders?merchantReference=${order}`, status: 200, answer: [] },
    {
      url: ({ channelOrder }) => `/v2/orders?channelReference=${channelOrder}`,
      status: 200,
      answer: [],
    },
    { url: ({ product }) => `/v2/orders?product=${product}`, status: 200, answer: [] },
    { url: ({ orderId }) => `/v2/orders?q=${orderId}`, status: 200, answer: [] },
  ],
  'GET /v2/orders/new': { status: 200, answer: [] },
  'GET /v2/orders/:reference': { url: ({ order }) => `/v2/orders/${order}`, status: 404 },
  'GET /v2/orders/id/:id': { url: ({ orderId }) => `/v2/orders/id/${orderId}`, status: 404 },
  'GET /v2/orders/id/:id/neighbours': {
    url: ({ orderId }) => `/v2/orders/id/${orderId}/neighbours`,
    status: 404,
  },
  'PATCH /v2/orders/id/:id': {
    url: ({ newOrderId }) => `/v2/orders/id/${newOrderId}`,
    body: () => ({ Email: 'taken@example.com' }),
    status: 404,
  },
  'GET /v2/order-jobs': { status: 200, answer: [] },
  'GET /v2/order-jobs/:id': { url: ({ jobId }) => `/v2/order-jobs/${jobId}`, status: 404 },
  'GET /v2/order-jobs/:id/orders': {
    url: ({ jobId }) => `/v2/order-jobs/${jobId}/orders`,
    status: 404,
  },
  'DELETE /v2/order-jobs/:id': { url: ({ jobId }) => `/v2/order-jobs/${jobId}`, status: 404 },
  'POST /v2/order-jobs': {
    body: ({ orderId }) => ({ Action: 'close', OrderIds: [orderId] }),
    status: 400,
  },
  'GET /v2/product-jobs': { status: 200, answer: [] },
  'GET /v2/product-jobs/:id': { url: ({ jobId }) => `/v2/product-jobs/${jobId}`, status: 404 },
  'GET /v2/product-jobs/:id/products': {
    url: ({ jobId }) => `/v2/product-jobs/${jobId}/products`,
    status: 404,
  },
  'DELETE /v2/product-jobs/:id': { url: ({ jobId }) => `/v2/product-jobs/${jobId}`, status: 404 },
  'POST /v2/product-jobs': {
    body: ({ product }) => ({ Filter: { reference: [product] }, Change: { IsActive: false } }),
    status: 400,
  },
  'GET /v2/proposed-references': {
    url: ({ newOrderId }) => `/v2/proposed-references?orderId=${newOrderId}`,
    status: 200,
    answer: [],
  },
  'POST /v2/orders/acknowledge': {
    body: ({ newOrderId, newLineId }) => ({
      OrderId: newOrderId,
      MerchantOrderReference: 'TAKEN',
      Lines: [{ OrderLineId: newLineId, MerchantOrderLineReference: 'TAKEN-1' }],
    }),
    status: 404,
  },
  'POST /v2/order-batches/acknowledgements': {
    body: ({ newOrderId }) => ({ Acknowledgements: [{ OrderId: newOrderId }] }),
    status: 200,
  },
  'GET /v2/orders/:reference/history': {
    url: ({ order }) => `/v2/orders/${order}/history`,
    status: 404,
  },
  'GET /v2/orders/id/:id/history': {
    url: ({ orderId }) => `/v2/orders/id/${orderId}/history`,
    status: 404,
  },
  'POST /v2/orders/id/:id/comments': {
    url: ({ orderId }) => `/v2/orders/id/${orderId}/comments`,
    body: () => ({ Comment: 'Taken' }),
    status: 404,
  },
  'POST /v2/orders/:reference/close': {
    url: ({ otherOrder }) => `/v2/orders/${otherOrder}/close`,
    status: 404,
  },
  'POST /v2/orders/:reference/reopen': {
    url: ({ otherOrder }) => `/v2/orders/${otherOrder}/reopen`,
    status: 404,
  },
  'PUT /v2/orders/:reference/combination': {
    url: ({ order }) => `/v2/orders/${order}/combination`,
    body: ({ otherOrder }) => ({ MerchantOrderReferences: [otherOrder] }),
    status: 404,
  },
}

/** A record for the line of an order, named by the references of the merchant. */
const ofMerchant =
  (property: string, more: object = {}) =>
  ({ order, orderLine }: MarketNames) => ({
    [property]: `OWN-${property}`,
    MerchantOrderReference: order,
    Lines: [{ MerchantOrderLineReference: orderLine, Quantity: 1, ...more }],
  })

/** A record for the line of an order, named by the references of the channel. */
const ofChannel =
  (property: string) =>
  ({ channelOrder }: MarketNames) => ({
    [property]: `OWN-${property}`,
    ChannelOrderReference: channelOrder,
    Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
  })

/** The list of a kind of records, and what is of an order. */
const listsOf = (path: string) => [
  { status: 200, answer: [] },
  ...[
    ({ orderId }: MarketNames) => `orderId=${orderId}`,
    ({ order }: MarketNames) => `merchantOrderReference=${order}`,
    ({ channelOrder }: MarketNames) => `channelOrderReference=${channelOrder}`,
    ({ channelId }: MarketNames) => `channelId=${channelId}`,
  ].map((query) => ({
    url: (names: MarketNames) => `/v2/${path}?${query(names)}`,
    status: 200,
    answer: [],
  })),
]

const FULFILMENT: Table = {
  'POST /v2/shipments': {
    body: ofMerchant('MerchantShipmentReference'),
    status: 404,
    as: 'merchant',
  },
  'POST /v2/order-batches/shipments': {
    body: ({ order }) => ({
      Shipments: [{ MerchantShipmentReference: 'OWN-BATCH', MerchantOrderReference: order }],
    }),
    status: 200,
    as: 'merchant',
  },
  'GET /v2/shipments': listsOf('shipments'),
  'GET /v2/shipments/:reference': {
    url: ({ shipment }) => `/v2/shipments/${shipment}`,
    status: 404,
  },
  'PUT /v2/shipments/:reference': {
    url: ({ shipment }) => `/v2/shipments/${shipment}`,
    body: () => ({ TrackTraceNo: 'TAKEN' }),
    status: 404,
  },
  'POST /v2/shipments/:reference/void': {
    url: ({ shipment }) => `/v2/shipments/${shipment}/void`,
    status: 404,
  },
  'POST /v2/cancellations': [
    { body: ofMerchant('MerchantReference'), status: 404, as: 'merchant' },
    { body: ofChannel('ChannelCancellationReference'), status: 404, as: 'channel' },
  ],
  'GET /v2/cancellations': listsOf('cancellations'),
  'GET /v2/cancellations/:reference': {
    url: ({ cancellation }) => `/v2/cancellations/${cancellation}`,
    status: 404,
  },
  'POST /v2/backorders': {
    body: ofMerchant('MerchantBackorderReference'),
    status: 404,
    as: 'merchant',
  },
  'GET /v2/backorders': listsOf('backorders'),
  'GET /v2/backorders/:reference': {
    url: ({ backorder }) => `/v2/backorders/${backorder}`,
    status: 404,
  },
  'POST /v2/returns': [
    { body: ofMerchant('MerchantReturnReference'), status: 404, as: 'merchant' },
    { body: ofChannel('ChannelReturnReference'), status: 404, as: 'channel' },
  ],
  'POST /v2/refunds': {
    body: ({ order, refund }) => ({
      ...{ MerchantReference: refund, MerchantOrderReference: order },
      ...{ RefundInclVat: 1, Reason: 'Scratched' },
    }),
    status: 404,
    as: 'merchant',
  },
  'GET /v2/refunds': listsOf('refunds'),
  'GET /v2/refunds/:reference': {
    url: ({ refund }) => `/v2/refunds/${refund}`,
    status: 404,
  },
  'GET /v2/returns': listsOf('returns'),
  'GET /v2/returns/:reference': {
    url: (names) => `/v2/returns/${names.return}`,
    status: 404,
  },
  'POST /v2/returns/:reference/preview': {
    url: (names) => `/v2/returns/${names.return}/preview`,
    body: () => ({ Status: 'ACCEPTED' }),
    status: 404,
  },
  'PUT /v2/returns/:reference': {
    url: (names) => `/v2/returns/${names.return}`,
    body: () => ({ Status: 'REJECTED' }),
    status: 404,
  },
}

const KEYS: Table = {
  // Only the first key, because the others are used by these calls.
  'GET /v2/keys': { url: () => '/v2/keys?pageSize=1', status: 200 },
  'GET /v2/keys/:id': { url: ({ keyId }) => `/v2/keys/${keyId}`, status: 404 },
  'POST /v2/keys': {
    body: ({ channelId }) => ({ Label: 'Own', Kind: 'channel', ChannelId: channelId }),
    status: 404,
  },
  'PATCH /v2/keys/:id': {
    url: ({ keyId }) => `/v2/keys/${keyId}`,
    body: () => ({ Label: 'Taken' }),
    status: 404,
  },
  'POST /v2/keys/:id/rotate': {
    url: ({ keyId }) => `/v2/keys/${keyId}/rotate`,
    body: () => ({}),
    status: 404,
  },
}

const at =
  (rest = '') =>
  ({ connectionId }: MarketNames) =>
    `/v2/connections/${connectionId}${rest}`

const CONNECTIONS: Table = {
  'GET /v2/connections': { status: 200, answer: [] },
  'GET /v2/connections/:id': { url: at(), status: 404 },
  'POST /v2/connections': {
    body: ({ channelId }) => ({
      ...{ Name: 'Own', Shop: 'vendure', Role: 'channel', Settings: {} },
      ChannelId: channelId,
    }),
    status: 404,
  },
  'PATCH /v2/connections/:id': { url: at(), body: () => ({ IsPaused: true }), status: 404 },
  'PUT /v2/connections/:id/lease': {
    url: at('/lease'),
    body: () => ({ Holder: 'own', Seconds: 60 }),
    status: 404,
  },
  'DELETE /v2/connections/:id/lease': { url: at('/lease?lease=1'), status: 404 },
  'PUT /v2/connections/:id/cursors': {
    url: at('/cursors'),
    body: () => ({ Lease: 1, Cursors: { products: '1' } }),
    status: 404,
  },
  'GET /v2/connections/:id/pairs': { url: at('/pairs'), status: 404 },
  'PUT /v2/connections/:id/pairs': {
    url: at('/pairs'),
    body: ({ product, shopId }) => ({
      Lease: 1,
      Pairs: [{ Kind: 'product', HubId: product, ShopId: shopId, State: 'linked' }],
    }),
    status: 404,
  },
  'GET /v2/connections/:id/problems': { url: at('/problems'), status: 404 },
  'PUT /v2/connections/:id/problems': {
    url: at('/problems'),
    body: ({ product }) => ({ Lease: 1, Solved: [{ Kind: 'product', HubId: product }] }),
    status: 404,
  },
  'POST /v2/connections/:id/requests': {
    url: at('/requests'),
    body: ({ problemId }) => ({ Action: 'retry', ProblemId: problemId }),
    status: 404,
  },
  'GET /v2/connections/:id/runs': { url: at('/runs'), status: 404 },
  'GET /v2/connections/:id/runs/:runId': {
    url: ({ connectionId, runId }) => `/v2/connections/${connectionId}/runs/${runId}`,
    status: 404,
  },
  'POST /v2/connections/:id/runs': {
    url: at('/runs'),
    body: () => ({
      ...{ Lease: 1, StartedAt: '2001-01-01T00:00:00Z', FinishedAt: '2001-01-01T00:00:01Z' },
      ...{ Trigger: 'start', IsDryRun: false, Outcome: 'ok', Steps: [] },
    }),
    status: 404,
  },
  'GET /v2/connected-records': {
    url: ({ product }) => `/v2/connected-records?kind=product&hubId=${product}`,
    status: 200,
    answer: [],
  },
  'GET /v2/connectors': { status: 200, answer: [] },
  // It names no record, and each customer has its own.
  'PUT /v2/connectors/:shop': {
    url: () => '/v2/connectors/vendure',
    body: () => ({ Title: 'Vendure 3', Roles: ['channel'], Settings: [], Secrets: [] }),
    status: 200,
  },
}

const WEBHOOKS: Table = {
  'GET /v2/webhooks': { status: 200, answer: [] },
  'GET /v2/webhooks/:id': { url: ({ webhookId }) => `/v2/webhooks/${webhookId}`, status: 404 },
  'POST /v2/webhooks': {
    body: ({ channelId }) => ({
      Url: 'https://own.example/',
      Types: ['channel.updated'],
      ChannelId: channelId,
    }),
    status: 404,
  },
  'PATCH /v2/webhooks/:id': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}`,
    body: () => ({ Url: 'https://taken.example/' }),
    status: 404,
  },
  'POST /v2/webhooks/:id/rotate': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/rotate`,
    body: () => ({}),
    status: 404,
  },
  'GET /v2/webhooks/:id/deliveries': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/deliveries`,
    status: 404,
  },
  'GET /v2/webhooks/:id/deliveries/:deliveryId': {
    url: ({ webhookId, deliveryId }) => `/v2/webhooks/${webhookId}/deliveries/${deliveryId}`,
    status: 404,
  },
  'POST /v2/webhooks/:id/deliveries/:deliveryId/replay': {
    url: ({ webhookId, deliveryId }) => `/v2/webhooks/${webhookId}/deliveries/${deliveryId}/replay`,
    status: 404,
  },
  'POST /v2/webhooks/:id/test': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/test`,
    status: 404,
  },
  'POST /v2/webhooks/:id/replay': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/replay`,
    body: () => ({ Since: '2026-01-01T00:00:00Z' }),
    status: 404,
  },
  'POST /v2/webhooks/:id/disable': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/disable`,
    status: 404,
  },
  'POST /v2/webhooks/:id/enable': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}/enable`,
    status: 404,
  },
}

const NOTHING_FOUND = { Orders: [], Products: [], Channels: [] }

const CUSTOMER: Table = {
  'GET /v2/customer': { status: 200 },
  'PATCH /v2/customer': { body: () => ({ DefaultVatRate: 9 }), status: 200 },
  'GET /v2/views': { status: 200, answer: [] },
  // It names no record. That names are free for other customers is in views.test.ts.
  'POST /v2/views': { as: 'channel', status: 403 },
  'PATCH /v2/views/:id': {
    url: ({ viewId }) => `/v2/views/${viewId}`,
    body: () => ({ Name: 'Taken' }),
    status: 404,
  },
  'DELETE /v2/views/:id': {
    url: ({ viewId }) => `/v2/views/${viewId}`,
    status: 404,
    once: true,
  },
  'GET /v2/rates': { status: 200, answer: [] },
  // The owner has an order that waits for a rate which can be used.
  'PUT /v2/rates': {
    body: ({ rateDate }) => [{ CurrencyCode: 'KWD', Date: rateDate, Rate: 9_999_999 }],
    status: 200,
    answer: { StoredCount: 1, RepricedCount: 0, IsComplete: true },
  },
  'GET /v2/vat-rates': { status: 200, answer: [] },
  'PUT /v2/vat-rates': {
    body: () => [],
    status: 200,
    answer: { StoredCount: 0, ChangedCountries: [] },
    once: true,
  },
  // The same for all.
  'GET /v2/vat-rates/eu': { as: 'channel', status: 403 },
  'GET /v2/figures/overview': { status: 200 },
  'GET /v2/figures/sales': { status: 200 },
  'GET /v2/figures/products': { status: 200 },
  'GET /v2/figures/orders': [
    { status: 200 },
    { url: ({ channelId }) => `/v2/figures/orders?channelId=${channelId}`, status: 200 },
    { url: ({ order }) => `/v2/figures/orders?q=${order}`, status: 200 },
  ],
  'GET /v2/search': [
    { url: ({ order }) => `/v2/search?q=${order}`, status: 200, answer: NOTHING_FOUND },
    { url: ({ orderId }) => `/v2/search?q=${orderId}`, status: 200, answer: NOTHING_FOUND },
    { url: ({ product }) => `/v2/search?q=${product}`, status: 200, answer: NOTHING_FOUND },
    { url: ({ channelName }) => `/v2/search?q=${channelName}`, status: 200, answer: NOTHING_FOUND },
  ],
  'GET /v2/events': [
    // The caller has written events itself.
    { url: ({ orderId }) => `/v2/events?subject=order:${orderId}`, status: 200, answer: [] },
    {
      url: ({ keyId }) => `/v2/events?subject=key:${keyId}`,
      status: 200,
      answer: [],
      as: 'merchant',
    },
  ],
  'GET /v2/events/recent': [
    {
      url: ({ orderId }) => `/v2/events/recent?subject=order:${orderId}`,
      status: 200,
      answer: [],
      as: 'merchant',
    },
    {
      url: ({ order }) => `/v2/events/recent?q=${order}`,
      status: 200,
      answer: [],
      as: 'merchant',
    },
  ],
  'GET /v2/refusals': { status: 200, answer: [], as: 'merchant' },
  'GET /v2/refusals/:id': {
    url: ({ refusalId }) => `/v2/refusals/${refusalId}`,
    status: 404,
    as: 'merchant',
  },
}

/** The owner makes each call, too, so these come last. */
const REMOVALS: Table = {
  'DELETE /v2/products/:reference': {
    url: ({ product }) => `/v2/products/${product}`,
    status: 404,
  },
  'DELETE /v2/connections/:id': { url: at(), status: 404, once: true },
  'DELETE /v2/webhooks/:id': {
    url: ({ webhookId }) => `/v2/webhooks/${webhookId}`,
    status: 404,
    once: true,
  },
  'DELETE /v2/keys/:id': { url: ({ keyId }) => `/v2/keys/${keyId}`, status: 404 },
  'DELETE /v2/rates/:currency/:date': {
    url: ({ rateDate }) => `/v2/rates/USD/${rateDate}`,
    status: 404,
    once: true,
  },
  'DELETE /v2/channels/:id': { url: ({ channelId }) => `/v2/channels/${channelId}`, status: 404 },
}

/** All calls. */
export const ISOLATION: Table = {
  ...PRODUCTS,
  ...EXPORTS,
  ...CHANNELS,
  ...ORDERS,
  ...FULFILMENT,
  ...KEYS,
  ...WEBHOOKS,
  ...CONNECTIONS,
  ...CUSTOMER,
  ...REMOVALS,
}
