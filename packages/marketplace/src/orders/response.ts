/** Converts stored orders to answers. */
import type { OrderResponse, OrderStatus } from './schema.ts'
import { lineStatus, orderStatus } from './status.ts'
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

/** Converts a stored order to its answer. */
export function toOrderResponse(row: OrderRow): OrderResponse {
  const { contentHash: _, OrderDate, AcknowledgedDate, CreatedAt, UpdatedAt, Lines, ...rest } = row
  const isAcknowledged = row.MerchantReference !== null
  return {
    ...rest,
    Lines: Lines.map((line) => ({
      ...line,
      Status: lineStatus(unitsOfLine(line), isAcknowledged),
    })),
    OrderDate: OrderDate.toISOString(),
    AcknowledgedDate: AcknowledgedDate?.toISOString() ?? null,
    CreatedAt: CreatedAt.toISOString(),
    UpdatedAt: UpdatedAt.toISOString(),
  }
}
