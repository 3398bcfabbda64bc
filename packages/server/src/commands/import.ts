/** `entrepot import`. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@entrepot/database'
import {
  getCustomers,
  IMPORT_FORMATS,
  type ImportQuery,
  type ImportResponse,
  importFile,
  isRefusal,
  type Refusal,
  refuse,
  SYSTEM,
  writeReport,
} from '@entrepot/marketplace'
import { Argument, InvalidArgumentError, Option } from 'commander'
import type { EntrepotCommand } from './entrepot-command.ts'
import { parseId } from './parse.ts'
import { printOutcome } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface Options extends Pick<ImportQuery, 'format' | 'dryRun' | 'unmanagedStock' | 'imageBase'> {
  readonly customer: string
  readonly report?: string
}

/** Adds `entrepot import`. */
export function addImportCommand(program: EntrepotCommand, terminal: Terminal): void {
  program
    .command('import')
    .description('create and change products from a file of a shop')
    .addArgument(new Argument('<kind>', 'what to import').choices(['products']))
    .argument('<file>', 'CSV, NDJSON, or a feed of Google Merchant')
    .needs('--customer <id>', 'id of the customer (see entrepot customers list)', parseId)
    .addOption(
      new Option('--format <format>', 'format of the file (recognised)').choices(IMPORT_FORMATS),
    )
    .option('--dry-run', 'report what the import would do, and store nothing')
    .option(
      '--unmanaged-stock <stock>',
      'stock of products that the shop does not count: a number, or available:<number>',
      parseStock,
    )
    .option('--image-base <url>', 'address that relative paths of images belong to')
    .option('--report <file>', 'file for the rows that were refused or skipped, as CSV')
    .printsJson()
    .addHelpText(
      'after',
      `
A bad row does not prevent the others from being stored, and a repeated import
changes nothing. After Ctrl+C, a running hub goes on within a minute; cancel
the import with DELETE /v2/imports/<id>. The exit code is 1 if rows were
refused.`,
    )
    .example(
      'import products products.csv --customer 2 --dry-run',
      'import products shopify.csv --customer 2 --report refused.csv',
    )
    .action(async (_: string, file: string, options: Options, command: EntrepotCommand) => {
      const { report } = options
      if (!existsSync(file)) command.error(`error: There is no file ${file}.`)
      if (report !== undefined && existsSync(report))
        command.error(`error: ${report} exists. Name another file.`)
      await withDatabase(terminal, async (database) => {
        const done = await run(database, terminal, file, options)
        printOutcome(terminal, command, done, toRow)
        if (isRefusal(done)) return
        if (report !== undefined) await writeRows(database, options.customer, done, report)
        if (done.FailedCount > 0 || done.Status !== 'done') terminal.exitCode = 1
      })
    })
}

/** As the query of POST /v2/imports. */
function parseStock(text: string): string {
  if (/^(available:)?[0-9]{1,9}$/.test(text)) return text
  throw new InvalidArgumentError('It must be a number such as 100, or available:100.')
}

async function run(
  database: Database,
  terminal: Terminal,
  file: string,
  { customer: customerId, report: _, ...query }: Options,
): Promise<ImportResponse | Refusal> {
  const [customer] = await getCustomers(database, [customerId])
  if (customer === undefined)
    return refuse('MARKET_NOT_FOUND', `There is no customer ${customerId}.`)
  const stop = new AbortController()
  const onSignal = () => stop.abort(new Error('The import was interrupted.'))
  process.once('SIGINT', onSignal)
  try {
    return await importFile(
      database,
      { customer, actor: SYSTEM },
      createReadStream(file) as AsyncIterable<Buffer>,
      {
        query: { ...query, fileName: basename(file) },
        signal: stop.signal,
        onProgress: showProgress(terminal),
      },
    )
  } finally {
    process.off('SIGINT', onSignal)
    if (terminal.stderr.isTTY) terminal.stderr.write('\r\u001b[2K')
  }
}

/** Shows how much of the file was applied, in one line of a terminal. */
function showProgress({ stderr }: Terminal): (state: ImportResponse) => void {
  return ({ Bytes, AppliedBytes, CreatedCount, UpdatedCount, UnchangedCount, FailedCount }) => {
    if (!stderr.isTTY) return
    const percent = Math.floor((AppliedBytes / Math.max(Bytes, 1)) * 100)
    stderr.write(
      `\r\u001b[2K${percent} %: ${CreatedCount} created, ${UpdatedCount} changed, ${UnchangedCount} unchanged, ${FailedCount} refused`,
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
    ...(done.Problem !== null && { problem: done.Problem }),
  }
}

async function writeRows(
  database: Database,
  customerId: string,
  { Id }: ImportResponse,
  file: string,
): Promise<void> {
  const rows = writeReport(database, { customerId, importId: String(Id) })
  await pipeline(Readable.from(rows), createWriteStream(file, { flags: 'wx' }))
}
