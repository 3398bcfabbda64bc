/** The form of a product: what is written, and what becomes of changes by two people. */
import { describe, expect, test } from 'vitest'
import { moved } from '../../src/components/form/rows/rows.ts'
import { fieldsOf, hintOf } from '../../src/products/editor/fields.ts'
import {
  EMPTY_FORM,
  formOf,
  type ProductForm,
  readForm,
  tidied,
} from '../../src/products/editor/form.ts'
import {
  conflictsIn,
  editOf,
  isSameForm,
  partsOfEdit,
  patchOfEdit,
  rebased,
  reversed,
} from '../../src/products/editor/merge.ts'
import { picturesOf, storedPictures, withoutPictures } from '../../src/products/editor/pictures.ts'
import { NEW_VARIANT, readVariant, variantFormOf } from '../../src/products/editor/variants.ts'

const empty = {
  ...(Object.fromEntries(Object.keys(EMPTY_FORM.values).map((name) => [name, null])) as never as {
    readonly [Name in keyof ProductForm['values']]: null
  }),
  ImageUrl: null,
  ExtraData: null,
}
const MUG = { ...empty, Name: 'Mug', Price: 34.95, Stock: 8, VatRate: 21, Brand: 'Acme' }

const withValues = (form: ProductForm, values: Partial<ProductForm['values']>): ProductForm => ({
  ...form,
  values: { ...form.values, ...values },
})

describe('the form of a product', () => {
  test('says what the product has, and nothing differs before something is typed', () => {
    const form = formOf({ ...MUG, ExtraData: { Material: 'Clay' } }, 'EUR')
    const written = readForm(form, 'EUR')
    expect(written.values).toMatchObject({ Name: 'Mug', Price: 34.95, Stock: 8, VatRate: 21 })
    expect(written.extra).toEqual({ Material: 'Clay' })
    expect(
      editOf(written, readForm(formOf({ ...MUG, ExtraData: { Material: 'Clay' } }, 'EUR'), 'EUR')),
    ).toBe(undefined)
  })

  test('names what cannot be read, beside its field', () => {
    const form = withValues(EMPTY_FORM, { Price: 'cheap', Stock: '1.5', VatRate: '21' })
    const { issues } = readForm({ ...form, extra: [{ name: '', text: 'x' }] }, 'EUR')
    expect(Object.keys(issues).sort()).toEqual(['/ExtraData', '/Price', '/Stock'])
  })

  test('refuses a name that is there twice, and ignores empty rows', () => {
    const extra = [
      { name: 'Season', text: 'a' },
      { name: ' Season ', text: 'b' },
      { name: '', text: ' ' },
    ]
    expect(readForm({ ...EMPTY_FORM, extra }, 'EUR').issues['/ExtraData']).toContain('twice')
  })

  test('keeps further pictures in the extra data, and shows them as pictures', () => {
    const pictures = ['https://a', ' ', 'https://b', 'https://c']
    const { values, extra } = readForm({ ...EMPTY_FORM, pictures }, 'EUR')
    expect(values.ImageUrl).toBe('https://a')
    expect(extra).toEqual({ ImageUrl2: 'https://b', ImageUrl3: 'https://c' })
    const stored = { ImageUrl: 'https://a', ExtraData: { ...extra, Material: 'Clay' } }
    expect(picturesOf(stored)).toEqual(['https://a', 'https://b', 'https://c'])
    expect(withoutPictures(stored.ExtraData)).toEqual({ Material: 'Clay' })
    expect(storedPictures([]).main).toBeNull()
  })

  test('moves pictures by one place', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  })
})

describe('an edit', () => {
  const base = formOf({ ...MUG, ExtraData: { Material: 'Clay', Old: 'x' } }, 'EUR')
  const mine = {
    ...withValues(base, { Price: '29.95', Brand: '' }),
    extra: [
      { name: 'Material', text: 'Glass' },
      { name: 'New', text: 'y' },
    ],
  }
  const edit = editOf(readForm(base, 'EUR'), readForm(mine, 'EUR'))

  test('sends what has changed, and expects what was there', () => {
    expect(edit && patchOfEdit(edit)).toEqual({
      Price: 29.95,
      Brand: null,
      ExtraData: { Material: 'Glass', Old: null, New: 'y' },
      Expected: {
        Price: 34.95,
        Brand: 'Acme',
        ExtraData: { Material: 'Clay', Old: 'x', New: null },
      },
    })
  })

  test('is taken back with the values before, and expects those after', () => {
    expect(edit && patchOfEdit(reversed(edit))).toMatchObject({
      Brand: 'Acme',
      ExtraData: { Material: 'Clay', Old: 'x', New: null },
      Expected: { Brand: null, ExtraData: { Material: 'Glass', Old: null, New: 'y' } },
    })
  })

  test('writes the price and the stock apart from everything else', () => {
    const parts = edit && partsOfEdit(edit)
    expect(parts?.offers).toEqual([{ field: 'Price', value: 29.95 }])
    expect(parts?.details?.after).toEqual({
      Brand: null,
      ExtraData: { Material: 'Glass', Old: null, New: 'y' },
    })
    expect(parts?.details?.before).not.toHaveProperty('Price')
    const ofOffer = withValues(base, { Price: '', Stock: '0' })
    const only = editOf(readForm(base, 'EUR'), readForm(ofOffer, 'EUR'))
    expect(only && partsOfEdit(only)).toEqual({
      offers: [
        { field: 'Price', value: null },
        { field: 'Stock', value: 0 },
      ],
      details: undefined,
    })
  })
})

describe('changes by two people', () => {
  const base = formOf({ ...MUG, ExtraData: { Material: 'Clay' } }, 'EUR')

  test('of different values are joined', () => {
    const mine = withValues(base, { Brand: 'Mine' })
    const theirs = formOf({ ...MUG, Price: 12, ExtraData: { Material: 'Clay', New: 'x' } }, 'EUR')
    expect(conflictsIn({ base, mine, theirs })).toEqual([])
    const joined = rebased({ base, mine, theirs }, 'mine')
    expect(joined.values).toMatchObject({ Brand: 'Mine', Price: theirs.values.Price })
    expect(joined.extra).toEqual([
      { name: 'Material', text: 'Clay' },
      { name: 'New', text: 'x' },
    ])
  })

  test('of the same value are a conflict, which one of them wins', () => {
    const mine = withValues(base, { Price: '29.95', Brand: 'Mine' })
    const theirs = formOf({ ...MUG, Price: 12, ExtraData: { Material: 'Clay' } }, 'EUR')
    expect(conflictsIn({ base, mine, theirs })).toEqual([
      { label: 'Price', mine: '29.95', theirs: theirs.values.Price },
    ])
    expect(rebased({ base, mine, theirs }, 'mine').values).toMatchObject({ Price: '29.95' })
    expect(rebased({ base, mine, theirs }, 'theirs').values).toMatchObject({
      Price: theirs.values.Price,
      Brand: 'Mine',
    })
  })

  test('to the same value are none', () => {
    const same = withValues(base, { Brand: 'Same' })
    expect(conflictsIn({ base, mine: same, theirs: same })).toEqual([])
    expect(isSameForm(rebased({ base, mine: same, theirs: same }, 'mine'), same)).toBe(true)
  })

  test('to the same number are none, however it was typed', () => {
    const mine = withValues(base, { Price: '29,95', Brand: 'Mine' })
    const theirs = formOf({ ...MUG, Price: 29.95, ExtraData: { Material: 'Clay' } }, 'EUR')
    expect(conflictsIn({ base, mine: tidied(mine, 'EUR'), theirs })).toEqual([])
    // What cannot be read stays as it was typed.
    const unread = withValues(base, { Price: 'cheap' })
    expect(tidied(unread, 'EUR')).toEqual(unread)
  })

  test('keep a text that one has removed and the other has not touched removed', () => {
    const mine = { ...base, extra: [] }
    expect(rebased({ base, mine, theirs: base }, 'mine').extra).toEqual([])
  })
})

test('a variant without a price gets that of the product, and each gets its VAT', () => {
  const parent = { Name: 'Shirt', Price: 19.95, VatRate: 9, VatClass: 'reduced' }
  const read = (Price: string) => readVariant({ ...NEW_VARIANT, Price }, parent, '').child
  expect(read('')).toMatchObject({ Price: 19.95, VatRate: 9, VatClass: 'reduced' })
  expect(read('25').Price).toBe(25)
})

test('a variant of a family that exists begins with the price and the VAT of its siblings, or else of its parent', () => {
  const parent = { Price: 12, VatRate: 21, VatClass: null }
  const begins = (...siblings: (typeof parent)[]) =>
    variantFormOf('MUG', parent, siblings, 'EUR').values
  const sibling = { Price: 9.5, VatRate: 9, VatClass: null }
  expect(begins(sibling, sibling)).toMatchObject({
    ...{ ParentMerchantReference: 'MUG', Name: '', Stock: '' },
    ...{ Price: '9.50', VatRate: '9', VatClass: '' },
  })
  expect(begins(sibling, { ...sibling, Price: 10 })).toMatchObject({ Price: '12.00', VatRate: '9' })
  expect(begins()).toMatchObject({ Price: '12.00', VatRate: '21' })
  expect(variantFormOf('MUG', undefined, [], 'EUR').values).toMatchObject({ Price: '' })
})

test('a variant gets the name of its family, and needs a reference', () => {
  const { child, issues } = readVariant(
    { ...NEW_VARIANT, Size: 'L', Color: 'blue', Price: 'x', Stock: '+3' },
    { Name: 'Shirt', Price: 19.95, VatRate: 9, VatClass: null },
    '/Children/0',
  )
  expect(child.Name).toBe('Shirt, L, blue')
  expect(Object.keys(issues).sort()).toEqual([
    '/Children/0/MerchantProductReference',
    '/Children/0/Price',
    '/Children/0/Stock',
  ])
})

test('a field for the other way of VAT says that it does not count', () => {
  const rate = fieldsOf('offer').find(({ name }) => name === 'VatRate')
  if (rate === undefined) throw new Error('The form has no VAT rate.')
  expect(hintOf(rate, 'product')).toBe('Default rate if empty')
  expect(hintOf(rate, 'destination')).toBe(
    'Only for VAT by product. Your settings use VAT by destination',
  )
})
