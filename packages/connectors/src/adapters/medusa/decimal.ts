/** Exact decimal numbers: products of prices, quantities and tax rates, without the errors of binary fractions. */

const DIGITS = 14
const SCALE = 10n ** BigInt(DIGITS)
const CENT = SCALE / 100n
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/** A number with 14 decimals, as an integer. */
export type Decimal = bigint

/**
 * Reads a number of the hub or of Medusa. Digits after the fourteenth decimal are cut off.
 *
 * @throws {TypeError} if it is no number
 */
export function decimal(value: number | string): Decimal {
  const parts = PLAIN.exec(String(value))
  if (!parts) throw new TypeError(`Not a number: ${value}`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const places = DIGITS - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  const scaled = places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
  return sign === '-' ? -scaled : scaled
}

export function times(one: Decimal, two: Decimal): Decimal {
  return rounded(one * two, SCALE)
}

export function over(one: Decimal, two: Decimal): Decimal {
  return rounded(one * SCALE, two)
}

/** 1 + rate / 100. */
export function withTax(rate: number): Decimal {
  return SCALE + decimal(rate) / 100n
}

/** Rounded to cents, half away from zero. */
export function toCents(value: Decimal): bigint {
  return rounded(value, CENT)
}

export function fromCents(cents: bigint): Decimal {
  return cents * CENT
}

/** Cents as a number for the wire: 1250n is 12.5. */
export function amountOf(cents: bigint): number {
  return Number(cents) / 100
}

/** As text with all its digits, for the API: "9.96666666666667". */
export function toText(value: Decimal): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DIGITS + 1, '0')
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '')
  const whole = digits.slice(0, -DIGITS)
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function rounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}
