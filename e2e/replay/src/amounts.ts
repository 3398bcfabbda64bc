/**
 * Exact amounts for the reconciliation, as integers of ten-thousandths in a bigint. This file shares no code with the hub, because it
 * checks the sums of the hub.
 */

const DECIMALS = 4
const UNIT = 10n ** BigInt(DECIMALS)

/**
 * Parses a decimal number. Undefined if the text is not a number, or has more than four decimals.
 *
 * @example
 * toTenThousandths('2.55') // 25500n
 */
export function toTenThousandths(text: string): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', part = ''] = match
  const value = BigInt(whole) * UNIT + BigInt(part.padEnd(DECIMALS, '0'))
  return sign === '' ? value : -value
}

/** Rounds an amount that is not negative to cents, half up: what is paid. */
export function toCents(amount: bigint): bigint {
  return ((amount + 50n) / 100n) * 100n
}

/**
 * Returns an amount as a JSON number for a request. At most 15 digits, so that it is exact.
 *
 * @example
 * toNumber(25_500n) // 2.55
 */
export function toNumber(amount: bigint): number {
  return Number(formatAmount(amount).replaceAll(',', ''))
}

/**
 * Formats an amount with separators for thousands, and with two decimals unless it has more.
 *
 * @example
 * formatAmount(12345600n) // '1,234.56'
 */
export function formatAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const part = (size % UNIT)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0{1,2}$/, '')
  return `${amount < 0n ? '-' : ''}${(size / UNIT).toLocaleString('en')}.${part}`
}
