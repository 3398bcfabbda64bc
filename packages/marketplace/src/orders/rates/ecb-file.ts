/** Reads the files of the European Central Bank with its euro reference rates. Pure. */
import { parse } from 'csv-parse/sync'
import sax from 'sax'
import { isKnownCurrency } from '../../kit/shared/currencies.ts'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { FORMATS } from '../../kit/shared/formats.ts'
import { exactRate } from './rules.ts'

/** The euro reference rate of a currency on a day. */
export interface EcbRate {
  readonly CurrencyCode: string
  readonly Date: string
  /** Units of the currency for one euro, as exact decimal text. */
  readonly PerEuro: string
}

/** The value of a cell of the CSV files for a currency without a rate on that day. */
const NO_RATE = 'N/A'

/**
 * Reads a file of the bank: the XML files `eurofxref-daily.xml`, `eurofxref-hist-90d.xml` and `eurofxref-hist.xml`, or the CSV files of the
 * same rates. Currencies that ISO 4217 does not list any more are left out, since no order can have them. For each day, the euro is added
 * with the rate 1.
 *
 * Refusal: `MARKET_INVALID_INPUT` if the text is no such file, or only a part of one.
 *
 * @see https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
export function readEcbRates(text: string): readonly EcbRate[] | Refusal {
  const reader = new RateReader()
  const issue = text.trimStart().startsWith('<') ? readXml(text, reader) : readCsv(text, reader)
  if (issue !== undefined) return refuseFile(issue)
  return reader.rates.length > 0 ? reader.rates : refuseFile('it contains no rate')
}

function refuseFile(reason: string): Refusal {
  const message = `must be a file of the euro reference rates of the European Central Bank (XML or CSV): ${reason}`
  return refuseIssues([{ path: '/file', message }])
}

/** Collects rates day by day. */
class RateReader {
  readonly rates: EcbRate[] = []
  #day = ''

  /** Begins a day. Returns what is wrong with it. */
  begin(day: string): string | undefined {
    if (!FORMATS.date.check(day)) return `the day ${quote(day)} is not a date`
    this.#day = day
    this.rates.push({ CurrencyCode: 'EUR', Date: day, PerEuro: '1' })
    return undefined
  }

  /** Adds a rate of the current day. Returns what is wrong with it. */
  add(currency: string, value: string): string | undefined {
    if (this.#day === '') return `the rate of ${quote(currency)} has no day`
    const rate = exactRate(value)
    if (rate === undefined) {
      return `the rate ${quote(value)} of ${quote(currency)} on ${this.#day} is not a number above 0`
    }
    if (isKnownCurrency(currency) && currency !== 'EUR')
      this.rates.push({ CurrencyCode: currency, Date: this.#day, PerEuro: rate })
    return undefined
  }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

/** `<Cube time="2026-11-20"><Cube currency="USD" rate="1.0818"/>...</Cube>` for each day. Returns what is wrong. */
function readXml(text: string, reader: RateReader): string | undefined {
  let issue: string | undefined
  const parser = sax.parser(true)
  parser.onopentag = ({ name, attributes }) => {
    const { time, currency, rate } = attributes as Record<string, string>
    if (name !== 'Cube' || issue !== undefined) return
    if (time !== undefined) issue = reader.begin(time)
    else if (currency !== undefined && rate !== undefined) issue = reader.add(currency, rate)
  }
  // The last error is reported here only: close() does not throw it.
  parser.onerror = ({ message }) => {
    const [reason = ''] = message.split('\n')
    issue ??= `it is not complete XML (${reason} in line ${parser.line + 1})`
  }
  try {
    parser.write(text).close()
  } catch {
    // It was reported above.
  }
  return issue
}

/** `Date,USD,JPY,...` and a line for each day. Returns what is wrong. */
function readCsv(text: string, reader: RateReader): string | undefined {
  const options = { bom: true, trim: true, skip_empty_lines: true } as const
  let rows: readonly (readonly string[])[]
  try {
    rows = parse(text, options) as string[][]
  } catch (error) {
    return (error as Error).message
  }
  const [[title, ...currencies] = [], ...days] = rows
  if (title !== 'Date' || !currencies.includes('USD')) return 'its first line is not Date,USD,...'
  for (const [day = '', ...values] of days) {
    const issue = reader.begin(day) ?? addRow(reader, currencies, values)
    if (issue !== undefined) return issue
  }
  return undefined
}

function addRow(
  reader: RateReader,
  currencies: readonly string[],
  values: readonly string[],
): string | undefined {
  for (const [index, currency] of currencies.entries()) {
    const value = values[index] ?? ''
    // The lines of the bank end with a comma.
    if (currency === '' || value === '' || value === NO_RATE) continue
    const issue = reader.add(currency, value)
    if (issue !== undefined) return issue
  }
  return undefined
}
