/** Currencies and countries: the codes that are in use, and what a refusal of another one says. */
import { describe, expect, test } from 'vitest'
import { isCountry, meantCountry } from '../src/kit/shared/countries.ts'
import { isCurrency, isListed, minorUnits } from '../src/kit/shared/currencies.ts'
import { compileBody, compileParameters } from '../src/kit/shared/validation.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    currency: { type: 'string', format: 'currency', 'x-in-use': true },
    rate: { type: 'string', format: 'currency' },
    country: { type: 'string', format: 'country' },
  },
}
const messageOf = (body: object) => compileBody(SCHEMA)(body).map(({ message }) => message)

describe('currencies', () => {
  test('that ICU knows are in use, or ended with a successor', () => {
    // Add others to ADDED with their decimals, or to ENDED.
    expect(Intl.supportedValuesOf('currency').filter((code) => !isListed(code))).toEqual([])
  })

  test.each([
    ['ANG', 'ANG ended on 2025-03-31, use XCG'],
    ['HRK', 'HRK ended on 2023-01-01, use EUR'],
    ['SLL', 'SLL ended on 2024-01-01, use SLE'],
    ['ZWL', 'ZWL ended on 2024-09-01, use ZWG'],
    ['BGN', 'BGN ended on 2026-01-01, use EUR'],
    ['CUC', 'CUC ended on 2021-01-01, use CUP'],
    ['eur', 'write EUR'],
    ['Eur ', 'write EUR'],
    ['hrk', 'HRK ended on 2023-01-01, use EUR'],
    ['€', 'write EUR'],
    ['RMB', 'write CNY'],
  ])('%s is refused with the right code', (currency, hint) => {
    expect(messageOf({ currency })).toEqual([
      `must be a currency code of ISO 4217 such as EUR: ${hint}`,
    ])
  })

  test.each(['XCG', 'SLE', 'ZWG', 'CUP', 'EUR', 'VED', 'STN', 'MRU'])('%s is in use', (code) => {
    expect(isCurrency(code)).toBe(true)
  })

  test('that nobody knows are refused without a hint', () => {
    for (const currency of ['QQQ', '', 'EU', 'toString'])
      expect(messageOf({ currency })).toEqual(['must be a currency code of ISO 4217 such as EUR'])
  })

  test('that ended lately still have rates, for orders of the past', () => {
    expect(messageOf({ rate: 'BGN' })).toEqual([])
    expect(messageOf({ rate: 'bgn' })).toHaveLength(1)
    expect(messageOf({ rate: 'DEM' })).toHaveLength(1)
  })

  test('have the decimals of ISO 4217', () => {
    const codes = ['XCG', 'KWD', 'ISK', 'IQD', 'CLF', 'HUF', 'ANG']
    expect(codes.map(minorUnits)).toEqual([2, 3, 0, 3, 4, 2, 2])
  })
})

describe('countries', () => {
  /** Codes of ICU that ISO 3166-1 reserves, or that are for other purposes. */
  const NO_COUNTRIES = 'AN CS EU EZ QO SU UN XA XB YU ZZ'.split(' ')

  test('that ICU knows are those of ISO 3166-1, or mean one of them', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => names.of(code) !== undefined)
    const unclear = known.filter((code) => meantCountry(code) === undefined)
    expect(unclear).toEqual(NO_COUNTRIES)
  })

  test.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['nl', 'NL'],
    ['NLD', 'NL'],
    ['Netherlands', 'NL'],
    ['Neverland', undefined],
    ['Germany', 'DE'],
    [' DE ', 'DE'],
  ])('%s is refused with the right code', (country, meant) => {
    const wanted = 'must be a country code of ISO 3166-1 (two capital letters) such as NL'
    const hint = meant === undefined ? '' : `: ${JSON.stringify(country)} is ${meant}`
    expect(messageOf({ country })).toEqual([wanted + hint])
    expect(compileParameters(SCHEMA)({ country }).map(({ message }) => message)).toEqual([
      wanted + hint,
    ])
  })

  test('Kosovo is one, and XX is none', () => {
    expect([isCountry('XK'), isCountry('XX'), meantCountry('XX')]).toEqual([true, false, undefined])
  })
})
