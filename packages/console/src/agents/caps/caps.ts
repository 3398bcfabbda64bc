/** What agents may do in a day, in words and as a form. Pure. */
import type { Output } from '@entrepot/client'
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import { formatTyped, parseAmount } from '../../components/values/money-input.ts'

export type Caps = Output<'getDefaultAgentCaps'>['Caps']
export type CapName = keyof Caps

/** The caps in their order, with their labels and what counts. */
export const CAPS: Readonly<Record<CapName, readonly [label: string, counts: string]>> = {
  Calls: ['Calls', 'API and tool calls, including reads.'],
  Writes: ['Write calls', 'Calls that change data, and orders changed by jobs.'],
  RefundAmount: ['Refunds', 'Amounts refunded to buyers, with or without a return.'],
  UnitsCancelled: ['Units cancelled', 'Order units that are cancelled.'],
  PriceChanges: ['Prices changed', 'Changed prices of products and channels.'],
}

export const CAP_NAMES = Object.keys(CAPS) as readonly CapName[]

/** A quantity of a cap, such as `€500.00`. */
export function capQuantity(name: CapName, quantity: number, currency: string): string {
  return name === 'RefundAmount' ? formatMoney(quantity, currency) : formatNumber(quantity)
}

/** What is used of a cap, such as `96 of 2,000`. */
export function usedInWords(
  name: CapName,
  used: number,
  most: number | null,
  currency: string,
): string {
  const amount = capQuantity(name, used, currency)
  return most === null
    ? `${amount} (no limit)`
    : `${amount} of ${capQuantity(name, most, currency)}`
}

/** Which part of a cap is used, from 0 to 100. A cap of 0 allows nothing, so it is used up. */
export function partUsed(used: number, most: number): number {
  return most === 0 ? 100 : Math.min(100, (used / most) * 100)
}

/** Where a cap comes from: the rest (all agents, or the hub), an own limit, or none. */
export type CapMode = 'given' | 'own' | 'unlimited'

/** A cap as it is typed. */
export interface CapField {
  readonly mode: CapMode
  readonly typed: string
}

export type CapsForm = Readonly<Record<CapName, CapField>>

/** The form of caps, of which those in `Own` were set here. */
export function capsForm(
  { Caps: caps, Own }: { readonly Caps: Caps; readonly Own: readonly string[] },
  currency: string,
): CapsForm {
  const field = (name: CapName): CapField => {
    const most = caps[name]
    const typed =
      most === null ? '' : name === 'RefundAmount' ? formatTyped(most, currency) : String(most)
    if (!Own.includes(name)) return { mode: 'given', typed }
    return { mode: most === null ? 'unlimited' : 'own', typed }
  }
  return Object.fromEntries(CAP_NAMES.map((name) => [name, field(name)])) as CapsForm
}

/** What is wrong with a field. */
export function capIssue(name: CapName, field: CapField, currency: string): string | undefined {
  const read = field.mode === 'own' ? readCap(name, field.typed, currency) : undefined
  return read && 'issue' in read ? read.issue : undefined
}

/** The body that sets the caps of a form; undefined while something is wrong. */
export function capsBody(form: CapsForm, currency: string): Partial<Caps> | undefined {
  const body: Partial<Record<CapName, number | null>> = {}
  for (const name of CAP_NAMES) {
    const { mode, typed } = form[name]
    if (mode === 'unlimited') body[name] = null
    if (mode !== 'own') continue
    const read = readCap(name, typed, currency)
    if ('issue' in read) return undefined
    body[name] = read.amount
  }
  return body
}

function readCap(name: CapName, typed: string, currency: string) {
  return parseAmount(typed, name === 'RefundAmount' ? { currency } : { decimals: 0 })
}
