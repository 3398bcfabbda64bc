/** The beginning of a file as text, and the options by which it is read. */
import { findMappingIssues } from './columns/mapping.ts'
import { Decoder, divide, recogniseEncoding } from './encoding/decode.ts'
import { findEncoding } from './encoding/guess.ts'
import { CatalogueError } from './errors.ts'
import { findForeignKind } from './foreign.ts'
import { badMapping, unknown } from './recognise.ts'
import { CATALOGUE_FORMATS, type ReadCatalogueOptions } from './types.ts'

/** Number of bytes that are examined to recognise a file. */
const HEAD_BYTES = 262_144

/** The beginning of a file, and where the rest comes from. */
export interface OpenedText {
  readonly text: string
  /** The delimiter that a line before the header names. */
  readonly delimiter: string | undefined
  readonly isWhole: boolean
  readonly pieces: AsyncIterator<Uint8Array>
  readonly decoder: Decoder
}

/**
 * Reads the beginning of a file, and recognises its encoding.
 *
 * @throws CatalogueError `CATALOGUE_FORMAT_UNKNOWN` for what is no text, `CATALOGUE_ENCODING_UNKNOWN`
 */
export async function openText(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadCatalogueOptions,
): Promise<OpenedText> {
  const pieces = divide(source)[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let size = 0
  let isWhole = false
  while (size < HEAD_BYTES && !isWhole) {
    const { value, done } = await pieces.next()
    if (done) isWhole = true
    else size += head.push(value) && value.length
  }
  const bytes = Buffer.concat(head)
  const foreign = findForeignKind(bytes)
  if (foreign) throw unknown(`it is ${foreign.what}: ${foreign.advice}`)
  const decoder = new Decoder(recogniseEncoding(bytes, options), options.encoding !== undefined)
  return { ...withoutSeparatorLine(decoder.decode(bytes, isWhole)), isWhole, pieces, decoder }
}

/** Spreadsheets write the delimiter into a line before the header: `sep=;`. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string | undefined } {
  const match = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/.exec(text)
  return { text: match ? text.slice(match[0].length) : text, delimiter: match?.[1] }
}

/**
 * Checks options before a file is received. `openCatalogue` does the same.
 *
 * @throws CatalogueError `CATALOGUE_INVALID_OPTION`, `CATALOGUE_MAPPING_INVALID`
 */
export function checkReadOptions({
  format,
  encoding,
  delimiter,
  imageBase,
  mapping,
}: ReadCatalogueOptions): void {
  const refuse = (message: string) => {
    throw new CatalogueError('CATALOGUE_INVALID_OPTION', message)
  }
  if (format !== undefined && !CATALOGUE_FORMATS.includes(format)) {
    refuse(`The format is none of ${CATALOGUE_FORMATS.join(', ')}.`)
  }
  if (encoding !== undefined && findEncoding(encoding) === undefined) {
    refuse(
      `The encoding ${JSON.stringify(encoding)} is not known, such as utf-8, windows-1251 and shift_jis.`,
    )
  }
  if (delimiter !== undefined && !/^[^"\r\n]$/.test(delimiter)) {
    refuse('The delimiter must be one character, and neither a quote nor a line end.')
  }
  if (imageBase !== undefined && !URL.canParse(imageBase)) {
    refuse('The base address of images must be a web address.')
  }
  if (mapping === undefined) return
  if (format !== undefined && format !== 'entrepot') {
    refuse(`A file with a mapping cannot have the format ${format}.`)
  }
  const issues = findMappingIssues(mapping)
  if (issues.length > 0) throw badMapping(issues)
}

/** The options that are given. */
export function defined(options: ReadCatalogueOptions): ReadCatalogueOptions {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
