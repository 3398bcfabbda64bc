import { setImmediate as immediate } from 'node:timers/promises'
import { createLaneLimiter } from '@entrepot/batch'
import { expect, test } from 'vitest'
import { createLanes } from '../src/lanes.ts'

/** Starts work in lanes; each waits until it is told to end. */
function startIn(lanes: readonly string[], limit: { perLane: number; total: number }) {
  const runInLane = createLaneLimiter(limit)
  const running: { lane: string; end: () => void }[] = []
  const peaks = { perLane: 0, total: 0 }
  const work = lanes.map((lane) =>
    runInLane(lane, async () => {
      const gate = Promise.withResolvers<void>()
      running.push({ lane, end: gate.resolve })
      const inLane = running.filter((one) => one.lane === lane).length
      peaks.perLane = Math.max(peaks.perLane, inLane)
      peaks.total = Math.max(peaks.total, running.length)
      await gate.promise
      return lane
    }),
  )
  return { running, peaks, work }
}

test('the limits of a lane and of all lanes together are respected', async () => {
  const lanes = Array.from({ length: 200 }, (_, index) => `lane ${index % 7}`)
  const { running, peaks, work } = startIn(lanes, { perLane: 2, total: 5 })
  const all = Promise.all(work)
  let ended = 0
  while (ended < lanes.length) {
    await expect.poll(() => running.length).toBeGreaterThan(0)
    // Not the oldest each time: lanes are to empty and to fill again.
    running.splice((ended * 3) % running.length, 1)[0]?.end()
    ended += 1
    await immediate()
  }
  expect(await all).toEqual(lanes)
  expect(peaks).toEqual({ perLane: 2, total: 5 })
})

test('work that waits for its own lane does not count towards the total', async () => {
  const lanes = ['busy', 'busy', 'busy', 'busy', 'other']
  const { running, work } = startIn(lanes, { perLane: 1, total: 2 })
  await expect.poll(() => running.map(({ lane }) => lane)).toEqual(['busy', 'other'])
  while (running.length > 0) {
    running.shift()?.end()
    await immediate()
  }
  expect(await Promise.all(work)).toEqual(lanes)
})

test('work that fails frees its place, and rejects its caller only', async () => {
  const runInLane = createLaneLimiter({ perLane: 1, total: 1 })
  const failed = runInLane('a', async () => await Promise.reject(new Error('no')))
  const next = runInLane('a', async () => 'next')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test.each([
  { perLane: 0, total: 1 },
  { perLane: 1, total: 0.5 },
])('limits of $perLane and $total are refused', (limit) => {
  expect(() => createLaneLimiter(limit)).toThrow(TypeError)
})

test('a lane is shared by concurrent work, and removed after the last', async () => {
  const opened: string[] = []
  const inLane = createLanes((name) => {
    opened.push(name)
    return { name }
  })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const values = gates.map((gate) =>
    inLane('a', async (value) => {
      await gate.promise
      return value
    }),
  )
  gates[0]?.resolve()
  const first = await values[0]
  expect(await inLane('a', async (value) => value)).toBe(first)
  gates[1]?.reject(new Error('no'))
  await expect(values[1]).rejects.toThrow('no')
  expect(opened).toEqual(['a'])
  expect(await inLane('a', async (value) => value)).not.toBe(first)
  expect(opened).toEqual(['a', 'a'])
})
