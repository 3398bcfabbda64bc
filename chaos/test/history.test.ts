import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHistory, readHistory } from '../src/history.ts'
import { evaluate, ORACLES, violationsOf } from '../src/oracles/evaluate.ts'
import { formatReport } from '../src/report.ts'
import { call, fault, run } from './entries.ts'

let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-chaos-test-'))
  file = join(directory, 'history.jsonl')
})
afterEach(async () => await rm(directory, { recursive: true, force: true }))

test('a stored history gets the same evaluation as during the run, and the report lists the violations', async () => {
  const entries = [run, fault(10, 20), call(30, 40, {}, { status: 500, path: '/v2/orders' })]
  const history = createHistory(file)
  for (const entry of entries) history.add(entry)
  history.close()
  const kept = await readHistory(file)
  expect(kept).toEqual(entries)
  const evaluation = evaluate(kept)
  expect([...evaluation.keys()]).toEqual(Object.keys(ORACLES))
  expect(violationsOf(evaluation).map(({ what }) => what)).toEqual(['500', 'no recovery'])
  const report = formatReport(kept, evaluation, file)
  expect(report).toContain('durability: holds')
  expect(report).toContain('answers: 1 times 500\n  - POST /v2/orders at one: 500')
})

test('entries are in the file immediately, and an incomplete last line is ignored', async () => {
  const history = createHistory(file)
  history.add(run)
  expect(await readHistory(file)).toEqual([run])
  history.close()
  appendFileSync(file, '{"kind":"ca')
  expect(await readHistory(file)).toEqual([run])
})

test('a history with a broken line in the middle is refused with the number of the line', async () => {
  createHistory(file).close()
  appendFileSync(file, `${JSON.stringify(run)}\n{"kind\n${JSON.stringify(run)}\n`)
  await expect(readHistory(file)).rejects.toThrow(`${file}:2 is not JSON`)
})

test('an existing history is not overwritten', () => {
  createHistory(file).close()
  expect(() => createHistory(file)).toThrow('EEXIST')
})
