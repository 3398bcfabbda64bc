/** EVENT_ROUNDS=100 npx vitest run chaos/test/events.test.ts: a long run, whose seed is EVENT_SEED. */
import { expect, test } from 'vitest'
import { runEventModel } from '../src/events/model.ts'

const rounds = Number(process.env.EVENT_ROUNDS ?? 2)
const seed = Number(process.env.EVENT_SEED ?? 5)

test('each event is in the log once, and reaches each webhook, whatever is killed', async () => {
  const { events, failures, missing, receipts, wrong } = await runEventModel(seed, rounds)
  expect({ missing, wrong }, `seed ${seed}`).toEqual({ missing: [], wrong: [] })
  // Makes sure that there was enough to judge.
  expect(events).toBeGreaterThan(rounds * 16)
  expect(receipts).toBeGreaterThan(events * 3)
  expect(failures.length).toBeGreaterThan(3)
}, 1_200_000)
