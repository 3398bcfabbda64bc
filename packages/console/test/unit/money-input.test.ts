import { describe, expect, test } from 'vitest'
import {
  decimalsOf,
  formatTyped,
  parseAmount,
  parseNumber,
} from '../../src/components/values/money-input.ts'

const LANGUAGES = [
  'en-GB',
  'en-US',
  'de-DE',
  'de-CH',
  'nl-NL',
  'fr-FR',
  'es-ES',
  'it-IT',
  'pl-PL',
  'pt-PT',
  'sv-SE',
]

describe('a number as it is typed', () => {
  test.each([
    ['1249', 1249],
    ['34.95', 34.95],
    ['34,95', 34.95],
    [',5', 0.5],
    ['.5', 0.5],
    ['12,', 12],
    ['1.249,00', 1249],
    ['1,249.00', 1249],
    ['1 249,00', 1249],
    ['1\u202f249,00', 1249],
    ['1\u00a0249.50', 1249.5],
    ["1'249.00", 1249],
    ['1’249.00', 1249],
    ['1.249.000', 1249000],
    ['1,249,000', 1249000],
    ['1249,5', 1249.5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['-5', -5],
    ['−5,5', -5.5],
    ['+3', 3],
    [' 12 ', 12],
  ])('%s is one number in every language: %d', (typed, expected) => {
    for (const language of LANGUAGES) expect(parseNumber(typed, language), language).toBe(expected)
  })

  test.each([
    ['1.249', 'de-DE', 1249],
    ['1.249', 'nl-NL', 1249],
    ['1.249', 'it-IT', 1249],
    ['1.249', 'en-GB', 1.249],
    ['1.249', 'de-CH', 1.249],
    ['1,249', 'en-US', 1249],
    ['1,249', 'de-DE', 1.249],
    ['1,249', 'fr-FR', 1.249],
  ])('%s is read as a reader of %3$s means it', (typed, language, expected) => {
    expect(parseNumber(typed, language)).toBe(expected)
  })

  test.each([
    ['', 'en-GB'],
    ['-', 'en-GB'],
    ['.', 'en-GB'],
    ['abc', 'en-GB'],
    ['12a', 'en-GB'],
    ['1e5', 'en-GB'],
    ['0x10', 'en-GB'],
    ['Infinity', 'en-GB'],
    ['--5', 'en-GB'],
    ['1.2.3', 'de-DE'],
    ['1,2.3,4', 'de-DE'],
    ['12.49,00', 'de-DE'],
    ['1.249,00,00', 'de-DE'],
    ['1 2', 'en-GB'],
    ['12 49', 'en-GB'],
    // It can be two numbers.
    ['1.249', 'fr-FR'],
    ['1,249', 'de-CH'],
  ])('%j is no number for a reader of %s', (typed, language) => {
    expect(parseNumber(typed, language)).toBeNaN()
  })

  test('is the number that was written in the language', () => {
    let seed = 7
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed
    }
    for (let round = 0; round < 200; round += 1) {
      const value = Math.round(next() % 10 ** (1 + (next() % 9))) / 100
      for (const language of LANGUAGES) {
        const written = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value)
        expect(parseNumber(written, language), `${written} ${language}`).toBe(value)
      }
    }
  })
})

describe('an amount as it is typed', () => {
  test.each([
    ['€ 34,95', 34.95],
    ['34,95 €', 34.95],
    ['EUR 1.249,00', 1249],
    ['1.249,00 eur', 1249],
    ['0', 0],
  ])('%s may have its currency: %d', (typed, amount) => {
    expect(parseAmount(typed, { currency: 'EUR', language: 'de-DE' })).toEqual({ amount })
  })

  test.each([
    ['', 'Type an amount, such as 1.249,50.'],
    ['USD 5', 'Type an amount, such as 1.249,50.'],
    ['-5', 'Type an amount that is not below 0.'],
    ['5,999', 'Type at most 2 decimals, such as 1.249,50.'],
  ])('says what is wrong with %j', (typed, issue) => {
    expect(parseAmount(typed, { currency: 'EUR', language: 'de-DE' })).toEqual({ issue })
  })

  test('has the decimals of its currency, and four as a price', () => {
    expect(parseAmount('49,95 zł', { currency: 'PLN', language: 'pl-PL' })).toEqual({
      amount: 49.95,
    })
    expect(parseAmount('kr 49', { currency: 'SEK', language: 'sv-SE' })).toEqual({ amount: 49 })
    expect(parseAmount('1,5', { currency: 'JPY', language: 'de-DE' })).toEqual({
      issue: 'Type no decimals, such as 1.249.',
    })
    expect(parseAmount('1.5', { currency: 'KWD', language: 'en-GB' })).toEqual({ amount: 1.5 })
    expect(parseAmount('0.1234', { language: 'en-GB' })).toEqual({ amount: 0.1234 })
    expect(parseAmount('0.12345', { language: 'en-GB' })).toHaveProperty('issue')
    expect(parseAmount('34.9512', { currency: 'EUR', decimals: 4, language: 'en-GB' })).toEqual({
      amount: 34.9512,
    })
    expect([decimalsOf('EUR'), decimalsOf('JPY'), decimalsOf('BHD')]).toEqual([2, 0, 3])
  })

  test('is read as it was filled in', () => {
    for (const language of LANGUAGES) {
      for (const amount of [0, 9, 34.95, 1249, 1_234_567.5]) {
        const typed = formatTyped(amount, 'EUR', language)
        expect(parseAmount(typed, { currency: 'EUR', language }), typed).toEqual({ amount })
      }
    }
    expect(formatTyped(1249, 'EUR', 'de-DE')).toBe('1249,00')
    expect(formatTyped(1249, 'JPY', 'de-DE')).toBe('1249')
  })
})
