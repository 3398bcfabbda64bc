/** The rules of exchange rates. */
import type { Issue } from '../../kit/shared/errors.ts'
import { decimal } from '../../kit/shared/money.ts'
import type { RateItem } from './schema.ts'

/** Maximum rate: the weakest currencies need a million units for one of the strongest. */
const MAX_RATE = 9_999_999

/** A decimal of this number of significant digits survives a JSON number unchanged (IEEE 754: DBL_DIG is 15). */
const MAX_DIGITS = 15
const MAX_DECIMALS = 12

/** Returns the rate as exact decimal text. Undefined if it is not a rate. */
export function exactRate(value: number | string): string | undefined {
  if (typeof value === 'string' && !/^\d{1,7}(\.\d{1,12})?$/.test(value)) return undefined
  const rate = decimal(value)
  const isInRange = rate.gt(0) && rate.lte(MAX_RATE) && rate.round(MAX_DECIMALS).eq(rate)
  return isInRange && rate.c.length <= MAX_DIGITS ? rate.toFixed() : undefined
}

/** Checks rules that the schema of rates cannot express. */
export function rateIssues(items: readonly RateItem[], baseCurrency: string): readonly Issue[] {
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  for (const [index, { CurrencyCode, Date: date, Rate }] of items.entries()) {
    const first = seen.get(`${CurrencyCode} ${date}`)
    if (first === undefined) seen.set(`${CurrencyCode} ${date}`, index)
    else issues.push({ path: `/${index}`, message: `has the currency and date of item ${first}` })
    if (CurrencyCode === baseCurrency) {
      const message = `must not be the base currency ${baseCurrency}`
      issues.push({ path: `/${index}/CurrencyCode`, message })
    }
    if (exactRate(Rate) === undefined) {
      const message = `must be above 0, at most ${MAX_RATE}, with at most ${MAX_DECIMALS} decimals and ${MAX_DIGITS} significant digits`
      issues.push({ path: `/${index}/Rate`, message })
    }
  }
  return issues
}

/** The hour in UTC before which the bank has not published: 16:00 in summer time of Frankfurt. */
const PUBLISHED_AT = 14

const DAY_MS = 86_400_000

/** The last day of which the European Central Bank can have published rates: a day of Monday to Friday. It publishes none on its holidays. */
export function expectedDay(now: Date): string {
  const day = new Date(now.getUTCHours() < PUBLISHED_AT ? now.getTime() - DAY_MS : now)
  while (day.getUTCDay() % 6 === 0) day.setTime(day.getTime() - DAY_MS)
  return day.toISOString().slice(0, 10)
}
