import { createCustomer, listCustomers } from '@entrepot/marketplace'
import { type Command, Option } from 'commander'
import { parseNumber } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface JsonOption {
  readonly json: boolean
}

interface CustomerOptions extends JsonOption {
  readonly name: string
  readonly currency: string
  readonly vat: number
  readonly unsellable: 'flag' | 'refuse'
}

const asJson = () => new Option('--json', 'print one line of JSON per row').default(false)

/** Adds `entrepot customers`. */
export function addCustomerCommands(program: Command, terminal: Terminal): void {
  const customers = program.command('customers').description('manage customers (merchants)')
  customers
    .command('create')
    .description('create a customer')
    .requiredOption('--name <name>', 'name of the merchant')
    .requiredOption('--currency <code>', 'base currency, ISO 4217, such as EUR')
    .requiredOption(
      '--vat <percent>',
      'VAT rate of products without a rate of their own, such as 21',
      parseNumber,
    )
    .addOption(
      new Option(
        '--unsellable <what>',
        'treatment of an order with a line that cannot be sold: flag it for correction, or refuse it',
      )
        .choices(['flag', 'refuse'])
        .default('flag'),
    )
    .addOption(asJson())
    .action(async ({ name, currency, vat, unsellable, json }: CustomerOptions) => {
      const input = {
        name,
        baseCurrency: currency,
        defaultVatRate: vat,
        unsellableLines: unsellable,
      }
      const customer = await withDatabase(terminal, (database) => createCustomer(database, input))
      printOutcome(terminal, customer, json, (done) => ({ ...done }))
    })
  customers
    .command('list')
    .description('list the customers')
    .addOption(asJson())
    .action(async ({ json }: JsonOption) => {
      const rows = await withDatabase(terminal, listCustomers)
      printRows(
        terminal,
        rows.map((row) => ({ ...row })),
        json,
      )
    })
}
