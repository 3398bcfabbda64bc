import {
  type CustomerChange,
  changeCustomer,
  createCustomer,
  listCustomers,
  type NewCustomer,
  setCustomerActive,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import { definedOf } from '../../terminal/defined.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { parseId, parseNumber } from '../../terminal/parse.ts'
import { addMoveCommands } from '../hub/customer-moves.ts'
import { addStockOptions, type StockOptions, stockSettings } from './customer-stock.ts'

const TEXTS = {
  name: 'name of the merchant',
  baseCurrency: 'base currency, ISO 4217, such as EUR',
  handlingDays: 'days from the date of an order until it is to be shipped',
  timeZone: 'time zone of its days, IANA, such as Europe/Amsterdam',
  defaultVatRate: 'VAT rate of products without a rate of their own, such as 21',
}

const unsellableLines = () =>
  new Option(
    '--unsellable-lines <what>',
    'treatment of an order with a line that cannot be sold: flag it for correction, or refuse it',
  ).choices(['flag', 'refuse'])

type SetOptions = Omit<CustomerChange, 'countsExclude'> & StockOptions & { readonly json?: boolean }

/** Adds `entrepot customers`. */
export function addCustomerCommands(program: EntrepotCommand): void {
  const customers = program.command('customers').description('manage customers (merchants)')
  addCreate(customers)
  customers
    .command('list')
    .description('list the customers')
    .printsJson()
    .example('customers list', 'customers list --json')
    .action(async (_: object, command: EntrepotCommand) => {
      await command.report(listCustomers)
    })
  customers
    .command('rename')
    .description('change the name of a customer')
    .argument('<id>', 'id of the customer', parseId)
    .argument('<name>', TEXTS.name)
    .printsJson()
    .example("customers rename 2 'Corner Shop Ltd'")
    .action(async (id: string, name: string, _: object, command: EntrepotCommand) => {
      await command.report((database) => changeCustomer(database, id, { name }))
    })
  addSet(customers)
  addActivity(customers)
  addMoveCommands(customers)
}

function addCreate(customers: EntrepotCommand): void {
  const create = customers
    .command('create')
    .description('create a customer')
    .needs('--name <name>', TEXTS.name)
    .needs('--base-currency <code>', TEXTS.baseCurrency)
    .needs('--default-vat-rate <percent>', TEXTS.defaultVatRate, parseNumber)
    .addOption(unsellableLines().default('flag'))
    .option('--handling-days <days>', `${TEXTS.handlingDays}; 2 when left out`, parseNumber)
    .option('--time-zone <name>', `${TEXTS.timeZone}; UTC when left out`)
  addStockOptions(create)
    .formerly('currency', 'base-currency')
    .formerly('vat', 'default-vat-rate')
    .formerly('unsellable', 'unsellable-lines')
    .printsJson()
    .example("customers create --name 'Corner Shop' --base-currency EUR --default-vat-rate 21")
    .action(async (options: NewCustomer & StockOptions, command: EntrepotCommand) => {
      const { name, baseCurrency, defaultVatRate } = options
      const { unsellableLines, handlingDays, timeZone = '' } = options
      const input = definedOf<NewCustomer>({
        ...{ name, baseCurrency, defaultVatRate, unsellableLines, handlingDays },
        timeZone: timeZone || undefined,
        ...stockSettings(options),
      })
      await command.report((database) => createCustomer(database, input))
    })
}

function addSet(customers: EntrepotCommand): void {
  const set = customers
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
    .option('--time-zone <name>', TEXTS.timeZone)
  addStockOptions(set)
    .option('--country-iso <code>', 'country from which the customer sells, such as NL')
    .addOption(
      new Option(
        '--vat-rule <rule>',
        'VAT of orders: the rates of their products, or those of the country they are sent to',
      ).choices(['product', 'destination']),
    )
    .option('--zero-vat-for-businesses', 'no VAT for businesses in other countries of the VAT area')
    .option('--no-zero-vat-for-businesses', 'VAT for businesses in other countries, too')
    .printsJson()
    .example(
      'customers set 2 --unsellable-lines refuse',
      'customers set 2 --stock-keeper hub',
      'customers set 2 --vat-rule destination --country-iso NL',
    )
    .action(async (id: string, options: SetOptions, command: EntrepotCommand) => {
      const { json: _, stockLag: __, countsExclude: ___, ...others } = options
      await command.report((database) =>
        changeCustomer(database, id, { ...others, ...stockSettings(options) }),
      )
    })
}

function addActivity(customers: EntrepotCommand): void {
  const command = (name: string, description: string, isActive: boolean) =>
    customers
      .command(name)
      .description(description)
      .argument('<id>', 'id of the customer', parseId)
      .printsJson()
      .example(`customers ${name} 2`)
      .action(async (id: string, _: object, command: EntrepotCommand) => {
        await command.report((database) => setCustomerActive(database, id, isActive))
      })
  command(
    'disable',
    'refuse the keys, members and agents of a customer within a second; its data is kept',
    false,
  )
  command('enable', 'end what disable began: the keys and members work again', true)
}
