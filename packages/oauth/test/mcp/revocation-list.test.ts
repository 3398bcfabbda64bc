/** What a node knows of revocations, between two readings and while one is under way. */
import { afterEach, expect, test, vi } from 'vitest'
import { createRevocationList } from '../../src/mcp/guard/revocation-list.ts'
import type { Revocation } from '../../src/store/mcp.ts'

afterEach(() => void vi.useRealTimers())

/** A store whose readings end when they are told to, with the rows that there were when they began. */
function slowStore() {
  const rows: Revocation[] = []
  const waiting: (() => void)[] = []
  return {
    rows,
    end: () => waiting.splice(0).forEach((one) => void one()),
    store: {
      add: async () => {},
      find: async () => undefined,
      list: async () => {
        const seen = [...rows]
        await new Promise<void>((resolve) => void waiting.push(resolve))
        return seen
      },
    },
  }
}

test('what this node revokes while it reads all anew stays revoked', async () => {
  vi.useFakeTimers()
  const { store, end } = slowStore()
  const list = createRevocationList(store)
  for (const minutes of [0, 16]) {
    vi.advanceTimersByTime(minutes * 60_000)
    const reading = list.refresh()
    list.add(`family-${minutes}`)
    end()
    await reading
    expect(list.isRevoked(`family-${minutes}.token`, 'robot')).toBe(true)
  }
  // And what the store no longer has is forgotten.
  expect(list.isRevoked('family-0.token', 'robot')).toBe(false)
})

test('a deleted client is void for good: its id is never given again, and clocks of nodes differ', async () => {
  const { store, rows, end } = slowStore()
  const list = createRevocationList(store)
  rows.push({ id: 'client:robot', revokedAt: Date.now() / 1_000 - 60 })
  const reading = list.refresh()
  end()
  await reading
  expect(list.isRevoked('issued-later', 'robot')).toBe(true)
  expect(list.isRevoked('issued-later', 'other')).toBe(false)
})
