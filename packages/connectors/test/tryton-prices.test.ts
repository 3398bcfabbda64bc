import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GrossLine,
  netPrices,
  type Rounding,
  scaled,
  text,
  withVat,
} from '../src/adapters/tryton/map/prices.ts'

const ROUNDING: Rounding = { priceDigits: 4, currencyDigits: 2, taxRounding: 'document' }

/** What Tryton answers as the total: written again from its rules, with fractions of big integers. */
function totalOf(
  lines: readonly GrossLine[],
  prices: readonly string[],
  rounding: Rounding,
): string {
  const cents = (units: bigint, digits: number) => {
    const divisor = 10n ** BigInt(digits - rounding.currencyDigits)
    const [whole, rest] = [units / divisor, units % divisor]
    const isUp = 2n * rest > divisor || (2n * rest === divisor && whole % 2n === 1n)
    return whole + (isUp ? 1n : 0n)
  }
  let sum = 0n
  const taxes = new Map<number, bigint>()
  for (const [index, { quantity, rate, tax }] of lines.entries()) {
    const net = BigInt(quantity) * scaled(prices[index] ?? '0', rounding.priceDigits)
    sum += cents(net, rounding.priceDigits)
    if (tax === undefined) continue
    const vat = net * scaled(String(rate), 4)
    if (rounding.taxRounding === 'line') sum += cents(vat, rounding.priceDigits + 6)
    else taxes.set(tax, (taxes.get(tax) ?? 0n) + vat)
  }
  for (const vat of taxes.values()) sum += cents(vat, rounding.priceDigits + 6)
  return text(sum, rounding.currencyDigits)
}

const RATES = [
  { rate: 21, tax: 1 },
  { rate: 9, tax: 2 },
  { rate: 19, tax: 3 },
  { rate: 8.1, tax: 4 },
  { rate: 0, tax: undefined },
] as const

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 40 }),
    price: fc.integer({ min: 0, max: 200_000 }),
    vat: fc.constantFrom(...RATES),
  })
  .map(
    ({ quantity, price, vat }): GrossLine => ({
      quantity,
      gross: text(BigInt(quantity * price), 2),
      ...vat,
    }),
  )

const totalGross = (lines: readonly GrossLine[]) =>
  text(
    lines.reduce((sum, { gross }) => sum + scaled(gross, 2), 0n),
    2,
  )

describe('net prices', () => {
  it.each(['document', 'line'] as const)(
    'and a rounding difference give the total of the buyer exactly, with taxes rounded by %s',
    (taxRounding) => {
      const rounding = { ...ROUNDING, taxRounding }
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
          const { unitPrices, difference = '0' } = netPrices(lines, totalGross(lines), rounding)
          const total = scaled(totalOf(lines, unitPrices, rounding), 2) + scaled(difference, 2)
          expect(text(total, 2)).toBe(totalGross(lines))
          expect(Math.abs(Number(difference))).toBeLessThanOrEqual(0.01)
        }),
        { numRuns: 500 },
      )
    },
  )

  it('need no rounding difference with six decimals', () => {
    const fine = { ...ROUNDING, priceDigits: 6 }
    const usual = fc.array(line, { minLength: 2, maxLength: 10 })
    let differences = 0
    fc.assert(
      fc.property(usual, (lines) => {
        if (netPrices(lines, totalGross(lines), fine).difference !== undefined) differences += 1
      }),
      { numRuns: 500, seed: 1 },
    )
    expect(differences).toBe(0)
  })

  it('differ from the price of the buyer by less than a cent of a line', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const { unitPrices } = netPrices(lines, totalGross(lines), ROUNDING)
        for (const [index, { quantity, gross, rate }] of lines.entries()) {
          const net = quantity * Number(unitPrices[index])
          expect(Math.abs(net - Number(gross) / (1 + rate / 100))).toBeLessThanOrEqual(0.0121)
        }
      }),
    )
  })

  it('say what is missing where too few decimals cannot give the total', () => {
    const lines = [{ quantity: 30_000, gross: '1000.01', rate: 21, tax: 1 }]
    const { unitPrices, difference } = netPrices(lines, '1000.01', ROUNDING)
    expect(difference).toBeDefined()
    const missing = scaled('1000.01', 2) - scaled(totalOf(lines, unitPrices, ROUNDING), 2)
    expect(difference).toBe(text(missing, 2))
  })

  it('work in currencies without decimals', () => {
    const yen = { ...ROUNDING, currencyDigits: 0 }
    const lines = [{ quantity: 3, gross: '3383', rate: 10, tax: 1 }]
    const { unitPrices } = netPrices(lines, '3383', yen)
    expect(totalOf(lines, unitPrices, yen)).toBe('3383')
  })
})

describe('decimals', () => {
  it.each([
    ['1.005', 2, 100n],
    ['1.015', 2, 102n],
    ['-2.5', 0, -2n],
    ['7', 3, 7000n],
  ])('%s with %d digits is %d, half to even', (amount, digits, value) => {
    expect(scaled(amount, digits)).toBe(value)
  })

  it('get VAT and are rounded', () => {
    expect(withVat('8.2231', 21, 2)).toBe('9.95')
    expect(withVat('10', 0, 2)).toBe('10.00')
  })
})
