/** Tables for people, whose lines fit the terminal. Nothing is left out: long cells take several lines. Pure. */

import { toPrintable } from './printable.ts'

/** A row of a table: names and values of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Width of lines, in characters. */
const LINE = 80

/** Spaces between columns. */
const GAP = 2

/** A column is not made narrower than this, because cells of many short lines cannot be read. */
const NARROWEST = 11

/**
 * Returns rows as a table, or as one block of lines for each row if the table would be wider than `width`.
 *
 * @param width characters of a line
 */
export function toTable(rows: readonly Row[], width = LINE): string {
  const [first] = rows
  if (first === undefined) return 'none\n'
  const keys = Object.keys(first)
  const names = keys.map(toPrintable)
  const cells = rows.map((row) => keys.map((name) => toText(row[name])))
  const natural = names.map((_, column) => widthOf([names, ...cells], column))
  const widths = fit(natural, names, width)
  if (widths === undefined) return cells.map((row) => toBlock(names, row, width)).join('\n')
  return [names, ...cells].map((row) => toLines(row, widths)).join('')
}

function widthOf(cells: readonly (readonly string[])[], column: number): number {
  return Math.max(...cells.map((row) => row[column]?.length ?? 0))
}

/** Narrows the widest columns until a line fits. Undefined if it cannot fit. */
function fit(
  natural: readonly number[],
  names: readonly string[],
  width: number,
): readonly number[] | undefined {
  const widths = [...natural]
  const room = width - GAP * (names.length - 1)
  const least = natural.map((one, column) =>
    Math.min(one, Math.max(NARROWEST, names[column]?.length ?? 0)),
  )
  if (sum(least) > room) return undefined
  while (sum(widths) > room) {
    const slack = widths.map((one, column) => (one > (least[column] ?? 0) ? one : -1))
    const widest = slack.indexOf(Math.max(...slack))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** One row, in as many lines as its longest cell needs. */
function toLines(row: readonly string[], widths: readonly number[]): string {
  const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? LINE))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, line) =>
    wrapped
      .map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

/** One row as a line for each column. */
function toBlock(names: readonly string[], row: readonly string[], width: number): string {
  const indent = Math.max(...names.map((name) => name.length)) + GAP
  return names
    .flatMap((name, column) => labelled(name, [row[column] ?? ''], indent, width))
    .map((line) => `${line}\n`)
    .join('')
}

/** The lines of texts, the first of which has a label. */
export function labelled(
  label: string,
  texts: readonly string[],
  indent: number,
  width = LINE,
): readonly string[] {
  return texts
    .flatMap((text) => wrap(text, width - indent))
    .map((line, index) => `${(index === 0 ? label : '').padEnd(indent)}${line}`)
}

/** Breaks a text at spaces, and inside of words that are longer than a line. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...lines, rest]
}

function toText(value: unknown): string {
  return toPrintable(asText(value))
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  // To the minute, in UTC. JSON has the full time.
  if (value instanceof Date) return `${value.toISOString().slice(0, 16).replace('T', ' ')}Z`
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
