/** Exports as CSV and NDJSON. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardCell, openCatalogue, restoreCell } from '@entrepot/catalogues'
import { execute, query, queryFirst, raw, sql } from '@entrepot/database'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProductRequest, upsertProducts } from '../src/index.ts'
import { textSearchOf } from '../src/kit/sql/search-store.ts'
import { openExport } from '../src/reports/exports/exports.ts'
import { EXPORT_KINDS } from '../src/reports/exports/kind-store.ts'
import { findResumePlace } from '../src/reports/exports/resume.ts'
import { guarded } from '../src/reports/exports/statement-store.ts'
import { anOrder, createParties, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, record } from './fulfilment-api.ts'
import { rowsReadBy } from './rows-read.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const get = async (path: string) => await api.merchant('GET', `/v2/exports/${path}`)
const rowsOf = (text: string) =>
  parse(text, { columns: true, relax_quotes: false }) as Record<string, string>[]
const objectsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Texts that a product can have, with what disturbs CSV and spreadsheets. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'=+-@\'",;\t\n\\ ', '\r\n', '\\.', 'NULL', 'é', '文', '😀', '\u2028'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').replace(/[^\P{Cc}\t\n\r]/gu, ''))

/** A step of a plan of PostgreSQL that has run. */
describe('an export', () => {
  test('of products has the fields that an import takes, with parents before their children', async () => {
    const family = {
      MerchantProductReference: 'Z-PARENT',
      Name: 'Shirt',
      Children: [
        { MerchantProductReference: 'A-CHILD', Name: 'Shirt S', Size: 'S', Stock: 3, Price: 9.9 },
      ],
    }
    const single = {
      MerchantProductReference: 'M-1',
      Name: '=1+1',
      Description: 'line 1\n\'-line, "2"',
      Ean: '04006381333931',
      VatRate: 9.5,
      ExtraData: { Weight: '2', '=x': '=y' },
      IsActive: false,
    }
    for (const body of [family, single]) {
      expect((await api.merchant('POST', '/v2/products', body)).status).toBe(201)
    }
    const csv = await get('products')
    expect(csv.status).toBe(200)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="products-.*\.csv"$/)
    const rows = rowsOf(csv.body)
    expect(rows.map((row) => row.MerchantProductReference)).toEqual(['M-1', 'Z-PARENT', 'A-CHILD'])
    expect(rows[0]).toMatchObject({
      Name: "'=1+1",
      Description: 'line 1\n\'-line, "2"',
      Ean: '04006381333931',
      Stock: '0',
      VatRate: '9.5',
      Price: '',
      IsActive: 'false',
    })
    const objects = objectsOf((await get('products?format=ndjson')).body)
    expect(objects[0]).toMatchObject({ ...single, Price: null, ParentMerchantReference: null })
    expect(objects[2]).toMatchObject({ Price: 9.9, ParentMerchantReference: 'Z-PARENT' })
  })

  test('of orders and of their lines has the filters of the list', async () => {
    const mug = { MerchantProductReference: 'MUG', Name: 'Mug' }
    expect((await api.merchant('POST', '/v2/products', mug)).status).toBe(201)
    const ids: number[] = []
    for (const reference of ['O-1', '@O-2', 'O-3']) {
      const order = anOrder({ ChannelReference: reference, OrderDate: '2026-11-20T08:00:00Z' })
      ids.push((await api.channelCall('POST', '/v2/orders', order)).body.Id)
    }
    const orders = rowsOf((await get('orders')).body)
    expect(orders.map((row) => [row.Id, row.ChannelReference])).toEqual([
      [String(ids[0]), 'O-1'],
      [String(ids[1]), "'@O-2"],
      [String(ids[2]), 'O-3'],
    ])
    expect(orders[0]).toMatchObject({
      Status: 'NEW',
      TotalInclVat: '19.9',
      RateToBaseCurrency: '1',
      LineCount: '1',
      'ShippingAddress.City': 'Rotterdam',
      OrderDate: '2026-11-20T08:00:00.000Z',
      AcknowledgedDate: '',
    })
    const [object] = objectsOf((await get('orders?format=ndjson&channelReference=O-3')).body)
    expect(object).toMatchObject({
      Id: ids[2],
      ShippingAddress: { City: 'Rotterdam' },
      TotalInclVat: 19.9,
      OrderDate: '2026-11-20T08:00:00.000Z',
    })
    const lines = rowsOf((await get(`order-lines?after=${ids[0]}`)).body.replace(/^/, HEADER))
    expect(lines).toMatchObject([
      { OrderId: String(ids[1]), ChannelOrderReference: "'@O-2", Quantity: '2' },
      { OrderId: String(ids[2]), ChannelOrderReference: 'O-3', UnitPriceInclVat: '9.95' },
    ])
    expect(rowsOf((await get('orders?status=SHIPPED')).body)).toEqual([])
    const found = async (path: string) => rowsOf((await get(path)).body).length
    for (const [path, rows] of [
      ['orders?q=xample', 3],
      ['orders?q=xample%20o-3', 1],
      ['order-lines?q=xample', 3],
      ['products?q=hirt', 2],
      ['products?q=nothing', 0],
    ] as const) {
      expect([path, await found(path)]).toEqual([path, rows])
    }
    for (const wrong of ['format=xls', 'after=x', 'status=OLD', 'pageSize=2']) {
      expect([wrong, (await get(`orders?${wrong}`)).status]).toEqual([wrong, 400])
    }
  })

  test('of shipments, cancellations, backorders and returns has a row for each line, and the filters of the list', async () => {
    const lines = [{ quantity: 5 }, { quantity: 4, product: 'HIRT' }]
    const hirt = { MerchantProductReference: 'HIRT', Name: 'Hirt' }
    expect((await api.merchant('POST', '/v2/products', hirt)).status).toBe(201)
    await acknowledgedOrder(api, 'X', lines)
    const method = { Id: 7, Name: '+Fast' }
    await record(
      api,
      'shipments',
      'X',
      { 1: 3, 2: 2 },
      { TrackTraceNo: '=1', ShipmentMethod: method },
    )
    await record(api, 'cancellations', 'X', { 2: 1 }, { ReasonCode: 'DAMAGED', Reason: '-wet' })
    await record(api, 'backorders', 'X', { 1: 1 })
    await record(api, 'returns', 'X', { 1: 2, 2: 1 }, { CustomerComment: '@home' })
    const [first, second, ...more] = rowsOf((await get('shipments')).body)
    expect(more).toEqual([])
    const ofRecord = {
      Id: first?.Id,
      OrderId: first?.OrderId,
      TrackTraceNo: "'=1",
      'ShipmentMethod.Id': '7',
      'ShipmentMethod.Name': "'+Fast",
      ShipmentMethodId: '',
    }
    expect(first).toMatchObject({ ...ofRecord, MerchantProductReference: 'MUG', Quantity: '3' })
    expect(second).toMatchObject({ ...ofRecord, MerchantProductReference: 'HIRT', Quantity: '2' })
    expect(rowsOf((await get('cancellations')).body)).toMatchObject([
      { ReasonCode: 'DAMAGED', Reason: "'-wet", Quantity: '1' },
    ])
    expect(rowsOf((await get(`backorders?orderId=${first?.OrderId}`)).body)).toHaveLength(1)
    expect(rowsOf((await get('backorders?orderId=999999')).body)).toEqual([])
    const [listed] = (await api.merchant('GET', '/v2/returns')).body
    const { Lines, UpdatedAt, Actions, ...ofReturn } = listed
    const returned = objectsOf((await get('returns?format=ndjson&status=ON_THE_WAY')).body)
    expect(returned).toMatchObject(
      Lines.map(
        ({
          RefundInclVat,
          RefundExclVat,
          ManualRefundInclVat,
          ManualRefundExclVat,
          ...line
        }: Record<string, number>) => ({
          ...ofReturn,
          ...line,
          LineRefundInclVat: RefundInclVat,
          LineRefundExclVat: RefundExclVat,
          LineManualRefundInclVat: ManualRefundInclVat,
          LineManualRefundExclVat: ManualRefundExclVat,
        }),
      ),
    )
    expect((await get('returns?status=ACCEPTED')).body).toMatch(/^Id,[^\n]+\n$/)
    expect((await get('shipments?status=ACCEPTED')).status).toBe(400)
    expect((await get(`returns?format=ndjson&after=${listed.Id}`)).body).toBe('')
  })

  test('restores every text when it is imported, and has no formula', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(anyText, { minLength: 3, maxLength: 3 }),
      fc.dictionary(anyText, anyText, { maxKeys: 3 }),
      async ([brand = '', description = '', name = ''], extra) => {
        const { customer } = await createParties(api.database, { name: 'Any' })
        const product = {
          MerchantProductReference: 'P-1',
          Name: oneLine(name),
          Brand: oneLine(brand),
          Description: description.trim() || 'x',
          Price: 12.5,
          Stock: 7,
          ExtraData: clean(extra),
        } satisfies ProductRequest
        expect((await upsertProducts(api.database, customer, [product])).RejectedCount).toBe(0)
        const text = await readAll(customer.customerId)
        for (const row of parse(text, { columns: true }) as Record<string, string>[]) {
          for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        }
        const [read] = await readCatalogue(text)
        expect(read).toMatchObject({
          ...product,
          ...(product.ExtraData ? {} : { ExtraData: null }),
        })
      },
    )
    await fc.assert(property, { numRuns: 60 })
  })

  test('puts the same apostrophes before texts as the reader of catalogues removes', async () => {
    const texts = fc.sample(
      fc.oneof(anyText, fc.constantFrom("'", "''=", "'-1", "'a", '\t', '-')),
      500,
    )
    const rows = await query<{ cell: string }>(
      api.database,
      sql`
      select ${raw(guarded('t'))} as cell
      from unnest(${texts}::text[]) with ordinality as x (t, n) order by n`,
    )
    expect(rows.map((row) => row.cell)).toEqual(texts.map(guardCell))
    expect(rows.map((row) => restoreCell(row.cell))).toEqual(texts)
  })

  test('goes on after the last row that arrived, when the connection is cut', async () => {
    const { customer, merchantKey } = await createParties(api.database, { name: 'Many' })
    const many = Array.from({ length: 12_000 }, (_, index) => ({
      MerchantProductReference: `P-${String(index).padStart(5, '0')}`,
      Name: `Product ${index}`,
      Description: 'x'.repeat(400),
    }))
    for (let start = 0; start < many.length; start += 4_000)
      await upsertProducts(api.database, customer, many.slice(start, start + 4_000))
    await api.app.listen({ port: 0 })
    const { port } = api.app.server.address() as AddressInfo
    const call = async (path: string, maxBytes: number) => {
      const sent = request({ port, path, headers: { 'x-api-key': merchantKey } }).end()
      const [response] = await once(sent, 'response')
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) {
        text += chunk
        if (text.length > maxBytes) break
      }
      return text
    }
    const part = await call('/v2/exports/products?format=ndjson', 1_000_000)
    expect(part.length).toBeGreaterThan(1_000_000)
    const whole = part.slice(0, part.lastIndexOf('\n') + 1)
    const seen = objectsOf(whole)
    expect(seen.length).toBeLessThan(12_000)
    const after = seen.at(-1).MerchantProductReference
    const rest = await call(
      `/v2/exports/products?format=ndjson&after=${after}`,
      Number.POSITIVE_INFINITY,
    )
    const all = [...seen, ...objectsOf(rest)].map((row) => row.MerchantProductReference)
    expect(all).toEqual(many.map((product) => product.MerchantProductReference))
  })

  test('of many products and children reads only those of the page', async () => {
    const { customer } = await createParties(api.database, { name: 'Families' })
    const text = { Name: 'Shirt', Description: 'x'.repeat(1_000) }
    const families = Array.from({ length: 3_000 }, (_, index) => ({
      ...{ MerchantProductReference: `P-${1_000 + index}`, ...text },
      Children: [{ MerchantProductReference: `P-${1_000 + index}-S`, ...text }],
    }))
    await upsertProducts(api.database, customer, families)
    await execute(api.database, sql`analyze marketplace.products`)
    const search = await textSearchOf(api.database)
    const all: string[] = []
    for (let after: string | undefined; ; after = all.at(-1)) {
      const wanted = { customerId: customer.customerId, filter: {}, after, limit: 200, search }
      const keys = EXPORT_KINDS.products.keys(wanted)
      const page = await query<{ key: string }>(api.database, keys)
      if (page.length === 0) break
      all.push(...page.map(({ key }) => key))
      const read = await rowsReadBy(api.database, async (connection) => {
        await query(connection, keys)
      })
      expect(read, after).toBeLessThan(1_000)
    }
    const parents = families.map((family) => family.MerchantProductReference)
    expect(all).toEqual([...parents, ...parents.map((name) => `${name}-S`)])
  })

  test('of which a file was cut anywhere is continued without a gap or a repeat', async () => {
    for (const format of ['csv', 'ndjson'] as const) {
      const wanted = { name: 'products', format, filter: {} } as const
      const { customerId } = api.customer
      const read = async (after?: string) => {
        let text = ''
        const rows = await openExport(api.database, customerId, { ...wanted, after })
        for await (const chunk of rows.setEncoding('utf8')) text += chunk
        return text
      }
      const whole = Buffer.from(await read())
      for (let end = 0; end <= whole.length; end += 37) {
        const part = whole.subarray(0, end)
        const pieces = (async function* () {
          for (let at = 0; at < part.length; at += 100) yield part.subarray(at, at + 100)
        })()
        const { bytes, after } = await findResumePlace(pieces, format)
        expect(bytes).toBeLessThanOrEqual(end)
        const kept = part.subarray(0, bytes).toString()
        expect(kept + (await read(after)), `${format} ${end}`).toBe(whole.toString())
      }
    }
  })

  test('that nobody reads keeps no connection and no transaction', async () => {
    const customer = await queryFirst<{ id: string }>(
      api.database,
      sql`select customer_id::text as id from marketplace.customers where name = 'Many'`,
    )
    const stream = await openExport(api.database, customer?.id ?? '', {
      name: 'products',
      format: 'csv',
      filter: {},
    })
    await expect.poll(async () => await busyConnections()).toBe(0)
    expect(stream.readableLength).toBeGreaterThan(0)
    stream.destroy()
    await expect.poll(async () => await busyConnections()).toBe(0)
  })
})

const HEADER = `${[
  ...[
    'OrderId',
    'Id',
    'MerchantOrderReference',
    'ChannelOrderReference',
    'ChannelId',
    'OrderStatus',
  ],
  ...['OrderDate', 'MerchantReference', 'ChannelReference', 'MerchantProductReference'],
  ...['ChannelProductReference', 'Quantity', 'ShippedQuantity', 'CancelledQuantity'],
  ...['MancoQuantity', 'BackorderQuantity', 'ReturnedQuantity', 'CurrencyCode', 'VatRate'],
  ...['VatAmount', 'VatSource'],
  ...[
    'UnitPriceInclVat',
    'UnitVat',
    'OriginalUnitPriceInclVat',
    'OriginalUnitVat',
    'DiscountInclVat',
    'OriginalDiscountInclVat',
    'OriginalOrderDiscountInclVat',
    'DiscountDescription',
    'FeeFixed',
  ],
  ...['FeeRate', 'DeliveryTimeIndication'],
].join(',')}\n`

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim() || 'x'

/** What ExtraData can have. */
function clean(extra: Readonly<Record<string, string>>): Record<string, string> | null {
  const entries = Object.entries(extra)
    .map(([name, text]) => [oneLine(name), text.trim()] as const)
    .filter(([name, text]) => name !== '__proto__' && text !== '')
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

async function readAll(customerId: string): Promise<string> {
  const wanted = { name: 'products', format: 'csv', filter: {} } as const
  let text = ''
  for await (const chunk of await openExport(api.database, customerId, wanted)) text += chunk
  return text
}

async function readCatalogue(text: string) {
  const products = []
  const catalogue = await openCatalogue([Buffer.from(text)], {})
  for await (const item of catalogue.items) {
    for (const one of item) {
      if (one.kind !== 'product') throw new Error(JSON.stringify(one))
      products.push(one.product)
    }
  }
  return products
}

async function busyConnections(): Promise<number> {
  const row = await queryFirst<{ count: number }>(
    api.database,
    sql`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return row?.count ?? -1
}
