/** What an agent may do in a day. Pure. */
import type { Kind, Part, Quantity } from '../measures/parts.ts'

/** What is limited. `refunds` is an amount in the base currency of the customer; the others are numbers. */
export const CAP_NAMES = ['calls', 'writes', 'refunds', 'units', 'prices'] as const
export type CapName = (typeof CAP_NAMES)[number]

/** How much of each. */
export type Amounts = Readonly<Record<CapName, number>>

/** The most of each in a day; null is unlimited. */
export type Caps = Readonly<Record<CapName, number | null>>

/** The values that somebody has set. Those that are missing come from elsewhere. */
export type SetCaps = Readonly<Partial<Caps>>

/** What a call asks for. Infinity: it cannot be known before, so it needs an agent without this cap. */
export type Asked = Partial<Amounts>

/**
 * What an agent may do if nobody has set anything. A day of work of one person fits: 2,000 writes are 500 orders with an acknowledgement, a
 * shipment and two others. What costs money, or cannot be taken back, is as much as a small shop would leave to a new employee.
 */
export const DEFAULT_CAPS: Caps = {
  calls: null,
  writes: 2_000,
  refunds: 500,
  units: 200,
  prices: 500,
}

/** The names on the wire. */
export const WIRE_NAMES = {
  calls: 'Calls',
  writes: 'Writes',
  refunds: 'RefundAmount',
  units: 'UnitsCancelled',
  prices: 'PriceChanges',
} as const satisfies Readonly<Record<CapName, string>>

/** The names in sentences. */
export const CAP_TEXTS: Readonly<Record<CapName, string>> = {
  calls: 'calls',
  writes: 'calls that write',
  refunds: 'refunds',
  units: 'cancelled units',
  prices: 'changed prices',
}

/** The caps that hold: of the agent, else of the customer, else of the hub. */
export function capsOf(ofCustomer: SetCaps, ofAgent: SetCaps): Caps {
  return { ...DEFAULT_CAPS, ...ofCustomer, ...ofAgent }
}

/** All amounts of what is asked for. */
export function amountsOf(asked: Asked): Amounts {
  return { calls: 0, writes: 0, refunds: 0, units: 0, prices: 0, ...asked }
}

/** Of which parts of a call a cap counts which quantity. */
const COUNTED = {
  refunds: { kinds: ['refund', 'return'], quantity: 'amount' },
  units: { kinds: ['cancel'], quantity: 'units' },
  prices: { kinds: ['price'], quantity: 'count' },
} as const satisfies Partial<
  Record<CapName, { readonly kinds: readonly Kind[]; readonly quantity: Quantity }>
>

/** What the parts of a call ask for. */
export function askedByParts(parts: readonly Part[]): Asked {
  return Object.fromEntries(
    Object.entries(COUNTED).map(([name, { kinds, quantity }]) => {
      const counted = parts.filter(({ kind }) => (kinds as readonly Kind[]).includes(kind))
      return [name, counted.reduce((sum, part) => sum + (part[quantity] ?? Infinity), 0)]
    }),
  )
}

/** The first cap that a call exceeds; undefined if there is none. */
export function findExceeded(caps: Caps, used: Amounts, asked: Amounts): CapName | undefined {
  return CAP_NAMES.find((name) => {
    const most = caps[name]
    return most !== null && asked[name] > 0 && used[name] + asked[name] > most
  })
}
