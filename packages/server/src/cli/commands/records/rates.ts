/** `entrepot rates`. */
import {
  fetchEcbRates,
  importRates,
  listRates,
  type RateResponse,
  type StoredEcbRates,
  storeEcbRates,
} from '@entrepot/marketplace'
import { readConfig } from '../../../config/config.ts'
import { ConfigError } from '../../../config/problems.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { readInput } from '../../terminal/files.ts'
import { parseId } from '../../terminal/parse.ts'

interface ImportOptions {
  readonly customer?: string
}

interface ListOptions {
  readonly currency?: string
  readonly from?: string
  readonly to?: string
}

/** Rates in one read of the list. */
const PAGE = 1_000

/** Adds `entrepot rates`. */
export function addRateCommands(program: EntrepotCommand): void {
  const rates = program.command('rates').description('manage exchange rates')
  rates
    .command('import')
    .description('store the exchange rates of a file')
    .argument('<file>', 'CSV of a customer, or a file of the European Central Bank')
    .option('--customer <id>', 'id of the customer whose own rates the file contains', parseId)
    .printsJson()
    .addHelpText(
      'after',
      `
With --customer, the file is CSV with the columns CurrencyCode, Date and Rate:
units of the base currency of the customer for one unit of the currency.
Without, the file is one of the European Central Bank (XML or CSV), and its
rates apply to all customers that have no rate of their own for that day.
Orders that wait for a rate are converted.`,
    )
    .example('rates import rates.csv --customer 2', 'rates import eurofxref-hist-90d.xml')
    .action(async (file: string, { customer }: ImportOptions, command: EntrepotCommand) => {
      const text = await readInput(file, command)
      await command.report(
        async (database) =>
          await (customer === undefined
            ? storeEcbRates(database, text)
            : importRates(database, customer, text)),
        (done) => ('changed' in done ? toRow(done) : done),
      )
    })
  addFetch(rates)
  addList(rates)
}

function addFetch(rates: EntrepotCommand): void {
  rates
    .command('fetch')
    .description('fetch the rates of the European Central Bank from rates.ecb.url now')
    .printsJson()
    .example('rates fetch')
    .action(async (_: object, command: EntrepotCommand) => {
      const { url, allowPrivate } = (await readConfig(command.terminal.env)).rates.ecb
      if (url === undefined) {
        const message = 'is not set, so there is no address to fetch rates from.'
        throw new ConfigError([{ source: undefined, path: 'rates.ecb.url', message }])
      }
      await command.report(
        (database) => fetchEcbRates(database, { url, allowPrivate }),
        (done) => (done ? toRow(done) : { Changed: 0 }),
      )
    })
}

function addList(rates: EntrepotCommand): void {
  rates
    .command('list')
    .description('list the exchange rates that apply to a customer')
    .needs('--customer <id>', 'id of the customer', parseId)
    .option('--currency <code>', 'only this currency, such as USD')
    .option('--from <date>', 'only this day and later ones, such as 2026-11-20')
    .option('--to <date>', 'only this day and earlier ones')
    .printsJson()
    .example('rates list --customer 2 --currency USD --from 2026-11-01')
    .action(async ({ currency, from, to }: ListOptions, command: EntrepotCommand) => {
      await command.reportOf(async (database, { customerId }) => {
        const rows: RateResponse[] = []
        let page: RateResponse[] = []
        do {
          const last = page.at(-1)
          const after = last && { date: last.Date, currency: last.CurrencyCode }
          const wanted = {
            ...(currency && { currency }),
            ...(from && { from }),
            ...(to && { to }),
            after,
          }
          page = await listRates(database, customerId, wanted, PAGE)
          rows.push(...page)
        } while (page.length === PAGE)
        return rows
      })
    })
}

const toRow = ({ count, changed, from, to }: StoredEcbRates) => ({
  Count: count,
  Changed: changed,
  From: from,
  To: to,
})
