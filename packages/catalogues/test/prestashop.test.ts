import { expect, test } from 'vitest'
import { brief, readAll, readProducts } from './reading.ts'

const HEADER =
  'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Reference #;Supplier reference #;Supplier;Manufacturer;EAN13;UPC;Quantity;Description;Image URLs (x,y,z...)'

test('products of PrestaShop get their VAT, and a discount while it applies', async () => {
  const file = [
    HEADER,
    '1;1;Mug;Home/Kitchen,Cups;10.00;1;4.50;0;;10;2026-11-01;2026-12-01;MUG-1;S-1;Sup;Acme;4006381333931;;7;<p>Mug</p>;https://a.example/1.jpg,https://a.example/2.jpg',
    '2;0;Cup;Cups;20.00;1;;0;5;;2025-01-01;2025-02-01;;;;;;;3;;',
    '3;1;Jar;;0;1;;0;;;0000-00-00;0000-00-00;JAR;;;;;;0;;',
  ].join('\n')
  const { settings, items } = await readAll(file, { vatRate: 21 })
  expect(settings.format).toBe('prestashop')
  expect(brief(items)).toEqual(['2 product MUG-1', '3 product id-2', '4 product JAR'])
  expect(items).toMatchObject([
    {
      product: {
        Name: 'Mug',
        Price: 10.89,
        MSRP: 12.1,
        PurchasePrice: 4.5,
        Brand: 'Acme',
        Ean: '4006381333931',
        Stock: 7,
        CategoryTrail: 'Home > Kitchen',
        ImageUrl: 'https://a.example/1.jpg',
        IsActive: true,
        ExtraData: { 'Tax rules ID': '1', Supplier: 'Sup' },
      },
      notes: [expect.stringContaining('stored with a VAT of 21%')],
    },
    { product: { Price: 24.2, MSRP: null, IsActive: false } },
    { product: { Price: null } },
  ])
})

test('a price without VAT is left out with a note if the rate is not known', async () => {
  const { items } = await readAll(`${HEADER}\n1;1;Mug;;10.00;;;;;;;;MUG;;;;;;1;;\n`)
  expect(items).toMatchObject([{ notes: [expect.stringContaining('its rate is not known')] }])
  expect(items[0]).not.toHaveProperty('product.Price')
})

test("the export of PrestaShop's list of products is read", async () => {
  const products = await readProducts(
    'Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position\n7;https://a.example/7.jpg;Mug;demo_7;Cups;9,90;11,98;5;1;1\n',
  )
  expect(products.demo_7).toMatchObject({ Price: 11.98, Stock: 5, IsActive: true })
})

test('combinations of PrestaShop are children of their product', async () => {
  const file = [
    'Product ID*;Product Reference;Attribute (Name:Type:Position)*;Value (Value:Position)*;Supplier reference;Reference;EAN13;UPC;Wholesale price;Impact on price;Ecotax;Quantity;Default (0 = No, 1 = Yes)',
    '1;demo_1;Size:select:0, Color:color:1;S:0, White:1;;demo_1-S;4006381333931;;5.49;0;0;30;1',
    '1;demo_1;Size:select:0, Color:color:1;L:0, 12:30:1;;;;;;2.50;0;4;0',
    '2;;Size:select:0;S:0;;;;;;;0;1;1',
    ';;Size:select:0;S:0;;;;;;;0;1;1',
  ].join('\n')
  const { settings, items } = await readAll(file)
  expect(settings.format).toBe('prestashop')
  expect(brief(items)).toEqual([
    '2 product demo_1-S of demo_1',
    '3 product demo_1/L/12:30 of demo_1',
    '4 product id-2/S of id-2',
    '5 error has neither a Product ID nor a Product Reference',
  ])
  expect(items).toMatchObject([
    { product: { Size: 'S', Color: 'White', Stock: 30, PurchasePrice: 5.49 }, notes: [] },
    {
      product: { ExtraData: { 'Impact on price': '2.50' } },
      notes: [expect.stringContaining('has no price')],
    },
    {},
    {},
  ])
})
