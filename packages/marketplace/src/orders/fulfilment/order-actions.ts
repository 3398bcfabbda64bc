/** Actions on acknowledged orders as a whole: close, reopen, combine. */
import type { Database, Transaction } from '@entrepot/database'
import type { Caller } from '../../kit/principals/principal.ts'
import { type Issue, isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { insertOrderEvents, type NewOrderEvent } from '../history/order-event-store.ts'
import { closeLines } from '../record/line-state-store.ts'
import {
  lockOrderStates,
  nextCombinationId,
  type OrderState,
  updateOrderStates,
} from '../record/order-state-store.ts'
import { takeEffectOnOrders } from '../record/order-transaction.ts'
import type { OrderCombination } from '../record/schema.ts'
import { findOrder, type OrderRow } from '../record/store.ts'
import { Ledger } from './plan/ledger.ts'

/**
 * Closes an order. Afterwards it cannot be shipped, cancelled or put in backorder. Repeating the call changes nothing.
 *
 * Refusal: `MARKET_NOT_FOUND`.
 *
 * @param alongside runs in the transaction that closes the order
 */
export async function closeOrder(
  database: Database,
  caller: Caller,
  reference: string,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<OrderRow | Refusal> {
  return await setClosed(database, caller, reference, true, alongside)
}

/** Reopens a closed order with its previous content. Refusal: `MARKET_NOT_FOUND`. */
export async function reopenOrder(
  database: Database,
  caller: Caller,
  reference: string,
): Promise<OrderRow | Refusal> {
  return await setClosed(database, caller, reference, false)
}

/**
 * Combines an order with exactly the named orders, so that they are finished together. An empty list removes the order from its
 * combination.
 *
 * Refusals: `MARKET_NOT_FOUND` one of the orders does not exist; `MARKET_ORDER_STATUS` one of them is combined with other orders.
 *
 * @example
 * await combineOrder(database, caller, 'A-1', { MerchantOrderReferences: ['A-2', 'A-3'] })
 */
export async function combineOrder(
  database: Database,
  caller: Caller,
  reference: string,
  { MerchantOrderReferences }: OrderCombination,
): Promise<OrderRow | Refusal> {
  const others = new Set(MerchantOrderReferences)
  others.delete(reference)
  return await changeOrder(database, caller, [reference, ...others], async (ledger, order, tx) => {
    const named = [...others].map((name) => byReference(ledger, name) as OrderState)
    const foreign = named.find(
      ({ combinationId }) => combinationId !== null && combinationId !== order.combinationId,
    )
    if (foreign) {
      const detail = `The order ${JSON.stringify(foreign.merchantReference)} is combined with other orders. Take it out of that combination first.`
      return refuse('MARKET_ORDER_STATUS', detail)
    }
    const combinationId = order.combinationId ?? (await nextCombinationId(tx))
    return named.length === 0 ? leave(ledger, order) : join(ledger, order, named, combinationId)
  })
}

/** Removes an order from its combination. If one order is left, the combination ends. */
function leave(ledger: Ledger, order: OrderState): Events {
  if (order.combinationId === null) return {}
  const members = ledger.membersOf(order)
  return separate(ledger, members.length === 1 ? [order, ...members] : [order])
}

function join(
  ledger: Ledger,
  order: OrderState,
  named: readonly OrderState[],
  combinationId: number,
): Events {
  const wanted = [order, ...named]
  const others = ledger.membersOf(order).filter((one) => !named.includes(one))
  const coming = wanted.filter((one) => one.combinationId !== combinationId)
  const separated = separate(ledger, others)
  for (const one of coming) ledger.changeOrder({ ...one, combinationId })
  return { ...separated, coming }
}

function separate(ledger: Ledger, orders: readonly OrderState[]): Events {
  for (const one of orders) ledger.changeOrder({ ...one, combinationId: null })
  return { leaving: orders }
}

/** What happens to which orders, as they were before. */
type Events = Partial<Record<keyof typeof EVENTS, readonly OrderState[]>>

const EVENTS = {
  closed: { type: 'order.closed' },
  reopened: { type: 'order.reopened' },
  leaving: { type: 'order.combined', isCombined: false },
  coming: { type: 'order.combined', isCombined: true },
} as const satisfies Readonly<Record<string, Pick<NewOrderEvent, 'type' | 'isCombined'>>>

async function setClosed(
  database: Database,
  caller: Caller,
  reference: string,
  isClosed: boolean,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<OrderRow | Refusal> {
  return await changeOrder(database, caller, [reference], async (ledger, order, tx) => {
    if (order.isClosed === isClosed) return {}
    ledger.changeOrder({ ...order, isClosed })
    await closeLines(tx, caller.customer.customerId, [order.orderId], isClosed)
    await alongside?.(tx)
    return { [isClosed ? 'closed' : 'reopened']: [order] }
  })
}

/** Changes the first of the orders, and returns it. `change` returns the events of each order. */
async function changeOrder(
  database: Database,
  { customer: { customerId }, actor }: Caller,
  references: readonly string[],
  change: (
    ledger: Ledger,
    order: OrderState,
    tx: Transaction,
  ) => Events | Refusal | Promise<Events | Refusal>,
): Promise<OrderRow | Refusal> {
  return await takeEffectOnOrders(database, customerId, async (tx, readsFirst) => {
    const names = { merchantReferences: references }
    const ledger = new Ledger(await lockOrderStates(tx, customerId, names, readsFirst), [])
    const missing = references.filter((reference) => byReference(ledger, reference) === undefined)
    if (missing.length > 0) return refuseMissing(missing, references)
    const { orderId } = byReference(ledger, references[0] as string) as OrderState
    const changed = await change(ledger, ledger.order(orderId) as OrderState, tx)
    if (isRefusal(changed)) return changed
    await updateOrderStates(tx, customerId, ledger.changedOrders)
    const events = Object.entries(changed).flatMap(([event, orders]) =>
      orders.map(({ orderId, channelId, status: statusBefore }) => {
        const { status } = ledger.order(orderId) as OrderState
        const kind = EVENTS[event as keyof typeof EVENTS]
        return { ...kind, orderId, channelId, statusBefore, status, actor }
      }),
    )
    const own = new Set(events.map((event) => event.orderId))
    const followers = ledger.takeFollowers(own, actor)
    await insertOrderEvents(tx, customerId, [...events, ...followers])
    return (await findOrder(tx, customerId, orderId)) as OrderRow
  })
}

function byReference(ledger: Ledger, reference: string): OrderState | undefined {
  return ledger.findOrders((order) => order.merchantReference === reference)[0]
}

function refuseMissing(missing: readonly string[], references: readonly string[]): Refusal {
  const names = missing.map((reference) => JSON.stringify(reference)).join(', ')
  const errors: readonly Issue[] = missing
    .filter((reference) => reference !== references[0])
    .map((reference) => ({
      path: '/MerchantOrderReferences',
      message: `names ${JSON.stringify(reference)}, which is not an acknowledged order`,
    }))
  return refuse('MARKET_NOT_FOUND', `There is no acknowledged order ${names}.`, errors)
}
