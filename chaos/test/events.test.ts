/** EVENT_ROUNDS=100 npx vitest run chaos/test/events.test.ts: a long run, whose seed is EVENT_SEED. */
import { expect, test } from 'vitest'
import { runEventModel } from '../src/events/model.ts'

const rounds = Number(process.env.EVENT_ROUNDS ?? 2)
const seed = Number(process.env.EVENT_SEED ?? 5)

test('each event is in the log once, and reaches each webhook and each stream, whatever is killed', async () => {
  const result = await runEventModel(seed, rounds)
  const { connections, eventIds, failures, missing, receipts, wrong } = result
  expect({ missing, wrong }, `seed ${seed}`).toEqual({ missing: [], wrong: [] })
  // Makes sure that there was enough to evaluate.
  expect(eventIds.length).toBeGreaterThan(rounds * 16)
  expect(receipts).toBeGreaterThan(eventIds.length * 3)
  expect(connections).toBeGreaterThan(rounds * 2)
  expect(failures.length).toBeGreaterThan(3)
}, 1_200_000)
