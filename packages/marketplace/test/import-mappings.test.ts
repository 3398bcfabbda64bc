import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { createApiKey, expectDone } from '../src/index.ts'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  // The tests apply the files themselves.
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())
beforeEach(async () => {
  await api.database.query(
    'truncate marketplace.products, marketplace.imports, marketplace.import_mappings cascade',
  )
})

/** A list as a shop owner has it: decimal commas, a damaged EAN, a row twice, a row without a price. */
const LIST = [
  'SKU;Titel;Prijs;Voorraad;EAN;BTW;Merk',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-2;Blauwe kop;1.249,00;3;4,00638E+12;21 %;Kiln',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-3;Witte kop;;5;;21 %;Kiln',
].join('\r\n')

const send = async (path: string, content: string | Buffer, parameters: object = {}) =>
  await api.raw({
    method: 'POST',
    url: `/v2/${path}?${new URLSearchParams(parameters as Record<string, string>)}`,
    headers: { 'x-api-key': api.merchantKey, 'content-type': 'text/csv' },
    payload: content,
  })

async function importText(content: string, parameters: object = {}) {
  const { status, body } = await send('imports', content, parameters)
  expect([status, body]).toMatchObject([202, { Status: 'queued' }])
  await runImports(api.database, api.customer.customerId, new AbortController().signal)
  return (await api.merchant('GET', `/v2/imports/${body.Id}`)).body
}

const MAPPING = {
  Columns: { Nr: 'MerchantProductReference', Tekst: 'Name', Euro: 'Price', Memo: 'Ignore' },
  Constants: { VatRate: 9 },
}
const FILE = 'Nr;Tekst;Euro;Memo\nA;Kop;1,50;geheim\n'
const put = async (name: string, mapping: object = MAPPING) =>
  await api.merchant('PUT', `/v2/import-mappings/${encodeURIComponent(name)}`, mapping)
const product = async (reference: string) =>
  (await api.merchant('GET', `/v2/products/${reference}`)).body

describe('a list with words of people', () => {
  test('is imported, and says how it was read', async () => {
    const done = await importText(LIST)
    expect(done).toMatchObject({
      ...{ Status: 'done', Format: 'entrepot', Decimal: ',', Mapping: null },
      ...{ CreatedCount: 3, FailedCount: 1 },
      Notes: [
        expect.stringContaining(
          '"SKU" as MerchantProductReference, "Titel" as Name, "Prijs" as Price',
        ),
      ],
    })
    expect(done.Reasons).toEqual(
      expect.arrayContaining([
        { Kind: 'error', Message: 'has the reference of row …', Count: 1 },
        {
          Kind: 'note',
          Message: 'has no price, so channels get it without one or not at all',
          Count: 1,
        },
        { Kind: 'note', Message: expect.stringContaining('EAN is left out'), Count: 1 },
      ]),
    )
    expect(await product('KOP-2')).toMatchObject({
      ...{ Name: 'Blauwe kop', Price: 1249, VatRate: 21, Ean: null, Brand: 'Kiln', Stock: 3 },
    })
    const preview = await api.merchant('GET', `/v2/imports/${done.Id}/preview`)
    expect(preview.body.Columns[2]).toEqual({ Name: 'Prijs', Fields: ['Price'] })
  })

  test('shows its columns before it is imported, and stores nothing', async () => {
    const { status, body } = await send('imports/columns', LIST)
    expect(status).toBe(200)
    expect(body).toMatchObject({ Format: null, Delimiter: ';', Decimal: ',', Mappings: [] })
    expect(body.Columns[5]).toEqual({
      ...{ Name: 'BTW', Samples: ['21 %'], Fields: null },
      ...{ Proposal: 'VatRate', IsCertain: true, Candidates: ['VatRate'] },
    })
    expect(body.Missing).toEqual([])
    expect((await send('imports/columns', 'Naam;Kleur\nA;B\n')).body.Missing).toEqual([
      'MerchantProductReference',
      'Price',
    ])
    expect((await api.merchant('GET', '/v2/imports')).body).toEqual([])
    expect((await send('imports/columns', '%PDF-1.7')).body).toMatchObject({
      code: 'MARKET_INVALID_INPUT',
      detail: expect.stringContaining('a PDF'),
    })
  })

  test('is refused if its words are not certain, with what is not', async () => {
    const { status, body } = await send('imports', 'SKU;Naam;Prijs;Verkoopprijs\nA;B;1;2\n')
    expect([status, body.detail]).toEqual([
      400,
      expect.stringContaining('"Prijs" and "Verkoopprijs" can be Price'),
    ])
  })
})

describe('a mapping', () => {
  test('is said with the import, and its issues name the columns', async () => {
    const mapping = JSON.stringify(MAPPING)
    expect(await importText(FILE, { mapping })).toMatchObject({ CreatedCount: 1, Mapping: null })
    expect(await product('A')).toMatchObject({ Price: 1.5, VatRate: 9, ExtraData: null })
    const refused = async (Columns: object, Constants = {}) =>
      (await send('imports', FILE, { mapping: JSON.stringify({ Columns, Constants }) })).body
    expect((await refused({ Nr: 'MerchantProductReference', Euro: 'Prize' })).errors).toEqual([
      { path: '/mapping/Columns/Euro', message: expect.stringContaining('must be one of') },
    ])
    expect((await refused({ Nr: 'MerchantProductReference', 'A/B': 'Price' })).errors).toEqual([
      { path: '/mapping/Columns/A~1B', message: 'is no column of the file' },
    ])
    const twice = await refused({ ...MAPPING.Columns, Memo: 'Price' }, { VatRate: 101 })
    expect(twice.errors[0]).toMatchObject({ path: '/mapping/Constants/VatRate' })
    expect((await refused({ ...MAPPING.Columns, Memo: 'Price' })).errors).toEqual([
      { path: '/mapping/Columns/Memo', message: expect.stringContaining('column "Euro" fills') },
    ])
    expect((await send('imports', FILE, { mapping: '{' })).body.errors).toEqual([
      { path: '/mapping', message: 'must be JSON' },
    ])
    expect((await send('imports', FILE, { mapping: 'None' })).body.code).toBe('MARKET_NOT_FOUND')
  })

  test('is kept by name, and is the source of what it has brought', async () => {
    const stored = await put('Leverancier / NL')
    expect(stored).toMatchObject({ status: 200, body: { Name: 'Leverancier / NL', ...MAPPING } })
    const done = await importText(FILE, { mapping: 'Leverancier / NL' })
    expect(done).toMatchObject({ Mapping: 'Leverancier / NL', Source: 'Leverancier / NL' })
    expect(done.Notes.join()).not.toContain('Euro')
    expect(await product('A')).toMatchObject({ Name: 'Kop', VatRate: 9 })
    const { body } = await api.merchant('GET', '/v2/import-mappings')
    expect(body).toEqual([stored.body])
  })

  test('holds as it was when the file was sent', async () => {
    await put('Supplier')
    const { body } = await send('imports', FILE, { mapping: 'Supplier' })
    await api.merchant('DELETE', '/v2/import-mappings/Supplier')
    await runImports(api.database, api.customer.customerId, new AbortController().signal)
    expect((await api.merchant('GET', `/v2/imports/${body.Id}`)).body).toMatchObject({
      ...{ Status: 'done', CreatedCount: 1, Mapping: 'Supplier' },
    })
  })

  test('is proposed for a file with just its columns, and used if the columns say nothing', async () => {
    await put('Supplier')
    expect((await send('imports/columns', FILE)).body.Mappings).toEqual(['Supplier'])
    const done = await importText(FILE)
    expect(done).toMatchObject({
      ...{ Mapping: 'Supplier', CreatedCount: 1 },
    })
    expect(done.Notes[0]).toBe('The kept mapping "Supplier" has these columns, and was used.')
    await put('Another', { Columns: { ...MAPPING.Columns, Memo: 'Brand' } })
    const { status, body } = await send('imports', FILE)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: '/mapping', message: expect.stringContaining('"Another" and "Supplier"') }],
    ])
  })

  test('comes before the words of the columns, because a person has said it', async () => {
    const Columns = { SKU: 'MerchantProductReference', Titel: 'Name', Prijs: 'PurchasePrice' }
    await put('Purchases', { Columns })
    await importText('SKU;Titel;Prijs\nB;Kop;2,00\n')
    expect(await product('B')).toMatchObject({ Price: null, PurchasePrice: 2 })
  })

  test('has events, once for each change', async () => {
    await put('Supplier')
    await put('Supplier')
    await put('Supplier', { Columns: MAPPING.Columns })
    await api.merchant('DELETE', '/v2/import-mappings/Supplier')
    expect(await api.merchant('DELETE', '/v2/import-mappings/Supplier')).toMatchObject({
      status: 404,
    })
    const { body } = await api.merchant('GET', '/v2/events?types=import_mapping.*')
    const last = body.slice(-3) as { Type: string; Data: object }[]
    expect(last.map(({ Type, Data }) => [Type, Data])).toEqual(
      ['created', 'updated', 'deleted'].map((what) => [
        `import_mapping.${what}`,
        { Name: 'Supplier' },
      ]),
    )
  })

  test('there are at most a hundred, also if many are stored at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 105 }, async (_, index) => await put(`M-${index}`)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }) => body.code)).toEqual(
      Array(5).fill('MARKET_TOO_MANY_IMPORT_MAPPINGS'),
    )
    expect((await put(answers.find(({ status }) => status === 200)?.body.Name)).status).toBe(200)
  })

  test('is not read or written by a channel, or without the scope', async () => {
    expect((await api.channelCall('GET', '/v2/import-mappings')).status).toBe(403)
    const { customerId } = api.customer
    const reader = { kind: 'merchant' as const, label: 'Reader', scopes: ['products:read'] }
    const { key } = expectDone(await createApiKey(api.database, customerId, reader))
    const options = { key }
    expect(await api.merchant('GET', '/v2/import-mappings', undefined, options)).toMatchObject({
      status: 200,
    })
    expect(await api.merchant('PUT', '/v2/import-mappings/A', MAPPING, options)).toMatchObject({
      status: 403,
    })
  })

  test.each([
    ['', 400],
    ['{', 400],
    ['x'.repeat(61), 400],
    ['a\nb', 400],
  ])('the name %j is refused', async (name, status) => {
    const answer = await put(name)
    expect([404, status]).toContain(answer.status)
  })
})

test('whatever a mapping says, it is stored as it is or refused, and its import reads as many rows', async () => {
  const heading = fc.constantFrom('A', 'B', 'C', 'D', '__proto__', 'constructor')
  const target = fc.constantFrom('MerchantProductReference', 'Name', 'Price', 'ExtraData', 'Ignore')
  const property = fc.asyncProperty(
    fc.uniqueArray(fc.tuple(heading, target), { selector: ([name]) => name, maxLength: 6 }),
    async (entries) => {
      const Columns = `{${entries.map(([name, field]) => `${JSON.stringify(name)}:"${field}"`).join()}}`
      const { status, body } = await send('imports', 'A;B;C;D\nx;y;1;z\n', {
        mapping: `{"Columns":${Columns}}`,
        dryRun: 'true',
      })
      const fields = entries.map(([, field]) => field).filter((field) => /^[MNP]/.test(field))
      const isMissing = entries.some(([name, field]) => name.length > 1 && fields.includes(field))
      const isFine =
        new Set(fields).size === fields.length &&
        fields.includes('MerchantProductReference') &&
        !isMissing
      expect(status, JSON.stringify(body)).toBe(isFine ? 202 : 400)
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

test.each([
  ['EUR', '', 12.95],
  ['EUR', '?decimal=,', 12.95],
])('the template in %s%s is read by an import as it is', async (_, query, price) => {
  const { status, body, headers } = await api.merchant('GET', `/v2/imports/template${query}`)
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')])
  expect(body.startsWith('\uFEFFMerchantProductReference')).toBe(true)
  expect(await importText(body)).toMatchObject({ CreatedCount: 1, FailedCount: 0, Reasons: [] })
  expect(await product('MUG-RED')).toMatchObject({
    ...{ Price: price, VatRate: 21, IsActive: true, ExtraData: null, Stock: 12 },
  })
})
