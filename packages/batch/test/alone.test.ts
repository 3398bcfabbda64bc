import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import {
  createBatcher,
  createKeyedBatcher,
  createKeyedLimiter,
  isAlone,
  runAlone,
  runTogether,
} from '../src/index.ts'

test('calls of work that runs alone are batches of their own, in the context of the caller', async () => {
  const context = new AsyncLocalStorage<string>()
  const batches: [readonly string[], string | undefined, boolean][] = []
  const submit = createBatcher(async (items: readonly string[]) => {
    batches.push([items, context.getStore(), isAlone()])
    return items
  })
  await Promise.all([
    submit('one'),
    submit('two'),
    context.run('alone', () =>
      runAlone(async () => await Promise.all([submit('three'), submit('four')])),
    ),
  ])
  expect(batches).toEqual([
    [['three'], 'alone', true],
    [['four'], 'alone', true],
    [['one', 'two'], undefined, false],
  ])
})

test('work that runs alone waits for no place, and takes none from others', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const submit = createKeyedBatcher(async (_key, items: readonly string[]) => {
    if (items[0] === 'slow') await gate
    return items
  })
  const limit = createKeyedLimiter({ perKey: 1, total: 1 })
  const slow = [submit('key', 'slow'), limit('key', async () => await gate)]
  expect(await runAlone(async () => await submit('key', 'quick'))).toBe('quick')
  expect(await runAlone(async () => await limit('key', async () => 'quick'))).toBe('quick')
  open()
  await Promise.all(slow)
})

test('a call that runs alone is answered like one of a batch: results, errors of an item, and wrong counts', async () => {
  const submit = createBatcher(async (items: readonly string[]) =>
    items[0] === 'none' ? [] : items.map((one) => (one === 'bad' ? new Error(one) : one)),
  )
  await runAlone(async () => {
    expect(await submit('good')).toBe('good')
    await expect(submit('bad')).rejects.toThrow('bad')
    await expect(submit('none')).rejects.toThrow(TypeError)
  })
})

test('within work that runs alone, other work may be joined again', async () => {
  const sizes: number[] = []
  const submit = createBatcher(async (items: readonly string[]) => {
    sizes.push(items.length)
    return items
  })
  await runAlone(async () => {
    await runTogether(async () => await Promise.all([submit('one'), submit('two')]))
    expect(isAlone()).toBe(true)
  })
  expect(sizes).toEqual([2])
})
