/** Changes records: the tracking of shipments, and the decisions of the merchant on returns. */
import type { Database, Transaction } from '@entrepot/database'
import type { Caller } from '../../kit/principals/principal.ts'
import { hashContent } from '../../kit/shared/canonical-json.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { insertOrderEvents, type OrderEventType } from '../history/order-event-store.ts'
import { findLines, type LineState, updateLineStates } from '../record/line-state-store.ts'
import { lockOrderStates, type OrderState, updateOrderStates } from '../record/order-state-store.ts'
import { takeEffectOnOrders, transactionOnOrders } from '../record/order-transaction.ts'
import type { Kind } from '../record/state/record-kinds.ts'
import { unshipUnits } from '../record/state/units.ts'
import { moveStock, undoDeparture } from '../stock/movement-store.ts'
import { applyPlan } from './plan/batch.ts'
import { Ledger } from './plan/ledger.ts'
import { planDecision } from './plan/return-plan.ts'
import { movedSince } from './plan/stock-moves.ts'
import { refuseShipmentChange, refuseVoid } from './records/actions.ts'
import { detailsOf, type NamedLine, nameIssues } from './records/draft.ts'
import { packParcels } from './records/parcels.ts'
import { refuseUnknown } from './records/records.ts'
import { findRefundedGoods } from './records/refund-store.ts'
import type { ReturnDecision } from './records/return-schema.ts'
import type { ShipmentChange } from './records/schema.ts'
import {
  type FulfilmentRow,
  findFulfilments,
  updateFulfilment,
  voidShipmentRow,
} from './records/store.ts'

/**
 * Changes the tracking of a shipment. Values in the request replace the stored ones; other values stay. The list
 * of parcels is replaced as a whole; the tracking of the shipment is that of its first parcel.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT`; `MARKET_SHIPMENT_VOIDED`.
 *
 * @example
 * await changeShipment(database, caller, 'S-1', { TrackTraceNo: '3S...' })
 */
export async function changeShipment(
  database: Database,
  caller: Caller,
  reference: string,
  change: ShipmentChange,
): Promise<FulfilmentRow | Refusal> {
  return await changeRecord(database, caller, 'shipment', reference, (row) => {
    const given = detailsOf('shipment', change)
    const details = packParcels(row.details, given, change.Parcels ?? [], row.lines)
    if (isRefusal(details)) return details
    const changed = { ...row, details }
    // A repeated change of a shipment that was voided meanwhile is not refused.
    return hashContent(row) === hashContent(changed) ? row : (refuseShipmentChange(row) ?? changed)
  })
}

/**
 * Voids a shipment: it was entered by mistake, or is lost. Its units are open again. Repeating the call changes nothing.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_QUANTITY_EXCEEDED` units of it are returned.
 *
 * @example
 * await voidShipment(database, caller, 'S-1')
 */
export async function voidShipment(
  database: Database,
  caller: Caller,
  reference: string,
): Promise<FulfilmentRow | Refusal> {
  return await changeRecord(database, caller, 'shipment', reference, (row, ledger) => {
    if (row.voidedAt !== null) return row
    const refusal = refuseVoid(row)
    if (refusal) return refusal
    const lines = row.lines.map(({ lineId, quantity }) => {
      const line = ledger.line(lineId) as LineState
      return { ...line, units: unshipUnits(line.units, quantity) }
    })
    ledger.changeLines(lines)
    return 'voided'
  })
}

/**
 * Records which units of a return the merchant accepts and rejects. Values that the request leaves out stay.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT`; `MARKET_REFUND_EXCEEDED`; `MARKET_RETURN_DECIDED` all units are already decided,
 * with another result.
 *
 * @example
 * await decideReturn(database, caller, 'R-1', { Status: 'ACCEPTED' })
 */
export async function decideReturn(
  database: Database,
  caller: Caller,
  reference: string,
  request: ReturnDecision,
): Promise<FulfilmentRow | Refusal> {
  const issues = nameIssues(request.Lines ?? [])
  if (issues.length > 0) return refuseIssues(issues)
  return await changeRecord(database, caller, 'return', reference, (row, ledger) =>
    applyDecision(row, ledger, request),
  )
}

/**
 * Returns a return as {@link decideReturn} would leave it now, with what would be refunded, and stores nothing. Refusals: those of the decision.
 *
 * @example
 * await previewDecision(database, caller, 'R-1', { Status: 'ACCEPTED' }) // { refundInclVat: 9, ... }
 */
export async function previewDecision(
  database: Database,
  { customer: { customerId } }: Caller,
  reference: string,
  request: ReturnDecision,
): Promise<FulfilmentRow | Refusal> {
  const issues = nameIssues(request.Lines ?? [])
  if (issues.length > 0) return refuseIssues(issues)
  return await transactionOnOrders(database, customerId, async (tx, readsFirst) => {
    const locked = await lockRecord(tx, customerId, { kind: 'return', reference }, readsFirst)
    return isRefusal(locked) ? locked : applyDecision(locked.row, locked.ledger, request)
  })
}

function applyDecision(
  row: FulfilmentRow,
  ledger: Ledger,
  request: ReturnDecision,
): FulfilmentRow | Refusal {
  const order = ledger.order(row.orderId) as OrderState
  const lines = nameLines(request.Lines ?? [], ledger, order)
  if (isRefusal(lines)) return lines
  const status = request.Status ?? null
  const plan = planDecision(row, order, ledger, { status, total: request, lines })
  if (isRefusal(plan)) return plan
  applyPlan(ledger, order, plan)
  const details = { ...row.details, ...detailsOf('return', request) }
  return { ...row, ...plan.stored, details }
}

const CHANGED = {
  shipment: 'shipment.updated',
  return: 'return.updated',
} as const satisfies Partial<Record<Kind, OrderEventType>>

/** Changes a record under the lock of its order. Writes nothing if nothing changes. */
async function changeRecord(
  database: Database,
  { customer: { customerId }, actor }: Caller,
  kind: keyof typeof CHANGED,
  reference: string,
  change: (row: FulfilmentRow, ledger: Ledger) => FulfilmentRow | 'voided' | Refusal,
): Promise<FulfilmentRow | Refusal> {
  return await takeEffectOnOrders(database, customerId, async (tx, readsFirst) => {
    const record = { kind, reference }
    const locked = await lockRecord(tx, customerId, record, readsFirst)
    if (isRefusal(locked)) return locked
    const { row, ledger } = locked
    const { orderId } = row
    const { channelId, status: statusBefore } = ledger.order(orderId) as OrderState
    const changed = change(row, ledger)
    if (isRefusal(changed)) return changed
    const isVoided = changed === 'voided'
    if (!isVoided && hashContent(row) === hashContent(changed)) return row
    const { status } = ledger.order(orderId) as OrderState
    const named = { Kind: kind, Reference: reference }
    const type = isVoided ? ('shipment.voided' as const) : CHANGED[kind]
    const event = { orderId, channelId, type, statusBefore, status, actor, record: named }
    await storeRecord(tx, customerId, row, isVoided ? undefined : changed)
    await updateLineStates(tx, customerId, ledger.changedLines)
    await updateOrderStates(tx, customerId, ledger.changedOrders)
    // Orders that are combined with it wait for its units again.
    const followers = ledger.takeFollowers(new Set([orderId]), actor)
    await insertOrderEvents(tx, customerId, [event, ...followers])
    return ((await findFulfilments(tx, customerId, [record])) as [FulfilmentRow])[0]
  })
}

/** Locks the order of a record, and reads the record and what its change depends on. */
async function lockRecord(
  tx: Transaction,
  customerId: string,
  record: { readonly kind: Kind; readonly reference: string },
  readsFirst: boolean,
): Promise<{ readonly row: FulfilmentRow; readonly ledger: Ledger } | Refusal> {
  const [seen] = await findFulfilments(tx, customerId, [record])
  if (seen === undefined) return refuseUnknown(record.kind, record.reference)
  const { orderId } = seen
  const states = await lockOrderStates(tx, customerId, { orderIds: [orderId] }, readsFirst)
  const [row] = (await findFulfilments(tx, customerId, [record])) as [FulfilmentRow]
  const lineIds = row.lines.map((line) => line.lineId)
  const lines = await findLines(tx, customerId, orderId, lineIds)
  const refunded =
    record.kind === 'return'
      ? await findRefundedGoods(tx, customerId, [orderId], row.fulfilmentId)
      : undefined
  return { row, ledger: new Ledger(states, lines, refunded) }
}

/** Stores a changed record, and moves its units into the stock or out of it. `changed` is undefined for a voided one. */
async function storeRecord(
  tx: Transaction,
  customerId: string,
  row: FulfilmentRow,
  changed: FulfilmentRow | undefined,
): Promise<void> {
  if (changed) await updateFulfilment(tx, customerId, changed)
  else await voidShipmentRow(tx, customerId, row.fulfilmentId)
  await moveStock(tx, customerId, movedSince(row, changed))
  if (!changed) await undoDeparture(tx, customerId, row.fulfilmentId)
}

/** The lines that a request names, by their ids. The ledger contains only the lines of the return. */
function nameLines(
  named: readonly NamedLine[],
  ledger: Ledger,
  order: OrderState,
): ReadonlyMap<number, NamedLine & { readonly path: string }> | Refusal {
  const lines = new Map<number, NamedLine & { readonly path: string }>()
  const unknown: Issue[] = []
  const repeated: Issue[] = []
  for (const [index, name] of named.entries()) {
    const path = `/Lines/${index}`
    const line = ledger.findLine(order, name)
    if (line === undefined) {
      unknown.push({ path, message: 'is not a line of this return' })
    } else if (lines.has(line.lineId)) {
      repeated.push({
        path,
        message: 'is named more than once: give one decision for all its units',
      })
    } else lines.set(line.lineId, { ...name, path })
  }
  if (unknown.length > 0) {
    return refuse('MARKET_NOT_FOUND', 'The return does not have all of these lines.', unknown)
  }
  return repeated.length > 0 ? refuseIssues(repeated) : lines
}
