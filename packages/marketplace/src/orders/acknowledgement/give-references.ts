/** Gives references to orders and lines that a merchant acknowledges without naming them, and says beforehand which. */
import type { Connection, Transaction } from '@entrepot/database'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import type { AcknowledgementRequest, GivenReferences } from '../record/merchant-schema.ts'
import { findOrdersById, type OrderRow } from '../record/store.ts'
import { candidateLineReferences, candidateReferences, type Naming, takeFirst } from './naming.ts'
import { findTakenReferences } from './store.ts'

/** The references of an acknowledgement: those that it names, and free ones in place of those that it leaves out. */
export async function giveReferences(
  tx: Transaction,
  customerId: string,
  order: OrderRow,
  request: AcknowledgementRequest,
): Promise<GivenReferences | Refusal> {
  const MerchantOrderReference =
    request.MerchantOrderReference ?? (await freeReference(tx, customerId, order, request))
  const Lines = request.Lines ?? (await freeLineReferences(tx, customerId, order))
  if (MerchantOrderReference === undefined || Lines === undefined) return refuseAllTaken(order)
  return { OrderId: order.Id, MerchantOrderReference, Lines }
}

function refuseAllTaken({ Id }: OrderRow): Refusal {
  const detail = `Other orders or lines have all references that the hub could give order ${Id}. Name them in the request. Nothing was acknowledged.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

async function freeReference(
  tx: Transaction,
  customerId: string,
  order: OrderRow,
  naming: Naming,
): Promise<string | undefined> {
  const candidates = candidateReferences(order, naming)
  return takeFirst(candidates, await findTakenReferences(tx, customerId, 'order', candidates))
}

async function freeLineReferences(
  tx: Transaction,
  customerId: string,
  { Id: orderId, Lines }: OrderRow,
): Promise<GivenReferences['Lines'] | undefined> {
  const candidates = Lines.map(({ Id }, index) => candidateLineReferences(orderId, Id, index + 1))
  const taken = await findTakenReferences(tx, customerId, 'line', candidates.flat())
  const named = Lines.flatMap(({ Id }, index) => {
    const MerchantOrderLineReference = takeFirst(candidates[index] ?? [], taken)
    if (MerchantOrderLineReference === undefined) return []
    return [{ OrderLineId: Id, MerchantOrderLineReference }]
  })
  return named.length === Lines.length ? named : undefined
}

/** The reference that an order would get. */
export interface ProposedReference {
  readonly OrderId: number
  readonly MerchantOrderReference: string
}

/**
 * Returns the references that orders get if they are acknowledged now, one after another, without naming them. Orders that are acknowledged
 * already or that do not exist are left out.
 */
export async function proposeReferences(
  connection: Connection,
  customerId: string,
  orderIds: readonly number[],
  naming: Naming,
): Promise<ProposedReference[]> {
  const rows = await findOrdersById(connection, customerId, orderIds)
  const byId = new Map(rows.map((row) => [row.Id, row]))
  const named = [...new Set(orderIds)].flatMap((OrderId) => {
    const order = byId.get(OrderId)
    if (order === undefined || order.MerchantReference !== null) return []
    return [{ OrderId, candidates: candidateReferences(order, naming) }]
  })
  const candidates = named.flatMap((one) => one.candidates)
  const taken = await findTakenReferences(connection, customerId, 'order', candidates)
  return named.flatMap(({ OrderId, candidates }) => {
    const MerchantOrderReference = takeFirst(candidates, taken)
    return MerchantOrderReference === undefined ? [] : [{ OrderId, MerchantOrderReference }]
  })
}
