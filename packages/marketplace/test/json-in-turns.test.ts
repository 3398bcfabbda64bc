import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInTurns } from '../src/shared/json-in-turns.ts'

test('a list made in pieces is the JSON of the whole list', async () => {
  const items = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 0, max: 700 }), async (some, times) => {
      const list = Array.from({ length: times }, () => some).flat()
      expect(await jsonInTurns(list)).toBe(JSON.stringify(list))
    }),
    { numRuns: 30 },
  )
})

test('other work runs while a long list is made', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await jsonInTurns(Array.from({ length: 10_000 }, (_, id) => ({ id })))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(9)
})
