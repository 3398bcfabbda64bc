/** `entrepot import`. */
import { type FileHandle, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@entrepot/database'
import {
  type Customer,
  findFirstErrors,
  IMPORT_ENCODINGS,
  IMPORT_FORMATS,
  type ImportQuery,
  type ImportResponse,
  importFile,
  isRefusal,
  type Refusal,
  SYSTEM,
  writeReport,
} from '@entrepot/marketplace'
import { Argument, InvalidArgumentError, Option } from 'commander'
import { definedOf } from '../../terminal/defined.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { openInput, openOutput } from '../../terminal/files.ts'
import { findCustomer } from '../../terminal/of-customer.ts'
import { printOutcome } from '../../terminal/print.ts'
import { toPrintable } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'
import { type ColumnOptions, findColumns, nameColumns } from './import-columns.ts'

interface Options extends Omit<ImportQuery, 'fileName'> {
  readonly customer: string
  readonly report?: string
  readonly saveMapping?: string
}

/** Adds `entrepot import`. */
export function addImportCommand(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('import')
    .description('create and change products from a file of a shop')
    .addArgument(new Argument('<kind>', 'what to import').choices(['products']))
    .argument('<file>', 'CSV, NDJSON, or a feed of Google Merchant')
    .needsCustomer()
    .addOption(
      new Option('--format <format>', 'format of the file (recognised)').choices(IMPORT_FORMATS),
    )
    .addOption(
      new Option('--encoding <encoding>', 'encoding of the text (recognised)').choices(
        IMPORT_ENCODINGS,
      ),
    )
    .option('--delimiter <character>', 'character between two fields (recognised)')
    .addOption(
      new Option('--decimal <sign>', 'decimal separator of amounts (recognised)').choices([
        '.',
        ',',
      ]),
    )
    .option('--no-quotes', 'quotes are text, and enclose no fields (recognised)')
    .option(
      '--mapping <mapping>',
      'what the columns are: the name of a kept mapping, or a JSON file',
    )
    .option('--save-mapping <name>', 'keep what the columns are under this name')
    .option('--source <name>', 'what the file comes from (its mapping, or its format)')
    .option(
      '--complete',
      'deactivate what earlier imports of the source brought and the file lacks',
    )
    .option('--confirm-deactivation', 'do so even for more than 30% of the products of the source')
    .option('--dry-run', 'report what the import would do, and store nothing')
    .option(
      '--unmanaged-stock <stock>',
      'stock of products that the shop does not count: a number, or available:<number>',
      parseStock,
    )
    .option('--image-base <url>', 'address that relative paths of images belong to')
    .option('--report <file>', 'file for the rows that were refused or skipped, as CSV')
    .printsJson()
    .addHelpText('after', HELP)
    .example(
      'import products products.csv --customer 2 --dry-run',
      'import products shopify.csv --customer 2 --report refused.csv',
      'import products shopify.csv --customer 2 --complete --dry-run',
      'import products list.csv --customer 2 --save-mapping Supplier',
      'import products next.csv --customer 2 --mapping Supplier',
    )
    .action(async (_: string, file: string, options: Options, command: EntrepotCommand) => {
      await importProducts(terminal, file, options, command)
    })
}

const HELP = `
A bad row does not prevent the others from being stored, and a repeated import
changes nothing. Ctrl+C while the file is stored cancels the import; later, a
running hub goes on with it within a minute, unless it is cancelled with
DELETE /v2/imports/<id>. The exit code is 1 if rows were refused, and 130 after
Ctrl+C. A file in which nothing is recognised is refused with what it is. With
--dry-run, the columns of a table are printed with what each becomes.`

async function importProducts(
  terminal: Terminal,
  file: string,
  options: Options,
  command: EntrepotCommand,
): Promise<void> {
  const handle = await openInput(file, command)
  let report: Report | undefined
  try {
    report = await openReport(options.report, command)
    await withDatabase(terminal, async (database) => {
      const done = await run(database, terminal, handle, wantedOf(file, options))
      if (done === undefined) return
      printOutcome(command, done, toRow)
      if (isRefusal(done)) return
      printSummary(terminal, done)
      if (report !== undefined) await report.write(database, options.customer, done)
      else await printErrors(database, terminal, options.customer, done)
      if (done.FailedCount > 0 || done.Status !== 'done') terminal.exitCode = 1
    })
  } finally {
    await handle.close()
    await report?.close()
  }
}

function wantedOf(file: string, options: Options): Wanted {
  const { customer, mapping, saveMapping, dryRun, source, complete, confirmDeactivation } = options
  const said = { fileName: basename(file), dryRun, source, complete, confirmDeactivation }
  return {
    file,
    customerId: customer,
    query: definedOf<ImportQuery>({ ...readOptionsOf(options), ...said }),
    how: { ...definedOf<ColumnOptions>({ mapping, dryRun }), ...(saveMapping && { saveMapping }) },
  }
}

function readOptionsOf(options: Options) {
  const { format, encoding, delimiter, decimal, unmanagedStock, imageBase } = options
  // The option has the value true unless it is given, and then the file says it.
  const quotes = options.quotes === false ? false : undefined
  return { format, encoding, delimiter, quotes, decimal, unmanagedStock, imageBase }
}

/** As the query of POST /v2/imports. */
function parseStock(text: string): string {
  if (/^(available:)?[0-9]{1,9}$/.test(text)) return text
  throw new InvalidArgumentError('It must be a number such as 100, or available:100.')
}

/** An import as the options say it. */
interface Wanted {
  readonly file: string
  readonly customerId: string
  readonly query: ImportQuery
  readonly how: ColumnOptions
}

/** Returns undefined if the user has interrupted it. */
async function run(
  database: Database,
  terminal: Terminal,
  handle: FileHandle,
  { file, customerId, query, how }: Wanted,
): Promise<ImportResponse | Refusal | undefined> {
  const customer = await findCustomer(database, customerId)
  if (isRefusal(customer)) return customer
  const mapping = await findColumns({ database, customer, terminal }, file, how, query)
  if (isRefusal(mapping)) return mapping
  const whole = { ...query, ...definedOf<ImportQuery>({ mapping }) }
  const done = await apply(database, terminal, handle, { customer, query: whole })
  return isRefusal(done) ? nameColumns(done) : done
}

async function apply(
  database: Database,
  terminal: Terminal,
  handle: FileHandle,
  { customer, query }: { readonly customer: Customer; readonly query: ImportQuery },
): Promise<ImportResponse | Refusal | undefined> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  const show = showProgress(terminal)
  let last: ImportResponse | undefined
  try {
    const content = handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>
    return await importFile(database, { customer, actor: SYSTEM }, content, {
      query,
      signal: stop.signal,
      onProgress: (state) => {
        last = state
        show(state)
      },
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
    terminal.stderr.write(`\n${explainInterruption(last)}\n`)
    terminal.exitCode = 130
    return undefined
  } finally {
    process.off('SIGINT', onSignal)
    if (terminal.stderr.isTTY) terminal.stderr.write('\r\u001b[2K')
  }
}

function explainInterruption(last: ImportResponse | undefined): string {
  if (last === undefined) return 'The import was interrupted. Nothing of the file is stored.'
  return `The import was interrupted. A running hub goes on with it within a minute, unless it is cancelled with DELETE /v2/imports/${last.Id}.`
}

/** Shows how much of the file was applied, in one line of a terminal. */
function showProgress({ stderr }: Terminal): (state: ImportResponse) => void {
  return ({ Bytes, AppliedBytes, CreatedCount, UpdatedCount, UnchangedCount, FailedCount }) => {
    if (!stderr.isTTY) return
    const percent = Math.floor((AppliedBytes / Math.max(Bytes, 1)) * 100)
    stderr.write(
      `\r\u001b[2K${percent}%: ${CreatedCount} created, ${UpdatedCount} changed, ${UnchangedCount} unchanged, ${FailedCount} refused`,
    )
  }
}

function toRow(done: ImportResponse): object {
  return {
    import: done.Id,
    status: done.Status,
    format: done.Format,
    dryRun: done.IsDryRun,
    created: done.CreatedCount,
    changed: done.UpdatedCount,
    unchanged: done.UnchangedCount,
    skipped: done.SkippedCount,
    refused: done.FailedCount,
    ...(done.IsComplete && { deactivated: done.DeactivatedCount }),
    ...(done.Problem !== null && { problem: done.Problem }),
  }
}

/** Rows and reasons that are printed. */
const PRINTED = 10

const KINDS = { error: 'refused', skipped: 'left out', note: 'stored with a note' } as const

/** What holds for the file as a whole, and how often its rows report what. */
function printSummary({ stderr }: Terminal, { Notes, Reasons }: ImportResponse): void {
  for (const note of Notes) stderr.write(`${toPrintable(note)}\n`)
  // A row that is refused for a reason of its own is printed by itself.
  const counted = Reasons.filter(({ Kind, Count }) => Kind !== 'error' || Count > 1)
  for (const { Kind, Message, Count } of counted.slice(0, PRINTED)) {
    stderr.write(
      `${Count} ${Count === 1 ? 'row' : 'rows'} ${KINDS[Kind]}: ${toPrintable(Message)}\n`,
    )
  }
}

async function printErrors(
  database: Database,
  { stderr }: Terminal,
  customerId: string,
  { Id, FailedCount }: ImportResponse,
): Promise<void> {
  const rows = await findFirstErrors(database, { customerId, importId: String(Id) }, PRINTED)
  for (const { line, reference, message } of rows) {
    const text = `Row ${line}${reference ? ` (${reference})` : ''} ${message}`
    stderr.write(`${toPrintable(text)}\n`)
  }
  const more = FailedCount - rows.length
  if (more > 0) stderr.write(`${more} more rows were refused: --report <file> writes them all.\n`)
}

type Report = Awaited<ReturnType<typeof openReport>>

/** The file of `--report`, which is opened before anything is stored. It is removed if there is nothing to report. */
async function openReport(file: string | undefined, command: EntrepotCommand) {
  if (file === undefined) return undefined
  const handle = await openOutput(file, command)
  let isWritten = false
  return {
    async write(database: Database, customerId: string, { Id }: ImportResponse): Promise<void> {
      isWritten = true
      const rows = writeReport(database, { customerId, importId: String(Id) })
      await pipeline(Readable.from(rows), handle.createWriteStream())
    },
    async close(): Promise<void> {
      await handle.close()
      if (!isWritten) await rm(file, { force: true })
    },
  }
}
