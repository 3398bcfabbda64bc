/** Returns and refunds of the shop, and what units are worth. Pure. */
import type { ShopReturn, ShopUnits } from '../../../adapter/merchant.ts'
import { amountOf, decimal, toCents } from '../decimal.ts'
import type { Order, OrderAction, OrderChange, OrderItem, Refund } from '../types.ts'
import { cancellationsOf, editsOf, isHubLine, isMark, timeOf } from './map-history.ts'
import { priceOfUnits, UNITS } from './map-order.ts'

/** One thing that moves units or money. What people cancel or receive is owed to the buyer; refunds pay it. */
type Movement = { readonly at: string } & (
  | { readonly kind: 'cancelled' | 'cancelled by the hub'; readonly units: readonly ShopUnits[] }
  | { readonly kind: 'received'; readonly units: readonly ShopUnits[]; readonly receipt: Receipt }
  | { readonly kind: 'refunded'; readonly refund: Refund }
)

interface Receipt {
  readonly at: string
  readonly shopId: string
  readonly units: readonly ShopUnits[]
  readonly restocked: boolean
  readonly reason: string | undefined
}

/**
 * Returns that the shop has received, each with the price of its units, and refunds beyond that. Medusa keeps units and money apart: it
 * owes the price of what is received or cancelled, and a refund pays what is owed. A refund of more is a gesture, which a later receipt
 * uses up. The history only grows, so a repeated read gives the same.
 */
export function toReturns(order: Order, changes: readonly OrderChange[]): readonly ShopReturn[] {
  const found: ShopReturn[] = []
  const price = priceUnits(order)
  let owed = 0n
  let ahead = 0n
  for (const movement of movementsOf(order, changes)) {
    if (movement.kind === 'refunded') {
      const cents = toCents(decimal(movement.refund.amount))
      const gesture = cents > owed ? cents - owed : 0n
      owed -= cents - gesture
      ahead += gesture
      if (gesture > 0n) found.push(toGesture(order, movement.refund, gesture))
      continue
    }
    const cents = price(movement.units)
    if (movement.kind === 'cancelled by the hub') continue
    const used = ahead < cents ? ahead : cents
    ahead -= used
    owed += cents - used
    if (movement.kind === 'received') found.push(toReceived(order, movement.receipt, cents - used))
  }
  return found
}

/**
 * Prices the units of lines one after the other, in cents. Each has what the price of all units so far grows by: the prices of all units of
 * a line add up to that of the line, also where one unit has thirds of a cent.
 */
function priceUnits(
  { items = [] }: Order,
  before: (item: OrderItem) => number = () => 0,
): (units: readonly ShopUnits[]) => bigint {
  const counts = new Map(items.map((item) => [item.id, before(item)]))
  return (units) =>
    units.reduce((sum, { shopLineId, quantity }) => {
      const item = items.find(({ id }) => id === shopLineId)
      if (!item) return sum
      const count = counts.get(shopLineId) ?? 0
      counts.set(shopLineId, count + quantity)
      const upTo = (number: number) => toCents(priceOfUnits(item, number))
      return sum + upTo(count + quantity) - upTo(count)
    }, 0n)
}

function movementsOf(order: Order, changes: readonly OrderChange[]): readonly Movement[] {
  const byHub = editsOf(order, changes).filter(({ change }) => isMark(change.internal_note))
  const movements: readonly Movement[] = [
    ...byHub.map(({ change, units }) => ({
      kind: 'cancelled by the hub' as const,
      at: timeOf(change),
      units,
    })),
    ...cancellationsOf(order, changes).map(({ at, units }) => ({
      kind: 'cancelled' as const,
      at,
      units,
    })),
    ...receiptsOf(order, changes).map((receipt) => ({
      kind: 'received' as const,
      at: receipt.at,
      units: receipt.units,
      receipt,
    })),
    ...refundsOf(order).map((refund) => ({
      kind: 'refunded' as const,
      at: refund.created_at,
      refund,
    })),
  ]
  return movements.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/**
 * Refunds that people made. Those with a mark belong to cancellations of the hub; those of a cancelled order were made by Medusa, which
 * pays everything back just before it cancels.
 */
function refundsOf({ payment_collections = [], status }: Order): readonly Refund[] {
  const refunds = payment_collections.flatMap(({ payments = [] }) =>
    payments.flatMap((payment) => payment.refunds ?? []),
  )
  return status === 'canceled' ? [] : refunds.filter(({ note }) => !isMark(note))
}

const RECEIVED = { RECEIVE_RETURN_ITEM: true, RECEIVE_DAMAGED_RETURN_ITEM: false } as const

/** A return may be received in parts. Each is a change of the order; units that came back damaged are not in stock again. */
function receiptsOf(order: Order, changes: readonly OrderChange[]) {
  const receipts = changes.filter(
    ({ change_type, status }) => change_type === 'return_receive' && status === 'confirmed',
  )
  return receipts.flatMap((change) =>
    Object.entries(RECEIVED).flatMap(([action, restocked]) => {
      const actions = (change.actions ?? []).filter((one) => one.action === action)
      const units = actions.flatMap(({ details }) => receivedUnits(order, details))
      const shopId = restocked ? change.id : `${change.id}:damaged`
      const at = timeOf(change)
      const reason = change.description ?? undefined
      return units.length === 0 ? [] : [{ shopId, units, restocked, reason, at }]
    }),
  )
}

function receivedUnits({ items = [] }: Order, details: OrderAction['details']): ShopUnits[] {
  const item = items.find(({ id }) => id === details?.reference_id)
  const quantity = Number(details?.quantity ?? 0)
  return item && isHubLine(item) && quantity > 0 ? [{ shopLineId: item.id, quantity }] : []
}

function toReceived({ id }: Order, receipt: Receipt, cents: bigint): ShopReturn {
  const { shopId, units, restocked, reason } = receipt
  const refundInclVat = amountOf(cents)
  return { shopId, shopOrderId: id, units, refundInclVat, restocked, ...(reason && { reason }) }
}

function toGesture({ id: shopOrderId }: Order, { id, note }: Refund, cents: bigint): ShopReturn {
  const reason = { ...(note && { reason: note }) }
  return { shopId: id, shopOrderId, units: [], refundInclVat: amountOf(cents), ...reason }
}

/** What the buyer gets back for units that are to be cancelled, in cents. */
export function refundOf(order: Order, units: readonly ShopUnits[]): bigint {
  const gone = ({ quantity, metadata, detail }: OrderItem) =>
    Number(metadata?.[UNITS] ?? quantity) - quantity + (detail?.return_received_quantity ?? 0)
  return priceUnits(order, gone)(units)
}

/** What was paid and not paid back. */
export function paidCents({ payment_collections = [] }: Order): bigint {
  const payments = payment_collections.flatMap((one) => one.payments ?? [])
  return payments.reduce((sum, { amount, captured_at, refunds = [] }) => {
    if (!captured_at) return sum
    const back = refunds.reduce((total, refund) => total + decimal(refund.amount), 0n)
    return sum + toCents(decimal(amount) - back)
  }, 0n)
}
