/** Who keeps the stock of the customer, in words. Pure. */
import type { Customer } from './changes.ts'

/** Who keeps the stock, and which orders the counts of the merchant contain. */
type Keeping = Pick<Customer, 'StockKeeper' | 'CountsExclude'>

/** A way to keep the stock. `import`: the system of the merchant takes orders off its stock when it imports them. */
export type StockWay = 'counts' | 'import' | 'hub' | 'nobody'

interface WayFacts {
  readonly label: string
  /** What follows from the choice. */
  readonly effect: string
  readonly settings: Keeping
  /** What the units are that are held back until the next count. None if nothing is held back. */
  readonly leaving?: string
}

/** The ways to keep the stock, in the order of the form. */
export const STOCK_WAYS: Readonly<Record<StockWay, WayFacts>> = {
  counts: {
    label: 'My own system, which takes units off its stock when it ships them',
    effect:
      'It sends counts of what is on the shelf. Channels are offered the count without the units of open orders. Shipped units are held back until the next count, but no longer than the time below.',
    settings: { StockKeeper: 'merchant', CountsExclude: null },
    leaving: 'shipped',
  },
  import: {
    label: 'My own system, which takes an order off its stock when it imports it',
    effect:
      'Its counts no longer contain the orders that it has acknowledged. Channels are offered the count without the orders that it has not imported yet. Units of imported orders are held back until the next count, but no longer than the time below.',
    settings: { StockKeeper: 'merchant', CountsExclude: 'acknowledged' },
    leaving: 'acknowledged',
  },
  hub: {
    label: 'The hub',
    effect:
      'Shipments take units off the stock, and returns can bring them back. Channels are offered the stock without the units of open orders. A number that you enter or send counts as a recount.',
    settings: { StockKeeper: 'hub', CountsExclude: null },
  },
  nobody: {
    label: 'Nobody',
    effect:
      'Channels are offered the number as it is. Orders change nothing, so that two channels can sell the same unit until you send a lower number.',
    settings: { StockKeeper: 'none', CountsExclude: null },
  },
}

/** The way that the settings describe. */
export function stockWayOf({ StockKeeper, CountsExclude }: Keeping): StockWay {
  if (StockKeeper === 'hub') return 'hub'
  if (StockKeeper === 'none') return 'nobody'
  return CountsExclude === 'acknowledged' ? 'import' : 'counts'
}

/** Whether anybody keeps the stock, so that units can be reserved. */
export function keepsStock({ StockKeeper }: Pick<Customer, 'StockKeeper'>): boolean {
  return StockKeeper !== 'none'
}

/** The units of times, and how many minutes they have. */
export const LAG_UNITS = { minutes: 1, hours: 60, days: 1_440 } as const

/** A unit of times. */
export type LagUnit = keyof typeof LAG_UNITS

/** A time in minutes in the largest unit in which it is a whole number. */
export function lagIn(minutes: number): { readonly amount: number; readonly unit: LagUnit } {
  const units = Object.keys(LAG_UNITS) as readonly LagUnit[]
  const fits = (unit: LagUnit) => minutes > 0 && minutes % LAG_UNITS[unit] === 0
  const unit = units.findLast(fits) ?? 'minutes'
  return { amount: minutes / LAG_UNITS[unit], unit }
}
