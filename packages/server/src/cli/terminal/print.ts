import { isRefusal, type Refusal } from '@entrepot/marketplace'
import type { Command } from 'commander'
import { explainRefusal } from './explain-refusal.ts'
import { toPrintableJson, toPrintableLines } from './printable.ts'
import { type Row, toTable } from './table.ts'
import type { Terminal } from './terminal.ts'

/** A command that runs, with its options. */
type Running = Command & { readonly terminal: Terminal }

/** What an outcome has for a row: itself, or an item of a list. */
export type RowSource<T> =
  Exclude<T, Refusal<string>> extends readonly (infer Item)[] ? Item : Exclude<T, Refusal<string>>

/**
 * Ends a command with its outcome: prints the resulting rows, or prints the reason of a refusal on stderr and sets the exit code 1.
 *
 * @param rowOf creates a row to print; otherwise it is the outcome itself
 * @returns whether the outcome is not a refusal
 */
export function printOutcome<T>(
  command: Running,
  outcome: T,
  rowOf: (source: RowSource<T>) => object = (source) => source as object,
): boolean {
  if (isRefusal(outcome)) {
    const { terminal } = command
    terminal.stderr.write(`${toPrintableLines(explainRefusal(outcome, command))}\n`)
    terminal.exitCode = 1
    return false
  }
  printRows(command, ([outcome].flat() as RowSource<T>[]).map(rowOf))
  return true
}

/** Prints rows as a table for people, or with `--json` as JSON lines for scripts. */
export function printRows(command: Running, rows: readonly object[]): void {
  const { terminal } = command
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
