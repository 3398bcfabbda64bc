/** `entrepot export`. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '@entrepot/database'
import {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportName,
  findResumePlace,
  isRefusal,
  openExport,
  readFilter,
} from '@entrepot/marketplace'
import { Argument, Option } from 'commander'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { openOutput } from '../../terminal/files.ts'
import { ofCustomer } from '../../terminal/of-customer.ts'
import { type Pair, pairParser } from '../../terminal/parse.ts'
import { printOutcome } from '../../terminal/print.ts'
import { toPrintableLines } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface Options {
  readonly customer: string
  readonly format: ExportFormat
  readonly out?: string
  readonly resume?: boolean
  readonly filter?: readonly Pair[]
}

const FILTER = pairParser(/^(\w+)=(.*)$/s, 'status=NEW')

/** Adds `entrepot export`. */
export function addExportCommand(program: EntrepotCommand): void {
  const { terminal } = program
  const names = Object.keys(EXPORT_KINDS)
  program
    .command('export')
    .description('write products, orders, shipments, returns and more as CSV or NDJSON')
    .addArgument(new Argument('<kind>', 'what to export').choices(names))
    .needsCustomer()
    .addOption(
      new Option('--format <format>', 'format of the rows').choices(EXPORT_FORMATS).default('csv'),
    )
    .option('--out <file>', 'file to write, which must not exist (default: standard output)')
    .option('--resume', 'continue the file of an export that was interrupted')
    .option('--filter <name=value...>', 'filters of GET /v2/exports, such as status=NEW', FILTER)
    .addHelpText(
      'after',
      `
The rows are those of GET /v2/exports/<kind>, in pages, while the hub runs. In
CSV, an apostrophe stands before each text that a spreadsheet would take for a
formula; an import of products removes it.`,
    )
    .example(
      'export products --customer 2 --out products.csv',
      'export orders --customer 2 --filter status=NEW updatedSince=2026-11-01T00:00:00Z',
      'export returns --customer 2 --filter status=ON_THE_WAY --out returns.csv',
      'export order-lines --customer 2 --format ndjson --out lines.ndjson --resume',
    )
    .action(async (name: ExportName, options: Options, command: EntrepotCommand) => {
      const filter = readFilter(name, groupFilters(options.filter ?? []))
      if (isRefusal(filter)) {
        printOutcome(command, filter)
        return
      }
      const { out, resume, format, customer } = options
      const wanted = { name, format, filter }
      const write = async (database: Database) => {
        if (out === undefined) {
          await print(terminal, await openExport(database, customer, wanted))
          return
        }
        const file = await openOutput(out, command, resume ? { flags: 'a' } : NEW)
        const after = resume ? await cutFile(out, format) : undefined
        const rows = await openExport(database, customer, { ...wanted, after })
        await pipeline(rows, file.createWriteStream())
      }
      const refusal = await withDatabase(terminal, (database) =>
        ofCustomer(database, customer, () => write(database)),
      )
      if (isRefusal(refusal)) printOutcome(command, refusal)
    })
}

const NEW = { hint: ', or continue it with --resume' }

/** Removes what may be incomplete. Returns the place after which the rows go on. */
async function cutFile(file: string, format: ExportFormat): Promise<string | undefined> {
  const { bytes, after } = await findResumePlace(createReadStream(file), format)
  await truncate(file, bytes)
  return after
}

async function print({ stdout }: Terminal, rows: Readable): Promise<void> {
  for await (const text of rows.setEncoding('utf8')) {
    // Into a file or another command, the rows go as they are.
    const shown = stdout.isTTY ? toPrintableLines(text.replaceAll('\r\n', '\n')) : text
    if (stdout.write(shown) === false) await once(stdout as unknown as NodeJS.EventEmitter, 'drain')
  }
}

function groupFilters(filters: readonly Pair[]): Record<string, string[]> {
  const groups = Object.groupBy(filters, ([name]) => name)
  return Object.fromEntries(
    Object.entries(groups).map(([name, all = []]) => [name, all.map(([, value]) => value)]),
  )
}
