import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_FORMATS } from '../src/index.ts'
import { readAll, readProducts } from './reading.ts'

/** Fields whose columns have a meaning of their own; the tests of the formats have them. */
const OWN_MEANING = new Set(
  'MerchantProductReference ParentMerchantReference Stock VatRate IsActive ExtraData Price'.split(
    ' ',
  ),
)
const NUMBERS = new Set('MSRP PurchasePrice DiscountRate ShippingCost'.split(' '))

const plainColumns = Object.entries(TABLE_FORMATS).flatMap(([name, { columns }]) =>
  Object.entries(columns)
    .filter(([field]) => !OWN_MEANING.has(field))
    .flatMap(([field, names]) => names.map((column) => [name, field, column] as const))
    // A parent names its variations there, and what distinguishes them.
    .filter(([, , column]) => column !== 'configurable_variations'),
)

const ATTRIBUTES: Readonly<Record<string, string>> = {
  Brand: 'manufacturer',
  ManufacturerProductNumber: 'mpn',
}

/** What a file needs besides the column, so that its row is one product. */
const ROW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entrepot: { merchantproductreference: 'A' },
  shopify: { handle: 'A', 'variant price': '5' },
  woocommerce: { sku: 'A', type: 'simple', 'sale price': '5', 'regular price': '12.5' },
  magento: { sku: 'A', product_type: 'simple' },
  google: { id: 'A', sale_price: '5', price: '12.5' },
  wix: { handleid: 'A', fieldtype: 'Product' },
  prestashop: { reference: 'A' },
}

test.each(plainColumns)(
  '%s: a product gets its %s from the column %j',
  async (format, field, column) => {
    const wanted = NUMBERS.has(field)
      ? 12.5
      : field.endsWith('Url')
        ? 'https://a.example/1'
        : 'text'
    const attribute = ATTRIBUTES[field] ?? field.toLowerCase()
    const cell = column === 'additional_attributes' ? `${attribute}=${wanted}` : String(wanted)
    const cells = { ...ROW[format], [column]: cell }
    const text = [Object.keys(cells), Object.values(cells)]
      .map((row) => row.map((value) => `"${value}"`).join(','))
      .join('\n')
    const products = await readProducts(text, { format: format as 'shopify', delimiter: ',' })
    expect(products.A).toMatchObject({ [field]: wanted })
  },
)

test.each([
  ['shopify', 'Handle,Title,Variant Price\nA,Mug,0.00\n', null],
  ['woocommerce', 'SKU,Type,Name,Regular price\nA,simple,Mug,0\n', null],
  ['magento', 'sku,product_type,name,price\nA,simple,Mug,0.0000\n', null],
  ['google', 'id\ttitle\tlink\tprice\nA\tMug\t\t0.00 EUR\n', null],
  ['wix', 'handleId,fieldType,name,price\nA,Product,Mug,0\n', null],
  ['prestashop', 'Reference #;Name *;Price tax included\nA;Mug;0\n', null],
  ['entrepot', 'MerchantProductReference,Name,Price\nA,Mug,0\n', 0],
] as const)(
  '%s: a price of 0 is no price in a file of another system, and a price in our own',
  async (format, text, price) => {
    expect(await readProducts(text, { format })).toMatchObject({ A: { Price: price } })
  },
)

test('a text in a column that comes second for its field goes to ExtraData', async () => {
  const shop =
    'SKU,Type,Name,Regular price,Description,Short description\nA,simple,Mug,1,Long,Short\nB,simple,Cup,1,,Short\n'
  expect(await readProducts(shop)).toMatchObject({
    A: { Description: 'Long', ExtraData: { 'Short description': 'Short' } },
    B: { Description: 'Short', ExtraData: null },
  })
  const feed =
    'id\ttitle\tprice\tlink\tproduct type\tgoogle product category\nA\tMug\t1 EUR\t\tHome > Mugs\t2169\n'
  expect(await readProducts(feed)).toMatchObject({
    A: { CategoryTrail: 'Home > Mugs', ExtraData: { 'google product category': '2169' } },
  })
})

test('docs/reference/catalogues.md shows the columns of each field', () => {
  const page = readFileSync(
    new URL('../../../docs/reference/catalogues.md', import.meta.url),
    'utf8',
  )
  for (const [name, { columns }] of Object.entries(TABLE_FORMATS)) {
    const [, section = ''] = page.split(`\n## ${name}: `)
    const [body = ''] = section.split('\n## ')
    const rows = body.match(/^\| `\w+` \| `[^|]*` \|/gm) ?? []
    const expected = Object.entries(columns).map(
      ([field, names]) => `| \`${field}\` | ${names.map((column) => `\`${column}\``).join(', ')} |`,
    )
    expect(rows, name).toEqual(expected)
  }
})

test.each([
  ['entrepot', 'MerchantProductReference,Name,Price\nA,Mug,\n', 1],
  ['entrepot', 'MerchantProductReference,Name,Price,ParentMerchantReference\nA,Mug,,\n', 0],
  ['entrepot', 'MerchantProductReference,Name\nA,Mug\n', 0],
  ['shopify', 'Handle,Title,Variant Price\nA,Mug,\n', 1],
  ['woocommerce', 'SKU,Type,Name,Regular price\nA,simple,Mug,\nP,variable,Tee,\n', 1],
  ['google', 'id\ttitle\tlink\tprice\nA\tMug\t\t\n', 1],
] as const)(
  '%s: a product without a price gets a note, and neither a parent nor a file without prices: %j',
  async (format, text, count) => {
    const { items } = await readAll(text, { format })
    const notes = items.flatMap((item) => (item.kind === 'product' ? item.notes : []))
    expect(notes).toEqual(
      Array(count).fill('has no price, so channels get it without one or not at all'),
    )
  },
)
