import { createRandom } from '@entrepot/test-support/random'
import { expect, test } from 'vitest'
import { ALL_FAULTS, faultOrder } from '../src/faults/schedule.ts'

function first(count: number, seed: number): readonly string[] {
  const order = faultOrder(createRandom(seed), ALL_FAULTS)
  return Array.from({ length: count }, () => order.next().value?.name ?? '')
}

test('the seed determines the faults', () => {
  expect(first(60, 1)).toEqual(first(60, 1))
  expect(first(60, 1)).not.toEqual(first(60, 2))
})

test('twenty faults include every kind', () => {
  expect(ALL_FAULTS.length).toBeLessThanOrEqual(20)
  expect(new Set(first(20, 3))).toEqual(new Set(ALL_FAULTS.map(({ name }) => name)))
})

test('generators with the same seed and different streams are independent and reproducible', () => {
  const draw = (stream: number) => {
    const random = createRandom(5, stream)
    return Array.from({ length: 20 }, () => random.int(0, 1_000))
  }
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  expect(() => createRandom(1).pick([])).toThrow(RangeError)
})
