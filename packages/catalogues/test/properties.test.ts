import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE_FORMATS, CatalogueError, openCatalogue } from '../src/index.ts'
import { RecordSplitter } from '../src/split-records.ts'
import { parseAmount } from '../src/values/amounts.ts'
import { guardCell, restoreCell } from '../src/values/text.ts'
import { readAll } from './reading.ts'

const HEADS: Readonly<Record<string, string>> = {
  entrepot: 'MerchantProductReference,Name,Price,Stock,ExtraData\n',
  ndjson: '{"MerchantProductReference":"A"}\n',
  shopify: 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n',
  woocommerce: 'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n',
  magento: 'sku,product_type,name,price,configurable_variations,additional_attributes\n',
  google: '<rss xmlns:g="g"><channel><item><g:id>1</g:id>',
  wix: 'handleId,fieldType,name,sku,price,surcharge,productOptionName1,productOptionDescription1\n',
  prestashop:
    'Product ID*,Product Reference,Attribute (Name:Type:Position)*,Value (Value:Position)*\n',
}

describe.each(CATALOGUE_FORMATS)('the reader of %s', (format) => {
  test('survives arbitrary bytes, and says the row of an error', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            ',',
            '\n',
            '\r',
            '\t',
            '<',
            '>',
            '&',
            '/',
            'item',
            '{',
            '}',
            'a',
            '1',
            '=',
            '\u0000',
          ),
          { maxLength: 80 },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    )
    const property = fc.asyncProperty(
      bytes,
      fc.integer({ min: 1, max: 50 }),
      async (tail, pieces) => {
        const content = Buffer.concat([Buffer.from(HEADS[format] ?? ''), tail])
        try {
          const { items } = await readAll(content, { pieces, format })
          for (const item of items) expect(item.row).toBeGreaterThan(0)
        } catch (error) {
          if (!CatalogueError.is(error)) throw error
          if (error.code === 'CATALOGUE_ENCODING_UNKNOWN') return
          expect(error.row, error.message).toBeGreaterThan(0)
        }
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })
})

test('arbitrary bytes without options are read, or refused with an error of the package', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
    const error = await openCatalogue([bytes]).catch((cause: unknown) => cause)
    if (error instanceof Error) expect(CatalogueError.is(error)).toBe(true)
  })
  await fc.assert(property)
})

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '\t', "'", '='),
  maxLength: 8,
})
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
})
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`

test('a table is read as it was written, whatever the pieces', async () => {
  const property = fc.asyncProperty(
    table,
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom(',', ';', '\t'),
    fc.integer({ min: 1, max: 20 }),
    fc.boolean(),
    async (rows, end, delimiter, size, all) => {
      const write = (text: string) =>
        all || /["\r\n]/.test(text) || text.includes(delimiter) ? quote(text) : text
      const text = rows.map((cells) => cells.map(write).join(delimiter)).join(end)
      const splitter = new RecordSplitter({ delimiter, quotes: true })
      const found: unknown[] = []
      for (let at = 0; at < text.length; at += size) {
        found.push(...(await splitter.push(text.slice(at, at + size), false)))
      }
      found.push(...(await splitter.push('', true)))
      expect(found).toEqual(rows.map((cells, index) => ({ row: index + 1, cells })))
    },
  )
  await fc.assert(property, { numRuns: 500 })
})

test('a guarded cell is no formula, and is restored exactly', () => {
  const text = fc.oneof(
    fc.string(),
    cell,
    fc.string().map((rest) => `'=${rest}`),
  )
  fc.assert(
    fc.property(text, (original) => {
      expect(guardCell(original)).not.toMatch(/^[=+\-@\t\r]/)
      expect(restoreCell(guardCell(original))).toBe(original)
    }),
  )
})

test('an amount is read as it was written, with either separator', () => {
  const amounts = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(amounts, fc.boolean(), (amount, isGrouped) => {
      for (const [decimal, locale] of [
        ['.', 'en-US'],
        [',', 'de-DE'],
      ] as const) {
        const text = amount.toLocaleString(locale, { useGrouping: isGrouped })
        expect(parseAmount(`${text} EUR`, decimal)).toMatchObject({ amount, currency: 'EUR' })
      }
    }),
  )
})
