/** The orders that pasted rows can ship: the selected ones, and those that the hub finds by the references of the rows. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allows } from '../../../hub/actions.ts'
import type { Session } from '../../../hub/session.tsx'
import { newParcel, type Parcel } from '../../actions/parcels.ts'
import type { Order } from '../../order.ts'

/** An order as it was when the panel read it. */
export interface Given extends Order {
  readonly canShip: boolean
  /** Its reference is made once, so that a retry after a lost answer ships nothing twice. */
  readonly parcel: Parcel
}

/** Keeps an order as it is now. */
export function give(order: Order): Given {
  return { ...order, canShip: allows(order, 'ship'), parcel: newParcel(order, []) }
}

/** What the hub has found. */
export interface Found {
  /** The references that were looked up. */
  readonly names: ReadonlySet<string>
  readonly orders: readonly Given[]
}

/** As many references as one call may have. */
const MAX_NAMES = 100

/** The texts that can be references: the hub refuses calls with others. */
const REFERENCE = /^[^\p{Cc}]{1,50}$/u

/**
 * The orders that have one of these references, of the merchant or of the channel. They are read once: what is shown must not change while they
 * are shipped.
 *
 * @param sought references, one a line
 */
export function soughtQuery({ client, customer }: Session, sought: string) {
  return queryOptions({
    queryKey: ['orders', customer, 'sought', sought],
    queryFn: async ({ signal }): Promise<Found> => {
      const names = sought.split('\n')
      const references = names.filter((name) => REFERENCE.test(name))
      const starts = Array.from(
        { length: Math.ceil(references.length / MAX_NAMES) },
        (_, part) => part * MAX_NAMES,
      )
      const read = async (start: number) => {
        const part = references.slice(start, start + MAX_NAMES)
        return await Promise.all([
          client.listOrders({ merchantReference: part, pageSize: 1_000 }, { signal }),
          client.listOrders({ channelReference: part, pageSize: 1_000 }, { signal }),
        ])
      }
      const orders = (await Promise.all(starts.map(read))).flat(2)
      const byId = new Map(orders.map((order) => [order.Id, order]))
      return { names: new Set(names), orders: [...byId.values()].map(give) }
    },
    staleTime: 'static',
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}
