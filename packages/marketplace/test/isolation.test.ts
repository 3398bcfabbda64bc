/** Every call, and every kind of principal: what belongs to another customer is answered as what does not exist. */
import { execute, query, sql } from '@entrepot/database'
import { type Caller, checkIsolation, collectRoutes } from '@entrepot/test-support/isolation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createApiKey,
  createChannel,
  expectDone,
  putRates,
  putVatRates,
  SCOPES,
} from '../src/index.ts'
import { anAcknowledgement, anOrder, createParties, createTestApi, type TestApi } from './api.ts'
import { aRecord } from './fulfilment-api.ts'
import { ISOLATION, type MarketNames } from './isolation-table.ts'
import { AGENT, asPrincipal, PERSON, testPeople } from './people.ts'

type Party = Awaited<ReturnType<typeof createParties>>

let api: TestApi
let routes: ReturnType<typeof collectRoutes>
let owner: Party
let theirs: MarketNames
beforeAll(async () => {
  const webhooks = { secrets: ['a secret of at least thirty-two characters'] }
  api = await createTestApi(
    {},
    { principals: [testPeople], webhooks, background: false },
    (app) => {
      routes = collectRoutes(app)
    },
  )
  await useUnusualIds()
  owner = await createParties(api.database, { name: 'Owner' })
  theirs = await createRecords()
})
afterAll(async () => await api.close())

/** A number that occurs nowhere else in answers. */
const IMPORT_ID = 770_000
const JOB_ID = 9_900_097
const REFUSAL_ID = 990_210

const MISSING: MarketNames = {
  product: 'ABSENT-PRODUCT',
  listing: 'ABSENT-LISTING',
  order: 'ABSENT-ORDER',
  orderLine: 'ABSENT-ORDER-1',
  orderId: 990001,
  lineId: 990002,
  otherOrder: 'ABSENT-OTHER-ORDER',
  newOrderId: 990003,
  newLineId: 990004,
  channelOrder: 'ABSENT-CHANNEL-ORDER',
  channelId: 990005,
  channelName: 'ABSENT-CHANNEL-NAME',
  keyId: 990006,
  webhookId: 990007,
  connectionId: 990_111,
  problemId: 990_112,
  runId: 990_113,
  shopId: 'ABSENT-SHOP-ID',
  viewId: 990009,
  deliveryId: 990008,
  rateDate: '2001-01-02',
  importId: 990_108,
  mapping: 'ABSENT-MAPPING',
  jobId: 990_109,
  refusalId: 990_110,
  shipment: 'ABSENT-SHIPMENT',
  cancellation: 'ABSENT-CANCELLATION',
  backorder: 'ABSENT-BACKORDER',
  return: 'ABSENT-RETURN',
  refund: 'ABSENT-REFUND',
}

/** Ids that occur nowhere else in answers, so that they can be recognised. */
async function useUnusualIds(): Promise<void> {
  for (const statement of [
    sql`alter table marketplace.channels alter column channel_id restart with 770001`,
    sql`alter table marketplace.api_keys alter column key_id restart with 880001`,
    sql`alter table marketplace.connections alter column connection_id restart with 990211`,
    sql`alter table marketplace.connection_problems alter column problem_id restart with 990221`,
    sql`alter table marketplace.connection_runs alter column run_id restart with 990231`,
    sql`alter table marketplace.webhooks alter column webhook_id restart with 330001`,
    sql`alter table marketplace.views alter column view_id restart with 660001`,
    sql`alter table marketplace.webhook_deliveries alter column delivery_id restart with 440001`,
  ]) {
    await execute(api.database, statement)
  }
}

async function createRecords(): Promise<MarketNames> {
  const { customer, channel, merchantKey, channelKey } = owner
  await execute(
    api.database,
    sql`insert into marketplace.order_counters values (${customer.customerId}, 550000, 660000)`,
  )
  const call = async (method: string, path: string, body: unknown, key = merchantKey) => {
    const answer = await api.merchant(method, `/v2${path}`, body, { key })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return answer.body
  }
  const product = 'VICTIM-PRODUCT'
  const offer = { Price: 9.95, Stock: 5 }
  await call('POST', '/products', { MerchantProductReference: product, Name: 'Mug', ...offer })
  const place = async (reference: string) => {
    const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: product, Quantity: 50 }]
    const order = anOrder({ ChannelReference: reference, Lines })
    return await call('POST', '/orders', order, channelKey)
  }
  const acknowledge = async (reference: string, channelReference: string) => {
    const order = await place(channelReference)
    return await call('POST', '/orders/acknowledge', anAcknowledgement(order, reference))
  }
  const order = await acknowledge('VICTIM-ORDER', 'VICTIM-CHANNEL-ORDER')
  await acknowledge('VICTIM-OTHER-ORDER', 'VICTIM-CHANNEL-OTHER')
  const fresh = await place('VICTIM-CHANNEL-NEW')
  const record = async (path: Parameters<typeof aRecord>[0], change: object) =>
    await call('POST', `/${path}`, aRecord(path, 'VICTIM-ORDER', { 1: 2 }, change))
  await record('shipments', { MerchantShipmentReference: 'VICTIM-SHIPMENT' })
  await record('cancellations', { MerchantReference: 'VICTIM-CANCELLATION' })
  await record('backorders', { MerchantBackorderReference: 'VICTIM-BACKORDER' })
  await record('returns', { MerchantReturnReference: 'VICTIM-RETURN' })
  await call('POST', '/refunds', {
    ...{ MerchantReference: 'VICTIM-REFUND', MerchantOrderReference: 'VICTIM-ORDER' },
    ...{ RefundInclVat: 1, Reason: 'Scratched' },
  })
  const listed = { MerchantReference: product, ChannelReference: 'VICTIM-LISTING' }
  await call('GET', '/products/data', undefined, channelKey)
  await call('POST', '/products/data', { Created: [listed] }, channelKey)
  await call('PUT', '/offers', [{ MerchantProductReference: product, Price: 8, Stock: 4 }])
  // The channel knows a price from which the next one is far away, so that it waits.
  await call('GET', '/products/offers', undefined, channelKey)
  await call('PUT', '/offers', [{ MerchantProductReference: product, Price: 80, Stock: 3 }])
  await call('PUT', `/channels/${channel.channelId}/offer-overrides`, [
    { MerchantProductReference: product, Stock: { Buffer: 1 } },
  ])
  await call('GET', '/products/offers', undefined, channelKey)
  expect((await api.merchant('GET', '/v2/refusals', undefined, { key: merchantKey })).status).toBe(
    403,
  )
  const { customerId } = customer
  await execute(
    api.database,
    sql`
    insert into marketplace.imports (customer_id, import_id, status, file_name, options, is_dry_run, actor)
    values (${customerId}, ${IMPORT_ID}, 'done', 'VICTIM-FILE', '{}', false, '{}')`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.order_jobs (customer_id, job_id, action, options, actor, status)
    overriding system value
    values (${customerId}, ${JOB_ID}, 'close', '{}', '{"kind":"person","id":"1","label":"VICTIM-PERSON"}', 'done')`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.product_jobs (customer_id, job_id, actor, status) overriding system value
    values (${customerId}, ${JOB_ID}, '{"kind":"person","id":"1","label":"VICTIM-PERSON"}', 'done')`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.refusals (customer_id, refusal_id, occurred_at, method, route, status, code, actor, request_id)
    values (${customerId}, ${REFUSAL_ID}, now(), 'GET', '/v2/orders', 400, 'VICTIM-CODE',
      '{"kind":"person","id":"1","label":"VICTIM-PERSON"}', 'victim-request')`,
  )
  const rates = [{ CurrencyCode: 'USD', Date: '2001-01-01', Rate: 2 }]
  expectDone(await putRates(api.database, customerId, rates))
  const vatRates = [{ CountryIso: 'DE', VatClass: 'standard', Rate: 19 }]
  expectDone(await putVatRates(api.database, customerId, vatRates))
  const line = { ...anOrder().Lines[0], MerchantProductReference: product }
  const Lines = [{ ...line, UnitPriceInclVat: 9_999_999 }]
  const waiting = { CurrencyCode: 'KWD', OrderDate: '2001-01-01T00:00:00Z', Lines }
  await call('POST', '/orders', anOrder({ ...waiting, ChannelReference: 'VICTIM-KWD' }), channelKey)
  expectDone(await createChannel(api.database, customerId, { name: 'VICTIM-CHANNEL-NAME' }))
  const { record: key } = expectDone(
    await createApiKey(api.database, customerId, { kind: 'merchant', label: 'VICTIM-KEY' }),
  )
  const view = { Name: 'VICTIM-CHANNEL-NAME', List: 'orders', IsShared: true }
  const { Id: viewId } = await call('POST', '/views', view)
  await call('PUT', '/import-mappings/VICTIM-MAPPING', {
    Columns: { SKU: 'MerchantProductReference' },
  })
  return {
    product,
    viewId,
    listing: listed.ChannelReference,
    order: 'VICTIM-ORDER',
    orderLine: 'VICTIM-ORDER-1',
    orderId: order.Id,
    lineId: order.Lines[0].Id,
    otherOrder: 'VICTIM-OTHER-ORDER',
    newOrderId: fresh.Id,
    newLineId: fresh.Lines[0].Id,
    channelOrder: 'VICTIM-CHANNEL-ORDER',
    channelId: channel.channelId,
    channelName: 'VICTIM-CHANNEL-NAME',
    keyId: Number(key.keyId),
    ...(await createDelivery()),
    ...(await createConnection(product)),
    rateDate: '2001-01-01',
    importId: IMPORT_ID,
    mapping: 'VICTIM-MAPPING',
    jobId: JOB_ID,
    refusalId: REFUSAL_ID,
    shipment: 'VICTIM-SHIPMENT',
    cancellation: 'VICTIM-CANCELLATION',
    backorder: 'VICTIM-BACKORDER',
    return: 'VICTIM-RETURN',
    refund: 'VICTIM-REFUND',
  }
}

/** A webhook of the owner's channel, which all of its principals manage, with a delivery. */
async function createDelivery() {
  const [, channel] = await callersOf(owner)
  const call = async (url: string, payload: object) => {
    const headers = channel?.headers ?? {}
    const { status, body } = await api.raw({ method: 'POST', url, headers, payload })
    expect(status, url).toBe(201)
    return body.Id as number
  }
  const body = { Url: 'https://victim.example/', Types: ['*'] }
  const webhookId = await call('/v2/webhooks', body)
  return { webhookId, deliveryId: await call(`/v2/webhooks/${webhookId}/test`, {}) }
}

/** A connection of the owner's channel, with a pair, a problem and a run. */
async function createConnection(product: string) {
  const [, channel] = await callersOf(owner)
  const call = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const headers = channel?.headers ?? {}
    const { status, body } = await api.raw({ method, url: `/v2${path}`, headers, payload })
    expect(status, path).toBeLessThan(300)
    return body
  }
  const body = { Name: 'VICTIM-CONNECTION', Shop: 'vendure', Role: 'channel', Settings: {} }
  const { Id: connectionId } = await call('POST', '/connections', body)
  const path = `/connections/${connectionId}`
  const lease = { Holder: 'VICTIM-HOLDER', Seconds: 300 }
  const { Number: Lease } = await call('PUT', `${path}/lease`, lease)
  const shopId = 'VICTIM-SHOP-ID'
  const pair = { Kind: 'product', HubId: product, ShopId: shopId, State: 'linked' }
  await call('PUT', `${path}/pairs`, { Lease, Pairs: [pair] })
  const problem = { Kind: 'product', HubId: product, Code: 'x', Message: 'x', Remedy: 'x' }
  await call('PUT', `${path}/problems`, { Lease, Problems: [problem] })
  const run = await call('POST', `${path}/runs`, {
    ...{ Lease, StartedAt: '2001-01-01T00:00:00Z', FinishedAt: '2001-01-01T00:00:01Z' },
    ...{ Trigger: 'start', IsDryRun: false, Outcome: 'ok', Steps: [] },
  })
  // As many connectors as there may be, so that the owner gets another answer than a stranger.
  await execute(
    api.database,
    sql`
    insert into marketplace.connectors (customer_id, shop, channel_id, description)
    select ${owner.customer.customerId}, 'shop-' || number, channel,
      '{"Title": "VICTIM-CONNECTOR", "Roles": ["channel"], "Settings": [], "Secrets": []}'
    from generate_series(1, 50) number, unnest(array[0, ${owner.channel.channelId}]::bigint[]) channel`,
  )
  return { connectionId, shopId, problemId: 990_221, runId: run.Id }
}

/** The principals of a customer: keys with all scopes, a person and an agent. */
async function callersOf({ customer, channel }: Party): Promise<readonly Caller[]> {
  const keyOf = async (kind: 'merchant' | 'channel', more: { channelId?: number }) => {
    const request = { kind, label: 'All scopes', scopes: [...SCOPES[kind]], ...more }
    return expectDone(await createApiKey(api.database, customer.customerId, request)).key
  }
  const key = await keyOf('merchant', {})
  const channelKey = await keyOf('channel', { channelId: channel.channelId })
  return [
    { name: 'a merchant key', kind: 'merchant', headers: { 'x-api-key': key } },
    { name: 'a channel key', kind: 'channel', headers: { 'x-api-key': channelKey } },
    { name: 'a person', kind: 'merchant', headers: asPrincipal({ customer, actor: PERSON }) },
    { name: 'an agent', kind: 'merchant', headers: asPrincipal({ customer, actor: AGENT }) },
  ]
}

/** Each principal is of a customer of its own, so that no call sees what an earlier one created. */
async function createStrangers(): Promise<readonly Caller[]> {
  const parties = await Promise.all(
    [0, 1, 2, 3].map(async () => await createParties(api.database, { name: 'Stranger' })),
  )
  const all = await Promise.all(parties.map(callersOf))
  return all.map((callers, index) => callers[index] as Caller)
}

/** A checksum of all rows of the owner, without what the hub writes about calls of the owner after their answers. */
async function checksum(): Promise<string> {
  const tables = await query<{ name: string }>(
    api.database,
    sql`select table_name as name from information_schema.columns
    where table_schema = 'marketplace' and column_name = 'customer_id'
      and table_name not in ('refusals', 'refusal_clocks', 'rate_windows') order by table_name`,
  )
  const id = owner.customer.customerId
  const sums = tables.map(
    ({ name }) =>
      `(select '${name} ' || coalesce(md5(string_agg(row, '|' order by row)), '') || E'\\n' from (select (to_jsonb(t) - 'last_used_at')::text as row from marketplace.${name} t where customer_id = ${id}) rows)`,
  )
  const { rows } = await api.database.query<{ sum: string }>(`select ${sums.join(' || ')} as sum`)
  return String(rows[0]?.sum)
}

test('each call has an entry in the table, and each entry is a call', () => {
  expect(Object.keys(ISOLATION).sort()).toEqual([...routes.keys()].sort())
})

test.each(Object.entries(ISOLATION))(
  '%s answers what belongs to another customer as what does not exist',
  async (route, entry) => {
    const owners = await callersOf(owner)
    const parts = {
      app: api.app,
      routes,
      theirs,
      missing: MISSING,
      owners,
      createStrangers,
      checksum,
    }
    for (const call of [entry].flat()) await checkIsolation(parts, route, call)
  },
)

test('the checksum of the owner covers what a call could change', async () => {
  const before = await checksum()
  const headers = asPrincipal({ customer: owner.customer, actor: PERSON })
  const url = '/v2/products/VICTIM-PRODUCT'
  await api.raw({ method: 'PATCH', url, headers, payload: { Name: 'Changed' } })
  expect(await checksum()).not.toBe(before)
})
