/** The figures of the overview and the search, and what both read of the database. */
import { execute, query, queryOne, sql, type Transaction, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, createApiKey, expectDone, SCOPES, type Scope } from '../src/index.ts'
import * as figures from '../src/reports/figures/store.ts'
import { searchOrders, searchProducts } from '../src/reports/search/store.ts'
import { anAcknowledgement, anOrder, createParties, createTestApi, type TestApi } from './api.ts'

/** Old orders, and products. All of them are closed or unchanged. */
const MANY = 10_000

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await createTestApi()
  owner = await keyWith(SCOPES.merchant)
  await fill(api.customer.customerId, api.channel.channelId)
})
afterAll(async () => await api.close())

async function keyWith(scopes: readonly Scope[], customerId = api.customer.customerId) {
  const input = { kind: 'merchant' as const, label: 'Test', scopes: [...scopes] }
  return expectDone(await createApiKey(api.database, customerId, input)).key
}

/** Stores orders of last year, and products. */
async function fill(customerId: string, channelId: number) {
  await execute(
    api.database,
    sql`
    insert into marketplace.orders (customer_id, order_id, channel_id, channel_reference, merchant_reference,
      acknowledged_at, status, content_hash, email, billing_address, shipping_address, currency_code, order_date,
      original_shipping_costs_incl_vat, original_total_incl_vat, total_incl_vat, rate_to_base_currency, line_count,
      units, shipped, created_at)
    select ${customerId}, 1000000 + n, ${channelId}, 'OLD-' || n, 'M-OLD-' || n, now(), 'SHIPPED',
      sha256(n::text::bytea), 'old' || n || '@example.org',
      jsonb_build_object('FirstName', 'Ann', 'LastName', 'Old' || n),
      jsonb_build_object('City', 'Oldtown', 'ZipCode', '12 ' || n), 'EUR', now(), 0, 10, 10, 1, 1, 1, 1,
      now() - interval '400 days' - n * interval '1 minute'
    from generate_series(1, ${MANY}) n`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.products (customer_id, merchant_product_reference, name, ean)
    select ${customerId}, 'OLD-' || n, 'Old product ' || n, 870000000000 + n from generate_series(1, ${MANY}) n`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.order_lines (customer_id, order_id, line_id, line_number, channel_reference,
      merchant_product_reference, quantity, shipped, vat_rate, original_unit_price_incl_vat)
    select ${customerId}, 1000000 + n, 1000000 + n, 1, '1', 'LAMP-' || n % 10, 1, 1, 21, 10 from generate_series(1, ${MANY}) n`,
  )
  await execute(
    api.database,
    sql`
    insert into marketplace.fulfilments (customer_id, fulfilment_id, kind, reference, order_id, channel_id, content_hash,
      details, line_count, created_at, updated_at)
    select ${customerId}, 1000000 + n, 'shipment', 'OLD-' || n, 1000000 + n, ${channelId}, sha256(n::text::bytea),
      jsonb_build_object('TrackTraceNo', '3SOLD' || n), 1, now(), now() from generate_series(1, ${MANY}) n`,
  )
  await execute(api.database, sql`analyze`)
}

const call = async (method: string, path: string, body?: unknown, key = owner) =>
  await api.merchant(method, `/v2${path}`, body, { key })
const search = async (q: string, key = owner) =>
  (await call('GET', `/search?q=${encodeURIComponent(q)}`, undefined, key)).body
const ids = (found: readonly { Id: number }[]) => found.map(({ Id }) => Id)

/** Number of rows of a table that the work reads in its transaction. */
async function rowsRead(
  table: string,
  work: (tx: Transaction, customer: Customer) => Promise<unknown>,
): Promise<number> {
  return await transaction(api.database, async (tx) => {
    const read = async () =>
      await queryOne<{ count: number }>(
        tx,
        sql`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
        where schemaname = 'marketplace' and relname = ${table}`,
      )
    const before = await read()
    await work(tx, api.customer)
    return (await read()).count - before.count
  })
}

describe('the overview', () => {
  test('counts what waits, and the sales of each day and channel', async () => {
    const { customer, channel, channelKey } = await createParties(api.database, { name: 'Figures' })
    const key = await keyWith(SCOPES.merchant, customer.customerId)
    const as = async (method: string, path: string, body?: unknown) =>
      (await call(method, path, body, key)).body
    const order = async (ChannelReference: string, change = {}) =>
      (await call('POST', '/orders', anOrder({ ChannelReference, ...change }), channelKey)).body
    await as('POST', '/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
    const first = await order('F-1')
    await order('F-2')
    const shipped = await order('F-3')
    await as('POST', '/orders/acknowledge', anAcknowledgement(shipped, 'F-3'))
    await order('F-4', { CurrencyCode: 'USD' })
    const today = await as('GET', '/figures/overview')
    expect(today).toMatchObject({
      Orders: {
        ToAcknowledge: 2,
        OldestToAcknowledge: first.CreatedAt,
        ToCorrect: 1,
        ToShip: 1,
        InBackorder: 0,
        OldestOpen: { Id: expect.any(Number), Reference: 'F-1' },
      },
      Sales: [{ ChannelId: channel.channelId, OrderCount: 4, Revenue: 59.7 }],
      Comparison: {
        Today: { OrderCount: 4, Revenue: 59.7 },
        WeekBefore: { OrderCount: 0, Revenue: 0 },
      },
      ReturnsToDecide: 0,
      UnitsReturned: 0,
      FailingWebhooks: [],
      Channels: [{ Id: channel.channelId, Name: 'Shop', IsActive: true, LastPoll: null }],
      EndingKeys: [],
    })
    await execute(
      api.database,
      sql`
      update marketplace.orders set created_at = created_at - interval '7 days'
      where customer_id = ${customer.customerId} and channel_reference in ('F-2', 'F-3')`,
    )
    expect((await as('GET', '/figures/overview')).Comparison).toMatchObject({
      Today: { OrderCount: 2, Revenue: 19.9 },
      WeekBefore: { OrderCount: 2, Revenue: 39.8 },
    })
    const lines = [{ MerchantOrderLineReference: 'F-3-1', Quantity: 2 }]
    const waits = { MerchantBackorderReference: 'B', MerchantOrderReference: 'F-3', Lines: lines }
    await as('POST', '/backorders', waits)
    const { Orders } = await as('GET', '/figures/overview')
    expect(Orders).toMatchObject({ ToShip: 1, InBackorder: 1 })
    const shipment = { MerchantShipmentReference: 'S', MerchantOrderReference: 'F-3', Lines: lines }
    await as('POST', '/shipments', shipment)
    const back = { MerchantReturnReference: 'R', MerchantOrderReference: 'F-3', Lines: lines }
    await as('POST', '/returns', back)
    await call('GET', '/products/data', undefined, channelKey)
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    await as('POST', '/keys', { Label: 'Soon', ExpiresAt: soon })
    await as('POST', '/keys', { Label: 'Later', ExpiresAt: '2999-01-01T00:00:00Z' })
    await execute(
      api.database,
      sql`
      insert into marketplace.webhooks (customer_id, url, label, event_types, payload, event_cursor, failing_since)
      select ${customer.customerId}, 'https://example.com', label, '{}', 'thin', '', since
      from (values ('Fails', now()), ('Works', null)) w (label, since)`,
    )
    expect(await as('GET', '/figures/overview')).toMatchObject({
      Orders: { ToShip: 0 },
      ReturnsToDecide: 1,
      UnitsReturned: 2,
      FailingWebhooks: [{ Label: 'Fails', FailingSince: expect.any(String), DisabledAt: null }],
      Channels: [{ LastPoll: expect.stringContaining('T'), Pending: 1 }],
      EndingKeys: [{ Label: 'Soon', ExpiresAt: soon }],
    })
    await as('PUT', '/returns/R', { Status: 'ACCEPTED' })
    expect((await as('GET', '/figures/overview')).ReturnsToDecide).toBe(0)
  })

  test('says of a channel whether it has a valid key, and not of one whose keys are over', async () => {
    const parties = await createParties(api.database, { name: 'Expired' })
    const { customerId } = parties.customer
    const hasKeys = async () => {
      const found = await figures.findChannelFigures(api.database, customerId)
      return found.map(({ HasKeys }) => HasKeys)
    }
    expect(await hasKeys()).toEqual([true])
    await execute(
      api.database,
      sql`update marketplace.api_keys set expires_at = now() - interval '1 second' where customer_id = ${customerId}`,
    )
    expect(await hasKeys()).toEqual([false])
  })

  test('leaves out the parts for which the key lacks the scope', async () => {
    const key = await keyWith(['channels:read'])
    const { body } = await call('GET', '/figures/overview', undefined, key)
    expect(body).toMatchObject({
      Orders: null,
      Sales: null,
      Comparison: null,
      ReturnsToDecide: null,
      Offers: null,
      Channels: [{ Name: 'Shop' }],
      EndingKeys: null,
    })
  })

  test('does not read the old orders', async () => {
    const countOrders = async (tx: Transaction, { customerId }: Customer) =>
      await figures.countOrders(tx, customerId)
    const readers = [countOrders, figures.sumSales, figures.compareSales]
    for (const reader of readers) expect(await rowsRead('orders', reader)).toBeLessThan(MANY / 10)
    const everything = async (tx: Transaction) =>
      await query(tx, sql`select sum(total_incl_vat) from marketplace.orders`)
    expect(await rowsRead('orders', everything)).toBeGreaterThanOrEqual(MANY)
  })
})

describe('a search', () => {
  test('finds orders by id, references, e-mail address and name', async () => {
    const BillingAddress = { FirstName: 'Zoë', LastName: 'Van Dyck' }
    const order = (
      await api.channelCall(
        'POST',
        '/v2/orders',
        anOrder({ ChannelReference: 'Web-77', Email: 'Zoe@Example.com', BillingAddress }),
      )
    ).body
    const found = async (q: string) => ids((await search(q)).Orders)
    const texts = [
      'Web-7',
      'zoe@',
      'ZOE@EXAMPLE',
      'van dyck',
      'Van Dyck Zoë',
      ' Web-77 ',
      'zoë dyck',
      'YCK',
      'example.COM zoe',
    ]
    for (const text of [...texts, String(order.Id)]) {
      expect([text, await found(text)]).toEqual([text, [order.Id]])
    }
    for (const text of ['eb-77', 'oe@', '%', '_', '\\', "'", 'Zo_', 'dyck nobody', 'zoë%dyck']) {
      expect([text, await found(text)]).toEqual([text, []])
    }
    expect((await search('Web-77')).Orders[0]).toEqual({
      Id: order.Id,
      MerchantReference: null,
      ChannelReference: 'Web-77',
      ChannelId: api.channel.channelId,
      Status: 'REQUIRES_CORRECTION',
      Email: 'Zoe@Example.com',
      Name: 'Zoë Van Dyck',
      OrderDate: order.OrderDate,
      Match: { Field: 'channelReference', Value: 'Web-77' },
    })
    expect(await found('Ann Old4999')).toEqual([1_004_999])
    expect(await found('m-old-4999')).toEqual([1_004_999])
  })

  test('finds a product by a long name, and each of a long list of references', async () => {
    const Name = 'Stainless steel insulated water bottle with straw lid 500 ml dark blue'
    const bottles = Array.from({ length: 150 }, (_, index) => ({
      MerchantProductReference: `BOTTLE-${index}`,
      Name: index === 0 ? Name : `Bottle ${index}`,
    }))
    await call('POST', '/products', bottles)
    expect((await search(Name)).Products).toMatchObject([{ MerchantProductReference: 'BOTTLE-0' }])
    const names = bottles.map(({ MerchantProductReference }) => MerchantProductReference)
    const q = encodeURIComponent(names.join('\n'))
    const { body } = await call('GET', `/products?pageSize=1000&q=${q}`)
    expect(body).toHaveLength(150)
  })

  test('finds orders by product, city, postcode and tracking number, and says which it was', async () => {
    const ShippingAddress = { City: 'Île-aux-Moines', ZipCode: '56 780', CountryIso: 'FR' }
    const Lines = [{ ...anOrder().Lines[0], MerchantProductReference: 'Ölkanne-9' }]
    await call('POST', '/products', { MerchantProductReference: 'Ölkanne-9', Name: 'Can' })
    const { body } = await api.channelCall(
      'POST',
      '/v2/orders',
      anOrder({ ChannelReference: 'PARTS', ShippingAddress, Lines }),
    )
    await call('POST', '/orders/acknowledge', { OrderId: body.Id })
    const parcels = [{ TrackTraceNo: '3S 777 A' }, { TrackTraceNo: 'JVGL0002' }]
    await call('POST', '/shipments', {
      MerchantShipmentReference: 'PARTS',
      MerchantOrderReference: 'PARTS',
      Parcels: parcels,
      Lines: [{ MerchantOrderLineReference: `${body.Id}-1` }],
    })
    for (const [text, Field, Value] of [
      ['ölkanne', 'product', 'Ölkanne-9'],
      ['ÎLE-AUX', 'city', 'Île-aux-Moines'],
      ['56780', 'zipCode', '56 780'],
      ['3s777a', 'trackingNumber', '3S 777 A'],
      ['JVGL0002', 'trackingNumber', 'JVGL0002'],
      ['parts', 'merchantReference', 'PARTS'],
    ] as const) {
      const { Orders } = await search(text)
      expect([text, ids(Orders), Orders[0]?.Match]).toEqual([text, [body.Id], { Field, Value }])
      const list = await call('GET', `/orders?q=${encodeURIComponent(text)}`)
      expect([text, ids(list.body)]).toEqual([text, [body.Id]])
      const counts = await call('GET', `/figures/orders?q=${encodeURIComponent(text)}`)
      expect([text, counts.body.Total]).toEqual([text, 1])
    }
    // A product or a city of very many orders.
    for (const [text, total] of [
      ['LAMP-3', MANY / 10],
      ['oldtown', MANY],
      ['3SOLD77', 111],
    ] as const) {
      const counts = await call('GET', `/figures/orders?q=${text}`)
      expect([text, counts.body.Total]).toEqual([text, total])
      const page = await call('GET', `/orders?q=${text}&sort=newest&pageSize=50`)
      expect([text, page.body.length]).toEqual([text, 50])
    }
  })

  test('finds products by reference, EAN and name, and channels by part of their name', async () => {
    const product = { MerchantProductReference: 'CUP-1', Name: 'Ünique cup', Ean: '4006381333931' }
    await api.merchant('POST', '/v2/products', product)
    for (const text of ['CUP', 'cup-1', '400638133', 'ünique c', 'Cup Ünique', '81333931']) {
      const { Products } = await search(text)
      expect([text, Products]).toEqual([text, [{ ...product, IsActive: true }]])
    }
    expect((await search('hop')).Channels).toEqual([
      { Id: api.channel.channelId, Name: 'Shop', IsActive: true },
    ])
    expect((await search(String(api.channel.channelId))).Channels).toHaveLength(1)
  })

  test('answers at most 20 of each kind, and refuses empty and unknown parameters', async () => {
    const { Orders, Products } = await search('old')
    expect([Orders.length, Products.length]).toEqual([20, 20])
    for (const query of ['', '?q=', '?q=%20', '?q=a&x=1', `?q=${'x'.repeat(2_001)}`, '?q=%00']) {
      expect([query, (await call('GET', `/search${query}`)).status]).toEqual([query, 400])
    }
  })

  test('returns only records of the customer, of kinds that the scopes allow', async () => {
    const other = await createParties(api.database, { name: 'Other' })
    const theirs = await keyWith(SCOPES.merchant, other.customer.customerId)
    expect(await search('old', theirs)).toEqual({ Orders: [], Products: [], Channels: [] })
    expect(await search('1000001', theirs)).toMatchObject({ Orders: [] })
    expect(ids((await search('shop', theirs)).Channels)).toEqual([other.channel.channelId])
    const ordersOnly = await keyWith(['orders:read'])
    expect(await search('old', ordersOnly)).toMatchObject({ Products: null, Channels: null })
    const productsOnly = await keyWith(['products:read'])
    expect(await search('old', productsOnly)).toMatchObject({ Orders: null, Channels: null })
  })

  test('finds each of several ids, references and EANs, however they are separated', async () => {
    const { Orders } = await search('1000007, OLD-8;m-old-9\n\t OLD-10 nothing')
    expect(ids(Orders).toSorted()).toEqual([1_000_007, 1_000_008, 1_000_009, 1_000_010])
    const { Products } = await search('old-1 870000000002')
    expect(Products.map((one: { Ean: string }) => one.Ean)).toEqual([
      '870000000001',
      '870000000002',
    ])
    const many = Array.from({ length: 150 }, (_, index) => `OLD-${index + 1}`).join(' ')
    expect((await search(many)).Orders).toHaveLength(20)
  })

  test('reads few rows, however many contain the text, and wherever they are', async () => {
    for (const text of ['o', 'old', 'ann', '87', 'nothing', 'Old4999', 'product 77', 'LAMP-3']) {
      const orders = await rowsRead('orders', (tx, { customerId }) =>
        searchOrders(tx, customerId, text),
      )
      const products = await rowsRead('products', (tx, { customerId }) =>
        searchProducts(tx, customerId, text),
      )
      expect([text, orders < MANY / 2, products < MANY / 2]).toEqual([text, true, true])
    }
  })
})
