/**
 * Net unit prices for a sale of Tryton. Tryton computes the total itself: each line is rounded, and so is the VAT of each tax over all lines.
 * Prices of a few decimals are chosen such that its total is exactly what the buyer has paid.
 */

/** What the buyer pays for a line: all its units together, with VAT, after discounts. */
export interface GrossLine {
  readonly quantity: number
  /** Exact, as a text: `10.85`. */
  readonly gross: string
  /** In percent: `21`. */
  readonly rate: number
  /** Lines of one tax are rounded together. */
  readonly tax: number | undefined
}

/** How the Tryton of a connection rounds. */
export interface Rounding {
  /** Decimals of unit prices (`price_decimal` of its configuration). */
  readonly priceDigits: number
  /** Decimals of the currency. */
  readonly currencyDigits: number
  /** Where Tryton rounds taxes: `tax_rounding` of its accounting. */
  readonly taxRounding: 'document' | 'line'
}

export interface NetPrices {
  /** For each line, in the same order. */
  readonly unitPrices: readonly string[]
  /** What is missing to the total, in the currency: `0.01`, `-0.01`; undefined if the prices give it exactly. */
  readonly difference?: string
}

/** Decimals of the calculation: those of an amount of the hub, and of a rate as a fraction. */
const RATE_DIGITS = 6

/** @param total what the buyer has paid in all: `31.40` */
export function netPrices(
  lines: readonly GrossLine[],
  total: string,
  rounding: Rounding,
): NetPrices {
  const prices = lines.map((line) => exactNet(line, rounding.priceDigits))
  const sum = new SaleTotal(lines, prices, rounding)
  const target = scaled(total, rounding.currencyDigits)
  while (sum.total() !== target) if (!nudge(sum, target)) break
  const missing = target - sum.total()
  return {
    unitPrices: sum.prices.map((price) => text(price, rounding.priceDigits)),
    ...(missing === 0n ? {} : { difference: text(missing, rounding.currencyDigits) }),
  }
}

/** Moves one price by the least that brings the total nearer. A line moves by at most one unit of the currency. */
function nudge(sum: SaleTotal, target: bigint): boolean {
  const before = target - sum.total()
  const step = before > 0n ? 1n : -1n
  for (let size = 1n; size <= sum.unit; size++) {
    for (const [index, { quantity }] of sum.lines.entries()) {
      if (size * BigInt(quantity) > sum.unit) continue
      const price = sum.prices[index] ?? 0n
      if (price + step * size < 0n) continue
      sum.set(index, price + step * size)
      if (abs(target - sum.total()) < abs(before)) return true
      sum.set(index, price)
    }
  }
  return false
}

/** The total of a sale as Tryton computes it, kept while prices change. */
class SaleTotal {
  readonly lines: readonly GrossLine[]
  readonly prices: bigint[]
  /** One unit of the currency, such as a cent, in the scale of prices. */
  readonly unit: bigint
  readonly #rounding: Rounding
  readonly #rates: readonly bigint[]
  /** Of each tax, in the scale of prices and rates; with rounding by line already rounded. */
  readonly #taxes = new Map<number, bigint>()
  #net = 0n

  constructor(lines: readonly GrossLine[], prices: readonly bigint[], rounding: Rounding) {
    this.lines = lines
    this.prices = prices.map(() => 0n)
    this.unit = 10n ** BigInt(rounding.priceDigits - rounding.currencyDigits)
    this.#rounding = rounding
    this.#rates = lines.map(({ rate, tax }) =>
      tax === undefined ? 0n : scaled(String(rate), RATE_DIGITS - 2),
    )
    for (const [index, price] of prices.entries()) this.set(index, price)
  }

  set(index: number, price: bigint): void {
    this.#add(index, -1n)
    this.prices[index] = price
    this.#add(index, 1n)
  }

  total(): bigint {
    let total = this.#net
    for (const amount of this.#taxes.values()) total += halfEven(amount, this.#taxUnit)
    return total
  }

  get #taxUnit(): bigint {
    return this.unit * 10n ** BigInt(RATE_DIGITS)
  }

  #add(index: number, sign: bigint): void {
    const { quantity, tax } = this.lines[index] as GrossLine
    const amount = BigInt(quantity) * (this.prices[index] ?? 0n)
    this.#net += sign * halfEven(amount, this.unit)
    if (tax === undefined) return
    const exact = amount * (this.#rates[index] ?? 0n)
    const unit = this.#taxUnit
    const vat = this.#rounding.taxRounding === 'line' ? halfEven(exact, unit) * unit : exact
    this.#taxes.set(tax, (this.#taxes.get(tax) ?? 0n) + sign * vat)
  }
}

/** The net unit price nearest to what the buyer pays. */
function exactNet({ quantity, gross, rate, tax }: GrossLine, digits: number): bigint {
  const hundred = 100n * 10n ** 4n
  const withVat = hundred + (tax === undefined ? 0n : scaled(String(rate), 4))
  return halfEven(scaled(gross, digits + 4) * hundred, withVat * BigInt(quantity) * 10n ** 4n)
}

/** `1.005` with 2 digits is 100 or 101: as many digits as asked for, half to even. */
export function scaled(amount: string, digits: number): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (sign === undefined) throw new TypeError(`${amount} is no decimal number`)
  const value = BigInt(whole + fraction)
  const shift = digits - fraction.length
  const result = shift >= 0 ? value * 10n ** BigInt(shift) : halfEven(value, 10n ** BigInt(-shift))
  return sign === '-' ? -result : result
}

/** The decimal number of a scaled one: 101 with 2 digits is `1.01`. */
export function text(value: bigint, digits: number): string {
  const figures = String(abs(value)).padStart(digits + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (digits === 0) return sign + figures
  return `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

/** Divides, and rounds as Tryton does: a half goes to the even neighbour. */
function halfEven(value: bigint, divisor: bigint): bigint {
  const positive = abs(value)
  const whole = positive / divisor
  const twice = 2n * (positive % divisor)
  const up = twice > divisor || (twice === divisor && whole % 2n === 1n)
  const result = up ? whole + 1n : whole
  return value < 0n ? -result : result
}

const abs = (value: bigint) => (value < 0n ? -value : value)

/** A net price with VAT, rounded to the digits of the currency. */
export function withVat(net: string, rate: number, digits: number): string {
  const factor = scaled('100', 4) + scaled(String(rate), 4)
  const value = scaled(net, digits + 8) * factor
  return text(halfEven(value, scaled('100', 4) * 10n ** 8n), digits)
}
