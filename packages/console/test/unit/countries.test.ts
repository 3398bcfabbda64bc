import { expect, test } from 'vitest'
import { countries } from '../../src/components/form/fields/countries.ts'

test('the countries of ISO 3166-1 and Kosovo can be chosen, each by its name and code', () => {
  const options = countries('')
  expect(options).toHaveLength(250)
  expect(options).toContainEqual({ value: 'NL', label: 'Netherlands (NL)' })
  expect(options).toContainEqual({ value: 'XK', label: 'Kosovo (XK)' })
  expect(options.map(({ value }) => value)).not.toContain('')
})

test('a stored code of another list stays chosen', () => {
  expect(countries('NL')).toHaveLength(250)
  expect(countries('XX').map(({ value }) => value)).toContain('XX')
})
