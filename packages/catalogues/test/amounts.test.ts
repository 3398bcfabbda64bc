import { describe, expect, test } from 'vitest'
import { brief, readAll, readProducts } from './reading.ts'

const table = (...prices: readonly string[]) =>
  `MerchantProductReference;Name;Price\n${prices.map((price, at) => `A${at};Mug;${price}\n`).join('')}`

async function readPrices(prices: readonly string[], options = {}) {
  const products = Object.values(await readProducts(table(...prices), options))
  return products.map(({ Price }) => Price)
}

describe('an amount that can be read in one way only', () => {
  test.each([
    ['34,0000', 34],
    ['12,500000', 12.5],
    ['0,750', 0.75],
    ['1,23,456.78', 123_456.78],
    ['12,34,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 299,00', 1299],
    ['1\u202f299,00', 1299],
    ['1\u00a0299', 1299],
    ["1'299.50", 1299.5],
    ['Rs. 1299', 1299],
    ['Rs.1,299.00', 1299],
    ['Fr. 12.50', 12.5],
    ['S/. 12.50', 12.5],
    ['12,-', 12],
    ['12.–', 12],
    ['€ 1.299,-', 1299],
    ['12,50 kr.', 12.5],
    ['1 200 руб.', 1200],
  ])('%j is %d', async (text, amount) => {
    expect(await readPrices([text])).toEqual([amount])
  })
})

test.each(['12 50', '1.23.4', '1,2,3', '1.2,3.4', 'twelve', '.', '12 5000'])(
  'a text that is no amount is refused: %j',
  async (text) => {
    const { items } = await readAll(table(text))
    expect(items).toMatchObject([{ kind: 'error', message: expect.stringContaining('Price is') }])
  },
)

test('an amount with two readings is an error that shows both, unless the file tells which one is meant', async () => {
  const { items } = await readAll(table('12,500', '900'))
  expect(brief(items)).toEqual([
    '2 error Price has two readings: "12,500" is 12500 if the decimal separator is a point, and 12.5 if it is a comma. Set the decimal separator',
    '3 product A1',
  ])
  expect(await readPrices(['12,500', '9,95'])).toEqual([12.5, 9.95])
  expect(await readPrices(['12,500', '9.95'])).toEqual([12_500, 9.95])
  expect(await readPrices(['12.500', '1.299,50'])).toEqual([12_500, 1299.5])
  expect(await readPrices(['12,500'], { decimal: ',' })).toEqual([12.5])
})

test('amounts of a file that contradict each other are read by themselves, and none is guessed', async () => {
  const { items } = await readAll(table('12.50', '9,95', '1.299'))
  expect(items).toMatchObject([
    { product: { Price: 12.5 } },
    { product: { Price: 9.95 } },
    { kind: 'error', message: expect.stringContaining('two readings') },
  ])
})

test.each(['KWD', 'TND', 'BHD', 'OMR'])(
  'three decimals are those of %s if all amounts have them',
  async (currency) => {
    expect(await readPrices(['12,500', '3,250'], { currency })).toEqual([12.5, 3.25])
    expect(await readPrices(['12.500', '3.250'], { currency })).toEqual([12.5, 3.25])
    const { items } = await readAll(table('12,500', '900'), { currency })
    expect(items[0]).toMatchObject({ kind: 'error' })
  },
)

test('a currency without decimals has groups of three digits', async () => {
  expect(await readPrices(['1,234', '900'], { currency: 'JPY' })).toEqual([1234, 900])
  expect(await readPrices(['1.234'], { currency: 'ISK' })).toEqual([1234])
})

test('amounts of XML have points or commas', async () => {
  const feed = `<rss xmlns:g="g"><channel>
    <item><g:id>1</g:id><title>Mug</title><g:price>12,50 EUR</g:price></item>
    <item><g:id>2</g:id><title>Cup</title><g:price>1.299,00 EUR</g:price></item>
    <item><g:id>3</g:id><title>Jug</title><g:price>1.299 EUR</g:price></item></channel></rss>`
  expect(Object.values(await readProducts(feed)).map(({ Price }) => Price)).toEqual([
    12.5, 1299, 1299,
  ])
})

test('stock that is no whole number is rounded down with a note, and stock with two readings is an error', async () => {
  const stocks = (...values: readonly string[]) =>
    `MerchantProductReference;Name;Price;Stock\n${values.map((value, at) => `A${at};Mug;9.95;${value}\n`).join('')}`
  const { items } = await readAll(stocks('2.500', '3.0000', '-4', '7'))
  expect(items).toMatchObject([
    { product: { Stock: 2 }, notes: ['Stock is rounded down to 2: "2.500"'] },
    { product: { Stock: 3 }, notes: [] },
    { product: { Stock: 0 }, notes: [] },
    { product: { Stock: 7 }, notes: [] },
  ])
  const unclear = await readAll(stocks('2.500').replace('9.95', '9'))
  expect(unclear.items).toMatchObject([
    { kind: 'error', message: expect.stringContaining('Stock has two readings') },
  ])
  const german = await readProducts(stocks('2.500').replace('9.95', '9,95'))
  expect(german.A0).toMatchObject({ Stock: 2500 })
})
