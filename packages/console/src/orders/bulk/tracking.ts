/** Tracking numbers that were copied from a spreadsheet. Pure. */
import { parse } from 'papaparse'

/** A row of the spreadsheet. */
export interface TrackingRow {
  readonly order: string
  readonly tracking: string
  /** Empty if the row has no third column. */
  readonly carrier: string
}

/** What was pasted: rows for selected orders by their ids, and references that none of them has. */
export interface Tracking {
  readonly rows: ReadonlyMap<number, TrackingRow>
  readonly unknown: readonly string[]
}

/** The names of an order. */
interface Named {
  readonly Id: number
  readonly MerchantReference: string | null
  readonly ChannelReference: string
}

/**
 * Reads rows of order, tracking number and optionally carrier, separated by tabs, commas or semicolons. An order is named by the reference of
 * the merchant, that of the channel, or its id; the first that fits counts, in this order.
 */
export function readTracking(text: string, orders: readonly Named[]): Tracking {
  const { data } = parse<readonly string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const rows = new Map<number, TrackingRow>()
  const unknown: string[] = []
  for (const [order = '', tracking = '', carrier = ''] of data) {
    const row = { order: order.trim(), tracking: tracking.trim(), carrier: carrier.trim() }
    const found = findOrder(row.order, orders)
    if (found) rows.set(found.Id, row)
    else if (row.order !== '') unknown.push(row.order)
  }
  return { rows, unknown }
}

function findOrder(name: string, orders: readonly Named[]): Named | undefined {
  return (
    orders.find(({ MerchantReference }) => MerchantReference === name) ??
    orders.find(({ ChannelReference }) => ChannelReference === name) ??
    orders.find(({ Id }) => String(Id) === name)
  )
}
