import { describe, expect, test } from 'vitest'
import { normalizeReference } from '../src/index.ts'
import { brief, readAll, readProducts } from './reading.ts'

const HEAD = 'Handle,Title,Option1 Name,Option1 Value,Option2 Value,Variant SKU,Variant Price\n'
const references = async (text: string) =>
  brief((await readAll(text)).items).map((line) => line.replace(/^\d+ product /, ''))

describe('variants without a SKU', () => {
  const cap = (...sizes: readonly string[]) =>
    HEAD + sizes.map((size, at) => `cap,${at === 0 ? 'Cap' : ''},Size,${size},,,5\n`).join('')

  test('a variant keeps its reference when others go, come or change their places', async () => {
    expect(await references(cap('S', 'M', 'L'))).toEqual([
      'cap',
      'cap/S of cap',
      'cap/M of cap',
      'cap/L of cap',
    ])
    expect(await references(cap('L', 'XL', 'M'))).toEqual([
      'cap',
      'cap/L of cap',
      'cap/XL of cap',
      'cap/M of cap',
    ])
    expect(await references(cap('M'))).toEqual(['cap', 'cap/M of cap'])
  })

  test('no other Handle and no other options have the same reference', async () => {
    const text = `${HEAD}m4-ring,Ring,Size,1,,,5
m4-ring,,,2,,,6
m4-ring-1,Other ring,Title,Default Title,,,7
m4,Bolt,Size,a/b,c,,8
m4,,,a,b/c,,9
m4,,,a%2Fb,c,,9
`
    const found = await references(text)
    expect(found).toEqual([
      'm4-ring',
      'm4-ring/1 of m4-ring',
      'm4-ring/2 of m4-ring',
      'm4-ring-1',
      'm4',
      'm4/a%2Fb/c of m4',
      'm4/a/b%2Fc of m4',
      'm4/a%252Fb/c of m4',
    ])
    expect(new Set(found).size).toBe(found.length)
  })

  test('the report says that references are made of options', async () => {
    const { items } = await readAll(cap('S', 'M'))
    expect(items[0]).toMatchObject({
      notes: [
        '2 variants have no SKU: references are made of the options (a variant whose option is renamed becomes a new product)',
      ],
    })
  })

  test('a variant with neither a SKU nor an option is an error of its row', async () => {
    const text = 'Handle,Title,Variant Price\ncap,Cap,5\ncap,,6\n'
    expect(brief((await readAll(text)).items)).toEqual([
      '2 product cap',
      '2 error has neither a SKU of its own nor the value of an option',
      '3 error has neither a SKU of its own nor the value of an option',
    ])
  })
})

test('variants that share a SKU get its options too, and a note counts them', async () => {
  const text = `${HEAD}cap,Cap,Size,S,,CAP-1,5\ncap,,,M,,CAP-1,5\ncap,,,L,,CAP-2,5\ncap,,,XL,,cap,5\n`
  const { items } = await readAll(text)
  expect(brief(items)).toEqual([
    '2 product cap',
    '2 product CAP-1/S of cap',
    '3 product CAP-1/M of cap',
    '4 product CAP-2 of cap',
    '5 product cap/XL of cap',
  ])
  expect(items[0]).toMatchObject({
    notes: [
      expect.stringMatching(/^2 variants have the SKU "CAP-1"/),
      expect.stringMatching(/^1 variant has the SKU "cap"/),
    ],
  })
})

describe('groups and items of Google have names of their own', () => {
  const feed = (...items: readonly (readonly [id: string, group: string])[]) =>
    `<rss xmlns:g="g"><channel>${items
      .map(
        ([id, group]) =>
          `<item><g:id>${id}</g:id><title>${id}</title><g:item_group_id>${group}</g:item_group_id></item>`,
      )
      .join('')}</channel></rss>`

  test('an item whose id is the name of another group is neither its parent nor its child', async () => {
    const text = feed(['1', '1'], ['2', '2'], ['3', '2'], ['4', '3'], ['5', '3'])
    expect(await references(text)).toEqual([
      '1',
      'group:2',
      '2 of group:2',
      '3 of group:2',
      'group:3',
      '4 of group:3',
      '5 of group:3',
      '1 link 1',
    ])
  })

  test('an item that is listed with its own group as id is a product', async () => {
    expect(await references(feed(['7', '7']))).toEqual(['7', '1 link 7'])
    expect(await references(feed(['A-S', 'A'], ['A', 'A'], ['A-M', 'A']))).toEqual([
      'group:A',
      'A-S of group:A',
      'A of group:A',
      'A-M of group:A',
    ])
  })
})

test('references that look the same are the same', async () => {
  const same = [
    'BM21',
    ' BM21 ',
    'BM21\u200b',
    '\ufeffBM21',
    'BM21\u00a0',
    'B\u00adM21',
    'BM21\u2060',
  ]
  expect(new Set(same.map(normalizeReference))).toEqual(new Set(['BM21']))
  expect(normalizeReference('Cafe\u0301\u202f1')).toBe('Café 1')
  const text = 'MerchantProductReference,Name,ParentMerchantReference\nBM21\u200b,Mug,\u00a0P1 \n'
  expect(await readProducts(text)).toMatchObject({ BM21: { ParentMerchantReference: 'P1' } })
})

test('a reference that is too long is an error in the words of the file, and a long text is cut off with a note', async () => {
  const limits = {
    MerchantProductReference: 10,
    ParentMerchantReference: 10,
    Name: 8,
    ImageUrl: 30,
  }
  const text = `Handle,Title,Variant SKU,Variant Price,Image Src
${'h'.repeat(11)},Mug,,5,
cup,${'🧦'.repeat(5)},${'s'.repeat(12)},5,
jug,A very long title,J,5,https://i.example/${'a'.repeat(30)}
`
  const { items } = await readAll(text, { limits })
  expect(brief(items)).toEqual([
    '2 error Handle has 11 characters, and at most 10 are possible',
    '3 error Variant SKU has 12 characters, and at most 10 are possible',
    '4 product J',
  ])
  expect(items[2]).toMatchObject({
    product: { Name: 'A very l' },
    notes: [
      'Name is cut off after 8 characters',
      'Image Src is left out: it has more than 30 characters',
    ],
  })
  expect(items[2]).not.toHaveProperty('product.ImageUrl')
})
