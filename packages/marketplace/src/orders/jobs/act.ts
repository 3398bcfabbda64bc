/** What a job does with one order: the same as the call for one order. */
import type { Database, Transaction } from '@entrepot/database'
import type { WorkAmounts, WorkLimit } from '../../kit/jobs/limit-work.ts'
import { settle } from '../../kit/jobs/records/run-claims.ts'
import type { Caller } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../kit/shared/errors.ts'
import { acknowledgeOrder } from '../acknowledgement/acknowledge.ts'
import type { Fulfil } from '../fulfilment/fulfil.ts'
import { closeOrder } from '../fulfilment/order-actions.ts'
import {
  draftCancellation,
  draftShipment,
  type FulfilmentDraft,
} from '../fulfilment/records/draft.ts'
import { getFulfilment } from '../fulfilment/records/records.ts'
import { factsOf, unitsOfLine } from '../record/response.ts'
import { ORDER_ACTIONS, refuseUnacknowledged } from '../record/state/actions.ts'
import { availableFor, openOf } from '../record/state/units.ts'
import type { OrderLineRow, OrderRow } from '../record/store.ts'
import type { JobAction } from './schema.ts'
import { type JobClaim, ORDER_JOBS } from './store.ts'

/** What the work on an order needs. */
export interface Acting {
  readonly database: Database
  readonly fulfil: Fulfil
  readonly caller: Caller
  readonly claim: JobClaim
  readonly limit: WorkLimit | undefined
}

/** Does something with an order. */
type Act = (acting: Acting, order: OrderRow) => Promise<'done' | 'unchanged' | Refusal>

/** The actions of jobs. If a node ends in between, none is done twice, and none that was done has another outcome. */
export const ACTS: Readonly<Record<JobAction, Act>> = {
  async acknowledge(acting, order) {
    if (order.MerchantReference !== null) return 'unchanged'
    const { database, caller, claim } = acting
    const { ReferenceFrom = null, Prefix = null, References } = claim.options
    const named = References?.find(({ OrderId }) => OrderId === order.Id)
    const request = named ?? { OrderId: order.Id, ReferenceFrom, Prefix }
    return await withOutcome(acting, order, async (alongside) => {
      return await acknowledgeOrder(database, caller.customer, request, caller.actor, alongside)
    })
  },
  async close(acting, order) {
    if (order.isClosed) return 'unchanged'
    const refusal = ORDER_ACTIONS.close.refuse(factsOf(order))
    if (refusal) return refusal
    const { database, caller } = acting
    return await withOutcome(acting, order, async (alongside) => {
      return await closeOrder(database, caller, order.MerchantReference ?? '', alongside)
    })
  },
  async ship(acting, order) {
    const { MerchantReference } = order
    if (MerchantReference === null) return refuseUnacknowledged('shipment', order.Status)
    return await record(acting, order, (reference, lines) =>
      draftShipment({
        MerchantShipmentReference: reference,
        MerchantOrderReference: MerchantReference,
        Method: acting.claim.options.Method ?? null,
        Lines: unitsToShip(lines),
      }),
    )
  },
  async cancel(acting, order) {
    const { ReasonCode = null, Reason = null } = acting.claim.options
    return await record(acting, order, (reference, lines) =>
      draftCancellation({
        MerchantReference: reference,
        ...namesOf(order),
        ReasonCode,
        Reason,
        Lines: lines.map((line) => ({
          ChannelOrderLineReference: line.ChannelReference,
          Quantity: openUnitsOf(line),
        })),
      }),
    )
  },
}

/** Changes an order, and stores in the same transaction that it is done. It is unchanged if somebody else has just done it. */
async function withOutcome(
  { claim }: Acting,
  { Id }: OrderRow,
  change: (alongside: (tx: Transaction) => Promise<void>) => Promise<OrderRow | Refusal>,
): Promise<'done' | 'unchanged' | Refusal> {
  let outcome: 'done' | 'unchanged' = 'unchanged'
  const result = await change(async (tx) => {
    outcome = 'done'
    await settle(tx, ORDER_JOBS, claim, [{ key: String(Id), outcome, code: null, detail: null }])
  })
  return isRefusal(result) ? result : outcome
}

/** The kinds of records that actions store. */
const RECORDS: Partial<Record<JobAction, 'shipment' | 'cancellation'>> = {
  ship: 'shipment',
  cancel: 'cancellation',
}

/** The reference of the record of an order is that of the job, by which it is found if the work begins again. */
const referenceOf = ({ claim }: Acting, { Id }: OrderRow) => `job-${claim.jobId}-${Id}`

/** Whether the job has stored its record of an order before, and ended before it has stored the outcome. */
export async function isRecorded(acting: Acting, order: OrderRow): Promise<boolean> {
  const { database, caller, claim } = acting
  const kind = RECORDS[claim.action]
  if (kind === undefined) return false
  return !isRefusal(await getFulfilment(database, caller, kind, referenceOf(acting, order)))
}

/** Stores a record with open units of an order. @param draft gets the lines that have some */
async function record(
  acting: Acting,
  order: OrderRow,
  draft: (reference: string, lines: readonly OrderLineRow[]) => FulfilmentDraft,
): Promise<'done' | Refusal> {
  const lines = order.Lines.filter((line) => openUnitsOf(line) > 0)
  if (lines.length === 0) return noOpenUnits(order)
  const recorded = await acting.fulfil(acting.caller, draft(referenceOf(acting, order), lines))
  return isRefusal(recorded) ? recorded : 'done'
}

/** The open units that do not wait for stock, as pick lists have them; those in backorder only if no others are open. */
function unitsToShip(lines: readonly OrderLineRow[]) {
  const inStock = lines.filter((line) => inStockOf(line) > 0)
  const [sent, unitsOf] = inStock.length > 0 ? [inStock, inStockOf] : [lines, openUnitsOf]
  return sent.map((line) => ({
    ChannelOrderLineReference: line.ChannelReference,
    Quantity: unitsOf(line),
  }))
}

function noOpenUnits({ Status }: OrderRow): Refusal {
  return refuse('MARKET_QUANTITY_EXCEEDED', `The order is ${Status}, and no units of it are open.`)
}

/** An order that is not acknowledged is named by its channel. */
function namesOf({ MerchantReference, ChannelReference, ChannelId }: OrderRow) {
  return MerchantReference === null
    ? { ChannelOrderReference: ChannelReference, ChannelId }
    : { MerchantOrderReference: MerchantReference }
}

/** What an action changes of an order, for the limit of the work. */
export function amountsOf(action: JobAction, { Lines }: OrderRow): WorkAmounts {
  if (action !== 'cancel') return { writes: 1 }
  return { writes: 1, units: Lines.reduce((units, line) => units + openUnitsOf(line), 0) }
}

const openUnitsOf = (line: OrderLineRow) => openOf(unitsOfLine(line))
const inStockOf = (line: OrderLineRow) => availableFor('backorder', unitsOfLine(line))
