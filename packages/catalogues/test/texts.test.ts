import { describe, expect, test } from 'vitest'
import { readAll, readProducts } from './reading.ts'

const WOO =
  'ID,Type,SKU,Name,Description,Regular price,Categories,Images,Attribute 1 name,Attribute 1 value(s),Purchase note\n'

test('WooCommerce writes ends of lines and commas with a backslash', async () => {
  const row = String.raw`1,simple,A,"Mug\, blue","First\nSecond\r\nThird",5,"Mugs\, cups > Blue, Sale",,Size,"S\, M","a\nb"`
  expect(await readProducts(`${WOO}${row}\n`)).toMatchObject({
    A: {
      Name: 'Mug, blue',
      Description: 'First\nSecond\nThird',
      CategoryTrail: 'Mugs, cups > Blue',
      Size: 'S, M',
      ExtraData: { 'Purchase note': 'a\nb' },
    },
  })
})

test.each([
  ['https://i.example/a.jpg,https://i.example/b.jpg', 'https://i.example/a.jpg'],
  ['https://i.example/a.jpg, https://i.example/b.jpg', 'https://i.example/a.jpg'],
  ['https://i.example/a.jpg|https://i.example/b.jpg', 'https://i.example/a.jpg'],
  ['https://i.example/w_1,h_2/a.jpg,https://i.example/b.jpg', 'https://i.example/w_1,h_2/a.jpg'],
  ['https://i.example/a.jpg?x=1;y=2', 'https://i.example/a.jpg?x=1;y=2'],
  ['a.jpg,b.jpg', 'https://shop.example/img/a.jpg'],
  ['a.jpg | b.jpg', 'https://shop.example/img/a.jpg'],
  ['a.jpg', 'https://shop.example/img/a.jpg'],
])('the image of %j is the first', async (text, url) => {
  const imageBase = 'https://shop.example/img/'
  const products = await readProducts(`${WOO}1,simple,A,Mug,,5,,"${text}",,,\n`, { imageBase })
  expect(products.A).toMatchObject({ ImageUrl: url })
})

describe('numbers of articles', () => {
  const read = async (text: string) =>
    (await readAll(`MerchantProductReference;Name;Ean\nA;Mug;${text}\n`)).items[0]

  test.each([
    ['="4006381333931"', '4006381333931'],
    ['"=""4006381333931"""', '4006381333931'],
    ['4006381333931', '4006381333931'],
    ['036000291452', '036000291452'],
    ['96385074', '96385074'],
    ['978-3-16-148410-0', '978-3-16-148410-0'],
    ['INTERN-7', 'INTERN-7'],
  ])('%s is kept', async (text, ean) => {
    expect(await read(text)).toMatchObject({ product: { Ean: ean }, notes: [] })
  })

  test.each(['4,00638E+12', '4.00638E+12', '4E+12', '4006380000000'])(
    '%s was damaged by a spreadsheet, and is left out with a note',
    async (text) => {
      const item = await read(text)
      expect(item).toMatchObject({
        notes: [`Ean is left out: this number was damaged by a spreadsheet: "${text}"`],
      })
      expect(item).not.toHaveProperty('product.Ean')
    },
  )

  test('a number with a wrong check digit is left out with a note', async () => {
    expect(await read('4006381333932')).toMatchObject({
      notes: ['Ean is left out: its check digit is wrong: "4006381333932"'],
    })
  })
})

test('entities of HTML are letters in XML', async () => {
  const feed =
    '<rss xmlns:g="g"><channel><item><g:id>1</g:id><title>Caf&eacute;&nbsp;&amp;&#160;Bar</title><g:price>5 EUR</g:price></item></channel></rss>'
  expect(await readProducts(feed)).toMatchObject({ '1': { Name: 'Café\u00a0&\u00a0Bar' } })
})
