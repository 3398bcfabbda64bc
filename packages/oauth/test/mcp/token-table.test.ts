import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenTable } from '../../src/mcp/guard/token-table.ts'

const credentials = fc.string({ maxLength: 40 })

test('what was kept last is found, under exactly its credentials', () => {
  fc.assert(
    fc.property(fc.array(credentials), credentials, credentials, (before, last, other) => {
      const table = createTokenTable<{ credentials: string }>()
      for (const one of before) table.set({ credentials: one })
      const kept = { credentials: last }
      table.set(kept)
      expect(table.get(last)).toBe(kept)
      const found = table.get(other)
      expect(found?.credentials ?? other).toBe(other)
    }),
  )
})

// Only the end tells the place.
const [first, second, third] = ['a', 'b', 'c'].map((one) => ({
  credentials: `Bearer ${one}.0123456789`,
})) as [{ credentials: string }, { credentials: string }, { credentials: string }]

test('two tokens whose places coincide are both kept, and a third takes the place of one', () => {
  const table = createTokenTable<{ credentials: string }>()
  table.set(first)
  table.set(second)
  expect([first, second].map((one) => table.get(one.credentials))).toEqual([first, second])
  table.set(third)
  expect(table.get(third.credentials)).toBe(third)
  const kept = [first, second].filter((one) => table.get(one.credentials) === one)
  expect(kept).toHaveLength(1)
})

test('keeping a token again does not push the other one out', () => {
  const table = createTokenTable<{ credentials: string }>()
  for (const one of [first, second, { ...second }, { ...second }]) table.set(one)
  expect(table.get(first.credentials)).toBe(first)
})

test('tokens push each other out only where three of them want the same two places', () => {
  let lost = 0
  for (let round = 0; round < 20; round += 1) {
    const table = createTokenTable<{ credentials: string }>()
    const tokens = Array.from({ length: 500 }, () => ({
      credentials: `Bearer ${randomBytes(64).toString('base64url')}`,
    }))
    for (const one of tokens) table.set(one)
    lost += tokens.filter((one) => table.get(one.credentials) !== one).length
  }
  // 500^3 / 6 / 8192^2 a round are to be expected, 6 in all.
  expect(lost).toBeLessThan(30)
})
