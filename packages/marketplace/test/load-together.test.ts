import { setImmediate as immediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTogether, orEachAlone } from '../src/load-together.ts'

// Its patience with a statement ends when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('loadTogether', () => {
  test('loads what arrives while a statement runs with the next one, and never more at once than the limit', async () => {
    const batches: number[][] = []
    const gates: (() => void)[] = []
    let running = 0
    const load = loadTogether(async (keys: readonly number[]) => {
      batches.push([...keys])
      running += 1
      expect(running).toBeLessThanOrEqual(2)
      await new Promise<void>((resolve) => gates.push(resolve))
      running -= 1
      return keys.map((key) => key * 10)
    }, 2)
    const first = load(1)
    await expect.poll(() => batches).toEqual([[1]])
    const second = load(2)
    await expect.poll(() => batches).toEqual([[1], [2]])
    const rest = [load(3), load(4), load(5)]
    await immediate()
    expect(batches).toEqual([[1], [2]])
    gates[0]?.()
    expect(await first).toBe(10)
    await expect.poll(() => batches).toEqual([[1], [2], [3, 4, 5]])
    gates[1]?.()
    gates[2]?.()
    expect(await Promise.all([second, ...rest])).toEqual([20, 30, 40, 50])
  })

  test('fails only the load whose place in the answer is an error', async () => {
    const load = loadTogether(async (keys: readonly number[]) =>
      keys.map((key) => (key === 2 ? new Error('no 2') : key)),
    )
    const settled = await Promise.allSettled([load(1), load(2), load(3)])
    expect(settled.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('goes on after a statement that failed, and past one that never ends', async () => {
    let call = 0
    const load = loadTogether(async (keys: readonly string[]) => {
      call += 1
      if (call === 1) throw new Error('lost')
      if (call === 2) await new Promise(() => {})
      return keys
    })
    await expect(load('a')).rejects.toThrow('lost')
    void load('b')
    await expect.poll(() => call).toBe(2)
    const next = load('c')
    vi.advanceTimersByTime(1_000)
    expect(await next).toBe('c')
  })
})

describe('orEachAlone', () => {
  test('tries each key alone when they fail together, and fails those that fail alone', async () => {
    const calls: number[][] = []
    const load = orEachAlone(async (keys: readonly number[]) => {
      calls.push([...keys])
      if (keys.includes(2)) throw new RangeError('2 is bad')
      return keys.map((key) => key * 10)
    })
    expect(await load([1, 3])).toEqual([10, 30])
    expect(await load([1, 2, 3])).toEqual([10, new RangeError('2 is bad'), 30])
    expect(calls).toEqual([[1, 3], [1, 2, 3], [1], [2], [3]])
    await expect(load([2])).rejects.toThrow('2 is bad')
  })

  test('does not try again while the database cannot be used', async () => {
    let calls = 0
    const load = orEachAlone(async (_: readonly number[]): Promise<number[]> => {
      calls += 1
      throw Object.assign(new Error('disk full'), { code: '53100', severity: 'ERROR' })
    })
    await expect(load([1, 2, 3])).rejects.toThrow('disk full')
    expect(calls).toBe(1)
  })
})
