/**
 * Prints `N passed, N failed, N skipped` of vitest's JSON reports together, as the last line of CI.
 * Exits with 1 when a test failed, when a suite could not be loaded, or when a report is missing or has no test that passed.
 *
 *     node tools/count-tests.ts report.json loops.json
 */
import { readFileSync } from 'node:fs'

interface Report {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('usage: node tools/count-tests.ts REPORT.json...')

const found = paths.map(readReport)
const reports = found.filter((report) => report !== undefined)
const sum = (count: (report: Report) => number) =>
  reports.reduce((total, report) => total + count(report), 0)
const passed = sum(({ numPassedTests }) => numPassedTests)
const failed = sum(({ numFailedTests }) => numFailedTests)
const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests)

process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
const isGood = ({ success, numPassedTests }: Report) => success && numPassedTests > 0
process.exitCode = reports.length === paths.length && reports.every(isGood) ? 0 : 1

/** Undefined if a runner ended without a report: the tests of the others are counted all the same. */
function readReport(path: string): Report | undefined {
  const text = readFileSync(path, 'utf8')
  if (text.trim() !== '') return JSON.parse(text) as Report
  process.stderr.write(`the test runner wrote no report to ${path}\n`)
  return undefined
}
