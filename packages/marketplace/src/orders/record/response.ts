/** Converts stored orders to answers. */
import { momentsOf, withIsoDates } from '../../kit/sql/columns.ts'
import { ORDER_COLUMNS } from './columns.ts'
import type { OrderResponse, OrderStatus } from './schema.ts'
import { isOpen, lineStatus, orderStatus } from './status.ts'
import type { OrderRow, StoredLine } from './store.ts'
import { sumUnits, type Units } from './units.ts'

/** The status of an order that is not acknowledged. */
export function statusBefore(units: Units, corrections: readonly unknown[]): OrderStatus {
  return orderStatus({
    units,
    isAcknowledged: false,
    needsCorrection: corrections.length > 0,
    isClosed: false,
    combination: 'none',
  })
}

/** The units of all lines of an order. */
export function unitsOfOrder({ Lines }: Pick<OrderRow, 'Lines'>): Units {
  return sumUnits(Lines.map(unitsOfLine))
}

function unitsOfLine(line: StoredLine): Units {
  return {
    quantity: line.Quantity,
    shipped: line.ShippedQuantity,
    cancelled: line.CancelledQuantity,
    manco: line.MancoQuantity,
    backordered: line.BackorderQuantity,
    returned: line.ReturnedQuantity,
  }
}

/** Until when an order is to be shipped. The same is stated in SQL by `dueBefore` of list-store.ts. */
function shipBy(orderDate: Date, handlingDays: number): Date {
  return new Date(orderDate.getTime() + handlingDays * 86_400_000)
}

const MOMENTS = momentsOf(ORDER_COLUMNS)

/** Converts a stored order to its answer. */
export function toOrderResponse(row: OrderRow): OrderResponse {
  const { contentHash: _, handlingDays, Lines, ...fields } = row
  const isAcknowledged = row.MerchantReference !== null
  return {
    ...withIsoDates(fields, MOMENTS),
    ShipBy: isOpen(row.Status) ? shipBy(row.OrderDate, handlingDays).toISOString() : null,
    Lines: Lines.map((line) => ({
      ...line,
      Status: lineStatus(unitsOfLine(line), isAcknowledged),
    })),
  }
}
