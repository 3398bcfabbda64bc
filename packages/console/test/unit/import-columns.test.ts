import { expect, test, vi } from 'vitest'
import {
  choicesOf,
  doubtOf,
  type FileColumns,
  missingOf,
  proposalsOf,
  readChange,
  readFieldLabel,
  readValue,
  rivalsOf,
} from '../../src/products/import/columns.ts'
import {
  constantsOf,
  issueOfConstant,
  openFields,
  typedOf,
} from '../../src/products/import/constants.ts'

const column = (Name: string, Proposal: 'Name' | 'Price' | 'ExtraData', IsCertain = true) => ({
  ...{ Name, Proposal, IsCertain, Samples: [], Fields: null },
  Candidates: Proposal === 'ExtraData' ? [] : [Proposal],
})
const FILE: FileColumns = {
  ...{ Format: null, Encoding: 'utf-8', Delimiter: ';', Decimal: ',', Resembles: null },
  Columns: [column('Titel', 'Name'), column('Prijs', 'Price', false), column('Memo', 'ExtraData')],
  ...{ Missing: ['MerchantProductReference'], Mappings: [] },
}

test('amounts that were read from a file are shown with their currency, and other values as they are', () => {
  expect(readValue('Price', '12.5', 'EUR')).toBe('€12.50')
  // Prices have up to four decimals, and the check hides none.
  expect(readValue('PurchasePrice', '0.0042', 'EUR')).toBe('€0.0042')
  expect(readValue('VatRate', '21', 'EUR')).toBe('21')
  expect(readValue('Name', '12.5', 'EUR')).toBe('12.5')
})

test('a value of a file says what the product has now, if that is something else', () => {
  const price = { Name: 'Price', Value: '39.95' }
  expect(readChange({ ...price, Current: '34.95' }, 'EUR')).toBe('€34.95 → €39.95')
  expect(readChange({ ...price, Current: '39.95' }, 'EUR')).toBe('€39.95')
  expect(readChange({ ...price, Current: null }, 'EUR')).toBe('€39.95')
})

test('the choices begin with the proposals, and say what is missing', () => {
  const choices = proposalsOf(FILE)
  expect(choices).toEqual({ Titel: 'Name', Prijs: 'Price', Memo: 'ExtraData' })
  expect(missingOf(choices)).toEqual(['MerchantProductReference'])
  const net = { Titel: 'MerchantProductReference', Prijs: 'PriceWithoutVat' } as const
  expect(missingOf(net)).toEqual([])
  expect(missingOf({})).toEqual(['MerchantProductReference', 'Price'])
})

test('what the hub has read is named as the choices name it, and not as the API does', () => {
  const fields = ['MerchantProductReference', 'VatRate', 'Price', 'ExtraData', 'material']
  expect(fields.map(readFieldLabel)).toEqual([
    ...['Reference (SKU)', 'VAT in percent', 'Price', 'Further value', 'material'],
  ])
})

test('two columns cannot fill one field, but many can be further values or left out', () => {
  expect(rivalsOf({ A: 'Price', B: 'PriceWithoutVat', C: 'Name', D: 'Name' })).toEqual({
    ...{ B: 'A', D: 'C' },
  })
  expect(rivalsOf({ A: 'ExtraData', B: 'ExtraData', C: 'Ignore', D: 'Ignore' })).toEqual({})
})

test('a kept mapping is applied whatever the case of the columns', () => {
  const kept = { Columns: { ' titel': 'Description', PRIJS: 'PurchasePrice' } } as const
  expect(choicesOf(kept, FILE)).toEqual({
    ...{ Titel: 'Description', Prijs: 'PurchasePrice', Memo: 'ExtraData' },
  })
})

test('an uncertain proposal asks to be looked at until it is changed', () => {
  const [title, price] = FILE.Columns
  if (!title || !price) throw new Error('a column is missing')
  expect(doubtOf(title, 'Name')).toBeUndefined()
  expect(doubtOf(price, 'Price')).toMatch(/Check it/)
  expect(doubtOf(price, 'MSRP')).toBeUndefined()
  expect(doubtOf({ ...price, Candidates: ['Price', 'Name'] }, 'Price')).toContain('Name')
})

test('values of all products are for the fields that no column fills', () => {
  const choices = { A: 'MerchantProductReference', B: 'Stock' } as const
  expect(openFields(choices)).not.toContain('Stock')
  const typed = { VatRate: '9,5', Brand: ' Acme ', Stock: '7', IsActive: 'false', Details: '' }
  expect(constantsOf(typed, choices)).toEqual({ VatRate: 9.5, Brand: 'Acme', IsActive: false })
})

test('values of all products come back as a kept mapping has them', () => {
  const none = { ShippingCost: null, ShippingTime: null, Stock: null, VatClass: null }
  const Constants = {
    ...{ ...none, Brand: 'Acme', CategoryTrail: null, Details: null, IsActive: true, VatRate: 21 },
  }
  expect(typedOf({ Constants })).toEqual({ Brand: 'Acme', IsActive: 'true', VatRate: '21' })
  // Their decimals are no thousands where a point separates those.
  vi.stubGlobal('localStorage', { getItem: () => 'nl-NL' })
  const costs = typedOf({ Constants: { ...Constants, ShippingCost: 4.995 } })
  vi.unstubAllGlobals()
  expect(costs.ShippingCost).toBe('4,995')
  expect(constantsOf(typedOf({ Constants }), {})).toEqual({
    ...{ Brand: 'Acme', IsActive: true, VatRate: 21 },
  })
})

test('what is typed for all products is checked before it is sent', () => {
  expect(issueOfConstant('VatRate', '101')).toBe('Type a number from 0 to 100.')
  expect(issueOfConstant('VatRate', '')).toBeUndefined()
  expect(issueOfConstant('Stock', '1.5')).toBe('Type a whole number.')
  expect(issueOfConstant('ShippingCost', '-1')).toBe('Type a number that is not below 0.')
  expect(issueOfConstant('Brand', '-1')).toBeUndefined()
})
