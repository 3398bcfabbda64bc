import { expect, test } from 'vitest'
import { CatalogueError, openCatalogue } from '../src/index.ts'
import { brief, readAll, readProducts } from './reading.ts'

const TEXT = 'MerchantProductReference,Name\nA-1,Größe für 5 €\n'

/** Windows-1252 of a text, for the letters used here. */
const toWindows = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
const toUtf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', 'utf-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', 'utf-8', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a byte order mark', 'utf-16le', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 without a byte order mark', 'utf-16le', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 in big-endian order', 'utf-16be', toUtf16be(`\uFEFF${TEXT}`)],
  ['Windows-1252', 'windows-1252', toWindows(TEXT)],
])('%s is recognised', async (_, encoding, bytes) => {
  for (const pieces of [1, 7, 1000]) {
    const { settings, items } = await readAll(bytes, { pieces })
    expect(settings).toMatchObject({ encoding, format: 'entrepot' })
    expect(items).toMatchObject([{ row: 2, product: { Name: 'Größe für 5 €' } }])
  }
})

test('a letter of Windows-1252 is read even if it stands far behind the recognised beginning', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `A-${index},Plain name ${index}\n`)
  const bytes = toWindows(`MerchantProductReference,Name\n${rows.join('')}Z,Übergröße €\n`)
  const { items } = await readAll(bytes)
  expect(items.at(-1)).toMatchObject({ product: { Name: 'Übergröße €' } })
})

test.each([',', ';', '\t', '|'])('the delimiter %j is recognised', async (delimiter) => {
  const text = `MerchantProductReference,Name,Brand\nA,"B, C; D\tE|F",G\n`
  const cells = text.replace('B, C; D\tE|F', '#').replaceAll(',', delimiter)
  const { settings, items } = await readAll(cells.replace('#', 'B, C; D E|F'))
  expect(settings.delimiter).toBe(delimiter)
  expect(items).toMatchObject([{ product: { Name: 'B, C; D E|F', Brand: 'G' } }])
})

test('the line of a spreadsheet that names the delimiter is understood, and counted as a row', async () => {
  const { items } = await readAll('sep=;\r\nMerchantProductReference;Name\r\nA;B\r\n')
  expect(brief(items)).toEqual(['3 product A'])
})

test.each(['\n', '\r\n', '\r'])('lines may end with %j', async (end) => {
  const text = ['MerchantProductReference,Name', 'A,"two', 'lines"', '', 'B,C', ''].join(end)
  for (const pieces of [1, 2, 3, 5, 1000]) {
    expect(brief((await readAll(text, { pieces })).items)).toEqual(['2 product A', '4 product B'])
  }
})

test.each([
  ['12,50', ',', 12.5],
  ['1.299,50', ',', 1299.5],
  ['12.50', '.', 12.5],
  ['1,299.50', '.', 1299.5],
  ['1299', null, 1299],
])('the price %j is recognised with the decimal separator %j', async (price, decimal, amount) => {
  const { settings, items } = await readAll(`MerchantProductReference;Name;Price\nA;B;${price}\n`)
  expect(settings.decimal).toBe(decimal)
  expect(items).toMatchObject([{ product: { Price: amount } }])
})

test('quotes of a table with tabs are data if they do not enclose fields', async () => {
  const header = 'id\ttitle\tlink\tprice\n'
  const loose = await readAll(`${header}1\t"Best" mug 5" wide\thttps://a.example/1\t1.00 EUR\n`)
  expect(loose.settings.quotes).toBe(false)
  expect(loose.items).toMatchObject([{ product: { Name: '"Best" mug 5" wide' } }])
  const strict = await readAll(`${header}1\t"The ""best"" mug"\thttps://a.example/1\t1.00 EUR\n`)
  expect(strict.items).toMatchObject([{ product: { Name: 'The "best" mug' } }])
})

test('what is recognised can be said instead', async () => {
  const text = 'MerchantProductReference;Name;Price\nA;"B;1,234\n'
  const { settings, items } = await readAll(text, {
    format: 'entrepot',
    encoding: 'windows-1252',
    delimiter: ';',
    quotes: false,
    decimal: ',',
  })
  expect(settings).toEqual({
    format: 'entrepot',
    encoding: 'windows-1252',
    mapping: null,
    delimiter: ';',
    quotes: false,
    decimal: ',',
  })
  expect(items).toMatchObject([{ product: { Name: '"B', Price: 1.234 } }])
})

test.each([
  ['', 'it is empty'],
  ['a,b\n1,2\n', 'google, prestashop): a, b.'],
  ['[{"MerchantProductReference":"A"}]', 'it is a JSON array'],
])('a file without a known format is refused: %j', async (text, problem) => {
  const error = await openCatalogue([Buffer.from(text)]).catch((cause: unknown) => cause)
  expect(CatalogueError.is(error)).toBe(true)
  expect(error).toMatchObject({
    code: 'CATALOGUE_FORMAT_UNKNOWN',
    message: expect.stringContaining(problem),
  })
})

test.each([
  [{ delimiter: '""' }, 'delimiter'],
  [{ format: 'excel' as never }, 'format'],
  [{ encoding: 'ebcdic' as never }, 'encoding'],
  [{ imageBase: 'here' }, 'base address'],
])('an invalid option is refused: %j', async (options, name) => {
  await expect(openCatalogue([Buffer.from(TEXT)], options)).rejects.toMatchObject({
    code: 'CATALOGUE_INVALID_OPTION',
    message: expect.stringContaining(name),
  })
})

test('a quote that is never closed ends the reading with its row, after the rows before', async () => {
  const text = `MerchantProductReference,Name\nA,B\nC,"never closed\n${'x'.repeat(2_000_000)}`
  const { items } = await openCatalogue([Buffer.from(text)])
  const seen: string[] = []
  const reading = (async () => {
    for await (const batch of items) seen.push(...brief(batch))
  })()
  await expect(reading).rejects.toMatchObject({ code: 'CATALOGUE_BROKEN', row: 3 })
  expect(seen).toEqual(['2 product A'])
})

test('text behind a closing quote spoils its row only', async () => {
  const text = 'MerchantProductReference,Name\nA,"B" C\nD,E\n'
  expect(brief((await readAll(text)).items)).toEqual([
    '2 error has text behind the closing quote of field 2: a quote inside of a quoted field is written twice',
    '3 product D',
  ])
})

test('a row that is longer than a megabyte ends the reading with its row', async () => {
  const text = `MerchantProductReference,Name\n\nA,B\n${','.repeat(1_500_000)}\n`
  await expect(readAll(text)).rejects.toMatchObject({
    code: 'CATALOGUE_BROKEN',
    message: expect.stringMatching(/^Row 4 is longer than 1048576 bytes/),
  })
})

test('a character outside of the basic plane is read wherever it stands in the file', async () => {
  for (const before of ['', 'x']) {
    const name = before + '🧦'.repeat(60_000)
    const { A } = await readProducts(`MerchantProductReference,Name\nA,${name}\n`)
    expect(A?.Name === name).toBe(true)
  }
})

test('Cyrillic text and prices without decimals are read', async () => {
  const products = await readProducts(
    'MerchantProductReference;Name;Price\nЧАШКА-1;Чашка красная;1 200 руб\n',
  )
  expect(products['ЧАШКА-1']).toMatchObject({ Name: 'Чашка красная', Price: 1200 })
})
