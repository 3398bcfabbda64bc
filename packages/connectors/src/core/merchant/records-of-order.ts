/** Records of the hub that a merchant's shop has made: whose order they are of, also after a restored shop has given their ids again. */
import { fingerprint } from '../records/fingerprint.ts'
import { isRecordRefusal, type OrderRecords, recordsOfOrder } from '../records/hub.ts'
import type { Pair, PairToStore } from '../records/pairs.ts'
import { referenceOf, type StepRun } from '../records/step-run.ts'
import type { Order } from './order-records.ts'

/** A record that never changes after it was made. */
export type MadeKind = Exclude<keyof OrderRecords, 'shipment'>

/** The part of a record that is looked at here. */
interface MadeRecord {
  readonly Id: number
  readonly OrderId: number
  readonly MerchantReference?: string
  readonly MerchantReturnReference?: string
}

/** What the pair of such a record is stored with: it is done if it is of this order. */
export const contentOf = ({ HubId }: Pick<Pair, 'HubId'>) => fingerprint(['order', HubId])

/** Whether the record of a pair is of the order. Not so if the shop has lost it, and has given its id to a record of this order. */
export async function isOfOrder(
  run: StepRun,
  kind: MadeKind,
  pair: Pair,
  order: Pick<Pair, 'HubId'>,
): Promise<boolean> {
  const records = await recordsOfOrder(run.hub, kind, Number(order.HubId))
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
    const records: readonly MadeRecord[] = await recordsOfOrder(run.hub, kind, order.Id)
    const known = records.find((one) =>
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
export function remember(pair: Pair, content: string): readonly PairToStore[] {
  const { Kind, HubId, ShopId, State } = pair
  return pair.Fingerprint === content ? [] : [{ Kind, HubId, ShopId, State, Fingerprint: content }]
}
