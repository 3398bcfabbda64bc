import { describe, expect, test } from 'vitest'
import { brief, readAll, readProducts } from './reading.ts'

describe('our own columns', () => {
  test('a column with another name is a value of ExtraData, as are a JSON object and names with a prefix', async () => {
    const text = `MerchantProductReference,Name,Stock,IsActive,Material,ExtraData.Origin,ExtraData
A,Mug,3,no,Clay,NL,"{""weight"":""300""}"
B,Cup,,,,,
`
    expect(await readProducts(text)).toEqual({
      A: {
        MerchantProductReference: 'A',
        Name: 'Mug',
        Stock: 3,
        IsActive: false,
        ExtraData: { Material: 'Clay', Origin: 'NL', weight: '300' },
      },
      B: { MerchantProductReference: 'B', Name: 'Cup', ExtraData: null },
    })
  })

  test('an apostrophe before a formula is removed, and other apostrophes are kept', async () => {
    const text = "MerchantProductReference,Name\n'=1+1,'tis a mug\n"
    expect(await readProducts(text)).toMatchObject({ '=1+1': { Name: "'tis a mug" } })
  })

  test('a row that cannot be read says its row and what is wrong, and the others are read', async () => {
    const text = 'MerchantProductReference,Name,Price,IsActive\nA,B,cheap,maybe\n,C,1,\nD,E,1,\n'
    expect(brief((await readAll(text)).items)).toEqual([
      '2 error Price is not a number such as 1299.50: "cheap"',
      '3 error has no reference',
      '4 product D',
    ])
  })

  test('a name that stands twice in the header means the first cell with a text', async () => {
    const text = 'MerchantProductReference,Name,Brand,Brand\nA,B,,Second\nC,D,First,Second\n'
    expect(await readProducts(text)).toMatchObject({
      A: { Brand: 'Second' },
      C: { Brand: 'First' },
    })
  })

  test('what exceeds the limits of ExtraData is left out with a note', async () => {
    const names = Array.from({ length: 102 }, (_, index) => `Column ${index}`)
    const text = `MerchantProductReference,${names.join(',')}\nA,${'x'.repeat(4001)}${',y'.repeat(101)}\n`
    const { items } = await readAll(text)
    expect(items[0]).toMatchObject({
      notes: [
        '"Column 0" is left out: its text is too long',
        '"Column 101" is left out: a product has at most 100 further values',
      ],
    })
  })
})

describe('Shopify', () => {
  const HEAD =
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Taxable,Variant Barcode,Image Src,Variant Image,Status,Tags\n'

  test('the rows of a Handle are a parent, its variants and further images', async () => {
    const text = `${HEAD}mug,Mug,"<p>Blue,
""big""</p>",Acme,Size,S,'0012,shopify,-3,9.50,12.00,true,'4001,https://i.example/1.jpg,https://i.example/s.jpg,active,"a, b"
mug,,,,,L,,shopify,5,0,,false,,,,,
mug,,,,,,,,,,,,,https://i.example/2.jpg,,,
`
    const { items } = await readAll(text)
    expect(brief(items)).toEqual([
      '2 product mug',
      '2 product 0012 of mug',
      '3 product mug/L of mug',
      '4 skipped mug: only adds an image or an option',
    ])
    const products = await readProducts(text)
    expect(products.mug).toMatchObject({
      Name: 'Mug',
      Description: '<p>Blue,\n"big"</p>',
      Brand: 'Acme',
      IsActive: true,
      ImageUrl: 'https://i.example/1.jpg',
      ExtraData: { Tags: 'a, b' },
    })
    expect(products['0012']).toMatchObject({
      Name: 'Mug S',
      Size: 'S',
      Stock: 0,
      Price: 9.5,
      MSRP: 12,
      Ean: '4001',
      ImageUrl: 'https://i.example/s.jpg',
    })
    expect(products['mug/L']).toMatchObject({ Size: 'L', Stock: 5, Price: null, VatRate: 0 })
  })

  test('a file without any SKU gives each product and each variant a reference', async () => {
    const text = `${HEAD}a,One,,,Title,Default Title,,shopify,1,1.00,,true,,,,active,
b,Two,,,Colour,Red,,shopify,1,1.00,,true,,,,draft,
b,,,,,Blue,,,1,1.00,,true,,,,,
`
    const { items } = await readAll(text, { unmanagedStock: 50 })
    expect(brief(items)).toEqual([
      '2 product a',
      '3 product b',
      '3 product b/Red of b',
      '4 product b/Blue of b',
    ])
    const products = await readProducts(text, { unmanagedStock: 50 })
    expect(products.b).toMatchObject({ IsActive: false })
    expect(products['b/Red']).toMatchObject({ Color: 'Red', Stock: 1 })
    expect(products['b/Blue']).toMatchObject({ Color: 'Blue', Stock: 50 })
  })

  test('the names of columns in newer templates are known', async () => {
    const text =
      'Title,URL handle,Option1 name,Option1 value,SKU,Price,Inventory quantity,Product image URL\nMug,mug,,,M-1,3.00,4,https://i.example/1.jpg\n'
    expect(await readProducts(text)).toMatchObject({
      'M-1': { Name: 'Mug', Price: 3, Stock: 4, ImageUrl: 'https://i.example/1.jpg' },
    })
  })
})

describe('WooCommerce', () => {
  const HEAD =
    'ID,Type,SKU,Name,Published,Short description,In stock?,Stock,Sale price,Date sale price ends,Regular price,Categories,Images,Parent,Tax status,Attribute 1 name,Attribute 1 value(s),Weight (kg)\n'

  test('variations belong to a parent with a SKU or without one', async () => {
    const text = `${HEAD}43,variable,HOODIE,Hoodie,1,Warm,1,,,,,"Clothing > Hoodies, Sale","https://i.example/1.jpg, https://i.example/2.jpg",,taxable,Size,"S, M",
44,variable,,Cap,1,,1,,,,,,,,taxable,,,
50,variation,HOODIE-S,Hoodie S,1,,1,7,8.00,,10.00,,,HOODIE,taxable,Size,S,0.5
51,variation,HOODIE,Hoodie M,1,,1,parent,8.00,2026-01-01,10.00,,,HOODIE,taxable,Size,M,
52,variation,,Cap red,-1,,0,,,,5,,,id:44,none,Color,Red,
`
    const { items } = await readAll(text)
    expect(brief(items)).toEqual([
      '2 product HOODIE',
      '3 product id-44',
      '4 product HOODIE-S of HOODIE',
      '5 product id-51 of HOODIE',
      '6 product id-52 of id-44',
    ])
    const products = await readProducts(text, { unmanagedStock: { available: 9 } })
    expect(products.HOODIE).toMatchObject({
      Description: 'Warm',
      CategoryTrail: 'Clothing > Hoodies',
      ImageUrl: 'https://i.example/1.jpg',
      ExtraData: { Size: 'S, M' },
    })
    expect(products['HOODIE-S']).toMatchObject({
      Price: 8,
      MSRP: 10,
      Stock: 7,
      Size: 'S',
      ExtraData: { 'Weight (kg)': '0.5' },
    })
    expect(products['id-51']).toMatchObject({ Price: 10, MSRP: null, Stock: 9 })
    expect(products['id-52']).toMatchObject({ IsActive: false, Stock: 0, VatRate: 0, Color: 'Red' })
  })

  test('grouped, external and downloadable products are skipped with the reason', async () => {
    const rows = ['grouped', 'external', '"simple, downloadable, virtual"', 'simple'].map(
      (type, index) => `${index},${type},S-${index},Name,1,,1,,,,1,,,,taxable,,,\n`,
    )
    expect(brief((await readAll(HEAD + rows.join(''))).items)).toEqual([
      '2 skipped S-0: is a grouped product',
      '3 skipped S-1: is a external product',
      '4 skipped S-2: is a downloadable product',
      '5 product S-3',
    ])
  })
})

describe('Magento 2', () => {
  const HEAD =
    'sku,store_view_code,product_type,categories,name,description,product_online,tax_class_name,price,special_price,special_price_to_date,url_key,base_image,additional_attributes,qty,is_in_stock,manage_stock,configurable_variations\n'

  test('a configurable is the parent of the variations that it names, before or far behind them', async () => {
    const text = `${HEAD}S-1,,simple,,Shirt S,,1,Taxable Goods,20.000000,,,shirt s!,/s/1.jpg,"color=Black,note=soft, warm,size=S",3.0000,1,1,
S-2,,simple,,Shirt M,,2,None,20.000000,15.000000,,m,/s/2.jpg,,,1,0,
S-1,de,,,Hemd S,,,,,,,,,,,,,
,,,,,,,,,,,,,,,,,
SHIRT,,configurable,"Default Category/Men,Default Category/Men/Shirts",Shirt,,1,Taxable Goods,,,,,,,,,,"sku=S-1,size=S|sku=S-2,size=M,color=Red|sku=S-9,size=L"
BOX,,bundle,,Box,,1,,,,,,,,,,,
`
    const { items } = await readAll(text, { unmanagedStock: 4 })
    expect(brief(items)).toEqual([
      '4 skipped S-1: only adds the texts of store view de',
      '5 skipped null: only adds a value to the product before it',
      '6 product SHIRT',
      '2 product S-1 of SHIRT',
      '3 product S-2 of SHIRT',
      '6 link S-9 of SHIRT',
      '7 skipped BOX: is a bundle product',
    ])
    const base = 'https://shop.example/media/catalog/product'
    const products = await readProducts(text, { unmanagedStock: 4, imageBase: base })
    expect(products.SHIRT).toMatchObject({ CategoryTrail: 'Men > Shirts' })
    expect(products['S-1']).toMatchObject({
      Color: 'Black',
      Size: 'S',
      Price: 20,
      Stock: 3,
      ImageUrl: `${base}/s/1.jpg`,
      ExtraData: { note: 'soft, warm', url_key: 'shirt s!' },
    })
    expect(products['S-2']).toMatchObject({
      Color: 'Red',
      Size: 'M',
      Price: 15,
      Stock: 4,
      VatRate: 0,
      IsActive: false,
    })
  })

  test('a path of an image without a base address goes to ExtraData', async () => {
    const text = `${HEAD}A,,simple,,Name,,1,,1,,,,/a.jpg,,1,1,1,\n`
    const products = await readProducts(text)
    expect(products.A).toMatchObject({ ExtraData: { base_image: '/a.jpg' } })
    expect(products.A).not.toHaveProperty('ImageUrl')
  })
})

describe('Google Merchant', () => {
  const item = (id: string, group: string, more = '') =>
    `<item><g:id>${id}</g:id><title>Mug &amp; ${id}</title><g:item_group_id>${group}</g:item_group_id><g:price>12.00 EUR</g:price>${more}</item>`
  const rss = (items: string) =>
    `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${items}</channel></rss>`

  test('a group with more than one item is a parent, wherever its items stand', async () => {
    const feed = rss(
      item('1', 'G') + item('2', 'H') + item('3', 'H') + item('4', 'G') + item('5', 'K'),
    )
    expect(brief((await readAll(feed, { pieces: 10 })).items)).toEqual([
      '1 product 1',
      '2 product group:H',
      '2 product 2 of group:H',
      '3 product 3 of group:H',
      '4 product group:G',
      '4 link 1 of group:G',
      '4 product 4 of group:G',
      '5 product 5',
      '5 link 5',
    ])
  })

  test('an item that is alone in its group, or in none, has no parent', async () => {
    const text = 'id\ttitle\timage link\titem group id\n1\tMug\t\tG\n2\tJar\t\t\n'
    expect((await readAll(text)).items).toMatchObject([
      { kind: 'product', product: { MerchantProductReference: '1' } },
      {
        kind: 'product',
        product: { MerchantProductReference: '2', ParentMerchantReference: null },
      },
      {
        kind: 'link',
        product: { MerchantProductReference: '1', ParentMerchantReference: null },
      },
    ])
  })

  test('the values of an item go to the fields, and nested and further ones to ExtraData', async () => {
    const more =
      '<g:sale_price>9.00 EUR</g:sale_price><g:availability>in_stock</g:availability><g:image_link>/i.jpg</g:image_link><g:shipping><g:price>1 EUR</g:price></g:shipping><g:condition>new</g:condition><description><![CDATA[<b>Blue</b>]]></description><g:google_product_category>2169</g:google_product_category>'
    const options = { unmanagedStock: { available: 5 }, imageBase: 'https://shop.example' }
    expect(await readProducts(rss(item('1', '', more)), options)).toMatchObject({
      '1': {
        Name: 'Mug & 1',
        Description: '<b>Blue</b>',
        Price: 9,
        MSRP: 12,
        Stock: 5,
        ImageUrl: 'https://shop.example/i.jpg',
        CategoryTrail: '2169',
        ExtraData: { 'shipping.price': '1 EUR', condition: 'new' },
      },
    })
  })

  test('Atom is read as RSS is, and the page is an attribute', async () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="g"><entry><g:id>1</g:id><title>Mug</title><link rel="alternate" href="https://a.example/1"/></entry></feed>'
    expect(await readProducts(feed)).toMatchObject({ '1': { Url: 'https://a.example/1' } })
  })

  test('a price in another currency than that of the import is an error of its row', async () => {
    const { items } = await readAll(rss(item('1', '')), { currency: 'SEK' })
    expect(brief(items)).toEqual(['1 error price is in EUR, but prices must be in SEK'])
  })

  test('XML that ends early ends the reading with its item, after the items before', async () => {
    const whole = rss(item('1', ''))
    await expect(readAll(whole.slice(0, -30))).rejects.toMatchObject({
      code: 'CATALOGUE_BROKEN',
      row: expect.any(Number),
    })
  })

  test('entities that a document declares itself are not expanded', async () => {
    const bomb =
      `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1000)}">]>${rss(item('1', '')).slice(21)}`.replace(
        'Mug',
        '&a;',
      )
    await expect(readAll(bomb)).rejects.toMatchObject({ code: 'CATALOGUE_BROKEN' })
  })

  test('a table with tabs names its columns with spaces or underscores', async () => {
    const text =
      'id\ttitle\timage link\titem group id\tprice\n1\tMug\thttps://a.example/1\tG\t1,50 EUR\n2\tMug\t\tG\t1,50 EUR\n'
    const { items } = await readAll(text)
    expect(brief(items)).toEqual([
      '2 product group:G',
      '2 product 1 of group:G',
      '3 product 2 of group:G',
    ])
    expect((await readProducts(text))['1']).toMatchObject({
      Price: 1.5,
      ImageUrl: 'https://a.example/1',
    })
  })
})

describe('NDJSON', () => {
  test('a line is a product as the API answers it, with children as references or as products', async () => {
    const lines = [
      {
        Id: 1,
        MerchantProductReference: 'A',
        Name: 'Mug',
        Children: ['B'],
        CreatedAt: 'x',
        Stock: 2,
      },
      { MerchantProductReference: 'C', Name: 'Cup', Children: [{ MerchantProductReference: 'D' }] },
    ]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\r\n')}\nnull\n{"a":1}\n{\n`
    const { items } = await readAll(text, { pieces: 9 })
    expect(brief(items)).toEqual([
      '1 product A',
      '2 product C',
      '2 product D of C',
      '3 error is no JSON object',
      '4 error has no MerchantProductReference',
      '5 error is no JSON',
    ])
    expect(items[0]).toMatchObject({ product: { Name: 'Mug', Stock: 2 } })
    expect(items[0]).not.toHaveProperty('product.Id')
  })
})
