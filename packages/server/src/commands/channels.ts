import {
  type ChannelChange,
  changeSettings,
  createChannel,
  getSyncStatus,
  listSettings,
  resetChannel,
  type SelectionRule,
} from '@entrepot/marketplace'
import { type Command, Option } from 'commander'
import { parseChannelId, parseId } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface ChannelOptions {
  readonly customer: string
  readonly json: boolean
}

interface CreateOptions extends ChannelOptions {
  readonly name: string
  readonly mode: 'flat' | 'grouped'
  readonly partialLines: boolean
}

interface SetOptions extends ChannelOptions {
  readonly mode?: 'flat' | 'grouped'
  readonly offersInData?: boolean
  readonly brands?: readonly string[]
  readonly categories?: readonly string[]
  readonly products?: readonly string[]
  readonly everything?: boolean
}

const modeOption = () =>
  new Option(
    '--mode <mode>',
    'flat: without parent products; grouped: with parent products',
  ).choices(['flat', 'grouped'])

/** Adds `entrepot channels`. */
export function addChannelCommands(program: Command, terminal: Terminal): void {
  const channels = program.command('channels').description('manage the channels of a customer')
  const command = (name: string, description: string) =>
    channels
      .command(name)
      .description(description)
      .requiredOption('--customer <id>', 'id of the customer', parseId)
      .addOption(new Option('--json', 'print one line of JSON per row').default(false))

  command('create', 'create a channel')
    .requiredOption('--name <name>', 'name of the channel')
    .addOption(modeOption().default('flat'))
    .option('--no-partial-lines', 'each order line must be shipped as a whole')
    .action(async ({ customer, name, mode, partialLines, json }: CreateOptions) => {
      const input = { name, mode, canShipPartialOrderLines: partialLines }
      const channel = await withDatabase(terminal, (database) =>
        createChannel(database, customer, input),
      )
      printOutcome(terminal, channel, json, (done) => ({ ...done }))
    })

  command('list', 'list the channels with their settings').action(
    async ({ customer, json }: ChannelOptions) => {
      const rows = await withDatabase(terminal, (database) => listSettings(database, customer))
      printRows(
        terminal,
        rows.map((row) => ({ ...row, Selection: json ? row.Selection : textOf(row.Selection) })),
        json,
      )
    },
  )

  command('set', 'change the settings of a channel that are given as options')
    .argument('<id>', 'id of the channel', parseChannelId)
    .addOption(modeOption())
    .option('--offers-in-data', 'send price and stock with the product data too')
    .option('--no-offers-in-data', 'send price and stock as offers only')
    .option('--brands <brand...>', 'select products of these brands only')
    .option(
      '--categories <trail...>',
      "select products of these categories only, such as 'Home > Kitchen'",
    )
    .option(
      '--products <reference...>',
      'select these products only; a parent includes its children',
    )
    .addOption(
      new Option('--everything', 'select all products').conflicts([
        'brands',
        'categories',
        'products',
      ]),
    )
    .action(
      async (channelId: number, options: SetOptions) => await set(terminal, channelId, options),
    )

  command('reset', 'send all products to a channel again, after it has lost them')
    .argument('<id>', 'id of the channel', parseChannelId)
    .action(async (channelId: number, { customer, json }: ChannelOptions) => {
      const ids = { customerId: customer, channelId }
      const refusal = await withDatabase(terminal, (database) => resetChannel(database, ids))
      printOutcome(terminal, refusal, json, () => ({ channelId, reset: true }))
    })

  command('status', 'show how many products wait to be sent to a channel')
    .argument('<id>', 'id of the channel', parseChannelId)
    .action(async (channelId: number, { customer, json }: ChannelOptions) => {
      const ids = { customerId: customer, channelId }
      const status = await withDatabase(terminal, (database) => getSyncStatus(database, ids))
      printOutcome(terminal, status, json, (done) => ({ ...done }))
    })
}

async function set(terminal: Terminal, channelId: number, options: SetOptions): Promise<void> {
  const { mode, offersInData, customer, json } = options
  const selection = selectionOf(options)
  const change: ChannelChange = {
    ...(mode && { Mode: mode }),
    ...(offersInData !== undefined && { OffersInData: offersInData }),
    ...(selection !== undefined && { Selection: selection }),
  }
  const changed = await withDatabase(terminal, (database) =>
    changeSettings(database, { customerId: customer, channelId }, change),
  )
  printOutcome(terminal, changed, json, (done) => ({
    ...done,
    Selection: json ? done.Selection : textOf(done.Selection),
  }))
}

/** The selection of the options. Undefined if no option is about it. */
function selectionOf(options: SetOptions): SelectionRule | null | undefined {
  const { brands, categories, products, everything } = options
  if (everything) return null
  const rule = {
    ...(brands && { Brands: brands }),
    ...(categories && { Categories: categories }),
    ...(products && { Products: products }),
  }
  return Object.keys(rule).length === 0 ? undefined : rule
}

function textOf(selection: SelectionRule | null): string {
  return selection === null ? 'everything' : JSON.stringify(selection)
}
