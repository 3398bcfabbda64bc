/** The arithmetic of fulfilment: the units of lines, their records, and the resulting status. */
import type { FinalLine, FinalOrder, FinalRecord, LedgerEntry } from '../entries.ts'
import { entriesOf, type Oracle, type Violation } from './oracle.ts'

/** The numbers of each line must be consistent with each other and with its records, and the status of each order with its lines. */
export const evaluateArithmetic: Oracle = (entries) =>
  entriesOf(entries, 'ledger').flatMap((ledger) => {
    const records = Map.groupBy(ledger.records, ({ order }) => order)
    const combinations = Map.groupBy(ledger.orders, combinationOf)
    return ledger.orders.flatMap((order) => [
      ...order.lines.flatMap((line) =>
        lineFaults(line, records.get(order.order) ?? []).map((fault) =>
          violation(order, `line ${line.line}: ${fault}`),
        ),
      ),
      ...statusFaults(order, combinations.get(combinationOf(order)) ?? []),
    ])
  })

/** A combination belongs to one customer. */
const combinationOf = ({ order, combination }: LedgerEntry['orders'][number]) =>
  `${order.split('/')[1]} ${combination}`

function violation({ order }: FinalOrder, detail: string): Violation {
  return { what: 'arithmetic', detail: `${order}: ${detail}` }
}

function lineFaults(line: FinalLine, records: readonly FinalRecord[]): readonly string[] {
  const { quantity, shipped, cancelled, manco, backordered, returned } = line
  const sum = (kind: FinalRecord['kind'], count: 'quantity' | 'rejected', isManco?: true) =>
    records
      .filter((record) => record.kind === kind && (!isManco || record.isManco))
      .flatMap(({ lines }) => lines.filter((one) => one.line === line.line))
      .reduce((total, one) => total + one[count], 0)
  const open = quantity - shipped - cancelled
  const rules: readonly (readonly [string, boolean])[] = [
    ['more units are shipped and cancelled than were ordered', open >= 0],
    ['shipped does not match the shipments', shipped === sum('shipment', 'quantity')],
    ['cancelled does not match the cancellations', cancelled === sum('cancellation', 'quantity')],
    ['manco does not match the cancellations', manco === sum('cancellation', 'quantity', true)],
    ['more units are in backorder than are open', backordered >= 0 && backordered <= open],
    [
      'more units are in backorder than the backorders claim',
      backordered <= sum('backorder', 'quantity'),
    ],
    [
      'returned does not match the returns',
      returned === sum('return', 'quantity') - sum('return', 'rejected'),
    ],
    ['more units are returned than were shipped', returned <= shipped],
  ]
  return rules.filter(([, holds]) => !holds).map(([fault]) => `${fault}: ${JSON.stringify(line)}`)
}

function statusFaults(order: FinalOrder, combined: readonly FinalOrder[]): readonly Violation[] {
  const expected = statusOf(order, order.combination === null ? [] : combined)
  if (order.status === expected) return []
  return [violation(order, `the status is ${order.status}, but the table gives ${expected}`)]
}

/** The table of docs/guides/fulfilment.md, implemented a second time: an oracle must not use the code that it evaluates. */
function statusOf(order: FinalOrder, combined: readonly FinalOrder[]): string {
  const total = (pick: (line: FinalLine) => number) =>
    order.lines.reduce((sum, line) => sum + pick(line), 0)
  const open = openOf(order)
  const shipped = total((line) => line.shipped)
  if (order.isClosed) return 'CLOSED'
  if (total((line) => line.cancelled) === total((line) => line.quantity)) return 'CANCELED'
  if (!order.isAcknowledged) return order.needsCorrection ? 'REQUIRES_CORRECTION' : 'NEW'
  if (open > 0) {
    return total((line) => line.backordered) === open ? 'IN_BACKORDER' : 'IN_PROGRESS'
  }
  if (total((line) => line.returned) === shipped) return 'RETURNED'
  const others = combined.filter((other) => other !== order)
  if (others.length > 0) {
    return others.some((other) => !other.isClosed && openOf(other) > 0) ? 'IN_COMBI' : 'CLOSED'
  }
  return total((line) => line.manco) > 0 ? 'MANCO' : 'SHIPPED'
}

function openOf({ lines }: FinalOrder): number {
  return lines.reduce((sum, line) => sum + line.quantity - line.shipped - line.cancelled, 0)
}
