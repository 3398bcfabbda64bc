/** The countries of ISO 3166-1, and what people write instead of their codes. */
import { iso31661 } from 'iso-3166/1.js'

// Kosovo has no official ISO code. The EU and carriers use the user-assigned code XK.
const COUNTRIES: ReadonlySet<string> = new Set([...iso31661.map((entry) => entry.alpha2), 'XK'])

/** Codes of other lists, parts of countries, and codes that ended and have one successor. */
const ALIASES = {
  UK: 'GB',
  EL: 'GR',
  XI: 'GB',
  AC: 'SH',
  TA: 'SH',
  DG: 'IO',
  IC: 'ES',
  EA: 'ES',
  CP: 'FR',
  FX: 'FR',
  CQ: 'GG',
  BU: 'MM',
  DD: 'DE',
  DY: 'BJ',
  HV: 'BF',
  NH: 'VU',
  RH: 'ZW',
  TP: 'TL',
  VD: 'VN',
  YD: 'YE',
  ZR: 'CD',
  XKX: 'XK',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  'GREAT BRITAIN': 'GB',
  HOLLAND: 'NL',
} as const satisfies Readonly<Record<string, string>>

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const MEANT: ReadonlyMap<string, string> = new Map([
  ...iso31661.map(({ alpha3, alpha2 }) => [alpha3, alpha2] as const),
  ...iso31661.map(({ name, alpha2 }) => [name.toUpperCase(), alpha2] as const),
  ...iso31661.map(({ alpha2 }) => [String(NAMES.of(alpha2)).toUpperCase(), alpha2] as const),
  ...Object.entries(ALIASES),
])

/** Whether ISO 3166-1 lists this code, or it is XK. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code)
}

/**
 * The code of the country that a text means: a code in small letters, of three letters or of another list, or an English
 * name. Undefined if it is not clear.
 *
 * @example
 * meantCountry('uk') // 'GB'
 * meantCountry('XX') // undefined
 */
export function meantCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return COUNTRIES.has(code) ? code : MEANT.get(code)
}

/** What to write instead of a text that is no code of a country. */
export function countryHint(text: string): string | undefined {
  const meant = meantCountry(text)
  return meant && `${JSON.stringify(text)} is ${meant}`
}
