/** What the columns of a file are, for `entrepot import`. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Database } from '@entrepot/database'
import {
  type Customer,
  type FileColumns,
  getMapping,
  type ImportQuery,
  isRefusal,
  putMapping,
  type Refusal,
  readColumns,
  refuse,
  SYSTEM,
} from '@entrepot/marketplace'
import { definedOf } from '../../terminal/defined.ts'
import { toPrintableLines } from '../../terminal/printable.ts'
import { toTable } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Bytes that tell the columns. */
const HEAD_BYTES = 512 * 1024

/** What the options say about the columns. */
export interface ColumnOptions {
  readonly mapping?: string
  readonly saveMapping?: string
  readonly dryRun?: boolean
}

/** What the steps share. */
interface Parts {
  readonly database: Database
  readonly customer: Customer
  readonly terminal: Terminal
}

/**
 * The mapping for the query of the import, a name or JSON, if the options say it. A dry run prints the columns of a file that has those of no
 * format. With `saveMapping`, the mapping is kept; without `mapping`, it is what the words of the columns say.
 */
export async function findColumns(
  { database, customer, terminal }: Parts,
  file: string,
  { saveMapping, dryRun, ...options }: ColumnOptions,
  query: ImportQuery,
): Promise<string | undefined | Refusal> {
  const mapping = await readSaid(database, customer, options.mapping)
  if (isRefusal(mapping)) return mapping as Refusal
  if (saveMapping === undefined && (!dryRun || mapping !== undefined)) return mapping
  const { format, encoding, delimiter, quotes, decimal } = query
  const head = createReadStream(file, { end: HEAD_BYTES - 1 })
  const how = { format, encoding, delimiter, quotes, decimal }
  const columns = await readColumns(database, customer, head, definedOf<ImportQuery>(how))
  if (isRefusal(columns)) return columns
  if (dryRun) printColumns(terminal, columns)
  if (saveMapping === undefined || dryRun) return mapping
  if (mapping === undefined && columns.Format !== null) {
    const detail = `The file has the columns of the format ${columns.Format}, which needs no mapping. Leave out --save-mapping.`
    return refuse('MARKET_INVALID_INPUT', detail)
  }
  const kept = await keep({ database, customer, terminal }, saveMapping, mapping, columns)
  return isRefusal(kept) ? (kept as Refusal) : saveMapping
}

/** The mapping of `--mapping`: the name of a kept one, or the JSON of a file. */
async function readSaid(
  database: Database,
  { customerId }: Customer,
  said: string | undefined,
): Promise<string | Refusal | undefined> {
  if (said === undefined) return undefined
  const kept = await getMapping(database, customerId, said)
  if (!isRefusal(kept)) return said
  const text = await readFile(said, 'utf8').catch(() => undefined)
  if (text === undefined) {
    const detail = `${JSON.stringify(said)} is neither a kept mapping nor a file. Name another one with --mapping.`
    return refuse('MARKET_NOT_FOUND', detail)
  }
  try {
    return JSON.stringify(JSON.parse(text))
  } catch (error) {
    const detail = `The mapping ${said} must be JSON: ${(error as Error).message}.`
    return refuse('MARKET_INVALID_INPUT', detail)
  }
}

/** Keeps the mapping that is said, or the proposed one if nothing in it is uncertain. */
async function keep(
  { database, customer, terminal }: Parts,
  name: string,
  said: string | undefined,
  columns: FileColumns,
): Promise<Refusal | object> {
  const { customerId } = customer
  if (said === undefined) {
    const unclear = columns.Columns.filter(({ IsCertain }) => !IsCertain)
    if (unclear.length > 0) {
      printColumns(terminal, columns)
      const names = unclear.map(({ Name }) => JSON.stringify(Name)).join(', ')
      const detail = `It is not clear what these columns are: ${names}. Say it with --mapping.`
      return refuse('MARKET_INVALID_INPUT', detail)
    }
    return await putMapping(database, customerId, name, toMapping(columns), SYSTEM)
  }
  if (said.startsWith('{')) {
    return await putMapping(database, customerId, name, JSON.parse(said), SYSTEM)
  }
  const kept = await getMapping(database, customerId, said)
  if (isRefusal(kept)) return kept
  const { Columns, Constants } = kept
  return await putMapping(database, customerId, name, { Columns, Constants }, SYSTEM)
}

/** A refusal that names columns, in words: the command has no option for each of them. */
export function nameColumns(refusal: Refusal): Refusal {
  const errors = refusal.errors.map(({ path, message }) => {
    const [, column] = /^\/mapping\/Columns\/(.*)$/.exec(path) ?? []
    if (column === undefined) return { path, message }
    const name = column.replaceAll('~1', '/').replaceAll('~0', '~')
    return { path: '/mapping', message: `of the column ${JSON.stringify(name)}: ${message}` }
  })
  return { ...refusal, errors }
}

/** A mapping of the proposals. */
function toMapping({ Columns }: FileColumns) {
  return { Columns: Object.fromEntries(Columns.map(({ Name, Proposal }) => [Name, Proposal])) }
}

/** Prints the columns with samples and what each seems to be, and a mapping to begin with if something is not clear. */
function printColumns({ stderr }: Terminal, file: FileColumns): void {
  if (file.Columns.length === 0 || file.Format !== null) return
  const rows = file.Columns.map(({ Name, Samples, Proposal, IsCertain }) => ({
    column: Name,
    samples: Samples.join(' | '),
    seems: IsCertain ? Proposal : `${Proposal}?`,
  }))
  stderr.write(`${toTable(rows)}\n`)
  const [kept] = file.Mappings
  if (kept !== undefined) {
    stderr.write(toPrintableLines(`The mapping ${JSON.stringify(kept)} has these columns.\n`))
  }
  const isClear = file.Columns.every(({ IsCertain }) => IsCertain) && file.Missing.length === 0
  if (isClear) return
  const json = JSON.stringify(toMapping(file), null, 2)
  stderr.write(
    toPrintableLines(
      `To say what the columns are, correct this mapping in a file, and name it with --mapping <file>:\n${json}\n`,
    ),
  )
}
