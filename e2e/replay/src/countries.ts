/** The countries of the data set by their ISO 3166-1 codes. */
const ISO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Australia: 'AU',
    Austria: 'AT',
    Bahrain: 'BH',
    Belgium: 'BE',
    Brazil: 'BR',
    Canada: 'CA',
    Cyprus: 'CY',
    'Czech Republic': 'CZ',
    Denmark: 'DK',
    EIRE: 'IE',
    Finland: 'FI',
    France: 'FR',
    Germany: 'DE',
    Greece: 'GR',
    'Hong Kong': 'HK',
    Iceland: 'IS',
    Israel: 'IL',
    Italy: 'IT',
    Japan: 'JP',
    Lebanon: 'LB',
    Lithuania: 'LT',
    Malta: 'MT',
    Netherlands: 'NL',
    Norway: 'NO',
    Poland: 'PL',
    Portugal: 'PT',
    RSA: 'ZA',
    'Saudi Arabia': 'SA',
    Singapore: 'SG',
    Spain: 'ES',
    Sweden: 'SE',
    Switzerland: 'CH',
    USA: 'US',
    'United Arab Emirates': 'AE',
    'United Kingdom': 'GB',
  }),
)

/**
 * Returns the ISO code of a country in the data set. Undefined for names without a code: 'European Community', 'Unspecified', and 'Channel
 * Islands', which can mean JE or GG.
 *
 * @example
 * isoOf('EIRE') // 'IE'
 */
export function isoOf(country: string): string | undefined {
  return ISO.get(country)
}
