/** What an application does in the background ends with it, also when it is under way at that moment. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterEach, expect, test, vi } from 'vitest'
import { startMcp } from './support/mcp.ts'

const HOUR_MS = 3_600_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['a clean-up', (store: ReturnType<typeof memoryStore>) => vi.spyOn(store, 'clean')],
  [
    'a reading of what was revoked',
    (store: ReturnType<typeof memoryStore>) => vi.spyOn(store.mcp.revocations, 'list'),
  ],
])('%s that is under way when the application closes is the last', async (_title, spyOn) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = memoryStore()
  const app = await startMcp({ store })
  const held = Promise.withResolvers<never>()
  const work = spyOn(store).mockReturnValue(held.promise)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(work).toHaveBeenCalledTimes(1)
  await app.close()
  held.reject(new Error('the database is closed'))
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(work).toHaveBeenCalledTimes(1)
})
