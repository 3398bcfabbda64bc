/** `entrepot vat-rates`. */
import {
  EU_VAT_RATES,
  importVatRates,
  isRefusal,
  listVatRates,
  type Refusal,
  toVatRatesCsv,
  type VatRateItem,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { readInput } from '../../terminal/files.ts'
import { ofCustomer } from '../../terminal/of-customer.ts'
import { parseId } from '../../terminal/parse.ts'
import { printOutcome } from '../../terminal/print.ts'
import { toPrintableLines } from '../../terminal/printable.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface ExportOptions {
  readonly customer?: string
  readonly eu?: boolean
}

/** Adds `entrepot vat-rates`. */
export function addVatRateCommands(program: EntrepotCommand): void {
  const rates = program.command('vat-rates').description('manage the VAT rates by country')
  rates
    .command('import')
    .description('replace the VAT rates of a customer by those of a CSV file')
    .argument('<file>', 'CSV with the columns CountryIso, VatClass and Rate')
    .needs('--customer <id>', 'id of the customer', parseId)
    .printsJson()
    .addHelpText(
      'after',
      `
The rates decide the VAT of orders of a customer whose VAT rule is 'destination'
(entrepot customers set). Orders that are stored keep theirs.`,
    )
    .example('vat-rates import vat-rates.csv --customer 2')
    .action(async (file: string, options: { customer: string }, command: EntrepotCommand) => {
      const text = await readInput(file, command)
      await command.report((database) => importVatRates(database, options.customer, text))
    })
  rates
    .command('export')
    .description('write VAT rates as CSV')
    .option('--customer <id>', 'id of the customer', parseId)
    .addOption(
      new Option(
        '--eu',
        `the rates of the European Union on ${EU_VAT_RATES.Date}: verify them before you import them`,
      ).conflicts('customer'),
    )
    .example('vat-rates export --customer 2', 'vat-rates export --eu')
    .action(async ({ customer, eu }: ExportOptions, command: EntrepotCommand) => {
      let found: readonly VatRateItem[] | Refusal
      if (eu) found = EU_VAT_RATES.Rates
      else if (customer === undefined) command.error('error: Name --customer <id>, or --eu.')
      else
        found = await withDatabase(command.terminal, (database) =>
          ofCustomer(database, customer, () => listVatRates(database, customer)),
        )
      if (isRefusal(found)) printOutcome(command, found)
      else command.terminal.stdout.write(toPrintableLines(toVatRatesCsv(found)))
    })
}
