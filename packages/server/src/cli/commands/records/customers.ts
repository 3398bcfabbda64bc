import {
  type CustomerChange,
  changeCustomer,
  createCustomer,
  listCustomers,
  type NewCustomer,
  setCustomerActive,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { parseId, parseNumber } from '../../terminal/parse.ts'
import { printOutcome, printRows } from '../../terminal/print.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'

const TEXTS = {
  name: 'name of the merchant',
  baseCurrency: 'base currency, ISO 4217, such as EUR',
  handlingDays: 'days from the date of an order until it is to be shipped',
  defaultVatRate: 'VAT rate of products without a rate of their own, such as 21',
}

const unsellableLines = () =>
  new Option(
    '--unsellable-lines <what>',
    'treatment of an order with a line that cannot be sold: flag it for correction, or refuse it',
  ).choices(['flag', 'refuse'])

const stockKeeper = () =>
  new Option(
    '--stock-keeper <who>',
    'who keeps the stock: the merchant tells counts, the hub follows shipments and returns, or none',
  ).choices(['merchant', 'hub', 'none'])

/** Adds `entrepot customers`. */
export function addCustomerCommands(program: EntrepotCommand, terminal: Terminal): void {
  const customers = program.command('customers').description('manage customers (merchants)')
  customers
    .command('create')
    .description('create a customer')
    .needs('--name <name>', TEXTS.name)
    .needs('--base-currency <code>', TEXTS.baseCurrency)
    .needs('--default-vat-rate <percent>', TEXTS.defaultVatRate, parseNumber)
    .addOption(unsellableLines().default('flag'))
    .option('--handling-days <days>', `${TEXTS.handlingDays}; 2 when left out`, parseNumber)
    .addOption(stockKeeper().default('merchant'))
    .formerly('currency', 'base-currency')
    .formerly('vat', 'default-vat-rate')
    .formerly('unsellable', 'unsellable-lines')
    .printsJson()
    .example("customers create --name 'Corner Shop' --base-currency EUR --default-vat-rate 21")
    .action(async (options: NewCustomer, command: EntrepotCommand) => {
      const { name, baseCurrency, defaultVatRate, unsellableLines, handlingDays, stockKeeper } =
        options
      const input = {
        name,
        baseCurrency,
        defaultVatRate,
        ...(unsellableLines && { unsellableLines }),
        ...(handlingDays !== undefined && { handlingDays }),
        ...(stockKeeper && { stockKeeper }),
      }
      const customer = await withDatabase(terminal, (database) => createCustomer(database, input))
      printOutcome(terminal, command, customer, (done) => done)
    })
  customers
    .command('list')
    .description('list the customers')
    .printsJson()
    .example('customers list', 'customers list --json')
    .action(async (_: object, command: EntrepotCommand) => {
      printRows(terminal, command, await withDatabase(terminal, listCustomers))
    })
  customers
    .command('rename')
    .description('change the name of a customer')
    .argument('<id>', 'id of the customer', parseId)
    .argument('<name>', TEXTS.name)
    .printsJson()
    .example("customers rename 2 'Corner Shop Ltd'")
    .action(async (id: string, name: string, _: object, command: EntrepotCommand) => {
      await change(terminal, command, id, { name })
    })
  customers
    .command('set')
    .description('change the settings of a customer that are given as options')
    .argument('<id>', 'id of the customer', parseId)
    .option('--name <name>', TEXTS.name)
    .option('--base-currency <code>', `${TEXTS.baseCurrency}; only before the first order`)
    .option(
      '--default-vat-rate <percent>',
      `${TEXTS.defaultVatRate}; applies to new order lines`,
      parseNumber,
    )
    .addOption(unsellableLines())
    .option('--handling-days <days>', TEXTS.handlingDays, parseNumber)
    .addOption(stockKeeper())
    .printsJson()
    .example('customers set 2 --unsellable-lines refuse', 'customers set 2 --default-vat-rate 9')
    .action(async (id: string, options: CustomerChange, command: EntrepotCommand) => {
      const { json: _, ...input } = options as CustomerChange & { json: boolean }
      await change(terminal, command, id, input)
    })
  addActivity(customers, terminal)
}

function addActivity(customers: EntrepotCommand, terminal: Terminal): void {
  const command = (name: string, description: string, isActive: boolean) =>
    customers
      .command(name)
      .description(description)
      .argument('<id>', 'id of the customer', parseId)
      .printsJson()
      .example(`customers ${name} 2`)
      .action(async (id: string, _: object, command: EntrepotCommand) => {
        const customer = await withDatabase(terminal, (database) =>
          setCustomerActive(database, id, isActive),
        )
        printOutcome(terminal, command, customer, (done) => done)
      })
  command(
    'disable',
    'refuse the keys, members and agents of a customer within a second; its data is kept',
    false,
  )
  command('enable', 'end what disable began: the keys and members work again', true)
}

async function change(
  terminal: Terminal,
  command: EntrepotCommand,
  id: string,
  input: CustomerChange,
): Promise<void> {
  const customer = await withDatabase(terminal, (database) => changeCustomer(database, id, input))
  printOutcome(terminal, command, customer, (done) => done)
}
