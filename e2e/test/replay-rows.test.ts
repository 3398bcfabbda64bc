/** Tests reading, classifying, grouping and summing without a hub. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatAmount, toTenThousandths } from '../replay/src/amounts.ts'
import { classify } from '../replay/src/classify.ts'
import { groupInvoices, type Invoice } from '../replay/src/invoices.ts'
import { readRows } from '../replay/src/read-rows.ts'
import { totalOf } from '../replay/src/sums.ts'
import { Survey } from '../replay/src/survey.ts'
import { HEADER } from './shop.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-replay-rows-'))
})
afterAll(async () => await rm(directory, { recursive: true, force: true }))

async function read(content: string | Buffer, name = 'file.csv') {
  const file = join(directory, name)
  await writeFile(file, content)
  return await toArray(readRows(file))
}

const ROW = ['536365', '85123A', 'HEART', '6', '2010-12-01 08:26:00', '2.55', '17850', 'EIRE']

test('a compressed file is recognised by its first bytes, whatever its name is', async () => {
  const csv = `${HEADER}\n${ROW.join(',')}\n`
  expect(await read(csv)).toEqual([ROW])
  expect(await read(gzipSync(csv), 'packed.csv')).toEqual([ROW])
})

test('columns can have any order, with a byte order mark, CRLF, quotes and blank lines', async () => {
  const header = 'Country,CustomerID,UnitPrice,InvoiceDate,Quantity,Description,StockCode,InvoiceNo'
  const row = 'EIRE,17850,2.55,2010-12-01 08:26:00,6,"HEART, ""SMALL""\nRED",85123A,536365'
  expect(await read(`\uFEFF${header}\r\n\r\n${row}\r\n`)).toEqual([
    ROW.with(2, 'HEART, "SMALL"\nRED'),
  ])
})

test('a row with missing columns is not skipped, but refused as unreadable', async () => {
  const rows = await read(`${HEADER}\n536365,85123A\n`)
  expect(rows.map((row) => classify(row).refused)).toEqual(['unreadable'])
})

test.each([
  ['no file', undefined, 'cannot be read: ENOENT'],
  ['an empty file', '', 'is empty'],
  ['another table', 'a,b\n1,2\n', 'its first line must be InvoiceNo,StockCode'],
  ['a cut archive', gzipSync(`${HEADER}\n`).subarray(0, 30), 'unexpected end of file'],
  ['an unclosed quote', `${HEADER}\n1,2,"3\n`, 'Quote Not Closed'],
])('%s is refused with the reason', async (name, content, message) => {
  const reading =
    content === undefined
      ? toArray(readRows(join(directory, 'none')))
      : read(content, `${name}.csv`)
  await expect(reading).rejects.toMatchObject({
    code: 'REPLAY_FILE',
    message: expect.stringContaining(message),
  })
})

test.each([
  ['C536379', '-1', '27.50', undefined],
  ['C536379', '1', '27.50', 'positiveCancellation'],
  ['C536379', '0', '27.50', 'zeroQuantity'],
  ['C536379', '-1', '-27.50', 'negativePrice'],
  ['C536379', '-1', '?', 'unreadable'],
  ['A563186', '1', '-11062.06', 'adjustment'],
  ['X1', '1', '1', 'otherInvoice'],
  ['536365', '-1', '0', 'negativeQuantity'],
  ['536365', '0', '1', 'zeroQuantity'],
  ['536365', '1', '-0.01', 'negativePrice'],
  ['536365', '1', '0.12345', 'finePrice'],
  ['536365', '1000001', '1', 'tooLarge'],
  ['536365', '1', '10000000000', 'tooLarge'],
  ['536365', '1.5', '1', 'unreadable'],
  ['536365', '1', '1e3', 'unreadable'],
  ['536365', '1', '', 'unreadable'],
  ['536365', '1', '0', undefined],
  ['536365', '80995', '2.0801', undefined],
])('invoice %s, quantity %s, price %s is classified as %s', (invoice, quantity, price, refused) => {
  const row = ROW.with(0, invoice).with(3, quantity).with(5, price)
  expect(classify(row).refused).toBe(refused)
})

test.each(['2011-02-29 08:00:00', '2011-02-01', '2011-02-01 24:00:00', '01/02/2011 08:00'])(
  'the date %s is unreadable',
  (date) => expect(classify(ROW.with(4, date)).refused).toBe('unreadable'),
)

test('amounts are exact, and are formatted for people', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (amount) => {
      expect(toTenThousandths(formatAmount(amount).replaceAll(',', ''))).toBe(amount)
    }),
  )
  expect(formatAmount(-12_345_678_900n)).toBe('-1,234,567.89')
  expect(formatAmount(5n)).toBe('0.0005')
})

const POOLS = [
  ['1', '2', '3', '4', '5', 'C1', 'A1', 'X1', ''],
  ['85123A', '85123a', 'POST', ''],
  ['HEART', ''],
  ['-1', '0', '1', '7', '80995', 'x'],
  ['2010-12-31 23:59:00', '2011-01-01 00:00:00', '2011-13-01 00:00:00'],
  ['-1', '0', '0.1', '0.2', '2.0801', '13541.33', '0.00001', '?'],
  ['17850', ''],
  ['EIRE', 'Unspecified'],
]
const arbitraryRow = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(...POOLS.map((pool) => fc.constantFrom(...pool))) },
  { weight: 1, arbitrary: fc.array(fc.string(), { maxLength: 9 }) },
)

test('every row is counted exactly once, and each imported row is part of exactly one invoice', async () => {
  const files = fc.array(arbitraryRow, { maxLength: 60 })
  const limits = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(files, limits, async (rows, limit) => {
      const survey = new Survey(limit)
      for (const row of rows) survey.add(row)
      const refused = [...survey.refused.values()].reduce((sum, rows) => sum + rows, 0)
      const { carried, cancelled, leftOut } = survey
      expect(carried + cancelled.length + refused + leftOut).toBe(rows.length)

      const invoices = await toArray(groupInvoices(streamOf(rows), survey))
      expect(new Set(invoices.map((invoice) => invoice.number)).size).toBe(invoices.length)
      expect(invoices.length).toBe(survey.orders)
      expect(invoices.reduce((sum, invoice) => sum + invoice.rows.length, 0)).toBe(survey.carried)
      if (limit === undefined) expect(linesOf(invoices)).toEqual(carriedOf(rows))
    }),
    { numRuns: 300 },
  )
})

test('an order is paid in cents: the sum of its rows is rounded once', () => {
  const survey = new Survey()
  for (const price of ['0.0040', '0.0009', '0.0001', '1.005'])
    survey.add(['1', 'A', '', '1', '2010-12-05 10:00:00', price, '', ''])
  expect(survey.months.get('2010-12')?.amount).toBe(10_100n)
})

test('the sums of the months are exactly those of the rows', () => {
  const line = fc.record({
    invoice: fc.integer({ min: 1, max: 5 }),
    units: fc.integer({ min: 1, max: 80_995 }),
    cents: fc.integer({ min: 0, max: 1_354_133 }),
    month: fc.constantFrom('2010-12', '2011-01'),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const survey = new Survey()
      const months = new Map<number, string>()
      for (const { invoice, units, cents, month } of lines) {
        const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        survey.add([String(invoice), 'A', '', String(units), `${month}-05 10:00:00`, price, '', ''])
        if (!months.has(invoice)) months.set(invoice, month)
      }
      const sum = lines.reduce((all, { units, cents }) => all + units * cents, 0)
      expect(totalOf(survey.months)).toEqual({
        orders: months.size,
        lines: lines.length,
        units: lines.reduce((all, { units }) => all + units, 0),
        amount: BigInt(sum) * 100n,
      })
      const december = lines.filter(({ invoice }) => months.get(invoice) === '2010-12')
      expect(survey.months.get('2010-12')?.lines ?? 0).toBe(december.length)
    }),
  )
})

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const array: T[] = []
  for await (const item of items) array.push(item)
  return array
}

async function* streamOf(rows: readonly (readonly string[])[]) {
  yield* rows
}

function linesOf(invoices: readonly Invoice[]): readonly string[] {
  return invoices.flatMap((invoice) => invoice.rows.map((row) => row.text)).sort()
}

function carriedOf(rows: readonly (readonly string[])[]): readonly string[] {
  const carried = rows.filter((row) => 'row' in classify(row))
  return carried.map((row) => row.join('\0')).sort()
}
