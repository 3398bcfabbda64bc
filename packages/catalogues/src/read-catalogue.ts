/** Opens a catalogue: recognises how it is read, and reads it as a stream. */
import type { ReaderContext } from './draft.ts'
import type { Decoder } from './encoding/decode.ts'
import { CatalogueError } from './errors.ts'
import { type FormatReader, fieldsOf } from './formats/reader.ts'
import { NdjsonReader } from './ndjson.ts'
import { checkReadOptions, defined, openText } from './open-text.ts'
import { NO_ITEMS, recognise, type TableSettings, tableFormatOf, unknown } from './recognise.ts'
import { Header, type NameRule, TableRow } from './source-row.ts'
import { RecordSplitter } from './split-records.ts'
import type { Batch, Catalogue, CatalogueItem, ReadCatalogueOptions } from './types.ts'
import { XmlItems } from './xml-items.ts'

/** Reads text piece by piece. */
interface TextReader {
  readonly read: (text: string, isLast: boolean) => Batch | Promise<Batch>
  readonly columns: Catalogue['columns']
}

const noColumns = () => []

/**
 * Opens a catalogue. The first bytes are read to recognise the settings that the options do not contain. The rest is read while the items
 * are consumed, so memory use does not depend on the size of the file. A row that cannot be read becomes an item of the kind `error`, and
 * reading continues.
 *
 * Parents come before their children if the format has the rows of a family in one place. Otherwise, items come in the order of the file.
 *
 * @throws CatalogueError `CATALOGUE_FORMAT_UNKNOWN`, `CATALOGUE_ENCODING_UNKNOWN`, `CATALOGUE_INVALID_OPTION`; while items are taken,
 * `CATALOGUE_BROKEN` with the row at which reading ends, such as in XML without its end.
 * @example
 * const { settings, items } = await openCatalogue(createReadStream('products.csv'), { unmanagedStock: 100 })
 * for await (const batch of items) for (const item of batch) console.log(item.row, item.kind)
 */
export async function openCatalogue(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadCatalogueOptions = {},
): Promise<Catalogue> {
  checkReadOptions(options)
  const { text, delimiter, isWhole, pieces, decoder } = await openText(source, options)
  const settings = await recognise(text, isWhole, { delimiter, ...defined(options) })
  const reader = createReader(settings, toContext(settings, options), delimiter !== undefined)
  const { dayOrder: _, ...known } = settings
  return {
    settings: { ...known, encoding: decoder.encoding },
    items: takeItems(reader, text, isWhole, pieces, decoder),
    columns: reader.columns,
  }
}

async function* takeItems(
  { read }: TextReader,
  head: string,
  isWhole: boolean,
  pieces: AsyncIterator<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<readonly CatalogueItem[]> {
  for await (const [text, isLast] of takeText(head, isWhole, pieces, decoder)) {
    const { items, broken } = await read(text, isLast)
    if (items.length > 0) yield items
    if (broken) throw broken
  }
}

/** Divides the head into pieces too, so that its batches are not larger than others. */
async function* takeText(
  head: string,
  isWhole: boolean,
  pieces: AsyncIterator<Uint8Array>,
  decoder: Decoder,
): AsyncGenerator<readonly [text: string, isLast: boolean]> {
  for (let at = 0; at < head.length; ) {
    const end = at + PIECE
    const piece = head.slice(at, isHighSurrogate(head.charCodeAt(end - 1)) ? end + 1 : end)
    yield [piece, false]
    at += piece.length
  }
  while (!isWhole) {
    const { value, done } = await pieces.next()
    if (done) break
    yield [decoder.decode(value, false), false]
  }
  yield [isWhole ? '' : decoder.decode(new Uint8Array(0), true), true]
}

const PIECE = 65_536

/** Whether a code unit is a high surrogate, so that a piece must not end after it. */
const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

function createReader(
  settings: TableSettings,
  context: ReaderContext,
  hasSeparatorLine: boolean,
): TextReader {
  if (settings.format === 'ndjson') {
    const reader = new NdjsonReader()
    return { read: (text, isLast) => reader.push(text, isLast), columns: noColumns }
  }
  const format = tableFormatOf(settings.format, settings.mapping)
  const reader = format.create(context)
  if (settings.delimiter === null) {
    const xml = new XmlItems()
    let count = 0
    const read = (text: string, isLast: boolean) => {
      const { rows, broken } = xml.push(text, isLast)
      count += rows.length
      const items = rows.flatMap((source) => reader.read(source))
      if (isLast || broken) items.push(...reader.end())
      return { items, broken: broken ?? (isLast && count === 0 ? unknown(NO_ITEMS) : undefined) }
    }
    return { read, columns: noColumns }
  }
  const { delimiter, quotes } = settings
  const splitter = new RecordSplitter({ delimiter, quotes })
  const { read, names } = new TableReader(splitter, reader, format.toName, hasSeparatorLine)
  return { read, columns: () => names().map((name) => ({ name, fields: fieldsOf(format, name) })) }
}

/** Reads a table: its first record is the header. */
class TableReader {
  readonly #splitter: RecordSplitter
  readonly #reader: FormatReader
  readonly #toName: NameRule | undefined
  readonly #above: number
  #header: Header | undefined

  constructor(
    splitter: RecordSplitter,
    reader: FormatReader,
    toName: NameRule | undefined,
    hasSeparatorLine: boolean,
  ) {
    this.#splitter = splitter
    this.#reader = reader
    this.#toName = toName
    this.#above = hasSeparatorLine ? 1 : 0
  }

  /** The names of the header, once it was read. */
  readonly names = (): readonly string[] => this.#header?.names ?? []

  readonly read = async (text: string, isLast: boolean): Promise<Batch> => {
    const items: CatalogueItem[] = []
    let broken: CatalogueError | undefined
    for (const record of await this.#splitter.push(text, isLast)) {
      const row = record.row + this.#above
      if ('cells' in record) {
        for (const item of this.#readCells(row, record.cells)) items.push(item)
      } else if (record.isEnd) {
        broken = new CatalogueError('CATALOGUE_BROKEN', `Row ${row} ${record.issue}.`, { row })
      } else {
        items.push({ kind: 'error', row, reference: null, message: record.issue })
      }
    }
    if (isLast || broken) items.push(...this.#reader.end())
    return { items, broken }
  }

  #readCells(row: number, cells: readonly string[]): readonly CatalogueItem[] {
    if (this.#header) return this.#reader.read(new TableRow(this.#header, row, cells))
    this.#header = new Header(cells, this.#toName)
    return []
  }
}

function toContext(settings: TableSettings, options: ReadCatalogueOptions): ReaderContext {
  return {
    decimal: settings.decimal,
    dayOrder: settings.dayOrder,
    limits: options.limits ?? {},
    unmanagedStock: options.unmanagedStock,
    imageBase: options.imageBase,
    currency: options.currency,
    vatRate: options.vatRate,
    now: options.now ?? new Date(),
  }
}
