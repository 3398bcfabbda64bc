/** What the shop has given back for other records of an order already. */
import { pairsByHubId } from '../records/pairs.ts'
import type { StepRun } from '../records/step-run.ts'

const OPERATIONS = { refund: 'listRefunds', return: 'listReturns' } as const

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

async function pairsOfOrder(run: StepRun, kind: keyof typeof OPERATIONS, orderId: number) {
  const ids: string[] = []
  for await (const page of run.hub.pages(OPERATIONS[kind], { orderId })) {
    ids.push(...page.map(({ Id }) => String(Id)))
  }
  return [...(await pairsByHubId(run, kind, ids)).values()]
}
