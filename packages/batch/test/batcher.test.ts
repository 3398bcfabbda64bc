import { setImmediate as immediate } from 'node:timers/promises'
import { createBatcher, createKeyedBatcher } from '@entrepot/batch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// The slot timeout of a batch ends when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A batch function that waits at a gate each time, and remembers its batches. */
function gated<Item>() {
  const batches: Item[][] = []
  const gates: (() => void)[] = []
  const run = async (items: readonly Item[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => gates.push(resolve))
    return items
  }
  return { batches, gates, run }
}

test('callers get the error of the timeout if a batch takes longer, and the next batch runs', async () => {
  const { gates, run } = gated<number>()
  const error = () => new Error('too long')
  const submit = createBatcher(run, { timeout: { ms: 3_000, error } })
  const calls = [submit(1), submit(2)].map(async (call) => await call.catch(String))
  await expect.poll(() => gates).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await Promise.all(calls)).toEqual(['Error: too long', 'Error: too long'])
  const next = submit(3)
  await expect.poll(() => gates).toHaveLength(2)
  gates[1]?.()
  expect(await next).toBe(3)
  gates[0]?.()
})

describe('joining', () => {
  test('a single call is sent at once, and calls that arrive while a batch runs are in the next one', async () => {
    const { batches, gates, run } = gated<number>()
    const submit = createBatcher(run)
    const first = submit(1)
    await expect.poll(() => batches).toEqual([[1]])
    const rest = [submit(2), submit(3)]
    await immediate()
    expect(batches).toEqual([[1]])
    gates[0]?.()
    expect(await first).toBe(1)
    await expect.poll(() => batches).toEqual([[1], [2, 3]])
    gates[1]?.()
    expect(await Promise.all(rest)).toEqual([2, 3])
  })

  test('no more batches run at once than the limit allows', async () => {
    const { batches, gates, run } = gated<number>()
    const submit = createBatcher(run, { concurrency: 2 })
    const calls = [submit(1)]
    await expect.poll(() => batches).toEqual([[1]])
    calls.push(submit(2))
    await expect.poll(() => batches).toEqual([[1], [2]])
    calls.push(submit(3), submit(4), submit(5))
    await immediate()
    expect(batches).toEqual([[1], [2]])
    gates[0]?.()
    await expect.poll(() => batches).toEqual([[1], [2], [3, 4, 5]])
    gates[1]?.()
    gates[2]?.()
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5])
  })

  test('a batch has no more items than the limit, and the next one has the others', async () => {
    const sizes: number[] = []
    const submit = createBatcher(
      async (items: readonly number[]) => {
        sizes.push(items.length)
        return items
      },
      { maxSize: 10 },
    )
    const items = Array.from({ length: 25 }, (_, index) => index)
    expect(await Promise.all(items.map(submit))).toEqual(items)
    expect(sizes).toEqual([10, 10, 5])
  })

  test('equal items are not merged, and results are not cached', async () => {
    const batches: number[][] = []
    const submit = createBatcher(async (items: readonly number[]) => {
      batches.push([...items])
      return items.map((item) => item * 10)
    })
    expect(await Promise.all([submit(1), submit(1)])).toEqual([10, 10])
    expect(await submit(1)).toBe(10)
    expect(batches).toEqual([[1, 1], [1]])
  })

  test('a batch that ends after its slot timeout blocks no other, and frees its place only once', async () => {
    const { batches, gates, run } = gated<string>()
    const submit = createBatcher(run)
    // expect.poll would let the faked time pass.
    const started = async (count: number) => {
      while (batches.length < count) await immediate()
    }
    const slow = submit('slow')
    await started(1)
    const next = submit('next')
    vi.advanceTimersByTime(999)
    await immediate()
    expect(batches).toEqual([['slow']])
    vi.advanceTimersByTime(1)
    await started(2)
    expect(batches).toEqual([['slow'], ['next']])
    gates[0]?.()
    expect(await slow).toBe('slow')
    const last = submit('last')
    await immediate()
    await immediate()
    expect(batches).toEqual([['slow'], ['next']])
    gates[1]?.()
    expect(await next).toBe('next')
    await started(3)
    gates[2]?.()
    expect(await last).toBe('last')
    expect(batches).toEqual([['slow'], ['next'], ['last']])
  })

  test.each([0, 1.5, Number.NaN])('a limit of %s is refused', (count) => {
    const run = async (items: readonly string[]) => items
    expect(() => createBatcher(run, { concurrency: count })).toThrow(RangeError)
    expect(() => createBatcher(run, { maxSize: count })).toThrow(RangeError)
    expect(() =>
      createKeyedBatcher((_, items: readonly string[]) => run(items), { maxSize: count }),
    ).toThrow(RangeError)
  })
})

describe('failing', () => {
  test('an error for an item rejects that call only', async () => {
    const submit = createBatcher(async (items: readonly number[]) =>
      items.map((item) => (item === 2 ? new Error('no 2') : item)),
    )
    const settled = await Promise.allSettled([submit(1), submit(2), submit(3)])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('an error of the whole batch rejects its calls, and the next batch runs', async () => {
    let calls = 0
    const submit = createBatcher(async (items: readonly string[]) => {
      calls += 1
      if (calls === 1) throw new Error('lost')
      return items
    })
    const settled = await Promise.allSettled([submit('a'), submit('b')])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await submit('c')).toBe('c')
    expect(calls).toBe(2)
  })

  test('another number of results than items causes an error that does not contain the items', async () => {
    const submit = createBatcher(async (_: readonly string[]) => ['one'])
    const [first] = await Promise.allSettled([submit('secret-1'), submit('secret-2')])
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
    expect(String((first as PromiseRejectedResult).reason)).toBe(
      'TypeError: A batch of 2 was answered with 1 results. Return one result per item, in the same order.',
    )
  })
})

describe('each alone', () => {
  test('if nothing was done, each item is tried alone, and only those that fail alone are rejected', async () => {
    const batches: number[][] = []
    const submit = createBatcher(
      async (items: readonly number[]) => {
        batches.push([...items])
        if (items.includes(2)) throw new RangeError('2 is bad')
        return items.map((item) => item * 10)
      },
      { isNoOpError: (error) => error instanceof RangeError },
    )
    const settled = await Promise.allSettled([submit(1), submit(2), submit(3)])
    expect(settled).toEqual([
      { status: 'fulfilled', value: 10 },
      { status: 'rejected', reason: new RangeError('2 is bad') },
      { status: 'fulfilled', value: 30 },
    ])
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
    await expect(submit(2)).rejects.toThrow('2 is bad')
    expect(batches.slice(4)).toEqual([[2]])
  })

  test('after other errors, nothing is tried again', async () => {
    let calls = 0
    const run = async (_: readonly number[]): Promise<number[]> => {
      calls += 1
      throw new Error('disk full')
    }
    const submit = createBatcher(run, { isNoOpError: (error) => error instanceof RangeError })
    const settled = await Promise.allSettled([submit(1), submit(2)])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toBe(1)
  })

  test('a thrown value that is not an Error rejects its call, too', async () => {
    const run = async (items: readonly number[]) => {
      if (items.includes(2)) throw 'a text'
      return items
    }
    const submit = createBatcher(run, { isNoOpError: () => true })
    const [one, two] = await Promise.allSettled([submit(1), submit(2)])
    expect(one).toEqual({ status: 'fulfilled', value: 1 })
    expect(two).toMatchObject({
      status: 'rejected',
      reason: { message: 'a text', cause: 'a text' },
    })
  })
})

test('the items of a batch are sorted as configured, and each call gets its own result', async () => {
  const batches: string[][] = []
  const submit = createBatcher(
    async (items: readonly string[]) => {
      batches.push([...items])
      return items.map((item) => `${item}!`)
    },
    { orderBy: (item) => item },
  )
  const answers = await Promise.all(['b', 'c', 'a', 'b', 'B'].map(submit))
  expect(answers).toEqual(['b!', 'c!', 'a!', 'b!', 'B!'])
  expect(batches).toEqual([['B', 'a', 'b', 'b', 'c']])
})

test('keys share neither batches nor limits', async () => {
  const batches: [string, number[]][] = []
  const gates: (() => void)[] = []
  const submit = createKeyedBatcher(async (key, items: readonly number[]) => {
    batches.push([key, [...items]])
    await new Promise<void>((resolve) => gates.push(resolve))
    return items.map((item) => `${key}${item}`)
  })
  const calls = [submit('a', 1), submit('b', 1)]
  await expect
    .poll(() => batches)
    .toEqual([
      ['a', [1]],
      ['b', [1]],
    ])
  calls.push(submit('a', 2), submit('a', 3))
  await immediate()
  expect(batches).toHaveLength(2)
  gates[0]?.()
  await expect.poll(() => batches.slice(2)).toEqual([['a', [2, 3]]])
  for (const open of gates) open()
  expect(await Promise.all(calls)).toEqual(['a1', 'b1', 'a2', 'a3'])
})
