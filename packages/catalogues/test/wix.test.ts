import { expect, test } from 'vitest'
import { brief, readAll, readProducts } from './reading.ts'

const HEADER =
  'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2,brand'

test('a product of Wix with variants is a family, and prices are with surcharge and discount', async () => {
  const file = [
    HEADER,
    'tee,Product,Blue tee,<p>Soft</p>,https://a.example/1.jpg;https://a.example/2.jpg,Shirts;Sale,,New,20,,TRUE,PERCENT,10,,0.2,8,Size,DROP_DOWN,S;L,Color,COLOR,#ff0000:Red,Acme',
    'tee,Variant,,,,,TEE-S,,,0,TRUE,,,4,,,,,S,,,#ff0000:Red,',
    'tee,Variant,,,,,,,,5,FALSE,,,InStock,,,,,L,,,#ff0000:Red,',
    'mug,Product,Mug,,3f2a7_abc~mv2.jpg,Cups,MUG-1,,12.5,,FALSE,AMOUNT,0,7,,,,,,,,,',
  ].join('\n')
  const { settings, items } = await readAll(file)
  expect(settings.format).toBe('wix')
  expect(brief(items)).toEqual([
    '2 product tee',
    '3 product TEE-S of tee',
    '4 product tee/L/Red of tee',
    '5 product MUG-1',
  ])
  expect(await readProducts(file, { unmanagedStock: { available: 50 } })).toMatchObject({
    tee: {
      Name: 'Blue tee',
      Brand: 'Acme',
      CategoryTrail: 'Shirts',
      ImageUrl: 'https://a.example/1.jpg',
      IsActive: true,
      ExtraData: { ribbon: 'New', weight: '0.2' },
    },
    'TEE-S': { Name: 'Blue tee S Red', Size: 'S', Color: 'Red', Price: 18, MSRP: 20, Stock: 4 },
    'tee/L/Red': { Price: 22.5, MSRP: 25, PurchasePrice: 8, Stock: 50, IsActive: false },
    'MUG-1': {
      Price: 12.5,
      Stock: 7,
      IsActive: false,
      ImageUrl: 'https://static.wixstatic.com/media/3f2a7_abc~mv2.jpg',
    },
  })
})

test('the present catalogue of Wix is read, and is not taken for one of Shopify', async () => {
  const file = [
    'handle,fieldType,name,visible,plainDescription,media,brand,price,strikethroughPrice,cost,inventory,sku,barcode,productOptionName1,productOptionType1,productOptionChoices1',
    'cap,PRODUCT,Cap,TRUE,Warm,https://a.example/c.jpg,Acme,10,12,4,,,,Size,TEXT_CHOICES,S;M',
    'cap,MEDIA,,,,https://a.example/d.jpg,,,,,,,,,,',
    'cap,VARIANT,,TRUE,,,,11,12,,3,CAP-S,4006381333931,Size,TEXT_CHOICES,S',
    'cap,VARIANT,,TRUE,,,,,,,OUT_OF_STOCK,CAP-M,,Size,TEXT_CHOICES,M',
  ].join('\n')
  const { settings, items } = await readAll(file, { unmanagedStock: { available: 9 } })
  expect(settings.format).toBe('wix')
  expect(brief(items)).toEqual([
    '2 product cap',
    '4 product CAP-S of cap',
    '5 product CAP-M of cap',
    '3 skipped cap: only adds an image',
  ])
  expect(items).toMatchObject([
    { product: { Description: 'Warm' } },
    { product: { Price: 11, MSRP: 12, Stock: 3, Ean: '4006381333931' } },
    { product: { Price: 10, MSRP: 12, Stock: 0 } },
    {},
  ])
})

test('variants of Wix that share a sku, or have none, get references of their options', async () => {
  const rows = ['S', 'M'].map((size) => `tee,Variant,,,,,TEE,,,0,TRUE,,,1,,,,,${size},,,,`)
  const file = [
    HEADER,
    'tee,Product,Tee,,,,,,20,,TRUE,,,,,,Size,DROP_DOWN,S;M,,,,',
    ...rows,
    'tee,Variant,,,,,,,,0,TRUE,,,1,,,,,,,,,',
    ',Product,No handle,,,,,,20,,TRUE,,,,,,,,,,,,',
  ].join('\n')
  expect(brief((await readAll(file)).items)).toEqual([
    '6 error has no handleId',
    '2 product tee',
    '3 product TEE/S of tee',
    '4 product TEE/M of tee',
    '5 error has neither a sku of its own nor the value of an option',
  ])
})
