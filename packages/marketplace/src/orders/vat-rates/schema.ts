/** Wire shapes of the table of VAT rates. */
import { type Static, Type } from 'typebox'
import { Answered, Percentage, STRICT, VatClass } from '../../kit/shared/wire.ts'

/** Maximum number of rates of a customer: all countries with four classes. */
export const MAX_VAT_RATES = 1_000

/** The rate of a class in a country. */
export const VatRateItem = Type.Object(
  {
    CountryIso: Type.Unsafe<string>({
      type: 'string',
      format: 'country',
      description: 'ISO 3166-1 alpha-2: to which an order is sent.',
    }),
    VatClass: Type.Unsafe<string>({
      ...VatClass("The class of products, such as 'standard' or 'reduced'."),
      minLength: 1,
    }),
    Rate: Percentage('In percent.'),
  },
  { ...STRICT, title: 'VatRateRequest' },
)
export type VatRateItem = Static<typeof VatRateItem>

/** The body of PUT /vat-rates. */
export const VatRatesRequest = Type.Array(VatRateItem, { maxItems: MAX_VAT_RATES })

/** A stored rate. */
export const VatRateResponse = Answered(
  Type.Object(VatRateItem.properties, { title: 'VatRateResponse' }),
)

/** The answer of PUT /vat-rates. */
export const VatRatesResult = Type.Object(
  {
    StoredCount: Type.Integer({ description: 'Rates in the table.' }),
    ChangedCountries: Type.Array(Type.String(), {
      description: 'The countries of which a rate was added, changed or removed.',
    }),
  },
  { title: 'VatRatesResult' },
)
export type VatRatesResult = Static<typeof VatRatesResult>

/** The answer of GET /vat-rates/eu. */
export const EuVatRates = Type.Object(
  {
    Date: Type.String({ format: 'date', description: 'The day on which the rates were valid.' }),
    Note: Type.String({ description: 'What to do before they are used.' }),
    Rates: Type.Array(VatRateResponse),
  },
  { title: 'EuVatRates' },
)
export type EuVatRates = Static<typeof EuVatRates>
