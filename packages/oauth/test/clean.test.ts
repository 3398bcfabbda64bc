import { expect, test, vi } from 'vitest'
import { CLEAN_BATCH, cleanInTurns } from '../src/store/clean.ts'

/** A table with so many rows that are over; notes its name at each batch. */
function tableOf(name: string, rows: number, visited: string[]) {
  let left = rows
  return () => {
    visited.push(name)
    const count = Math.min(left, CLEAN_BATCH)
    left -= count
    return count
  }
}

test('a table with little to clean does not wait for one with much', async () => {
  const visited: string[] = []
  const tables = [
    tableOf('much', 3 * CLEAN_BATCH, visited),
    tableOf('little', 10, visited),
    tableOf('more', CLEAN_BATCH, visited),
  ]
  expect(await cleanInTurns(tables, undefined)).toBe(4 * CLEAN_BATCH + 10)
  expect(visited).toEqual(['much', 'little', 'more', 'much', 'more', 'much', 'much'])
})

test('a clean-up that is told to stop does so before the next batch, and wakes from its rest', async () => {
  const ending = new AbortController()
  const visited: string[] = []
  // The batch takes a minute by this clock: it would rest for nine, far longer than a test may take.
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(60_000)
  const slow = async () => {
    visited.push('slow')
    setTimeout(() => ending.abort(), 10)
    return CLEAN_BATCH
  }
  expect(await cleanInTurns([slow, tableOf('next', 1, visited)], ending.signal)).toBe(CLEAN_BATCH)
  now.mockRestore()
  expect(visited).toEqual(['slow'])
})
