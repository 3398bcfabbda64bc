/** What a job does with one order: the same as the call for one order. */
import type { Database } from '@entrepot/database'
import type { WorkAmounts, WorkLimit } from '../../kit/jobs/limit-work.ts'
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
import { openOf } from '../record/state/units.ts'
import type { OrderLineRow, OrderRow } from '../record/store.ts'
import type { JobAction, JobOptions } from './schema.ts'

/** What the work on an order needs. */
export interface Acting {
  readonly database: Database
  readonly fulfil: Fulfil
  readonly caller: Caller
  readonly jobId: string
  readonly options: JobOptions
  readonly limit: WorkLimit | undefined
}

/** Does something with an order. The references of its records are those of the job, so that it does nothing twice if it begins again. */
type Act = (acting: Acting, order: OrderRow) => Promise<'done' | 'unchanged' | Refusal>

/** The actions of jobs. */
export const ACTS: Readonly<Record<JobAction, Act>> = {
  async acknowledge({ database, caller, options }, order) {
    if (order.MerchantReference !== null) return 'unchanged'
    const { ReferenceFrom = null, Prefix = null } = options
    const request = { OrderId: order.Id, ReferenceFrom, Prefix }
    return outcomeOf(await acknowledgeOrder(database, caller.customer, request, caller.actor))
  },
  async close({ database, caller }, order) {
    if (order.isClosed) return 'unchanged'
    const refusal = ORDER_ACTIONS.close.refuse(factsOf(order))
    if (refusal) return refusal
    return outcomeOf(await closeOrder(database, caller, order.MerchantReference ?? ''))
  },
  async ship(acting, order) {
    const { MerchantReference } = order
    if (MerchantReference === null) return refuseUnacknowledged('shipment', order.Status)
    return await record(acting, order, 'shipment', (reference, lines) =>
      draftShipment({
        MerchantShipmentReference: reference,
        MerchantOrderReference: MerchantReference,
        Method: acting.options.Method ?? null,
        Lines: lines.map(({ ChannelReference: ChannelOrderLineReference }) => ({
          ChannelOrderLineReference,
        })),
      }),
    )
  },
  async cancel(acting, order) {
    const { ReasonCode = null, Reason = null } = acting.options
    return await record(acting, order, 'cancellation', (reference, lines) =>
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

function outcomeOf(result: object | Refusal): 'done' | Refusal {
  return isRefusal(result) ? (result as Refusal) : 'done'
}

/** Stores a record with all open units of an order, unless the job has done so before. */
async function record(
  { database, fulfil, caller, jobId }: Acting,
  order: OrderRow,
  kind: 'shipment' | 'cancellation',
  draft: (reference: string, lines: readonly OrderLineRow[]) => FulfilmentDraft,
): Promise<'done' | Refusal> {
  const reference = `job-${jobId}-${order.Id}`
  if (!isRefusal(await getFulfilment(database, caller, kind, reference))) return 'done'
  const lines = order.Lines.filter((line) => openUnitsOf(line) > 0)
  if (lines.length === 0) return noOpenUnits(order)
  return outcomeOf(await fulfil(caller, draft(reference, lines)))
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
