/** Twenty faults under load, including every kind. For longer runs: `npm run chaos -- --help`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHistory } from '../src/history.ts'
import { evaluate } from '../src/oracles/evaluate.ts'
import { callsOf, entriesOf, succeeded } from '../src/oracles/oracle.ts'
import { formatReport } from '../src/report.ts'
import { runChaos } from '../src/run.ts'

/** Limits that only detect hanging, not slowness: the machine may do other work. */
const BOUNDS = { recovery: 90_000, answer: 90_000 }

test('two hubs lose, duplicate and corrupt nothing during twenty faults', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-chaos-test-'))
  const historyFile = join(directory, 'history.jsonl')
  const { faults } = await runChaos({
    ...{ seed: 13, faults: 20, longestMs: 1_500, historyFile, bounds: BOUNDS },
  })
  expect(faults).toBeGreaterThanOrEqual(20)
  const history = await readHistory(historyFile)
  const evaluation = evaluate(history)
  const found = [...evaluation].filter(([, violations]) => violations.length > 0)
  expect(found, formatReport(history, evaluation, historyFile)).toEqual([])
  // Makes sure that there was enough to evaluate.
  expect(callsOf(history).filter(succeeded).length).toBeGreaterThan(100)
  expect(entriesOf(history, 'final').map(({ source }) => source)).toEqual(['sql', 'api'])
  expect(entriesOf(history, 'copy')).toHaveLength(6)
  // Kept after a failure, for `npm run chaos -- --evaluate`. The report contains its path.
  await rm(directory, { recursive: true, force: true })
}, 1_200_000)
