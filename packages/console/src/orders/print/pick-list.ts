/** What is to be taken from the shelves for several orders. Pure. */
import type { Order } from '../order.ts'
import { inStockOf } from '../units.ts'

/** A product, and for which orders how many units of it are taken. */
export interface Pick {
  readonly reference: string
  readonly units: number
  readonly orders: readonly { readonly name: string; readonly units: number }[]
}

/** The open units of orders by product, sorted by reference. Units that wait for stock are left out. */
export function picksOf(orders: readonly Order[]): readonly Pick[] {
  const picks = new Map<string, { units: number; orders: Map<string, number> }>()
  for (const order of orders) {
    const name = order.MerchantReference ?? order.ChannelReference
    for (const line of order.Lines) {
      const units = order.Status === 'CLOSED' ? 0 : inStockOf(line)
      if (units <= 0) continue
      const reference = line.MerchantProductReference
      const pick = picks.get(reference) ?? { units: 0, orders: new Map() }
      pick.orders.set(name, (pick.orders.get(name) ?? 0) + units)
      picks.set(reference, { units: pick.units + units, orders: pick.orders })
    }
  }
  return [...picks]
    .map(([reference, pick]) => ({
      reference,
      units: pick.units,
      orders: [...pick.orders].map(([name, units]) => ({ name, units })),
    }))
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
}
