/** The VAT rates of a customer by country and class, which decide the VAT of orders by destination. */
import type { Connection, Database } from '@entrepot/database'
import { noSuchCustomer } from '../../accounts/customers/customers.ts'
import { lockCustomer } from '../../accounts/customers/store.ts'
import { appendEvents } from '../../kit/events/store.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import { issuesOfLines } from '../../kit/shared/csv-table.ts'
import { type Issue, isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { readVatRatesCsv } from './csv.ts'
import { type VatRateItem, VatRatesRequest, type VatRatesResult } from './schema.ts'
import * as store from './store.ts'

const issuesOf = compileBody(VatRatesRequest)

/** Reads the table of a customer by country and class. */
export async function listVatRates(
  connection: Connection,
  customerId: string,
): Promise<readonly VatRateItem[]> {
  return await store.findVatRates(connection, customerId)
}

/**
 * Replaces the table of a customer. The event `vat_rates.changed` has the countries of which a rate has changed. Orders that are stored keep
 * their rates.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue; `MARKET_NOT_FOUND` when the customer does not exist.
 *
 * @example
 * await putVatRates(database, '2', [{ CountryIso: 'DE', VatClass: 'standard', Rate: 19 }])
 */
export async function putVatRates(
  database: Database,
  customerId: string,
  rates: readonly VatRateItem[],
  actor: Actor = SYSTEM,
): Promise<VatRatesResult | Refusal> {
  const issues = [...issuesOf(rates)]
  if (issues.length === 0) issues.push(...repeatIssues(rates))
  if (issues.length > 0) return refuseIssues(issues)
  return await takeEffect(database, async (tx) => {
    // One table at a time, so that it is never a mixture of two.
    if ((await lockCustomer(tx, customerId)) === undefined) return noSuchCustomer(customerId)
    const countries = changedCountries(await store.findVatRates(tx, customerId), rates)
    if (countries.length > 0) {
      await store.replaceVatRates(tx, customerId, rates)
      const data = { Count: rates.length, Countries: countries }
      await appendEvents(tx, customerId, [{ type: 'vat_rates.changed', actor, data }])
    }
    return { StoredCount: rates.length, ChangedCountries: countries }
  })
}

/**
 * Replaces the table of a customer with that of a CSV file (see `readVatRatesCsv`), as {@link putVatRates} does.
 *
 * Refusals: `MARKET_INVALID_INPUT` with the numbers of the lines; `MARKET_NOT_FOUND` when the customer does not exist.
 *
 * @example
 * await importVatRates(database, '2', await readFile('vat-rates.csv', 'utf8'))
 */
export async function importVatRates(
  database: Database,
  customerId: string,
  text: string,
): Promise<VatRatesResult | Refusal> {
  const rates = readVatRatesCsv(text)
  if (isRefusal(rates)) return rates
  const stored = await putVatRates(database, customerId, rates)
  if (!isRefusal(stored) || stored.errors.length === 0) return stored
  return refuseIssues(issuesOfLines(stored.errors, 0))
}

function repeatIssues(rates: readonly VatRateItem[]): readonly Issue[] {
  const seen = new Map<string, number>()
  return rates.flatMap((rate, index) => {
    const first = seen.get(nameOf(rate))
    if (first !== undefined) {
      return [{ path: `/${index}`, message: `has the country and class of item ${first}` }]
    }
    seen.set(nameOf(rate), index)
    return []
  })
}

const nameOf = ({ CountryIso, VatClass }: VatRateItem) => `${CountryIso} ${VatClass}`

/** The countries with a rate that only one of two tables has. */
function changedCountries(before: readonly VatRateItem[], after: readonly VatRateItem[]): string[] {
  const textOf = (rate: VatRateItem) => `${nameOf(rate)} ${rate.Rate}`
  const missing = (rates: readonly VatRateItem[], others: readonly VatRateItem[]) => {
    const known = new Set(others.map(textOf))
    return rates.filter((rate) => !known.has(textOf(rate)))
  }
  const changed = [...missing(before, after), ...missing(after, before)]
  return [...new Set(changed.map(({ CountryIso }) => CountryIso))].sort()
}
