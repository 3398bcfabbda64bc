/** Plans the effect of a record on its order: it is applied as a whole, or refused. Pure functions. */

import { type Issue, type Refusal, refuse } from '../../../kit/shared/errors.ts'
import { factsOfLine, type LineState } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { AVAILABLE } from '../../record/state/actions.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import { availableFor, moveUnits, openOf, type Units } from '../../record/state/units.ts'
import type { FulfilmentDraft } from '../records/draft.ts'
import type { RefundedGoods } from '../rules/payments.ts'
import type { CountedLine, Plan, ResolvedLine } from './planned.ts'
import { planReturn } from './return-plan.ts'

/** Plans a record of an order. The quantities of a line that is named more than once are added up. */
export function planFulfilment(
  draft: FulfilmentDraft,
  order: OrderState,
  named: readonly ResolvedLine[],
  refunded: RefundedGoods,
): Plan | Refusal {
  const counted = countUnits(draft.kind, named)
  const refusal = refuseQuantities(draft.kind, counted) ?? refusePartial(draft.kind, order, counted)
  if (refusal) return refusal
  if (draft.kind === 'return') return planReturn(draft, order, counted, refunded)
  const moved = totalsOf(counted).map(({ line, count: quantity }) => {
    const units = moveUnits(draft.kind, line.units, quantity, draft.isManco)
    return { quantity, line: { ...line, units } }
  })
  return {
    lines: moved.map(({ line }) => line),
    refundedShipping: order.refundedShipping,
    stored: {
      lines: moved.map(({ line, quantity }) => ({
        ...factsOfLine(line),
        ...NO_RETURN,
        quantity,
      })),
      refundInclVat: null,
      refundExclVat: null,
      refundShippingInclVat: null,
    },
  }
}

/** A line without a quantity means the open units that other lines of the request do not name. */
function countUnits(kind: Kind, named: readonly ResolvedLine[]): readonly CountedLine[] {
  const rest = new Map<number, number>()
  for (const { line, Quantity } of named) {
    const left = rest.get(line.lineId) ?? availableFor(kind, line.units)
    rest.set(line.lineId, left - (Quantity ?? 0))
  }
  return named.map((entry) => {
    const count = entry.Quantity ?? Math.max(0, rest.get(entry.line.lineId) ?? 0)
    if (entry.Quantity === null || entry.Quantity === undefined) rest.set(entry.line.lineId, 0)
    return { ...entry, count }
  })
}

function totalsOf(counted: readonly CountedLine[]) {
  const totals = new Map<number, { line: LineState; count: number; path: string }>()
  for (const { line, count, path } of counted) {
    const total = totals.get(line.lineId) ?? { line, count: 0, path }
    totals.set(line.lineId, { ...total, count: total.count + count })
  }
  return [...totals.values()].sort((a, b) => a.line.lineId - b.line.lineId)
}

const NO_RETURN = {
  accepted: null,
  rejected: null,
  refundInclVat: null,
  refundExclVat: null,
  manualRefundInclVat: null,
  manualRefundExclVat: null,
}

function refuseQuantities(kind: Kind, counted: readonly CountedLine[]): Refusal | undefined {
  const errors: Issue[] = []
  for (const { line, count, path } of totalsOf(counted)) {
    const most = availableFor(kind, line.units)
    if (count > 0 && count <= most) continue
    const asked = count === 0 ? 'names all that is left' : `comes to ${count}`
    const message = `${asked}, but ${most} of the line are ${AVAILABLE[kind]} (${describe(line.units)})`
    errors.push({ path: `${path}/Quantity`, message })
  }
  const [first] = errors
  if (first === undefined) return undefined
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const detail = `${first.path} ${first.message}${rest}. Nothing was stored.`
  return refuse('MARKET_QUANTITY_EXCEEDED', detail, errors)
}

function describe({ quantity, shipped, cancelled, backordered, returned }: Units): string {
  const numbers = { shipped, cancelled, 'in backorder': backordered, returned }
  const parts = Object.entries(numbers).filter(([, count]) => count > 0)
  return [`${quantity} ordered`, ...parts.map(([name, count]) => `${count} ${name}`)].join(', ')
}

function refusePartial(
  kind: Kind,
  order: OrderState,
  counted: readonly CountedLine[],
): Refusal | undefined {
  if (kind !== 'shipment' || order.canShipPartialOrderLines) return undefined
  const errors = totalsOf(counted)
    .filter(({ line, count }) => count < openOf(line.units))
    .map(({ line, path }) => ({
      path: `${path}/Quantity`,
      message: `must be ${openOf(line.units)}, which is all that is open of the line`,
    }))
  if (errors.length === 0) return undefined
  const detail =
    'The channel of this order takes whole lines only (CanShipPartialOrderLines is false). Ship all that is open of a line, or cancel the rest first.'
  return refuse('MARKET_PARTIAL_LINE', detail, errors)
}
