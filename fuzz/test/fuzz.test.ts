import { expect, test } from 'vitest'
import { runFuzz } from '../src/run.ts'

test('every answer to requests from the document is as the document says, and refused calls change nothing', async () => {
  const { violations, succeeded } = await runFuzz({
    seed: 16,
    requests: 600,
    goesOn: (rounds) => rounds < 2,
  })
  expect(violations).toEqual([])
  // Requests that are all refused would prove little.
  expect(succeeded.size).toBeGreaterThan(25)
})
