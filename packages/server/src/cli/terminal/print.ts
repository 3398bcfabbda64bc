import { isRefusal, type Refusal } from '@entrepot/marketplace'
import type { Command } from 'commander'
import { explainRefusal } from './explain-refusal.ts'
import { toPrintableJson, toPrintableLines } from './printable.ts'
import { type Row, toTable } from './table.ts'
import type { Terminal } from './terminal.ts'

/**
 * Ends a command with its outcome: prints the resulting row, or prints the reason of a refusal on stderr and sets the exit code 1.
 *
 * @param command the command that runs, with its options
 * @param rowOf creates the row to print
 * @returns whether the outcome is not a refusal
 */
export function printOutcome<T>(
  terminal: Terminal,
  command: Command,
  outcome: T,
  rowOf: (done: Exclude<T, Refusal<string>>) => object,
): boolean {
  if (isRefusal(outcome)) return printRefusal(terminal, command, outcome)
  printRows(terminal, command, [rowOf(outcome as Exclude<T, Refusal<string>>)])
  return true
}

/** Prints rows, or the reason of a refusal. */
export function printRowsOr(
  terminal: Terminal,
  command: Command,
  rows: readonly object[] | Refusal<string>,
): void {
  if (isRefusal(rows)) printRefusal(terminal, command, rows)
  else printRows(terminal, command, rows as readonly object[])
}

function printRefusal(terminal: Terminal, command: Command, refusal: Refusal<string>): false {
  terminal.stderr.write(`${toPrintableLines(explainRefusal(refusal, command))}\n`)
  terminal.exitCode = 1
  return false
}

/** Prints rows as a table for people, or with `--json` as JSON lines for scripts. */
export function printRows(terminal: Terminal, command: Command, rows: readonly object[]): void {
  const { json = false } = command.opts<{ json?: boolean }>()
  const printed = rows.map((row) => withNumericIds(row as Row))
  terminal.stdout.write(json ? toJsonLines(printed) : toTable(printed))
}

function toJsonLines(rows: readonly Row[]): string {
  return rows.map((row) => `${toPrintableJson(row)}\n`).join('')
}

/** Columns with ids that functions return as text, because PostgreSQL has them with 64 bits. */
const IDS: ReadonlySet<string> = new Set(['customerId', 'keyId', 'userId', 'replacedBy'])

/** The row with all ids as numbers, as /v2 and the MCP tools answer them. */
function withNumericIds(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      IDS.has(name) && typeof value === 'string' ? Number(value) : value,
    ]),
  )
}
