import { expect, test } from 'vitest'
import { readTyped } from '../../src/products/amount.ts'

test.each([
  ['Price', '12,50', { value: 12.5 }],
  ['Price', '.5', { value: 0.5 }],
  ['Price', ' ', { value: null }],
  ['Price', '1e9', { fault: expect.any(String) }],
  ['Stock', '12', { value: 12 }],
  ['Stock', '1.5', { fault: expect.any(String) }],
] as const)('a %s typed as "%s" is understood', (field, text, expected) => {
  expect(readTyped(field, text)).toEqual(expected)
})
