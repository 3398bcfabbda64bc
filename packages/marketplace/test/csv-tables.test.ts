/** Tables that people keep in spreadsheets: overrides, exchange rates and VAT rates as CSV. */
import { expect, test } from 'vitest'
import { readOverridesCsv } from '../src/channels/offers/overrides-csv.ts'
import { readRatesCsv } from '../src/orders/rates/csv.ts'
import { readVatRatesCsv } from '../src/orders/vat-rates/csv.ts'

const itemsOf = (text: string) => {
  const lines = readOverridesCsv(text)
  return 'refused' in lines ? lines.errors : lines.map(({ item }) => item)
}

test.each([';', '\t'])('a file separated by %j has decimal commas or points', (separator) => {
  const text = [
    ['MerchantProductReference', 'Price', 'StockMax', 'From'],
    ['MUG', '29,95', '95', '2026-11-28T00:00:00+01:00'],
    ['12,5', '1,234', '', ''],
    ['TEA', '9.95', '', ''],
  ]
  expect(itemsOf(text.map((row) => row.join(separator)).join('\r\n'))).toEqual([
    {
      MerchantProductReference: 'MUG',
      Price: 29.95,
      Stock: { Max: 95 },
      From: '2026-11-28T00:00:00+01:00',
    },
    { MerchantProductReference: '12,5', Price: 1.234 },
    { MerchantProductReference: 'TEA', Price: 9.95 },
  ])
})

test('a file separated by commas has decimal points, and other separators within its fields', () => {
  const text = '\uFEFFMerchantProductReference,Price\nA;B,9.95\nC,"1,234"\n'
  expect(itemsOf(text)).toEqual([
    { MerchantProductReference: 'A;B', Price: 9.95 },
    { MerchantProductReference: 'C', Price: '1,234' },
  ])
})

test('a line with more or less fields than the first one is refused', () => {
  const [issue] = itemsOf('MerchantProductReference;Price\nMUG,29.95\n')
  expect(issue).toMatchObject({ path: '/file', message: expect.stringMatching(/line 2/) })
})

test('rates may have decimal commas, and keep all decimals', () => {
  expect(readRatesCsv('CurrencyCode;Date;Rate\nUSD;2026-11-20;0,924385\n')).toEqual([
    { CurrencyCode: 'USD', Date: '2026-11-20', Rate: '0.924385' },
  ])
  expect(readVatRatesCsv('CountryIso;VatClass;Rate\nFR;reduced;5,5\n')).toEqual([
    { CountryIso: 'FR', VatClass: 'reduced', Rate: 5.5 },
  ])
})
