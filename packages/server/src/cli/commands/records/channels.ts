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
import { definedOf } from '../../terminal/defined.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import type { OfCustomer } from '../../terminal/of-customer.ts'
import { parseChannelId } from '../../terminal/parse.ts'

interface CreateOptions extends OfCustomer {
  readonly name: string
  readonly mode: 'flat' | 'grouped'
  readonly canShipPartialOrderLines: boolean
}

interface SetOptions extends OfCustomer {
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
export function addChannelCommands(program: EntrepotCommand): void {
  const channels = program.command('channels').description('manage the channels of a customer')
  channels
    .ofCustomer('create', 'create a channel')
    .needs('--name <name>', 'name of the channel')
    .addOption(modeOption().default('flat'))
    .option('--no-can-ship-partial-order-lines', 'each order line must be shipped as a whole')
    .formerly('no-partial-lines', 'no-can-ship-partial-order-lines')
    .example("channels create --customer 2 --name 'Web shop' --mode flat")
    .action(async (options: CreateOptions, command: EntrepotCommand) => {
      const { customer, name, mode, canShipPartialOrderLines } = options
      await command.report(async (database) => {
        const input = { name, mode, canShipPartialOrderLines }
        const created = await createChannel(database, customer, input)
        if (isRefusal(created)) return created
        const { channelId } = created
        return await getSettings(database, { customerId: customer, channelId })
      })
    })

  channels
    .ofCustomer('list', 'list the channels with their settings')
    .example('channels list --customer 2')
    .action(async (_: object, command: EntrepotCommand) => {
      await command.reportOf((database, { customerId }) => listSettings(database, customerId))
    })

  addSet(channels.ofCustomer('set', 'change the settings of a channel that are given as options'))

  channels
    .ofCustomer('reset', 'send all products to a channel again, after it has lost them')
    .argument('<id>', 'id of the channel', parseChannelId)
    .example('channels reset 3 --customer 2')
    .action(async (channelId: number, { customer }: OfCustomer, command: EntrepotCommand) => {
      const ids = { customerId: customer, channelId }
      await command.report(
        (database) => resetChannel(database, ids),
        () => ({ Id: channelId, IsReset: true }),
      )
    })

  channels
    .ofCustomer('status', 'show how many products wait to be sent to a channel')
    .argument('<id>', 'id of the channel', parseChannelId)
    .example('channels status 3 --customer 2')
    .action(async (channelId: number, { customer }: OfCustomer, command: EntrepotCommand) => {
      const ids = { customerId: customer, channelId }
      await command.report((database) => getSyncStatus(database, ids))
    })
}

function addSet(command: EntrepotCommand): void {
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
      await command.report((database) => changeSettings(database, ids, changeOf(options)))
    })
}

function changeOf(options: SetOptions): ChannelChange {
  const { mode: Mode, offersInData: OffersInData } = options
  return definedOf<ChannelChange>({ Mode, OffersInData, Selection: selectionOf(options) })
}

/** The selection of the options. Undefined if no option is about it. */
function selectionOf(options: SetOptions): SelectionRule | null | undefined {
  const { brands: Brands, categories: Categories, products: Products, everything } = options
  if (everything) return null
  const rule = definedOf<SelectionRule>({ Brands, Categories, Products })
  return Object.keys(rule).length === 0 ? undefined : rule
}
