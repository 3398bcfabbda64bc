import { expect, test } from 'vitest'
import { runFuzz } from '../src/run.ts'

test('every answer to requests from the document is as the document says, and refused calls change nothing', async () => {
  // The second of these rounds has limits.
  const { violations, unsuccessful, calls, statuses } = await runFuzz({
    ...{ seed: 16, round: 2, requests: 300 },
    goesOn: (rounds) => rounds < 2,
  })
  expect(violations).toEqual([])
  // Requests that are all refused would prove little. How many the limits refuse depends on the time that the round takes.
  expect(unsuccessful.length).toBeLessThan(calls * 0.75)
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([429]))
}, 300_000)
