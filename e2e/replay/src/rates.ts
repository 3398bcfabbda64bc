/**
 * The amounts of orders in the base currency of the customer, calculated from a file of exchange rates. This file shares no code with the
 * hub, because it checks the amounts of the hub.
 */
import { readFile } from 'node:fs/promises'
import { toCents } from './amounts.ts'
import { ReplayError } from './errors.ts'
import type { Survey } from './survey.ts'

/** Days before the date of an order whose rate is used if there is none of the date. */
const MAX_AGE = 10

const DAY_MS = 86_400_000

/** Rates have 12 decimals. */
const RATE_UNIT = 10n ** 12n

/** Euros for a unit of a currency, by day. */
export type Rates = ReadonlyMap<string, bigint>

/**
 * Reads the euro reference rates of the European Central Bank (CSV, `Date,USD,JPY,...`) as euros for one unit of a currency, rounded half up
 * to 12 decimals.
 *
 * @throws ReplayError `REPLAY_FILE`
 */
export async function readRates(file: string, currency: string): Promise<Rates> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new ReplayError('REPLAY_FILE', `${file} cannot be read: ${cause.message}`)
  })
  const [header = '', ...lines] = text.split(/\r?\n/)
  const column = header.split(',').indexOf(currency)
  if (column < 1) throw new ReplayError('REPLAY_FILE', `${file} has no column ${currency}.`)
  const rates = new Map<string, bigint>()
  for (const line of lines) {
    const cells = line.split(',')
    const match = /^(\d+)(?:\.(\d+))?$/.exec(cells[column] ?? '')
    if (match === null) continue
    const [, whole = '', part = ''] = match
    // 1 / (whole.part), in units of 10^-12.
    const divisor = BigInt(whole + part)
    rates.set(cells[0] ?? '', halfUp(RATE_UNIT * 10n ** BigInt(part.length), divisor))
  }
  return rates
}

/** The rate of a day, or the last one of the ten days before. */
export function rateOn(rates: Rates, day: string): bigint | undefined {
  for (let age = 0; age <= MAX_AGE; age += 1) {
    const date = new Date(Date.parse(day) - age * DAY_MS).toISOString().slice(0, 10)
    const rate = rates.get(date)
    if (rate !== undefined) return rate
  }
  return undefined
}

/** An amount in ten-thousandths, converted and rounded half up to cents; again in ten-thousandths. */
export function convert(amount: bigint, rate: bigint): bigint {
  return halfUp(amount * rate, RATE_UNIT * 100n) * 100n
}

function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

/** The sums of the orders of the file in the base currency, by month. */
export function baseSums(survey: Survey, rates: Rates): ReadonlyMap<string, bigint> {
  const months = new Map<string, bigint>()
  for (const [invoice, { rows, day, month, amount }] of survey.invoices) {
    if (rows === 0) continue
    const rate = rateOn(rates, day)
    if (rate === undefined) {
      throw new ReplayError('REPLAY_FILE', `There is no rate for invoice ${invoice} of ${day}.`)
    }
    months.set(month, (months.get(month) ?? 0n) + convert(toCents(amount), rate))
  }
  return months
}
