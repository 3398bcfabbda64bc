/** Tracking numbers that were copied from a spreadsheet: what becomes of each row. Pure. */
import { parse } from 'papaparse'

/** What becomes of a row. */
export type Fate =
  | 'ship'
  /** The first row, which names the columns. */
  | 'header'
  /** None of the selected orders has this name. */
  | 'unknown'
  /** The order cannot be shipped now. */
  | 'closed'
  /** A row before it has the order already. */
  | 'twice'
  /** It has no number. */
  | 'empty'

/** A row of the spreadsheet. */
export interface TrackingRow {
  /** Its number, from 1. */
  readonly number: number
  readonly order: string
  readonly tracking: string
  /** Empty if neither the row nor the person names one. */
  readonly carrier: string
  readonly fate: Fate
  /** The order that is meant, if there is one. */
  readonly orderId: number | undefined
  /** The first row with the same number for another order. */
  readonly sameAs: number | undefined
}

/** The names of an order, and whether it can be shipped. */
interface Named {
  readonly Id: number
  readonly MerchantReference: string | null
  readonly ChannelReference: string
  readonly canShip: boolean
}

/**
 * Reads rows of order, tracking number and optionally carrier, separated by tabs, commas or semicolons; or order and number,
 * separated by spaces. An order is named by the reference of
 * the merchant, that of the channel, or its id; the first that fits counts, in this order.
 *
 * @param carrier of rows without one
 */
export function readTracking(
  text: string,
  orders: readonly Named[],
  carrier = '',
): readonly TrackingRow[] {
  const { data } = parse<readonly string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const seen = new Set<number>()
  const numbers = new Map<string, number>()
  return data.map((columns, index) => {
    const [first = '', second = '', third = ''] =
      columns.length > 1 ? columns : splitAtSpace(columns[0])
    const number = index + 1
    const [order, tracking] = [first.trim(), second.trim()]
    const found = findOrder(order, orders)
    const fate = fateOf({ order, tracking, found, isFirst: index === 0, seen })
    if (found && fate === 'ship') seen.add(found.Id)
    const sameAs = fate === 'ship' ? numbers.get(tracking) : undefined
    if (fate === 'ship' && sameAs === undefined) numbers.set(tracking, number)
    const named = third.trim() || carrier.trim()
    return { number, order, tracking, carrier: named, fate, orderId: found?.Id, sameAs }
  })
}

/** The number is what follows the first space. */
function splitAtSpace(row = ''): readonly string[] {
  return /^\s*(\S+)\s+(.*)$/.exec(row)?.slice(1) ?? [row]
}

interface Judged {
  readonly order: string
  readonly tracking: string
  readonly found: Named | undefined
  readonly isFirst: boolean
  readonly seen: ReadonlySet<number>
}

function fateOf({ order, tracking, found, isFirst, seen }: Judged): Fate {
  if (found === undefined) return isFirst && isHeader(order, tracking) ? 'header' : 'unknown'
  if (seen.has(found.Id)) return 'twice'
  if (!found.canShip) return 'closed'
  return tracking === '' ? 'empty' : 'ship'
}

/** Names of columns have no digits, and tracking numbers have some. */
function isHeader(order: string, tracking: string): boolean {
  return order !== '' && tracking !== '' && !/\d/.test(order + tracking)
}

function findOrder(name: string, orders: readonly Named[]): Named | undefined {
  return (
    orders.find(({ MerchantReference }) => MerchantReference === name) ??
    orders.find(({ ChannelReference }) => ChannelReference === name) ??
    orders.find(({ Id }) => String(Id) === name)
  )
}

/** What is said of a row. */
export function sayFate({ fate, order, carrier, sameAs }: TrackingRow): string {
  switch (fate) {
    case 'ship': {
      const by = carrier === '' ? 'Ships, without a carrier' : `Ships with ${carrier}`
      return sameAs === undefined ? by : `${by}; row ${sameAs} has the same number`
    }
    case 'header':
      return 'Column names, left out'
    case 'unknown':
      return order === '' ? 'No order, left out' : 'Not selected, left out'
    case 'closed':
      return 'Cannot be shipped now, left out'
    case 'twice':
      return 'Order already in a row above, left out'
    case 'empty':
      return 'No number, left out'
  }
}
