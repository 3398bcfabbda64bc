/** Tracking numbers that were copied from a spreadsheet: what becomes of each row. Pure. */
import { parse } from 'papaparse'
import { statusLabel } from '../../../components/values/status.tsx'
import type { Order } from '../../order.ts'

/** What becomes of a row. */
export type Fate =
  | 'ship'
  /** The first row, which names the columns. */
  | 'header'
  /** The order is not selected, and was not looked up, or not yet. */
  | 'sought'
  /** No order has this name. */
  | 'unknown'
  /** Several orders have this name. */
  | 'several'
  /** The order can be shipped, but others are selected. */
  | 'unselected'
  /** The order cannot be shipped now. */
  | 'closed'
  /** A row before it has the order already. */
  | 'twice'
  /** It has no number. */
  | 'empty'

/** A row of the spreadsheet. */
export interface TrackingRow<One extends Named = Named> {
  /** Its number, from 1. */
  readonly number: number
  /** What names the order. */
  readonly name: string
  readonly tracking: string
  /** Empty if neither the row nor the person names one. */
  readonly carrier: string
  readonly fate: Fate
  /** The order that is meant, if there is one. */
  readonly order: One | undefined
  /** The first row with the same number for another order. */
  readonly sameAs: number | undefined
}

/** The names of an order, and whether it can be shipped. */
interface Named extends Pick<Order, 'Id' | 'MerchantReference' | 'ChannelReference' | 'Status'> {
  readonly canShip: boolean
}

interface Pasted<One extends Named> {
  readonly text: string
  /** Only these orders are shipped. Empty: all orders of the rows. */
  readonly selected: readonly One[]
  /** Orders that were looked up, and by which names. */
  readonly found?:
    | { readonly names: ReadonlySet<string>; readonly orders: readonly One[] }
    | undefined
  /** Of rows without one. */
  readonly carrier?: string
}

/**
 * Reads rows of order, tracking number and optionally carrier, separated by tabs, commas or semicolons; or order and number,
 * separated by spaces. An order is named by the reference of the merchant, that of the channel, or its id; the first that fits counts, in this
 * order, and a selected order before others.
 */
export function readTracking<One extends Named>({
  text,
  selected,
  found,
  carrier = '',
}: Pasted<One>): readonly TrackingRow<One>[] {
  const { data } = parse<readonly string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const seen = new Set<number>()
  const numbers = new Map<string, number>()
  return data.map((columns, index) => {
    const [first = '', second = '', third = ''] =
      columns.length > 1 ? columns : splitAtSpace(columns[0])
    const number = index + 1
    const [name, tracking] = [first.trim(), second.trim()]
    const { order, ...match } = matchOf(name, selected, found?.orders)
    const fate = order
      ? fateOf({ ...match, order, tracking, seen })
      : fateOfNone({ name, tracking, isFirst: index === 0, names: found?.names })
    if (order && fate === 'ship') seen.add(order.Id)
    const sameAs = fate === 'ship' ? numbers.get(tracking) : undefined
    if (fate === 'ship' && sameAs === undefined) numbers.set(tracking, number)
    return { number, name, tracking, carrier: third.trim() || carrier.trim(), fate, order, sameAs }
  })
}

/** As many names as are looked up for one list. */
const MAX_SOUGHT = 500

/** The names in the rows that are to be looked up, each once. */
export function soughtIn(text: string, selected: readonly Named[]): readonly string[] {
  const sought = readTracking({ text, selected }).filter(({ fate }) => fate === 'sought')
  return [...new Set(sought.map(({ name }) => name))].slice(0, MAX_SOUGHT)
}

/** The number is what follows the first space. */
function splitAtSpace(row = ''): readonly string[] {
  return /^\s*(\S+)\s+(.*)$/.exec(row)?.slice(1) ?? [row]
}

interface Unfound {
  readonly name: string
  readonly tracking: string
  readonly isFirst: boolean
  /** Those that were looked up. */
  readonly names: ReadonlySet<string> | undefined
}

/** The fate of a row of which no order is known. */
function fateOfNone({ name, tracking, isFirst, names }: Unfound): Fate {
  if (isFirst && isHeader(name, tracking)) return 'header'
  return name === '' || names?.has(name) ? 'unknown' : 'sought'
}

interface Candidate {
  readonly order: Named
  readonly tracking: string
  readonly isAmbiguous: boolean
  /** Whether it is one of those that are shipped. */
  readonly isMeant: boolean
  readonly seen: ReadonlySet<number>
}

function fateOf({ order, tracking, isAmbiguous, isMeant, seen }: Candidate): Fate {
  if (isAmbiguous) return 'several'
  if (seen.has(order.Id)) return 'twice'
  if (!order.canShip) return 'closed'
  if (!isMeant) return 'unselected'
  return tracking === '' ? 'empty' : 'ship'
}

/** Names of columns have no digits, and tracking numbers have some. */
function isHeader(name: string, tracking: string): boolean {
  return name !== '' && tracking !== '' && !/\d/.test(name + tracking)
}

/** The order that a name means, if there is one. @param others that were looked up */
function matchOf<One extends Named>(
  name: string,
  selected: readonly One[],
  others: readonly One[] = [],
) {
  const own = findOrders(name, selected)
  const orders = own.length > 0 ? own : findOrders(name, others)
  const isMeant = own.length > 0 || selected.length === 0
  return { order: orders[0], isAmbiguous: orders.length > 1, isMeant }
}

function findOrders<One extends Named>(name: string, orders: readonly One[]): readonly One[] {
  const ways = [
    orders.filter(({ MerchantReference }) => MerchantReference === name),
    orders.filter(({ ChannelReference }) => ChannelReference === name),
    orders.filter(({ Id }) => String(Id) === name),
  ]
  return ways.find((way) => way.length > 0) ?? []
}

/** What is said of a row. */
export function sayFate(row: TrackingRow): string {
  if (row.fate === 'ship') return sayShipped(row)
  if (row.fate === 'sought') return 'Not looked up'
  return `${whyLeftOut(row)}, left out`
}

function sayShipped({ carrier, sameAs }: TrackingRow): string {
  const by = carrier === '' ? 'Ships, without a carrier' : `Ships with ${carrier}`
  return sameAs === undefined ? by : `${by}; row ${sameAs} has the same number`
}

function whyLeftOut({ fate, name, order }: TrackingRow): string {
  switch (fate) {
    case 'header':
      return 'Column names'
    case 'unknown':
      return name === '' ? 'No order' : 'No such order'
    case 'several':
      return 'Several orders have this reference'
    case 'unselected':
      return order?.Status === 'IN_BACKORDER' ? 'In backorder and not selected' : 'Not selected'
    case 'closed':
      return order?.Status === 'SHIPPED' ? 'Already shipped' : whyClosed(order)
    case 'twice':
      return 'Order already in a row above'
    default:
      return 'No number'
  }
}

function whyClosed(order: Named | undefined): string {
  return order ? `${statusLabel(order.Status)}: cannot be shipped now` : 'Cannot be shipped now'
}
