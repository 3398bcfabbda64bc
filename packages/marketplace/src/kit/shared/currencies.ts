/** The currencies of ISO 4217 that are in use, and those that ended. */
import currencies from 'currency-codes'

/** Currencies that ISO 4217 lists since the package was published, with their decimals. */
const ADDED: ReadonlyMap<string, number> = new Map([
  ['XCG', 2],
  ['XAD', 2],
])

/** Currencies that ended: what people pay with instead, and since when. */
const ENDED: ReadonlyMap<string, readonly [successor: string, since: string]> = new Map(
  Object.entries({
    ANG: ['XCG', '2025-03-31'],
    ATS: ['EUR', '2002-01-01'],
    BEF: ['EUR', '2002-01-01'],
    BGL: ['EUR', '2026-01-01'],
    BGN: ['EUR', '2026-01-01'],
    BYR: ['BYN', '2016-07-01'],
    CUC: ['CUP', '2021-01-01'],
    CYP: ['EUR', '2008-01-01'],
    DEM: ['EUR', '2002-01-01'],
    EEK: ['EUR', '2011-01-01'],
    ESP: ['EUR', '2002-01-01'],
    FIM: ['EUR', '2002-01-01'],
    FRF: ['EUR', '2002-01-01'],
    GHC: ['GHS', '2007-07-01'],
    GRD: ['EUR', '2002-01-01'],
    HRK: ['EUR', '2023-01-01'],
    IEP: ['EUR', '2002-01-01'],
    ITL: ['EUR', '2002-01-01'],
    LTL: ['EUR', '2015-01-01'],
    LUF: ['EUR', '2002-01-01'],
    LVL: ['EUR', '2014-01-01'],
    MRO: ['MRU', '2018-01-01'],
    MTL: ['EUR', '2008-01-01'],
    NLG: ['EUR', '2002-01-01'],
    PTE: ['EUR', '2002-01-01'],
    ROL: ['RON', '2005-07-01'],
    SIT: ['EUR', '2007-01-01'],
    SKK: ['EUR', '2009-01-01'],
    SLL: ['SLE', '2024-01-01'],
    STD: ['STN', '2018-01-01'],
    TRL: ['TRY', '2005-01-01'],
    VEF: ['VES', '2018-08-20'],
    ZMK: ['ZMW', '2013-01-01'],
    ZWL: ['ZWG', '2024-09-01'],
  } as const),
)

/** What people write instead of a code. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['EURO', 'EUR'],
  ['£', 'GBP'],
  ['UKP', 'GBP'],
  ['STG', 'GBP'],
  ['NIS', 'ILS'],
  ['NTD', 'TWD'],
  ['RMB', 'CNY'],
])

const PACKAGED: ReadonlySet<string> = new Set(currencies.codes())

const LISTED: ReadonlySet<string> = new Set([...PACKAGED, ...ADDED.keys(), ...ENDED.keys()])

// A newer Node may know currencies that began after this release.
const KNOWN: ReadonlySet<string> = new Set([...LISTED, ...Intl.supportedValuesOf('currency')])

/** Whether ISO 4217 lists this code as a currency in use. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code) && !ENDED.has(code)
}

/** Whether a currency is in use, or ended lately: orders and rates that are stored may have the latter. */
export function isKnownCurrency(code: string): boolean {
  return isCurrency(code) || PACKAGED.has(code)
}

/** Whether this file knows the decimals of a currency. Of others, which only ICU knows, it assumes two. */
export function isListed(code: string): boolean {
  return LISTED.has(code)
}

/**
 * What to write instead of a code that is none.
 *
 * @example
 * currencyHint('eur') // 'write EUR'
 * currencyHint('ANG') // 'ANG ended on 2025-03-31, use XCG'
 */
export function currencyHint(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  const ended = ENDED.get(code)
  if (ended) return `${code} ended on ${ended[1]}, use ${ended[0]}`
  const meant = ALIASES.get(code) ?? (isCurrency(code) ? code : undefined)
  return meant && `write ${meant}`
}

/** The number of decimals of a currency in payments: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217). */
export function minorUnits(code: string): number {
  return currencies.code(code)?.digits ?? ADDED.get(code) ?? 2
}
