/** Converts stored orders to answers. */
import { actionsOf } from '../../kit/principals/actions.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import { decimal } from '../../kit/shared/money.ts'
import { momentsOf, withIsoDates } from '../../kit/sql/columns.ts'
import { ORDER_COLUMNS } from './columns.ts'
import type {
  CalculatedLineField,
  OrderLineResponse,
  OrderRecord,
  OrderResponse,
} from './schema.ts'
import { ORDER_ACTIONS, type OrderFacts } from './state/actions.ts'
import { lineStatus, orderStatus } from './state/status.ts'
import { isOpen, type OrderStatus } from './state/statuses.ts'
import { availableFor, openOf, sumUnits, type Units } from './state/units.ts'
import type { OrderLineRow, OrderRow } from './store.ts'

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

/** The units of a line. */
export function unitsOfLine(line: OrderLineRow): Units {
  return {
    quantity: line.Quantity,
    shipped: line.ShippedQuantity,
    cancelled: line.CancelledQuantity,
    manco: line.MancoQuantity,
    backordered: line.BackorderQuantity,
    returned: line.ReturnedQuantity,
  }
}

const MOMENTS = momentsOf(ORDER_COLUMNS)

/** Converts a stored order to the record that webhooks send. */
export function toOrderRecord(row: OrderRow): OrderRecord {
  const { contentHash: _, isClosed: __, GivenShippingVatRate: ___, ...shown } = row
  const { dueAt, Lines, ...fields } = shown
  const isAcknowledged = row.MerchantReference !== null
  return {
    ...withIsoDates(fields, MOMENTS),
    ShipBy: isOpen(row.Status) ? dueAt.toISOString() : null,
    Lines: Lines.map(({ GivenVatRate: _, ...line }) => ({
      ...line,
      ...calculateLine(unitsOfLine(line as OrderLineRow), isAcknowledged),
    })),
  }
}

function calculateLine(
  units: Units,
  isAcknowledged: boolean,
): Omit<Pick<OrderLineResponse, CalculatedLineField>, 'ShortUnits' | 'RefundedInclVat'> {
  return {
    Status: lineStatus(units, isAcknowledged),
    OpenQuantity: openOf(units),
    ReturnableQuantity: availableFor('return', units),
  }
}

/** What the actions on a stored order depend on. */
export function factsOf(row: OrderRow): OrderFacts {
  const { Status: status, MerchantReference: merchantReference, isClosed } = row
  const left = decimal(row.OriginalTotalInclVat).minus(row.RefundedInclVat).toNumber()
  return { status, merchantReference, isClosed, units: unitsOfOrder(row), left }
}

/** Converts a stored order to its answer for a reader. */
export function toOrderResponse(row: OrderRow, reader: Principal): OrderResponse {
  return { ...toOrderRecord(row), Actions: actionsOf(ORDER_ACTIONS, reader, factsOf(row)) }
}

/** The answer of a call that returns an order, or refuses. */
export function answerOrder(
  outcome: OrderRow | Refusal,
  reader: Principal,
): OrderResponse | Refusal {
  return isRefusal(outcome) ? outcome : toOrderResponse(outcome, reader)
}
