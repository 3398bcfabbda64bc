/** What a file is, before anybody has said how it is read. */
import { type ColumnGuess, guessColumns, toMapping } from './columns/guess.ts'
import { findForeignSystem } from './foreign.ts'
import { fieldsOf } from './formats/reader.ts'
import { checkReadOptions, defined, openText } from './open-text.ts'
import { findFormat, findOther, openTable, readCells, tableFormatOf } from './recognise.ts'
import type { CatalogueFormat, CatalogueSettings, ReadCatalogueOptions } from './types.ts'
import { cutOff, restoreCell, toLine } from './values/text.ts'

/** Texts of a column that are shown. */
const SAMPLES = 3

/** Characters of such a text. */
const MAX_SAMPLE = 80

/** A column of a file. */
export interface InspectedColumn extends ColumnGuess {
  /** Texts of its first rows that differ. */
  readonly samples: readonly string[]
  /** The fields that it fills without a mapping. Undefined if the file is not read without one. */
  readonly fields: readonly string[] | undefined
}

/** What the beginning of a file tells. */
export interface InspectedFile extends Omit<CatalogueSettings, 'format' | 'mapping'> {
  /** Null for a table whose columns are those of no format. */
  readonly format: CatalogueFormat | null
  /** What the file resembles, such as that of a system without a reader. */
  readonly resembles: string | null
  /** None if the file is no table. */
  readonly columns: readonly InspectedColumn[]
}

/**
 * Reads the beginning of a file: what format it has, and what its columns seem to be.
 *
 * @throws CatalogueError as `openCatalogue` does, but not for a header that fits no format
 */
export async function inspectCatalogue(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Omit<ReadCatalogueOptions, 'mapping'> = {},
): Promise<InspectedFile> {
  checkReadOptions(options)
  const { text, isWhole, decoder, ...opened } = await openText(source, options)
  const { encoding } = decoder
  const how = { delimiter: opened.delimiter, ...defined(options) }
  const other = findOther(text, how)
  if (other !== undefined) {
    const none = { delimiter: null, quotes: true, decimal: null, resembles: null, columns: [] }
    return { format: other, encoding, ...none }
  }
  const table = await openTable(text, isWhole, how)
  const said = options.format === 'ndjson' ? undefined : options.format
  const known = said ?? findFormat(table.names)
  const guesses = guessColumns(table.names, options.currency)
  const format = tableFormatOf(known ?? 'entrepot', known ? null : toMapping(guesses))
  const { decimal } = readCells(table, format, options)
  const { delimiter, quotes, names, rows } = table
  const columns = guesses.map((guess) => ({
    ...guess,
    samples: samplesOf(rows, placesOf(names, guess.name)),
    fields: known && fieldsOf(format, guess.name),
  }))
  const resembles = known ? null : (findForeignSystem(names)?.what ?? null)
  return { format: known ?? null, encoding, delimiter, quotes, decimal, resembles, columns }
}

function placesOf(names: readonly string[], name: string): readonly number[] {
  return [...names.keys()].filter((index) => names[index] === name)
}

function samplesOf(
  rows: readonly { readonly cells: readonly string[] }[],
  places: readonly number[],
): readonly string[] {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    const text = places.map((place) => toLine(restoreCell(cells[place] ?? ''))).find(Boolean)
    if (text) samples.add(cutOff(text, MAX_SAMPLE))
    if (samples.size === SAMPLES) break
  }
  return [...samples]
}
