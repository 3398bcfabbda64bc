/** What a node knows of revocations, between two readings and while one is under way. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterEach, expect, test, vi } from 'vitest'
import { createDisabledClients } from '../../src/mcp/disabled-clients.ts'
import { createRevocationList } from '../../src/mcp/revocation-list.ts'
import type { ClientState } from '../../src/store/client-states.ts'
import type { Revocation } from '../../src/store/mcp.ts'

afterEach(() => void vi.useRealTimers())

/** A store whose readings end when they are told to, with the rows that there were when they began. */
function slowStore() {
  const rows: Revocation[] = []
  const states: ClientState[] = []
  const waiting: (() => void)[] = []
  const read = async <Row>(all: readonly Row[]): Promise<readonly Row[]> => {
    const seen = [...all]
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return seen
  }
  return {
    rows,
    states,
    end: () => waiting.splice(0).forEach((one) => void one()),
    store: {
      revocations: {
        add: async () => {},
        find: async () => undefined,
        list: async () => await read(rows),
      },
      clientStates: {
        set: async () => true,
        find: async () => [],
        list: async () => await read(states),
      },
    },
  }
}

/** Ends readings, and those that follow them, until a promise is settled. */
async function endOf(reading: Promise<unknown>, end: () => void): Promise<void> {
  let isOver = false
  const over = reading.finally(() => {
    isOver = true
  })
  while (!isOver) {
    end()
    await Promise.resolve()
  }
  await over
}

test('what this node revokes while it reads all anew stays revoked', async () => {
  vi.useFakeTimers()
  const { store, end } = slowStore()
  const list = createRevocationList(store)
  for (const minutes of [0, 16]) {
    vi.advanceTimersByTime(minutes * 60_000)
    const reading = list.refresh()
    list.add(`family-${minutes}`)
    await endOf(reading, end)
    expect(list.isRevoked(`family-${minutes}.token`, 'robot')).toBe(true)
  }
  // And what the store no longer has is forgotten.
  expect(list.isRevoked('family-0.token', 'robot')).toBe(false)
})

test('a deleted client is void for good: its id is never given again, and clocks of nodes differ', async () => {
  const { store, rows, end } = slowStore()
  const list = createRevocationList(store)
  rows.push({ id: 'client:robot', revokedAt: Date.now() / 1_000 - 60 })
  await endOf(list.refresh(), end)
  expect(list.isRevoked('issued-later', 'robot')).toBe(true)
  expect(list.isRevoked('issued-later', 'other')).toBe(false)
})

test('a client that is disabled while a reading is under way stays disabled when that reading ends', async () => {
  const { store, states, end } = slowStore()
  const list = createRevocationList(store)
  const before = list.refresh()
  states.push({ clientId: 'robot', disabled: true, reason: null, changedAt: Date.now() / 1_000 })
  const after = list.refresh()
  await endOf(Promise.all([before, after]), end)
  expect(list.isDisabled('robot')).toBe(true)
  expect(list.isDisabled('other')).toBe(false)
})

test('a change of what is disabled makes the guard check its tokens anew', async () => {
  const { store, states, end } = slowStore()
  const list = createRevocationList(store)
  await endOf(list.refresh(), end)
  const versions = [list.version]
  for (const disabled of [true, true, false]) {
    states.push({ clientId: 'robot', disabled, reason: null, changedAt: Date.now() / 1_000 })
    await endOf(list.refresh(), end)
    versions.push(list.version)
  }
  const [first = 0] = versions
  expect(versions).toEqual([first, first + 1, first + 1, first + 2])
})

test('after an outage of the store, what was revoked and disabled meanwhile is known', async () => {
  vi.useFakeTimers()
  const { mcp: store, prepare } = memoryStore()
  await prepare()
  const list = createRevocationList(store)
  await list.refresh()
  await store.revocations.add('family', 3_600)
  await store.clientStates.set({ clientId: 'robot', disabled: true, reason: null }, { event: 'x' })
  vi.advanceTimersByTime(5 * 60_000)
  await list.refresh()
  expect(list.isFresh(Date.now())).toBe(true)
  expect(list.isRevoked('family.token', 'other')).toBe(true)
  expect(list.isDisabled('robot')).toBe(true)
})

test('readings that are asked for while others wait are done together', async () => {
  const { store, end } = slowStore()
  const list = vi.spyOn(store.clientStates, 'list')
  const disabled = createDisabledClients(store.clientStates)
  const readings = Array.from({ length: 50 }, () => disabled.refresh(120))
  await endOf(Promise.all([...readings, disabled.refresh(undefined)]), end)
  expect(list.mock.calls).toEqual([[120], [undefined]])
})
