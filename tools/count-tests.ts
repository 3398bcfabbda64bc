/**
 * Prints `N passed, N failed, N skipped` from vitest's JSON report, as the last line of CI.
 * Exits with 1 when a test failed, when a suite could not be loaded, or when no test ran.
 *
 *     node tools/count-tests.ts report.json
 */
import { readFileSync } from 'node:fs'

interface Report {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

const path = process.argv[2]
if (path === undefined) throw new Error('usage: node tools/count-tests.ts REPORT.json')

const text = readFileSync(path, 'utf8')
if (text.trim() === '') throw new Error(`the test runner wrote no report to ${path}`)
const report = JSON.parse(text) as Report
const skipped = report.numPendingTests + report.numTodoTests

process.stdout.write(
  `${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped\n`,
)
process.exitCode = report.success && report.numPassedTests > 0 ? 0 : 1
