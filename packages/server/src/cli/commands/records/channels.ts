import {
  type ChannelChange,
  changeSettings,
  createChannel,
  getSettings,
  getSyncStatus,
  isRefusal,
  listSettings,
  resetChannel,
  type SelectionRule,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { ofCustomer } from '../../terminal/of-customer.ts'
import { parseChannelId } from '../../terminal/parse.ts'
import { printOutcome, printRowsOr } from '../../terminal/print.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface ChannelOptions {
  readonly customer: string
}

interface CreateOptions extends ChannelOptions {
  readonly name: string
  readonly mode: 'flat' | 'grouped'
  readonly canShipPartialOrderLines: boolean
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

/** Adds `entrepot channels`. Channels are printed as /v2 answers them. */
export function addChannelCommands(program: EntrepotCommand, terminal: Terminal): void {
  const channels = program.command('channels').description('manage the channels of a customer')
  channels
    .ofCustomer('create', 'create a channel')
    .needs('--name <name>', 'name of the channel')
    .addOption(modeOption().default('flat'))
    .option('--no-can-ship-partial-order-lines', 'each order line must be shipped as a whole')
    .formerly('no-partial-lines', 'no-can-ship-partial-order-lines')
    .example("channels create --customer 2 --name 'Web shop' --mode flat")
    .action(async (options: CreateOptions, command: EntrepotCommand) => {
      await create(terminal, command, options)
    })

  channels
    .ofCustomer('list', 'list the channels with their settings')
    .example('channels list --customer 2')
    .action(async ({ customer }: ChannelOptions, command: EntrepotCommand) => {
      const rows = await withDatabase(terminal, (database) =>
        ofCustomer(database, customer, () => listSettings(database, customer)),
      )
      printRowsOr(terminal, command, rows)
    })

  addSet(
    channels.ofCustomer('set', 'change the settings of a channel that are given as options'),
    terminal,
  )

  channels
    .ofCustomer('reset', 'send all products to a channel again, after it has lost them')
    .argument('<id>', 'id of the channel', parseChannelId)
    .example('channels reset 3 --customer 2')
    .action(async (channelId: number, { customer }: ChannelOptions, command: EntrepotCommand) => {
      const ids = { customerId: customer, channelId }
      const refusal = await withDatabase(terminal, (database) => resetChannel(database, ids))
      printOutcome(terminal, command, refusal, () => ({ Id: channelId, IsReset: true }))
    })

  channels
    .ofCustomer('status', 'show how many products wait to be sent to a channel')
    .argument('<id>', 'id of the channel', parseChannelId)
    .example('channels status 3 --customer 2')
    .action(async (channelId: number, { customer }: ChannelOptions, command: EntrepotCommand) => {
      const ids = { customerId: customer, channelId }
      const status = await withDatabase(terminal, (database) => getSyncStatus(database, ids))
      printOutcome(terminal, command, status, (done) => done)
    })
}

function addSet(command: EntrepotCommand, terminal: Terminal): void {
  command
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
    .example(
      "channels set 3 --customer 2 --brands Acme Bolt --categories 'Home > Kitchen'",
      'channels set 3 --customer 2 --everything --mode grouped --offers-in-data',
    )
    .action(async (channelId: number, options: SetOptions, command: EntrepotCommand) => {
      const ids = { customerId: options.customer, channelId }
      const changed = await withDatabase(terminal, (database) =>
        changeSettings(database, ids, changeOf(options)),
      )
      printOutcome(terminal, command, changed, (done) => done)
    })
}

async function create(
  terminal: Terminal,
  command: EntrepotCommand,
  { customer, name, mode, canShipPartialOrderLines }: CreateOptions,
): Promise<void> {
  const input = { name, mode, canShipPartialOrderLines }
  const channel = await withDatabase(terminal, async (database) => {
    const created = await createChannel(database, customer, input)
    if (isRefusal(created)) return created
    return await getSettings(database, { customerId: customer, channelId: created.channelId })
  })
  printOutcome(terminal, command, channel, (done) => done)
}

function changeOf(options: SetOptions): ChannelChange {
  const { mode, offersInData } = options
  const selection = selectionOf(options)
  return {
    ...(mode && { Mode: mode }),
    ...(offersInData !== undefined && { OffersInData: offersInData }),
    ...(selection !== undefined && { Selection: selection }),
  }
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
