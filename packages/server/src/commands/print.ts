/** Prints rows as a table for people, or as JSON lines for scripts. */
export function printRows(rows: readonly Readonly<Record<string, unknown>>[], json: boolean): void {
  process.stdout.write(json ? toJsonLines(rows) : toTable(rows))
}

function toJsonLines(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function toTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
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
