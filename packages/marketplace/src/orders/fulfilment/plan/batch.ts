/** Decides on the records of a transaction, one after the other. */

import { type Issue, isRefusal, type Refusal, refuse } from '../../../kit/shared/errors.ts'
import type { NewOrderEvent } from '../../history/order-event-store.ts'
import type { LineState } from '../../record/line-state-store.ts'
import type { OrderState, Unacknowledged } from '../../record/order-state-store.ts'
import { AVAILABLE, refuseRecord } from '../../record/state/actions.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import { availableFor } from '../../record/state/units.ts'
import type { Details, FulfilmentDraft } from '../records/draft.ts'
import { packParcels } from '../records/parcels.ts'
import type { FulfilmentRow, NewFulfilment } from '../records/store.ts'
import type { Ledger } from './ledger.ts'
import type { Operation, Recorded } from './operation.ts'
import { planFulfilment } from './plan.ts'
import type { Plan, ResolvedLine } from './planned.ts'
import { resolveOrder } from './resolve-order.ts'

type Outcome =
  | { readonly refusal: Refusal }
  | { readonly known: FulfilmentRow }
  /** Index of a record in `created`. */
  | { readonly number: number; readonly isFirst: boolean }

/** Collects the outcomes of the operations of a transaction. A refused operation does not affect those after it. */
export class Batch {
  /** The changes of the operations so far. */
  readonly ledger: Ledger
  readonly #known: ReadonlyMap<string, FulfilmentRow>
  readonly #unacknowledged: Unacknowledged
  readonly #numbers = new Map<string, number>()
  readonly #ofChannels: Map<string, ChannelNamed>
  readonly #outcomes: Outcome[] = []
  /** Records to be stored. */
  readonly created: NewFulfilment[] = []
  /** Events of the orders that are combined with the orders of the records. */
  readonly followers: NewOrderEvent[] = []

  /**
   * @param known records that already have one of the references, of the merchant or of the channel
   * @param unacknowledged statuses of orders that are not acknowledged, by the reference of the channel
   */
  constructor(
    ledger: Ledger,
    known: readonly FulfilmentRow[],
    unacknowledged: Unacknowledged = new Map(),
  ) {
    this.ledger = ledger
    this.#unacknowledged = unacknowledged
    this.#known = new Map(known.map((row) => [nameOf(row), row]))
    const ofChannels = known.filter((row) => row.channelFulfilmentReference !== null)
    this.#ofChannels = new Map(ofChannels.map((row) => [channelNameOf(row), row]))
  }

  /** Whether an operation was refused. */
  get hasRefusals(): boolean {
    return this.#outcomes.some((outcome) => 'refusal' in outcome)
  }

  /** Decides on the next operation. */
  add(operation: Operation): void {
    this.#outcomes.push(this.#decide(operation))
  }

  /**
   * Returns the outcomes of the operations, in their order.
   *
   * @param stored the values that the database has added to each of `created`
   */
  outcomes(
    stored: readonly { readonly fulfilmentId: number; readonly createdAt: Date }[],
  ): readonly (Recorded | Refusal)[] {
    return this.#outcomes.map((outcome) => {
      if ('refusal' in outcome) return outcome.refusal
      if ('known' in outcome) return { created: false, row: outcome.known }
      const {
        actor: _actor,
        statusBefore: _before,
        orderStatus: _after,
        ...fulfilment
      } = this.created[outcome.number] as NewFulfilment
      const { fulfilmentId, createdAt } = stored[outcome.number] as (typeof stored)[number]
      const row = { ...fulfilment, fulfilmentId, voidedAt: null, createdAt, updatedAt: createdAt }
      return { created: outcome.isFirst, row }
    })
  }

  #decide(operation: Operation): Outcome {
    const { caller, draft } = operation
    const repeat = this.#findFirst(draft)
    if (repeat) return repeat
    const order = resolveOrder(this.ledger, operation, this.#unacknowledged)
    if (isRefusal(order)) return { refusal: order }
    const by = caller.channel ? 'channel' : 'merchant'
    const refusal = refuseRecord(draft.kind, by, order) ?? this.#refuseTaken(draft, order)
    if (refusal) return { refusal }
    const lines = this.#resolveLines(order, draft)
    if (isRefusal(lines)) return { refusal: lines }
    const plan = planFulfilment(draft, order, lines, this.ledger.refundedGoods(order.orderId))
    if (isRefusal(plan)) return { refusal: plan }
    const details = packParcels({}, draft.details, draft.parcels, plan.stored.lines)
    if (isRefusal(details)) return { refusal: details }
    return this.#create(operation, order, plan, details)
  }

  #findFirst(draft: FulfilmentDraft): Outcome | undefined {
    const number = this.#numbers.get(nameOf(draft))
    const first = number === undefined ? this.#known.get(nameOf(draft)) : this.created[number]
    if (first === undefined) return undefined
    if (first.contentHash !== draft.contentHash) return { refusal: refuseReference(draft) }
    return number === undefined ? { known: first as FulfilmentRow } : { number, isFirst: false }
  }

  /** Refuses a record whose reference the channel has already used for another record. */
  #refuseTaken(draft: FulfilmentDraft, { channelId }: OrderState): Refusal | undefined {
    const { kind, channelFulfilmentReference: reference } = draft
    if (reference === null) return undefined
    const other = this.#ofChannels.get(channelNameOf({ ...draft, channelId }))
    if (other === undefined) return undefined
    const property = kind === 'return' ? 'ChannelReturnReference' : 'ChannelCancellationReference'
    const detail = `The ${kind} ${JSON.stringify(other.reference)} of this channel already has the ${property} ${JSON.stringify(reference)}. Give this one another.`
    const message = `is the reference of another ${kind}`
    return refuse('MARKET_REFERENCE_IN_USE', detail, [{ path: `/${property}`, message }])
  }

  /** Without names: all lines with units that the record can take. */
  #resolveLines(order: OrderState, { kind, lines: named }: FulfilmentDraft) {
    if (named.length === 0) {
      const open = this.ledger.linesOf(order).filter(({ units }) => availableFor(kind, units) > 0)
      if (open.length === 0) return refuseEmpty(kind, order)
      return open.map((line): ResolvedLine => ({ path: '/Lines', line }))
    }
    const unknown: Issue[] = []
    const resolved: ResolvedLine[] = []
    for (const [index, name] of named.entries()) {
      const path = `/Lines/${index}`
      const line = this.ledger.findLine(order, name)
      if (line) resolved.push({ ...name, path, line })
      else {
        const isMerchants = (name.MerchantOrderLineReference ?? null) !== null
        const property = isMerchants ? 'MerchantOrderLineReference' : 'ChannelOrderLineReference'
        unknown.push({ path: `${path}/${property}`, message: 'is not a line of this order' })
      }
    }
    if (unknown.length === 0) return resolved
    return refuse('MARKET_NOT_FOUND', 'The order does not have all of these lines.', unknown)
  }

  #create({ caller, draft }: Operation, order: OrderState, plan: Plan, details: Details): Outcome {
    applyPlan(this.ledger, order, plan)
    if (order.combinationId !== null) {
      const events = this.ledger.takeFollowers(new Set([order.orderId]), caller.actor)
      this.followers.push(...events)
    }
    const number = this.created.length
    this.#numbers.set(nameOf(draft), number)
    const { channelId } = order
    if (draft.channelFulfilmentReference !== null) {
      this.#ofChannels.set(channelNameOf({ ...draft, channelId }), draft)
    }
    this.created.push({
      ...plan.stored,
      kind: draft.kind,
      reference: draft.reference,
      channelFulfilmentReference: draft.channelFulfilmentReference,
      orderId: order.orderId,
      channelId,
      merchantOrderReference: order.merchantReference,
      channelOrderReference: order.channelReference,
      currencyCode: order.currencyCode,
      details,
      contentHash: draft.contentHash,
      actor: caller.actor,
      statusBefore: order.status,
      orderStatus: this.ledger.order(order.orderId)?.status ?? order.status,
    })
    return { number, isFirst: true }
  }
}

/** Applies a plan to the ledger. */
export function applyPlan(ledger: Ledger, order: OrderState, plan: Plan): void {
  ledger.changeLines(plan.lines as readonly LineState[])
  const changed = ledger.order(order.orderId) as OrderState
  ledger.changeOrder({ ...changed, refundedShipping: plan.refundedShipping })
  if (plan.refundedGoods) ledger.changeRefundedGoods(order.orderId, plan.refundedGoods)
}

function refuseEmpty(kind: Kind, { status }: OrderState): Refusal {
  const detail = `The order is ${status}, and no units of it are ${AVAILABLE[kind]}.`
  return refuse('MARKET_QUANTITY_EXCEEDED', detail)
}

function refuseReference({ kind, reference }: FulfilmentDraft): Refusal {
  const detail = `The ${kind} ${JSON.stringify(reference)} already exists with other content. Give this one another reference.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

/** A record by the reference that a channel gives it. */
type ChannelNamed = Pick<FulfilmentDraft, 'kind' | 'reference' | 'channelFulfilmentReference'>

function channelNameOf(record: ChannelNamed & { readonly channelId: number }): string {
  return `${record.kind} ${record.channelId} ${record.channelFulfilmentReference}`
}

function nameOf({ kind, reference }: { readonly kind: Kind; readonly reference: string }): string {
  return `${kind} ${reference}`
}
