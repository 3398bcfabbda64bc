/** Records of the hub that a merchant's shop has made: whose order they are of, also after a restored shop has given their ids again. */
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal } from '../records/hub.ts'
import type { Pair, PairToStore } from '../records/pairs.ts'
import { referenceOf, type StepRun } from '../records/step-run.ts'
import type { Order } from './order-records.ts'

const LISTS = {
  cancellation: 'listCancellations',
  return: 'listReturns',
  refund: 'listRefunds',
} as const

/** A record that never changes after it was made. */
export type MadeKind = keyof typeof LISTS

/** The part of a record that is looked at here. */
interface MadeRecord {
  readonly Id: number
  readonly OrderId: number
  readonly MerchantReference?: string
  readonly MerchantReturnReference?: string
}

/** What the pair of such a record is stored with: it is done if it is of this order. */
export const contentOf = ({ HubId }: Pick<Pair, 'HubId'>) => fingerprint(['order', HubId])

async function recordsOf(
  run: StepRun,
  kind: MadeKind,
  orderId: string,
): Promise<readonly MadeRecord[]> {
  const found: MadeRecord[] = []
  const query = { orderId: Number(orderId) }
  for await (const page of run.hub.pages(LISTS[kind], query)) {
    found.push(...(page as readonly MadeRecord[]))
  }
  return found
}

/** Whether the record of a pair is of the order. Not so if the shop has lost it, and has given its id to a record of this order. */
export async function isOfOrder(
  run: StepRun,
  kind: MadeKind,
  pair: Pair,
  order: Pick<Pair, 'HubId'>,
): Promise<boolean> {
  if (pair.Fingerprint === contentOf(order)) return true
  const records = await recordsOf(run, kind, order.HubId)
  return records.some(({ Id }) => String(Id) === pair.HubId)
}

/**
 * Creates a record under the reference that its id in the shop makes, or under one of its own if the hub has that of another order.
 *
 * @returns the id in the hub. A record that a run before has created is not created again.
 */
export async function createOnce(
  run: StepRun,
  kind: MadeKind,
  { shopId, order }: { readonly shopId: string; readonly order: Order },
  create: (reference: string) => Promise<MadeRecord>,
): Promise<number> {
  const usual = referenceOf(run, shopId)
  try {
    const made = await create(usual)
    if (made.OrderId === order.Id) return made.Id
  } catch (error) {
    if (!isRecordRefusal(error) || error.code !== 'MARKET_REFERENCE_IN_USE') throw error
    const names = [usual, ofOrder(usual, order)]
    const known = (await recordsOf(run, kind, String(order.Id))).find((one) =>
      names.includes(one.MerchantReturnReference ?? one.MerchantReference ?? ''),
    )
    // The hub has it with other content, such as a reason that was changed in the shop since.
    if (known !== undefined) return known.Id
  }
  return (await create(ofOrder(usual, order))).Id
}

/** The reference of a record whose usual one is that of a record of another order. */
export const ofOrder = (usual: string, { Id }: Pick<Order, 'Id'>) => `${usual}-${Id}`

/** The pair of a record that was done before pairs of its kind named the order, so that the hub is asked for it once. */
export function remember(pair: Pair, order: Pick<Pair, 'HubId'>): readonly PairToStore[] {
  const Fingerprint = contentOf(order)
  const { Kind, HubId, ShopId, State } = pair
  return pair.Fingerprint === Fingerprint ? [] : [{ Kind, HubId, ShopId, State, Fingerprint }]
}
