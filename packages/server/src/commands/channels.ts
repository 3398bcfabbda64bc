import {
  type ChannelChange,
  type ChannelIds,
  changeSettings,
  createChannel,
  getSyncStatus,
  listSettings,
  resetChannel,
  type SelectionRule,
} from '@entrepot/marketplace'
import { type Command, Option } from 'commander'
import { parseId } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
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
  new Option('--mode <mode>', 'flat: parents are ignored; grouped: parents are sent too').choices([
    'flat',
    'grouped',
  ])

/** Adds `entrepot channels`. */
export function addChannelCommands(program: Command): void {
  const channels = program
    .command('channels')
    .description('create, list, set, watch and reset channels of a customer')
  const command = (name: string, description: string) =>
    channels
      .command(name)
      .description(description)
      .requiredOption('--customer <id>', 'id of the customer', parseId)
      .addOption(new Option('--json', 'print JSON, a line each').default(false))

  command('create', 'create a channel')
    .requiredOption('--name <name>', 'name of the channel')
    .addOption(modeOption().default('flat'))
    .option('--no-partial-lines', 'order lines must be shipped whole')
    .action(async ({ customer, name, mode, partialLines, json }: CreateOptions) => {
      const input = { name, mode, canShipPartialOrderLines: partialLines }
      const channel = await withDatabase((database) => createChannel(database, customer, input))
      printOutcome(channel, json, (done) => ({ ...done }))
    })

  command('list', 'list the channels, and what each selects').action(
    async ({ customer, json }: ChannelOptions) => {
      const rows = await withDatabase((database) => listSettings(database, customer))
      printRows(
        rows.map((row) => ({ ...row, Selection: json ? row.Selection : textOf(row.Selection) })),
        json,
      )
    },
  )

  command('set', 'change what a channel gets; what is not named stays')
    .argument('<id>', 'id of the channel', parseId)
    .addOption(modeOption())
    .option('--offers-in-data', 'price and stock come with the product data too')
    .option('--no-offers-in-data', 'price and stock come as offers only')
    .option('--brands <brand...>', 'only products of these brands')
    .option('--categories <trail...>', "only products below these, such as 'Home > Kitchen'")
    .option('--products <reference...>', 'only these products; a parent stands for its children')
    .addOption(
      new Option('--everything', 'all products again').conflicts([
        'brands',
        'categories',
        'products',
      ]),
    )
    .action(set)

  command('reset', 'let a channel that has lost its products get them all again')
    .argument('<id>', 'id of the channel', parseId)
    .action(async (id: string, { customer, json }: ChannelOptions) => {
      const name = nameOf(customer, id)
      const refusal = await withDatabase((database) => resetChannel(database, name))
      printOutcome(refusal, json, () => ({ channelId: Number(id), reset: true }))
    })

  command('status', 'how far a channel is with its products')
    .argument('<id>', 'id of the channel', parseId)
    .action(async (id: string, { customer, json }: ChannelOptions) => {
      const name = nameOf(customer, id)
      const status = await withDatabase((database) => getSyncStatus(database, name))
      printOutcome(status, json, (done) => ({ ...done }))
    })
}

async function set(id: string, options: SetOptions): Promise<void> {
  const { mode, offersInData, customer, json } = options
  const selection = selectionOf(options)
  const change: ChannelChange = {
    ...(mode && { Mode: mode }),
    ...(offersInData !== undefined && { OffersInData: offersInData }),
    ...(selection !== undefined && { Selection: selection }),
  }
  const changed = await withDatabase((database) =>
    changeSettings(database, nameOf(customer, id), change),
  )
  printOutcome(changed, json, (done) => ({
    ...done,
    Selection: json ? done.Selection : textOf(done.Selection),
  }))
}

/** The selection that the options describe: undefined when they say nothing about it. */
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

function nameOf(customerId: string, id: string): ChannelIds {
  return { customerId, channelId: Number(id) }
}

function textOf(selection: SelectionRule | null): string {
  return selection === null ? 'everything' : JSON.stringify(selection)
}
