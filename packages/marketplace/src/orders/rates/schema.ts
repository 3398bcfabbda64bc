/** Wire shapes of exchange rates. */
import { type Static, Type } from 'typebox'
import { OneOf, pagedQuery, STRICT } from '../../kit/shared/wire.ts'

/** Maximum number of rates in a request: thirty currencies over a year. */
export const MAX_RATES = 10_000

const CurrencyCode = Type.Unsafe<string>({
  type: 'string',
  format: 'currency',
  description: 'ISO 4217.',
})
const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

/** A rate to be stored. */
export const RateItem = Type.Object(
  {
    CurrencyCode,
    Date: day('The day, in UTC.'),
    Rate: Type.Unsafe<number | string>({
      type: ['number', 'string'],
      description:
        'Units of the base currency for one unit of this currency, as a number or decimal text: up to 12 decimals and 15 significant digits.',
      examples: ['0.924385'],
    }),
  },
  { ...STRICT, title: 'RateRequest' },
)
export type RateItem = Static<typeof RateItem>

/** The body of PUT /rates. */
export const RatesRequest = Type.Array(RateItem, { minItems: 1, maxItems: MAX_RATES })

/** The answer of PUT /rates. */
export const RatesResult = Type.Object(
  {
    StoredCount: Type.Integer({ description: 'Rates in the request.' }),
    RepricedCount: Type.Integer({
      description: 'Waiting orders that were converted with their rate.',
    }),
    IsComplete: Type.Boolean({
      description: 'False: the hub converts further waiting orders in the background.',
    }),
  },
  { title: 'RatesResult' },
)
export type RatesResult = Static<typeof RatesResult>

/** A stored rate. */
export const RateResponse = Type.Object(
  {
    CurrencyCode: Type.String(),
    Date: Type.String(),
    Rate: Type.Number({
      description: 'Units of the base currency for one unit of this currency.',
    }),
    Source: OneOf(
      ['OWN', 'ECB'],
      "'OWN': stored with PUT /v2/rates or from a file. 'ECB': the euro reference rate of the European Central Bank, which the hub fetches.",
    ),
  },
  { title: 'RateResponse' },
)
export type RateResponse = Static<typeof RateResponse>

/** The path parameters of one rate. */
export const RatePath = Type.Object({ currency: CurrencyCode, date: day('The day, in UTC.') })
export type RatePath = Static<typeof RatePath>

/** The query of GET /rates. */
export const RatesQuery = pagedQuery('rates', {
  currency: Type.Optional(CurrencyCode),
  from: Type.Optional(day('Only rates of this day or later.')),
  to: Type.Optional(day('Only rates of this day or earlier.')),
})
export type RatesQuery = Static<typeof RatesQuery>
