/** What the shop has given back for other records of an order already. */
import { recordsOfOrder } from '../records/hub.ts'
import { idsOf, pairsByHubId } from '../records/pairs.ts'
import type { StepRun } from '../records/step-run.ts'

/** The ids in the shop of what belongs to the other refunds and the returns of the order of a refund. */
export async function takenByOthers(
  run: StepRun,
  refund: { readonly Id: number; readonly OrderId: number },
): Promise<ReadonlySet<string>> {
  const refunds = await pairsOfOrder(run, 'refund', refund.OrderId)
  const returns = await pairsOfOrder(run, 'return', refund.OrderId)
  const others = [...refunds.filter(({ HubId }) => HubId !== String(refund.Id)), ...returns]
  return new Set(others.flatMap(({ ShopId }) => ShopId ?? []))
}

async function pairsOfOrder(run: StepRun, kind: 'refund' | 'return', orderId: number) {
  const records = await recordsOfOrder(run.hub, kind, orderId)
  return [...(await pairsByHubId(run, kind, idsOf(records))).values()]
}
