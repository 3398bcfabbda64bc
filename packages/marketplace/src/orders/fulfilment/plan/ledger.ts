/** The orders and lines that a transaction has locked, with its changes so far. */

import type { Actor } from '../../../kit/principals/actor.ts'
import type { NewOrderEvent } from '../../history/order-event-store.ts'
import type { LineState } from '../../record/line-state-store.ts'
import type { OrderState } from '../../record/order-state-store.ts'
import { isFinished, orderStatus } from '../../record/state/status.ts'
import type { OrderStatus } from '../../record/state/statuses.ts'
import { replaceUnits } from '../../record/state/units.ts'
import type { NamedLine } from '../records/draft.ts'
import { NOTHING_REFUNDED, type RefundedGoods } from '../rules/payments.ts'

/** Holds orders and lines within one transaction, so that each step sees the changes of the steps before. */
export class Ledger {
  readonly #orders: Map<number, OrderState>
  readonly #lines: Map<number, LineState>
  readonly #lineIds: ReadonlyMap<string, number>
  readonly #changedOrders = new Set<number>()
  readonly #changedLines = new Set<number>()
  readonly #recorded: Map<number, OrderStatus>
  readonly #refunded: Map<number, RefundedGoods>

  /** @param refunded what the returns of the orders refund; only read by plans of returns */
  constructor(
    orders: readonly OrderState[],
    lines: readonly LineState[],
    refunded: ReadonlyMap<number, RefundedGoods> = new Map(),
  ) {
    this.#refunded = new Map(refunded)
    this.#orders = new Map(orders.map((order) => [order.orderId, order]))
    this.#lines = new Map(lines.map((line) => [line.lineId, line]))
    this.#lineIds = new Map(lines.flatMap(keysOf))
    this.#recorded = new Map(orders.map((order) => [order.orderId, order.status]))
  }

  /** Returns an order by its id. */
  order(orderId: number): OrderState | undefined {
    return this.#orders.get(orderId)
  }

  /** Returns what returns of an order refund. */
  refundedGoods(orderId: number): RefundedGoods {
    return this.#refunded.get(orderId) ?? NOTHING_REFUNDED
  }

  /** Stores what the returns of an order refund. */
  changeRefundedGoods(orderId: number, refunded: RefundedGoods): void {
    this.#refunded.set(orderId, refunded)
  }

  /** Returns the orders that match. */
  findOrders(isWanted: (order: OrderState) => boolean): readonly OrderState[] {
    return [...this.#orders.values()].filter(isWanted)
  }

  /** Returns a line by its id. */
  line(lineId: number): LineState | undefined {
    return this.#lines.get(lineId)
  }

  /** Returns the lines of an order that the transaction has read. */
  linesOf(order: OrderState): readonly LineState[] {
    return [...this.#lines.values()].filter(({ orderId }) => orderId === order.orderId)
  }

  /** Returns the line of an order with this name. */
  findLine(order: OrderState, name: NamedLine): LineState | undefined {
    const { MerchantOrderLineReference: ofMerchant, ChannelOrderLineReference: ofChannel } = name
    const key = ofMerchant ? `merchant ${ofMerchant}` : `channel ${ofChannel}`
    const lineId = this.#lineIds.get(`${order.orderId} ${key}`)
    return lineId === undefined ? undefined : this.#lines.get(lineId)
  }

  /** Stores changed lines, and updates the sums and the status of their order and the statuses of the orders that are combined with it. */
  changeLines(lines: readonly LineState[]): void {
    for (const line of lines) {
      const before = this.#lines.get(line.lineId) as LineState
      const order = this.#orders.get(line.orderId) as OrderState
      this.#lines.set(line.lineId, line)
      this.#changedLines.add(line.lineId)
      this.#orders.set(order.orderId, {
        ...order,
        units: replaceUnits(order.units, before.units, line.units),
      })
    }
    const [first] = lines
    if (first) this.changeOrder(this.#orders.get(first.orderId) as OrderState)
  }

  /** Stores a changed order, and updates its status and those of the orders that it is or was combined with. */
  changeOrder(order: OrderState): void {
    const before = this.#orders.get(order.orderId) as OrderState
    const members = new Set([...this.membersOf(before), ...this.membersOf(order)])
    this.#orders.set(order.orderId, order)
    this.#changedOrders.add(order.orderId)
    for (const { orderId } of [order, ...members]) this.#settle(orderId)
  }

  /** The other orders of a combination. */
  membersOf(order: OrderState): readonly OrderState[] {
    if (order.combinationId === null) return []
    return [...this.#orders.values()].filter(
      (other) => other.combinationId === order.combinationId && other.orderId !== order.orderId,
    )
  }

  /**
   * Returns the events of combined orders whose status has changed because of another order since the last call.
   *
   * @param own orders that have their own event
   */
  takeFollowers(own: ReadonlySet<number>, actor: Actor): readonly NewOrderEvent[] {
    const followers = this.changedOrders.filter(
      ({ orderId, status, combinationId }) =>
        combinationId !== null && status !== this.#recorded.get(orderId) && !own.has(orderId),
    )
    const events = followers.map(({ orderId, channelId, status }) => {
      const type = status === 'CLOSED' ? 'order.closed' : 'order.reopened'
      const statusBefore = this.#recorded.get(orderId) as OrderStatus
      return { orderId, channelId, type, statusBefore, status, actor } as const
    })
    for (const { orderId, status } of this.changedOrders) this.#recorded.set(orderId, status)
    return events
  }

  /** Orders that must be written. */
  get changedOrders(): readonly OrderState[] {
    return [...this.#changedOrders].map((id) => this.#orders.get(id) as OrderState)
  }

  /** Lines that must be written. */
  get changedLines(): readonly LineState[] {
    return [...this.#changedLines].map((id) => this.#lines.get(id) as LineState)
  }

  #settle(orderId: number): void {
    const order = this.#orders.get(orderId) as OrderState
    const members = this.membersOf(order)
    const combination = members.every(isFinished) ? 'finished' : 'unfinished'
    const status = orderStatus({
      ...order,
      isAcknowledged: order.merchantReference !== null,
      combination: members.length === 0 ? 'none' : combination,
    })
    if (status === order.status) return
    this.#orders.set(orderId, { ...order, status })
    this.#changedOrders.add(orderId)
  }
}

/** The names of a line, each with its id. The line of an order that is not acknowledged has no name of the merchant. */
function keysOf(line: LineState): [string, number][] {
  const { lineId, orderId, merchantReference, channelReference } = line
  const ofChannel: [string, number] = [`${orderId} channel ${channelReference}`, lineId]
  if (merchantReference === null) return [ofChannel]
  return [ofChannel, [`${orderId} merchant ${merchantReference}`, lineId]]
}
