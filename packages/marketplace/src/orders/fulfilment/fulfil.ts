/** Records shipments, cancellations, backorders and returns. */
import { createKeyedBatcher } from '@entrepot/batch'
import type { Database, Transaction } from '@entrepot/database'
import type { Caller } from '../../kit/principals/principal.ts'
import { type Issue, isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { JOINED_WRITES } from '../../kit/sql/joined-writes.ts'
import { insertOrderEvents } from '../history/order-event-store.ts'
import {
  findLinesByReference,
  findLinesOfOrders,
  updateLineStates,
} from '../record/line-state-store.ts'
import {
  findUnacknowledged,
  lockOrderStates,
  type OrderNames,
  type OrderState,
  type Unacknowledged,
  updateOrderStates,
} from '../record/order-state-store.ts'
import { takeEffectOnOrders, transactionOnOrders } from '../record/order-transaction.ts'
import { departStock, moveStock } from '../stock/movement-store.ts'
import { Batch } from './plan/batch.ts'
import { Ledger } from './plan/ledger.ts'
import type { Operation, Recorded } from './plan/operation.ts'
import { movedUnits, shippedUnits } from './plan/stock-moves.ts'
import { type FulfilmentDraft, nameIssues, orderIssues } from './records/draft.ts'
import { findRefundedGoods } from './records/refund-store.ts'
import {
  type FulfilmentRow,
  findByChannelReference,
  findFulfilments,
  insertFulfilments,
  type NewFulfilment,
} from './records/store.ts'

/** Creates one record exactly once. */
export type Fulfil = (caller: Caller, draft: FulfilmentDraft) => Promise<Recorded | Refusal>

/**
 * Creates the function that stores records. When it returns, the record is committed. Records of one customer that arrive together share a
 * transaction, which locks their orders once, decides on the records one after the other, and stores them together. If the transaction
 * fails, each record is tried again alone, so that one bad record cannot make others fail.
 *
 * A repeat with equal content returns the first record; other content under the same reference is refused. Refusals: `MARKET_NOT_FOUND`
 * unknown order or line; `MARKET_ORDER_STATUS`; `MARKET_QUANTITY_EXCEEDED`; `MARKET_PARTIAL_LINE`; `MARKET_REFUND_EXCEEDED`;
 * `MARKET_REFERENCE_IN_USE`; `MARKET_INVALID_INPUT`.
 *
 * @example
 * const fulfil = createFulfilment(database)
 * const recorded = await fulfil({ customer, channel: null, actor }, draftShipment(request))
 */
export function createFulfilment(database: Database): Fulfil {
  const record = createKeyedBatcher(
    (customerId, operations: readonly Operation[]) =>
      recordTogether(database, customerId, operations),
    JOINED_WRITES,
  )

  return async (caller, draft) => {
    const issues = issuesOf(draft)
    if (issues.length > 0) return refuseIssues(issues)
    return await record(caller.customer.customerId, { caller, draft })
  }
}

/**
 * Stores the records of one request in one transaction, which is its effect. A record that is refused does not prevent the others. The results
 * have the order of the drafts.
 */
export async function fulfilTogether(
  database: Database,
  caller: Caller,
  drafts: readonly FulfilmentDraft[],
): Promise<readonly (Recorded | Refusal)[]> {
  const issues = drafts.map(issuesOf)
  const valid = drafts.filter((_, index) => issues[index]?.length === 0)
  const operations = valid.map((draft) => ({ caller, draft }))
  const { customerId } = caller.customer
  const run = takeEffectOnOrders
  const recorded =
    valid.length > 0 ? await recordTogether(database, customerId, operations, run) : []
  const rest = recorded.values()
  return issues.map((found) =>
    found.length > 0 ? refuseIssues(found) : (rest.next().value as Recorded | Refusal),
  )
}

function issuesOf(draft: FulfilmentDraft): readonly Issue[] {
  return [...orderIssues(draft), ...nameIssues(draft.lines)]
}

async function recordTogether(
  database: Database,
  customerId: string,
  operations: readonly Operation[],
  run: typeof transactionOnOrders = transactionOnOrders,
): Promise<readonly (Recorded | Refusal)[]> {
  return await run(database, customerId, async (tx, readsFirst) => {
    const batch = await decideTogether(tx, customerId, operations, readsFirst)
    const { created, ledger } = batch
    if (created.length === 0) return batch.outcomes([])
    await updateLineStates(tx, customerId, ledger.changedLines)
    await updateOrderStates(tx, customerId, ledger.changedOrders)
    await moveStock(tx, customerId, created.flatMap(movedUnits))
    // The records are stored last, because this takes the customer's clock: other transactions of the customer wait for it until the
    // commit.
    const stored = await insertFulfilments(tx, customerId, created)
    await departStock(tx, customerId, shippedUnits(created, stored))
    await insertOrderEvents(tx, customerId, batch.followers)
    return batch.outcomes(stored)
  })
}

function orderNamesOf(operations: readonly Operation[]): OrderNames {
  const merchantReferences: string[] = []
  const ofChannels: { channelId: number | null; reference: string }[] = []
  for (const { caller, draft } of operations) {
    const { channelOrderReference: reference, merchantOrderReference } = draft
    if (merchantOrderReference !== null && !caller.channel) {
      merchantReferences.push(merchantOrderReference)
    } else if (reference !== null) {
      ofChannels.push({ channelId: caller.channel?.channelId ?? draft.channelId, reference })
    }
  }
  return { merchantReferences, ofChannels }
}

/** Locks the orders of records, and decides on the records one after the other. Stores nothing. */
async function decideTogether(
  tx: Transaction,
  customerId: string,
  operations: readonly Operation[],
  readsFirst: boolean,
): Promise<Batch> {
  const drafts = operations.map(({ draft }) => draft)
  const states = await lockOrderStates(tx, customerId, orderNamesOf(operations), readsFirst)
  const orderIds = states.map((state) => state.orderId)
  const lines = namesOtherLines(drafts)
    ? await findLinesOfOrders(tx, customerId, orderIds)
    : await findLinesByReference(tx, customerId, lineNamesOf(drafts))
  const refunded = drafts.some(({ kind }) => kind === 'return')
    ? await findRefundedGoods(tx, customerId, orderIds)
    : undefined
  const decide = (known: readonly FulfilmentRow[], unacknowledged?: Unacknowledged) => {
    const batch = new Batch(new Ledger(states, lines, refunded), known, unacknowledged)
    for (const operation of operations) batch.add(operation)
    return batch
  }
  const batch = decide([])
  if (!readsFirst && !batch.hasRefusals) return batch
  // A repeat must not be refused because its first run has used the units, and the refusal of a wrong name needs its hint.
  const missing = missingOrders(operations, states)
  const channelIds = [...new Set(states.map(({ channelId }) => channelId))]
  const known = [
    ...(await findFulfilments(tx, customerId, drafts)),
    ...(await findByChannelReference(tx, customerId, channelIds, drafts)),
  ]
  return decide(known, await findUnacknowledged(tx, customerId, missing))
}

/**
 * Returns a record as it would be stored now, with what it would refund, and stores nothing. Undefined if it exists already. Refusals: those of
 * the call.
 *
 * @example
 * await previewRecord(database, caller, draftReturn(request)) // { refundInclVat: 9, ... }
 */
export async function previewRecord(
  database: Database,
  caller: Caller,
  draft: FulfilmentDraft,
): Promise<NewFulfilment | undefined | Refusal> {
  const issues = issuesOf(draft)
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = caller.customer
  return await transactionOnOrders(database, customerId, async (tx) => {
    const batch = await decideTogether(tx, customerId, [{ caller, draft }], true)
    const [created] = batch.created
    if (created !== undefined) return created
    const [outcome] = batch.outcomes([])
    return outcome !== undefined && isRefusal(outcome) ? outcome : undefined
  })
}

/** References in requests of merchants that belong to no acknowledged order. They may be references of the channel. */
function missingOrders(
  operations: readonly Operation[],
  states: readonly OrderState[],
): readonly string[] {
  const found = new Set(states.map((state) => state.merchantReference))
  return operations.flatMap(({ caller, draft }) => {
    const { merchantOrderReference, channelOrderReference } = draft
    if (caller.channel || merchantOrderReference === null) return []
    if (found.has(merchantOrderReference)) return []
    return [merchantOrderReference, channelOrderReference].filter((name) => name !== null)
  })
}

function lineNamesOf(drafts: readonly FulfilmentDraft[]): readonly string[] {
  return drafts.flatMap(({ lines }) =>
    lines.map((line) => line.MerchantOrderLineReference ?? null).filter((name) => name !== null),
  )
}

/** Whether lines are named by the channel's reference, or all at once, so that those of the orders are needed. */
function namesOtherLines(drafts: readonly FulfilmentDraft[]): boolean {
  return drafts.some(
    ({ lines }) =>
      lines.length === 0 || lines.some((line) => (line.ChannelOrderLineReference ?? null) !== null),
  )
}
