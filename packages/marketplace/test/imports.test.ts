import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { execute, query, sql } from '@entrepot/database'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { type ImportQuery, importFile, marketplace, SYSTEM } from '../src/index.ts'
import { createTestApi, type TestApi } from './api.ts'
import { openShop } from './sync-api.ts'

const NODE = fileURLToPath(new URL('./fixtures/listening-node.ts', import.meta.url))

let api: TestApi
beforeAll(async () => {
  // The tests apply the files themselves.
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())
beforeEach(async () => {
  await api.database.query('truncate marketplace.products, marketplace.imports cascade')
})

const HEAD = 'MerchantProductReference,Name,ParentMerchantReference,Price\n'
const rows = (count: number, more = '') =>
  Array.from({ length: count }, (_, index) => `P-${index},Product ${index}${more},,${index}\n`)

async function upload(content: string | Buffer, parameters = '', headers = {}) {
  return await api.raw({
    method: 'POST',
    url: `/v2/imports${parameters}`,
    headers: { 'x-api-key': api.merchantKey, 'content-type': 'text/csv', ...headers },
    payload: content,
  })
}

const apply = async () =>
  await runImports(api.database, api.customer.customerId, new AbortController().signal)

async function importText(content: string | Buffer, parameters = '', headers = {}) {
  const { status, body } = await upload(content, parameters, headers)
  expect([status, body]).toMatchObject([202, { Status: 'queued' }])
  await apply()
  return (await api.merchant('GET', `/v2/imports/${body.Id}`)).body
}

const reportOf = async (id: number) =>
  (await api.merchant('GET', `/v2/imports/${id}/report`)).body as string

const countsOf = (done: Record<string, number>) =>
  ['CreatedCount', 'UpdatedCount', 'UnchangedCount', 'FailedCount'].map((name) => done[name])

/** What channels and readers see of products, with what marks a change. */
const productRows = async () =>
  await query(
    api.database,
    sql`
    select merchant_product_reference as reference, parent_reference as parent, name, updated_at, changed::text
    from marketplace.products order by 1`,
  )

describe('POST /v2/imports', () => {
  test('a row is refused whose reference is too long, also if it is cut within a character, and the others are stored', async () => {
    const long = ['', 'x'].map((start) => `${start}${'🍵'.repeat(200)}`)
    const done = await importText(
      `${HEAD}${long.map((name) => `${name},Tea,,1\n`).join('')}A,Mug,,1\n`,
    )
    expect(done).toMatchObject({ Status: 'done', CreatedCount: 1, FailedCount: 2 })
    const report = await reportOf(done.Id)
    expect(report).toContain(`2,error,${'🍵'.repeat(128)},`)
    expect(report).toContain(`3,error,x${'🍵'.repeat(127)},`)
  })

  test('products of a file are created, changed and left alone, and counted', async () => {
    const first = await importText(HEAD + rows(2_500).join(''))
    expect(first).toMatchObject({
      Status: 'done',
      Format: 'entrepot',
      Delimiter: ',',
      CreatedCount: 2_500,
      FailedCount: 0,
      Problem: null,
    })
    expect(first.AppliedBytes).toBe(first.Bytes)
    const before = await productRows()
    const second = await importText(HEAD + rows(2_500).join(''))
    expect(second).toMatchObject({ CreatedCount: 0, UpdatedCount: 0, UnchangedCount: 2_500 })
    expect(await productRows()).toEqual(before)
    const third = await importText(`${HEAD}P-1,Other name,,1\n`)
    expect(third).toMatchObject({ UpdatedCount: 1 })
  })

  test('a file with an Idempotency-Key is imported once, and another file with the key is refused', async () => {
    // Several chunks, of which only the last one differs.
    const file = HEAD + rows(3_000, 'x'.repeat(900)).join('')
    const send = async (content: string) =>
      await upload(content, '', { 'idempotency-key': 'key-of-a-file' })
    const first = await send(file)
    expect(first.status).toBe(202)
    const repeat = await send(file)
    expect([repeat.status, repeat.body]).toEqual([202, first.body])
    expect(repeat.headers).toMatchObject({
      'idempotent-replayed': 'true',
      location: first.headers.location,
    })
    const other = await send(`${file}P-LAST,Last,,1\n`)
    expect([other.status, other.body.code]).toEqual([422, 'MARKET_IDEMPOTENCY_MISMATCH'])
    expect((await api.merchant('GET', '/v2/imports')).body).toHaveLength(1)
    await execute(
      api.database,
      sql`update marketplace.idempotency_keys set claimed_at = claimed_at - interval '25 hours'`,
    )
    const nextDay = await send(file)
    expect(nextDay).toMatchObject({ status: 202, body: { Bytes: Buffer.byteLength(file) } })
    expect(nextDay.body.Id).not.toBe(first.body.Id)
  })

  test('many rows are stored together, also in a large file', async () => {
    const name = 'x'.repeat(200)
    const text =
      HEAD +
      rows(6_000, name)
        .join('')
        .replaceAll(',,', `,,${' '.repeat(2_000)}`)
    const count = async () =>
      (
        await query(
          api.database,
          sql`select from marketplace.events where type = 'products.changed'`,
        )
      ).length
    const before = await count()
    expect(await importText(text)).toMatchObject({ Status: 'done', CreatedCount: 6_000 })
    expect((await count()) - before).toBe(3)
  })

  test('a bad row is reported by its number, and prevents no good one', async () => {
    const text = `${HEAD}A,Fine,,1\n${'B'.repeat(256)},Fine,,2\n=C,,,3\nA,Twice,,4\nD,Orphan,NOBODY,5\nE,Fine,A,6\n"F" x,,,\n`
    const done = await importText(text)
    expect(done).toMatchObject({ Status: 'done', CreatedCount: 2, FailedCount: 5 })
    const report = await reportOf(done.Id)
    expect(report.split('\r\n')).toEqual([
      'Row,Kind,Reference,Message',
      expect.stringMatching(/^2,note,A,A parent is never sold/),
      expect.stringMatching(/^3,error,B+,"MerchantProductReference has 256 characters/),
      expect.stringMatching(/^4,error,'=C,.*Name is required/),
      '5,error,A,has the reference of row 2',
      expect.stringMatching(/^6,error,D,.*does not exist/),
      expect.stringMatching(/^8,error,,has text behind the closing quote/),
      '',
    ])
  })

  test('the charset of the request tells the encoding, and references and long texts get the form of the API', async () => {
    const text = `${HEAD}BMÄ​1,Größe,,1\nB,${'x'.repeat(600)},,2\n`
    const bytes = Buffer.from(text.replace('​', ''), 'latin1')
    const latin = await importText(bytes, '', { 'content-type': 'text/csv; charset=ISO-8859-1' })
    expect(latin).toMatchObject({ Encoding: 'windows-1252', CreatedCount: 2, FailedCount: 0 })
    expect(await reportOf(latin.Id)).toContain('3,note,B,Name is cut off after 512 characters')
    expect(await importText(text)).toMatchObject({ Encoding: 'utf-8', UnchangedCount: 2 })
    const read = await api.merchant('GET', `/v2/products/${encodeURIComponent('BMÄ​1')}`)
    expect(read).toMatchObject({ status: 200, body: { MerchantProductReference: 'BMÄ1' } })
    const wrong = { 'content-type': 'text/csv; charset=utf-8' }
    expect(await upload(bytes, '', wrong)).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringContaining('windows-1252 reads') }] },
    })
  })

  test('children may stand before their parents, however far', async () => {
    const children = Array.from({ length: 3_000 }, (_, index) => `C-${index},Child,PARENT,1\n`)
    const text = `${HEAD}${children.join('')}PARENT,Parent,,\n`
    expect(await importText(text, '?dryRun=true')).toMatchObject({
      CreatedCount: 3_001,
      FailedCount: 0,
    })
    expect(await productRows()).toEqual([])
    const done = await importText(text)
    expect(done).toMatchObject({ Status: 'done', CreatedCount: 3_001, FailedCount: 0 })
    const before = await productRows()
    expect(await importText(text)).toMatchObject({ UnchangedCount: 3_001 })
    expect(await productRows()).toEqual(before)
    expect(await reportOf(done.Id)).toBe('Row,Kind,Reference,Message\r\n')
  })

  test('a file of Magento whose variations stand far before their parent is imported again without a change', async () => {
    const filler = Array.from({ length: 2_100 }, (_, index) => `F-${index},simple,Filler,1,2,\n`)
    const text = `sku,product_type,name,price,product_online,configurable_variations\nS,simple,Shirt S,9,2,\n${filler.join('')}SHIRT,configurable,Shirt,,1,"sku=S,size=S"\n`
    expect(await importText(text)).toMatchObject({ CreatedCount: 2_102, FailedCount: 0 })
    const before = await productRows()
    expect(before).toContainEqual(expect.objectContaining({ reference: 'S', parent: 'SHIRT' }))
    expect(await importText(text)).toMatchObject({ UnchangedCount: 2_102, UpdatedCount: 0 })
    expect(await productRows()).toEqual(before)
  })

  test('a dry run reports what would happen, and stores nothing', async () => {
    await importText(`${HEAD}A,One,,1\nB,Two,,2\n`)
    const before = await productRows()
    const text = `${HEAD}A,One,,1\nB,Changed,,2\nC,New,,3\n,Bad,,4\n`
    expect(await importText(text, '?dryRun=true')).toMatchObject({
      IsDryRun: true,
      CreatedCount: 1,
      UpdatedCount: 1,
      UnchangedCount: 1,
      FailedCount: 1,
    })
    expect(await productRows()).toEqual(before)
  })

  test('a preview tells what each column becomes, and how the first rows are read', async () => {
    const text = [
      'Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker,Supplier',
      ...Array.from({ length: 7 }, (_, index) => `m${index},Mug ${index},M-${index},"1,50",,Kiln`),
      'bad,Bad,B,much,,',
    ].join('\n')
    const { body: queued } = await upload(text, '?dryRun=true&decimal=,')
    const preview = async (id: number) => await api.merchant('GET', `/v2/imports/${id}/preview`)
    const { status, body } = await preview(queued.Id)
    expect(status).toBe(200)
    expect(body.Columns).toEqual([
      { Name: 'Handle', Fields: ['ParentMerchantReference'] },
      { Name: 'Title', Fields: ['Name'] },
      { Name: 'Variant SKU', Fields: ['MerchantProductReference'] },
      { Name: 'Variant Price', Fields: ['Price'] },
      { Name: 'Variant Inventory Tracker', Fields: [] },
      { Name: 'Supplier', Fields: ['ExtraData'] },
    ])
    expect(body.Rows).toHaveLength(5)
    expect(body.Rows[0]).toMatchObject({
      Row: 2,
      Fields: expect.arrayContaining([
        { Name: 'MerchantProductReference', Value: 'M-0', Current: null },
        { Name: 'Price', Value: '1.5', Current: null },
        { Name: 'ExtraData', Value: '{"Supplier":"Kiln"}', Current: null },
      ]),
    })
    // Of a product that exists, it has the values before the import.
    await importText(`${HEAD}M-0,Old mug,,1\n`)
    expect((await preview(queued.Id)).body.Rows[0].Fields).toEqual(
      expect.arrayContaining([
        { Name: 'MerchantProductReference', Value: 'M-0', Current: 'M-0' },
        { Name: 'Name', Value: 'Mug 0', Current: 'Old mug' },
        { Name: 'Price', Value: '1.5', Current: '1' },
        { Name: 'ExtraData', Value: '{"Supplier":"Kiln"}', Current: null },
      ]),
    )
    const invalid = await importText(`${HEAD}A,One,,much\nB,Two,,2\n`)
    expect((await preview(invalid.Id)).body.Rows).toMatchObject([
      { Row: 2, Fields: [], Message: expect.stringContaining('much') },
      { Row: 3, Message: null },
    ])
    const deep = `{"MerchantProductReference":"A","Name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const nested = await upload(`${deep}\n{"MerchantProductReference":"B","Name":"Two"}\n`)
    expect((await preview(nested.body.Id)).body.Rows).toMatchObject([
      { Row: 1, Fields: [], Message: expect.stringContaining('Name') },
      { Row: 2, Message: null },
    ])
    await execute(api.database, sql`truncate marketplace.import_chunks`)
    for (const id of [invalid.Id, 999_999]) {
      expect((await preview(id)).body.code).toBe('MARKET_NOT_FOUND')
    }
  })

  test('options of the reader are taken from the query', async () => {
    const text =
      'Handle,Title,Option1 Name,Variant SKU,Variant Price,Variant Inventory Tracker\nm,Mug,,M,"1,50",\n'
    await importText(text, '?unmanagedStock=available:70&decimal=,')
    const { body } = await api.merchant('GET', '/v2/products/M')
    expect(body).toMatchObject({ Price: 1.5, Stock: 70 })
  })

  test.each([
    ['a,b\n1,2\n', '', 'none of the formats'],
    ['', '', 'it is empty'],
    [HEAD, '?format=excel', '/format'],
    [HEAD, '?unmanagedStock=-1', '/unmanagedStock'],
  ])(
    'a file or an option that is unknown is refused, and nothing is kept: %j %j',
    async (text, parameters, message) => {
      const { status, body } = await upload(text, parameters)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
      expect((await api.merchant('GET', '/v2/imports')).body).toEqual([])
    },
  )

  test('a file that cannot be read to its end fails with its row, and the rows before are stored', async () => {
    const text = `${HEAD}A,One,,1\nB,"never closed,,2\n`
    const failed = await importText(text)
    expect(failed).toMatchObject({
      Status: 'failed',
      CreatedCount: 1,
      Problem: 'Row 3 has a quote that is never closed.',
    })
  })
})

test('an import that was cancelled stores nothing more, and remains as it is', async () => {
  const { body } = await upload(HEAD + rows(10).join(''))
  const cancelled = await api.merchant('DELETE', `/v2/imports/${body.Id}`)
  expect(cancelled.body).toMatchObject({ Status: 'cancelled', CreatedCount: 0 })
  await apply()
  expect(await productRows()).toEqual([])
  const again = await api.merchant('DELETE', `/v2/imports/${body.Id}`)
  expect(again.body).toEqual(cancelled.body)
})

test('the imports of a customer run one after another, however many nodes try', async () => {
  await upload(HEAD + rows(1_200, ' old').join(''))
  await upload(HEAD + rows(1_200, ' new').join(''))
  await Promise.all([apply(), apply(), apply(), apply()])
  await apply()
  const { body } = await api.merchant('GET', '/v2/imports?pageSize=1')
  expect(body).toMatchObject([{ Status: 'done', UpdatedCount: 1_200 }])
  const names = (await productRows()).map((row) => (row as { name: string }).name)
  expect(names.every((name) => name.endsWith(' new'))).toBe(true)
})

describe('importFile', () => {
  const importHere = async (content: AsyncIterable<Buffer>, query: ImportQuery = {}) =>
    await importFile(api.database, { customer: api.customer, actor: SYSTEM }, content, {
      query,
      signal: new AbortController().signal,
    })

  test('applies its own import and those before, and leaves later ones to the hub', async () => {
    const earlier = await upload(`${HEAD}A,Old,,1\nB,Old,,1\n`)
    const later: number[] = []
    const done = await importHere(
      (async function* () {
        later.push((await upload(`${HEAD}C,Later,,1\n`)).body.Id)
        yield Buffer.from(`${HEAD}A,New,,1\n`)
      })(),
    )
    expect(done).toMatchObject({ Status: 'done', UpdatedCount: 1 })
    const statusOf = async (id?: number) =>
      (await api.merchant('GET', `/v2/imports/${id}`)).body.Status
    expect([await statusOf(earlier.body.Id), await statusOf(later[0])]).toEqual(['done', 'queued'])
  })

  test.each([
    [{ imageBase: 'images' }, '/imageBase'],
    [{ unmanagedStock: 'many' }, '/unmanagedStock'],
    [{ delimiter: '"' }, ''],
  ])('refuses options before it reads the file: %j', async (query, path) => {
    const content = (async function* () {
      yield Buffer.alloc(0)
      throw new Error('the file was read')
    })()
    const refused = await importHere(content, query)
    expect(refused).toMatchObject({ code: 'MARKET_INVALID_INPUT', errors: [{ path }] })
    expect((await api.merchant('GET', '/v2/imports')).body).toEqual([])
  })
})

test.each(['', '?dryRun=true'])(
  'another node goes on behind the last stored batch, and each row is counted once: %j',
  async (parameters) => {
    const { body } = await upload(`${HEAD + rows(6_000).join('')}P-1,Twice,,1\n`, parameters)
    const stop = new AbortController()
    const first = runImports(api.database, api.customer.customerId, stop.signal)
    await expect
      .poll(async () => (await api.merchant('GET', `/v2/imports/${body.Id}`)).body.CreatedCount)
      .toBeGreaterThan(0)
    stop.abort()
    await first.catch(() => undefined)
    await apply()
    const done = (await api.merchant('GET', `/v2/imports/${body.Id}`)).body
    expect(done).toMatchObject({ Status: 'done', CreatedCount: 6_000, UnchangedCount: 0 })
    expect(await reportOf(body.Id)).toBe(
      'Row,Kind,Reference,Message\r\n6002,error,P-1,has the reference of row 3\r\n',
    )
  },
)

test('an import whose process is killed is continued by another one within seconds, and nothing is lost or doubled', async () => {
  await importText(`${HEAD}P-6000,Old name,,1\n`)
  const bad = `,Nameless,,1\nP-1,Twice,,1\nCHILD,Child,PARENT,1\n${'B'.repeat(256)},Bad,,1\n`
  const [start, end] = [rows(3_000), rows(8_000).slice(3_000)].map((part) => part.join(''))
  const { body } = await upload(`${HEAD}${start}${bad}${end}PARENT,Parent,,1\n`)
  const read = async () => (await api.merchant('GET', `/v2/imports/${body.Id}`)).body
  const lock = await api.database.connect()
  await lock.query(
    `begin; set local idle_in_transaction_session_timeout = 0; select from marketplace.products where merchant_product_reference = 'P-6000' for update`,
  )
  const node = fork(NODE, [api.url], { execArgv: ['--conditions=@entrepot/source'] })
  const gone = once(node, 'exit')
  // The third batch waits for the lock.
  await expect.poll(async () => (await read()).CreatedCount, { timeout: 60_000 }).toBe(4_996)
  const living = Fastify()
  await living.register(marketplace, { database: api.database })
  onTestFinished(async () => await living.close())
  await living.listen({ port: 0 })
  node.kill('SIGKILL')
  await gone
  await lock.query('rollback')
  lock.release()
  await apply()
  expect(await read()).toMatchObject({ Status: 'running', CreatedCount: 4_996 })
  await expect.poll(async () => (await read()).Status).toBe('done')
  expect(await read()).toMatchObject({
    ...{ Status: 'done', CreatedCount: 8_001, UpdatedCount: 1, UnchangedCount: 0, FailedCount: 3 },
  })
  expect((await reportOf(body.Id)).split('\r\n')).toEqual([
    'Row,Kind,Reference,Message',
    expect.stringMatching(/^3002,error,,/),
    '3003,error,P-1,has the reference of row 3',
    expect.stringMatching(/^3005,error,B+,"MerchantProductReference has 256/),
    '',
  ])
  const stored = await productRows()
  expect(stored).toHaveLength(8_002)
  expect(stored).toContainEqual(expect.objectContaining({ reference: 'CHILD', parent: 'PARENT' }))
})

test('an import into an empty catalogue does what its dry run has said, and a repeated one changes nothing, whatever rows it has', async () => {
  const reference = fc.constantFrom('A', 'B', 'C', 'D', 'E')
  const row = fc.tuple(
    reference,
    fc.constantFrom('One', 'Two', ''),
    fc.oneof(reference, fc.constant('')),
    fc.constantFrom('', '1', '-2', 'x'),
  )
  const property = fc.asyncProperty(
    fc.array(row, { maxLength: 8 }),
    fc.boolean(),
    async (cells, isEmpty) => {
      if (isEmpty) await api.database.query('truncate marketplace.products cascade')
      const text = HEAD + cells.map((cell) => `${cell.join(',')}\n`).join('')
      const planned = await importText(text, '?dryRun=true')
      const first = await importText(text)
      if (isEmpty) {
        expect(countsOf(first)).toEqual(countsOf(planned))
        expect(await reportOf(first.Id)).toBe(await reportOf(planned.Id))
      }
      const before = await productRows()
      const again = await importText(text)
      expect(again).toMatchObject({ CreatedCount: 0, UpdatedCount: 0 })
      expect(await productRows()).toEqual(before)
    },
  )
  await fc.assert(property, { numRuns: 15 })
})

describe('the export of a catalogue', () => {
  const references = ['A', '=1+1', '-2', "'+3", '@4', 'a,b"c;d', 'É 文😀', '007']
  const text = fc.oneof(
    fc.constantFrom(
      '=1+1',
      "'-x",
      '@a',
      '+',
      'a"b',
      'a,b;c',
      'é 文😀',
      '007',
      '1e5',
      'NULL',
      'true',
    ),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
  const line = text.map((some) => some.trim() || 'x')
  const product = fc.record({
    Name: line,
    Brand: fc.option(line),
    Description: fc.option(fc.constantFrom('=x', '<p>a</p>\r\nb', '"', 'a\n\nb')),
    Price: fc.option(fc.constantFrom(0, 0.01, 12.5, 99_999.99)),
    VatRate: fc.option(fc.constantFrom(0, 9.5, 21)),
    Stock: fc.nat(1_000),
    IsActive: fc.boolean(),
    ExtraData: fc.option(fc.dictionary(line, line, { minKeys: 1, maxKeys: 3 })),
  })

  test('gives the same catalogue when another merchant imports it, and marks nothing for channels the second time', async () => {
    const property = fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: references.length }),
      fc.nat(3),
      fc.constantFrom('csv', 'ndjson'),
      async (products, parents, format) => {
        const [source, target] = [await openShop(api), await openShop(api)]
        const items = products.map((fields, index) => {
          const isChild = index >= parents && parents > 0
          const parent = isChild ? { ParentMerchantReference: references[index % parents] } : {}
          return { MerchantProductReference: references[index], ...fields, ...parent }
        })
        await source.put(...items)
        const exportOf = async ({ merchantKey }: typeof source) => {
          const headers = { 'x-api-key': merchantKey }
          return (
            await api.raw({ method: 'GET', url: `/v2/exports/products?format=${format}`, headers })
          ).body
        }
        const exported = await exportOf(source)
        const importAll = async () => {
          const headers = { 'x-api-key': target.merchantKey }
          const { body } = await api.raw({
            method: 'POST',
            url: '/v2/imports',
            headers,
            payload: exported,
          })
          await runImports(api.database, target.customerId, new AbortController().signal)
          return (await target.merchant('GET', `/v2/imports/${body.Id}`)).body
        }
        const counts = { Status: 'done', FailedCount: 0, UpdatedCount: 0 }
        expect(await importAll()).toMatchObject({ ...counts, CreatedCount: items.length })
        expect(await exportOf(target)).toBe(exported)
        await target.settle()
        const before = await target.status()
        expect(await importAll()).toMatchObject({ ...counts, UnchangedCount: items.length })
        expect(await target.status()).toEqual(before)
        expect(await target.settle()).toBe(0)
      },
    )
    await fc.assert(property, { numRuns: 12 })
  })
})
