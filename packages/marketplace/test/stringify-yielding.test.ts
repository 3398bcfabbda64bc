import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachYielding } from '../src/kit/yielding/for-each-yielding.ts'
import { stringifyYielding } from '../src/kit/yielding/stringify-yielding.ts'

test('a list that is written in pieces has the JSON of the whole list', async () => {
  const items = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 0, max: 700 }), async (some, times) => {
      const list = Array.from({ length: times }, () => some).flat()
      expect(await stringifyYielding(list)).toBe(JSON.stringify(list))
    }),
    { numRuns: 30 },
  )
})

/** Does work for 100 items, each of which takes some milliseconds; returns the items and the turns of others in the order of time. */
async function workInTurns(milliseconds: number): Promise<readonly (number | 'other')[]> {
  const order: (number | 'other')[] = []
  let time = 0
  let isDone = false
  const other = () => {
    order.push('other')
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  const list = Array.from({ length: 100 }, (_, id) => id)
  const work = (item: number) => {
    time += milliseconds
    order.push(item)
  }
  await forEachYielding(list, work, () => time)
  isDone = true
  return order
}

test('other work runs after each 10 ms of work on a list', async () => {
  const order = await workInTurns(2)
  expect(order.filter((entry) => entry !== 'other')).toEqual([...Array(100).keys()])
  const pieces = order.join(' ').split(/(?: ?other ?)+/)
  expect(pieces.map((piece) => piece.split(' ').length)).toEqual(Array(20).fill(5))
})

test('a list that takes no time is processed at once', async () => {
  expect((await workInTurns(0)).slice(0, 100)).toEqual([...Array(100).keys()])
})
