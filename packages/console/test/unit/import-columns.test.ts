import { expect, test } from 'vitest'
import {
  choicesOf,
  doubtOf,
  type FileColumns,
  missingOf,
  proposalsOf,
  rivalsOf,
} from '../../src/products/import/columns.ts'

const column = (Name: string, Proposal: 'Name' | 'Price' | 'ExtraData', IsCertain = true) => ({
  ...{ Name, Proposal, IsCertain, Samples: [], Fields: null },
  Candidates: Proposal === 'ExtraData' ? [] : [Proposal],
})
const FILE: FileColumns = {
  ...{ Format: null, Encoding: 'utf-8', Delimiter: ';', Decimal: ',', Resembles: null },
  Columns: [column('Titel', 'Name'), column('Prijs', 'Price', false), column('Memo', 'ExtraData')],
  ...{ Missing: ['MerchantProductReference'], Mappings: [] },
}

test('the choices begin with the proposals, and say what is missing', () => {
  const choices = proposalsOf(FILE)
  expect(choices).toEqual({ Titel: 'Name', Prijs: 'Price', Memo: 'ExtraData' })
  expect(missingOf(choices)).toEqual(['MerchantProductReference'])
  const net = { Titel: 'MerchantProductReference', Prijs: 'PriceWithoutVat' } as const
  expect(missingOf(net)).toEqual([])
  expect(missingOf({})).toEqual(['MerchantProductReference', 'Price'])
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
