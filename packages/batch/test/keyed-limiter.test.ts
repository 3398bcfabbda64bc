import { setImmediate as immediate } from 'node:timers/promises'
import { createKeyedLimiter } from '@entrepot/batch'
import { expect, test } from 'vitest'
import { createSharedValues } from '../src/shared-values.ts'

/** Starts work with keys; each waits until it is told to end. */
function startIn(keys: readonly string[], limit: { perKey: number; total: number }) {
  const runKeyed = createKeyedLimiter(limit)
  const running: { key: string; end: () => void }[] = []
  const peaks = { perKey: 0, total: 0 }
  const work = keys.map((key) =>
    runKeyed(key, async () => {
      const gate = Promise.withResolvers<void>()
      running.push({ key, end: gate.resolve })
      const ofKey = running.filter((one) => one.key === key).length
      peaks.perKey = Math.max(peaks.perKey, ofKey)
      peaks.total = Math.max(peaks.total, running.length)
      await gate.promise
      return key
    }),
  )
  return { running, peaks, work }
}

test('the limits of a key and of all keys together are respected', async () => {
  const keys = Array.from({ length: 200 }, (_, index) => `key ${index % 7}`)
  const { running, peaks, work } = startIn(keys, { perKey: 2, total: 5 })
  const all = Promise.all(work)
  let ended = 0
  while (ended < keys.length) {
    await expect.poll(() => running.length).toBeGreaterThan(0)
    // Not the oldest each time: keys are to empty and to fill again.
    running.splice((ended * 3) % running.length, 1)[0]?.end()
    ended += 1
    await immediate()
  }
  expect(await all).toEqual(keys)
  expect(peaks).toEqual({ perKey: 2, total: 5 })
})

test('work that waits for others of its key does not count towards the total', async () => {
  const keys = ['busy', 'busy', 'busy', 'busy', 'other']
  const { running, work } = startIn(keys, { perKey: 1, total: 2 })
  await expect.poll(() => running.map(({ key }) => key)).toEqual(['busy', 'other'])
  while (running.length > 0) {
    running.shift()?.end()
    await immediate()
  }
  expect(await Promise.all(work)).toEqual(keys)
})

test('work that fails frees its place, and rejects its caller only', async () => {
  const runKeyed = createKeyedLimiter({ perKey: 1, total: 1 })
  const failed = runKeyed('a', async () => await Promise.reject(new Error('no')))
  const next = runKeyed('a', async () => 'next')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test.each([
  { perKey: 0, total: 1 },
  { perKey: 1, total: 0.5 },
])('limits of $perKey and $total are refused', (limit) => {
  expect(() => createKeyedLimiter(limit)).toThrow(TypeError)
})

test('a key is shared by concurrent work, and removed after the last', async () => {
  const opened: string[] = []
  const withValue = createSharedValues((name) => {
    opened.push(name)
    return { name }
  })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const values = gates.map((gate) =>
    withValue('a', async (value) => {
      await gate.promise
      return value
    }),
  )
  gates[0]?.resolve()
  const first = await values[0]
  expect(await withValue('a', async (value) => value)).toBe(first)
  gates[1]?.reject(new Error('no'))
  await expect(values[1]).rejects.toThrow('no')
  expect(opened).toEqual(['a'])
  expect(await withValue('a', async (value) => value)).not.toBe(first)
  expect(opened).toEqual(['a', 'a'])
})
