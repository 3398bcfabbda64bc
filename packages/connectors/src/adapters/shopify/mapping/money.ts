/** Shopify writes money as decimal strings ("10.5"), the hub as numbers. Sums are made in cents, as integers. */

/** An amount of Shopify, of which only that in the currency of the buyer is read. */
export interface MoneySet {
  readonly presentmentMoney: Money
}

export interface Money {
  readonly amount: string
  readonly currencyCode: string
}

/** The hundredths of a decimal string or number. Currencies without decimals, such as JPY, are counted in hundredths, too. */
export function cents(amount: string | number): number {
  return Math.round(Number(amount) * 100 + (Number(amount) < 0 ? -1e-7 : 1e-7))
}

/** What the buyer paid, in hundredths. */
export function paidCents(set: MoneySet): number {
  return cents(set.presentmentMoney.amount)
}

export function fromCents(amount: number): number {
  return Math.round(amount) / 100
}

/** A decimal string for Shopify. */
export function decimal(amountInCents: number): string {
  const sign = amountInCents < 0 ? '-' : ''
  const digits = String(Math.abs(Math.round(amountInCents))).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The currency in which the buyer paid, and that of the shop. */
export interface Currencies {
  readonly paid: string
  readonly shop: string
  /** Units of the currency of the shop for one of that of the buyer. */
  readonly rate: number
}

/** An amount that the buyer paid, in both currencies. */
export function moneyBag(amountInCents: number, { paid, shop, rate }: Currencies) {
  return {
    shopMoney: { amount: decimal(amountInCents * rate), currencyCode: shop },
    presentmentMoney: { amount: decimal(amountInCents), currencyCode: paid },
  }
}

/** Splits a whole by weights so that the parts have its sum to the cent; the largest remainders get the last cents. */
export function splitByWeight(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, index) => (index === 0 ? whole : 0))
  const exact = weights.map((weight) => (whole * weight) / sum)
  const parts = exact.map(Math.floor)
  let missing = whole - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of order) {
    if (missing <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    missing -= 1
  }
  return parts
}
