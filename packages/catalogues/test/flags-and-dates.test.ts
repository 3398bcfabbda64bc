import { describe, expect, test } from 'vitest'
import { readAll, readProducts } from './reading.ts'

const WOO = 'ID,Type,SKU,Name,Published,Stock,Regular price,Tax status\n'
const SHOPIFY = 'Handle,Title,Published,Status,Variant Price,Variant Taxable\n'

describe('one rule reads the flags of all formats', () => {
  test.each([
    ['1', true],
    ['TRUE', true],
    ['true', true],
    ['1.0', true],
    ['1,00', true],
    ['WAHR', true],
    ['VRAI', true],
    ['ИСТИНА', true],
    ['0', false],
    ['-1', false],
    ['FALSCH', false],
    ['FAUX', false],
    ['YANLIŞ', false],
    ['falso', false],
  ])('%s', async (word, isActive) => {
    expect(await readProducts(`${WOO}1,simple,A,Mug,"${word}",1,5,taxable\n`)).toMatchObject({
      A: { IsActive: isActive },
    })
    expect(await readProducts(`${SHOPIFY}mug,Mug,"${word}",active,5,true\n`)).toMatchObject({
      mug: { IsActive: isActive },
    })
    expect(
      await readProducts(`MerchantProductReference,Name,IsActive\nA,Mug,"${word}"\n`),
    ).toMatchObject({ A: { IsActive: isActive } })
    expect(
      await readProducts(`sku,product_type,name,product_online\nA,simple,Mug,"${word}"\n`),
    ).toMatchObject({ A: { IsActive: isActive } })
  })

  test('a product of Shopify that is not taxable has no VAT, in the words of each spreadsheet', async () => {
    for (const word of ['false', 'FALSCH', 'ONWAAR', '0']) {
      const products = await readProducts(`${SHOPIFY}mug,Mug,true,active,5,${word}\n`)
      expect(products.mug).toMatchObject({ VatRate: 0 })
    }
    const taxed = await readProducts(`${SHOPIFY}mug,Mug,true,active,5,WAHR\n`)
    expect(taxed.mug).not.toHaveProperty('VatRate')
  })

  test('a word that is not known changes nothing, and is noted', async () => {
    const { items } = await readAll(`${WOO}1,simple,A,Mug,vielleicht,1,5,taxable\n`)
    expect(items).toMatchObject([
      { product: { Price: 5 }, notes: ['Published is neither yes nor no: "vielleicht"'] },
    ])
    expect(items[0]).not.toHaveProperty('product.IsActive')
  })
})

describe('the dates of a sale', () => {
  // The time is 2026-11-23 12:00 UTC.
  const HEAD =
    'ID,Type,SKU,Name,Sale price,Regular price,Date sale price starts,Date sale price ends\n'
  const sale = (from: string, to: string, more = '') =>
    readAll(`${HEAD}1,simple,A,Mug,8,10,"${from}","${to}"\n${more}`)

  test.each([
    ['', '', 8],
    ['', '24.10.2026', 10],
    ['', '31/10/2026', 10],
    ['', '10/31/2026', 10],
    ['', '1761955200', 10],
    ['', '1797984000', 8],
    ['', '1797984000000', 8],
    ['', '05.12.2026', 8],
    ['', '23.11.2026', 8],
    ['', '22.11.26', 10],
    ['', '2026-11-23', 8],
    ['', '2026-11-23 11:00:00', 10],
    ['', '2026-11-23T14:00:00+03:00', 10],
    ['', 'Nov 30, 2026', 8],
    ['31-10-2026', '', 8],
    ['2026/12/01', '', 10],
    ['12/24/2026 8:00 PM', '', 10],
  ])('from %j to %j the price is that of the day', async (from, to, price) => {
    const { items } = await sale(from, to)
    expect(items).toMatchObject([{ product: { Price: price, MSRP: price === 8 ? 10 : null } }])
    expect(items[0]).toMatchObject({ notes: [] })
  })

  test('a date whose day and month could each be the other is decided by the other dates of the file', async () => {
    const late = '2,simple,B,Cup,8,10,,31/12/2026\n'
    expect((await sale('', '05/12/2026', late)).items[0]).toMatchObject({ product: { Price: 8 } })
    const early = '2,simple,B,Cup,8,10,,12/31/2026\n'
    expect((await sale('', '05/12/2026', early)).items[0]).toMatchObject({ product: { Price: 10 } })
    expect((await sale('', '05/12/2026')).items).toMatchObject([
      {
        product: { Price: 10 },
        notes: [
          'Sale price is left out: the day and the month of its date could each be the other: "05/12/2026"',
        ],
      },
    ])
  })

  test.each(['soon', '31.02.2026', '2026-13-01', '99/99/2026'])(
    'a date that cannot be read is a note, and the sale does not apply: %j',
    async (date) => {
      expect((await sale('', date)).items).toMatchObject([
        {
          product: { Price: 10, MSRP: null },
          notes: [`Sale price is left out: its date cannot be read: "${date}"`],
        },
      ])
    },
  )

  test('a sale of the future is kept, and not applied', async () => {
    expect((await sale('01.12.2026', '24.12.2026')).items).toMatchObject([
      {
        product: {
          Price: 10,
          ExtraData: {
            'Sale price': '8',
            'Date sale price starts': '01.12.2026',
            'Date sale price ends': '24.12.2026',
          },
        },
      },
    ])
  })

  test('Google and Magento follow the same rule', async () => {
    const feed = (dates: string) =>
      `<rss xmlns:g="g"><channel><item><g:id>1</g:id><title>Mug</title><g:price>10 EUR</g:price><g:sale_price>8 EUR</g:sale_price><g:sale_price_effective_date>${dates}</g:sale_price_effective_date></item></channel></rss>`
    const over = '2026-01-01T00:00+01:00/2026-02-01T00:00+01:00'
    const now = '2026-11-01T00:00-0800 / 2026-12-01T00:00-0800'
    expect(await readProducts(feed(over))).toMatchObject({ '1': { Price: 10 } })
    expect(await readProducts(feed(now))).toMatchObject({ '1': { Price: 8 } })
    expect((await readAll(feed('bald'))).items).toMatchObject([
      {
        product: { Price: 10 },
        notes: ['sale_price is left out: its date cannot be read: "bald"'],
      },
    ])
    const magento =
      'sku,product_type,name,price,special_price,special_price_to_date\nA,simple,Mug,10,8,24.10.2026\n'
    expect(await readProducts(magento)).toMatchObject({ A: { Price: 10 } })
  })
})
