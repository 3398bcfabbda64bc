import { describe, expect, test } from 'vitest'
import {
  type CatalogueItem,
  findMappingIssues,
  fitsColumns,
  inspectCatalogue,
  openCatalogue,
} from '../src/index.ts'
import { brief, readAll, readProducts } from './reading.ts'

const OWNER = [
  'SKU;Titel;Prijs;Voorraad;EAN;BTW;Merk',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-2;Blauwe kop;1.249,00;3;4,00638E+12;21 %;Kiln',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-3;Witte kop;;5;;21 %;Kiln',
].join('\r\n')

test('a list with the words of people is read as one with our names', async () => {
  const { settings, items } = await readAll(OWNER, { currency: 'EUR' })
  expect(settings).toMatchObject({ format: 'entrepot', delimiter: ';', decimal: ',' })
  expect(settings.mapping?.columns).toMatchObject({ Titel: 'Name', BTW: 'VatRate' })
  expect(items).toMatchObject([
    {
      product: { MerchantProductReference: 'KOP-1', Price: 12.5, VatRate: 21, Stock: 10 },
      notes: [],
    },
    {
      product: { Price: 1249, Brand: 'Kiln' },
      notes: ['EAN is left out: this number was damaged by a spreadsheet: "4,00638E+12"'],
    },
    { product: { MerchantProductReference: 'KOP-1' } },
    {
      product: { Name: 'Witte kop', Price: null, Ean: null },
      notes: ['has no price, so channels get it without one or not at all'],
    },
  ])
})

test.each([
  [';', 'utf-8'],
  ['\t', 'utf16le'],
  [',', 'latin1'],
] as const)('delimiter %j and encoding %s do not matter', async (delimiter, encoding) => {
  const text = 'Größe;Artikelnummer;Bezeichnung;Preis\nXL;A-1;Hülle;1299.50\n'
  const bytes = Buffer.from(text.replaceAll(';', delimiter), encoding)
  expect(await readProducts(bytes)).toMatchObject({
    'A-1': { Size: 'XL', Name: 'Hülle', Price: 1299.5 },
  })
})

test('formats of shops and our own come before the words of people', async () => {
  const own = 'MerchantProductReference,Titel,Name\nA,Text,Mug\n'
  const { settings, items } = await readAll(own)
  expect(settings.mapping).toBeNull()
  expect(items).toMatchObject([{ product: { Name: 'Mug', ExtraData: { Titel: 'Text' } } }])
  const dutch = 'Type,Artikelnummer,Naam,Reguliere prijs\nsimple,A,Kop,1\n'
  expect((await readAll(dutch)).settings).toMatchObject({ format: 'woocommerce', mapping: null })
})

test.each([
  ['SKU,Naam,Prijs,Verkoopprijs', '"Prijs" and "Verkoopprijs" can be Price'],
  [
    'Artikel,Omschrijving,Prijs',
    '"Artikel" and "Omschrijving" can be MerchantProductReference or Name',
  ],
  ['Naam,Prijs', 'no column is the reference'],
  ['ID,Name,Email', 'no column is a price or a stock'],
])('the header %s is not read without a question', async (header, problem) => {
  await expect(openCatalogue([Buffer.from(`${header}\n1,2,3,4\n`)])).rejects.toMatchObject({
    code: 'CATALOGUE_FORMAT_UNKNOWN',
    message: expect.stringContaining(problem),
  })
})

describe('a mapping', () => {
  const columns = {
    code: 'MerchantProductReference',
    What: 'Name',
    Net: 'PriceWithoutVat',
  } as const

  test('says what each column is; the others are further values, or left out', async () => {
    const text = 'Code,What,Name,Secret\nA,Mug,Note,x\n'
    const mapping = { columns: { ...columns, Secret: 'Ignore', Net: 'Ignore' } } as const
    const catalogue = await openCatalogue([Buffer.from(text)], { mapping })
    const items: CatalogueItem[] = []
    for await (const batch of catalogue.items) items.push(...batch)
    expect(items).toEqual([
      {
        kind: 'product',
        row: 2,
        product: { MerchantProductReference: 'A', Name: 'Mug', ExtraData: { Name: 'Note' } },
        notes: [],
        hasUnmanagedStock: true,
      },
    ])
    expect(catalogue.columns()).toEqual([
      { name: 'Code', fields: ['MerchantProductReference'] },
      { name: 'What', fields: ['Name'] },
      { name: 'Name', fields: ['ExtraData'] },
      { name: 'Secret', fields: [] },
    ])
  })

  test('adds the VAT of the row, of the mapping or of the merchant to prices without it', async () => {
    const mapping = { columns: { ...columns, Tax: 'VatRate' } } as const
    const text = 'Code;What;Net;Tax\nA;Mug;10,00;9\nB;Cup;10,00;\nC;Pot;0;\n'
    const { items } = await readAll(text, { mapping, vatRate: 21 })
    expect(items).toMatchObject([
      { product: { Price: 10.9 }, notes: ['Net is stored with a VAT of 9%: "10,00"'] },
      { product: { Price: 12.1 }, notes: ['Net is stored with a VAT of 21%: "10,00"'] },
      {
        product: { Price: null },
        notes: ['has no price, so channels get it without one or not at all'],
      },
    ])
    const constant = { mapping: { columns, constants: { VatRate: 20, Brand: 'Kiln' } } }
    expect(await readProducts('Code,What,Net\nA,Mug,10.00\n', constant)).toMatchObject({
      A: { Price: 12, VatRate: 20, Brand: 'Kiln' },
    })
  })

  test('refuses the amounts of a row in another currency, and a price of 0 is none', async () => {
    const mapping = {
      columns: { Code: 'MerchantProductReference', P: 'Price', Cur: 'Currency' },
    } as const
    const text = 'Code,P,Cur\nA,1.50,EUR\nB,2,€\nC,3,USD\nD,0,eur\n'
    const { items } = await readAll(text, { mapping, currency: 'EUR' })
    expect(brief(items)).toEqual([
      '2 product A',
      '3 product B',
      '4 error Cur is "USD", but prices must be in EUR',
      '5 product D',
    ])
    expect(items[3]).toMatchObject({ product: { Price: null } })
  })

  test('is refused for a file that lacks a column of a field, with the column', async () => {
    const mapping = { columns: { ...columns, Note: 'ExtraData' } } as const
    await expect(openCatalogue([Buffer.from('Code,What\n')], { mapping })).rejects.toMatchObject({
      code: 'CATALOGUE_MAPPING_INVALID',
      issues: [{ column: 'Net', message: 'is no column of the file' }],
    })
  })

  test('is refused if two columns fill a field, or none has the reference', () => {
    const issues = findMappingIssues({
      columns: { A: 'Price', B: 'PriceWithoutVat', C: 'ExtraData', D: 'ExtraData', a: 'Ignore' },
      constants: { Price: 1 },
    })
    expect(issues).toEqual([
      { column: 'B', message: 'must not be PriceWithoutVat: the column "A" fills Price already' },
      { column: 'a', message: 'is the column "A" again' },
      { constant: 'Price', message: 'must not be set: the column "A" fills it' },
      { message: expect.stringContaining('MerchantProductReference') },
    ])
  })

  test('fits files with the same columns in any order and case', () => {
    expect(fitsColumns({ columns }, ['NET', 'what ', 'Code', ''])).toBe(true)
    expect(fitsColumns({ columns }, ['Net', 'What', 'Code', 'New'])).toBe(false)
  })
})

describe('inspectCatalogue', () => {
  test('shows columns with samples, and proposals', async () => {
    const file = await inspectCatalogue([Buffer.from(OWNER)])
    expect(file).toMatchObject({ format: null, delimiter: ';', decimal: ',', resembles: null })
    expect(file.columns[1]).toEqual({
      name: 'Titel',
      samples: ['Rode kop', 'Blauwe kop', 'Witte kop'],
      fields: undefined,
      target: 'Name',
      isCertain: true,
      candidates: ['Name'],
    })
  })

  test('says how the columns of a format are read', async () => {
    const file = await inspectCatalogue([Buffer.from('Handle,Title,Variant Price\nA,Mug,1\n')])
    expect(file.format).toBe('shopify')
    expect(file.columns.map(({ fields }) => fields)).toEqual([
      ['ParentMerchantReference'],
      ['Name'],
      ['Price'],
    ])
    const lines = await inspectCatalogue([Buffer.from('{"MerchantProductReference":"A"}\n')])
    expect(lines).toMatchObject({ format: 'ndjson', columns: [] })
  })

  test('reads the beginning of a file that was cut off within a row', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `A-${index};"Größe ${index}";1,50`)
    const bytes = Buffer.from(['Artikelnummer;Titel;Preis', ...rows].join('\n'))
    const file = await inspectCatalogue([bytes.subarray(0, 300_001)])
    expect(file.columns.map(({ target }) => target)).toEqual([
      'MerchantProductReference',
      'Name',
      'Price',
    ])
  })
})

test('invoices are no list of products, even if their columns have the words of one', async () => {
  const text =
    'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice\n1,A,Mug,6,2010-12-01,2.55\n'
  await expect(openCatalogue([Buffer.from(text)])).rejects.toMatchObject({
    message: expect.stringContaining('an export of orders'),
  })
})
