import { isRefusal, type Refusal } from '@entrepot/marketplace'
import { explainRefusal } from '../explain-failure.ts'
import type { Terminal } from './terminal.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Ends a command with its outcome: prints the resulting row, or prints the reason of a refusal on stderr and sets the exit code 1.
 *
 * @param rowOf creates the row to print
 * @returns whether the outcome is not a refusal
 */
export function printOutcome<T>(
  terminal: Terminal,
  outcome: T,
  json: boolean,
  rowOf: (done: Exclude<T, Refusal<string>>) => Row,
): boolean {
  if (isRefusal(outcome)) {
    terminal.stderr.write(`${explainRefusal(outcome)}\n`)
    terminal.exitCode = 1
    return false
  }
  printRows(terminal, [rowOf(outcome as Exclude<T, Refusal<string>>)], json)
  return true
}

/** Prints rows as a table for people, or as JSON lines for scripts. */
export function printRows(terminal: Terminal, rows: readonly Row[], json: boolean): void {
  terminal.stdout.write(json ? toJsonLines(rows) : toTable(rows))
}

function toJsonLines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function toTable(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return 'none\n'
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => names.map((name) => toText(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(',') : String(value)
}
