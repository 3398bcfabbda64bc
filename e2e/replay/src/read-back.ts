/** Reads back the fulfilment: the lists of shipments, returns and returned orders, page by page. */
import { toTenThousandths } from './amounts.ts'
import type { ReturnPlan } from './cancellations.ts'
import { ReplayError } from './errors.ts'
import type { HubClient } from './hub-client.ts'
import type { Outcome } from './outcome.ts'

interface StoredRecord {
  readonly MerchantShipmentReference?: string
  readonly MerchantReturnReference?: string
  readonly ChannelReturnReference?: string | null
  readonly Status?: string
  readonly RefundInclVat?: number
  readonly Lines: readonly { readonly Quantity: number }[]
}

interface StoredProduct {
  readonly MerchantProductReference: string
  readonly Stock: number
}

/** Adds up the shipments, returns and returned orders of the replay in the lists of the hub. */
export async function readBack(client: HubClient, outcome: Outcome, plan: ReturnPlan) {
  await readList(client, '/v2/shipments', (shipment: StoredRecord) => {
    if (!outcome.shipments.has(shipment.MerchantShipmentReference ?? '')) return
    outcome.shipmentsListed += 1
    outcome.unitsShipped += unitsOf(shipment)
  })
  const months = new Map(plan.returns.map(({ reference, month }) => [reference, month]))
  await readList(client, '/v2/returns', (stored: StoredRecord) => {
    const own = stored.ChannelReturnReference ?? stored.MerchantReturnReference ?? ''
    const month = months.get(own)
    if (month === undefined || stored.Status !== 'ACCEPTED') return
    // Removed, so that a return that is listed twice is not counted twice.
    months.delete(own)
    const amount = toTenThousandths(String(stored.RefundInclVat))
    if (amount === undefined) throw unexpected('RefundInclVat', stored.RefundInclVat)
    outcome.addRefund(month, unitsOf(stored), amount)
  })
  await readList(client, '/v2/orders?status=RETURNED', (order: { ChannelReference: string }) => {
    outcome.ordersReturned.add(order.ChannelReference)
  })
}

/** Reads the stock of each product. */
export async function readStock(client: HubClient): Promise<ReadonlyMap<string, number>> {
  const stock = new Map<string, number>()
  await readList(client, '/v2/products', (product: StoredProduct) => {
    stock.set(product.MerchantProductReference, product.Stock)
  })
  return stock
}

async function readList<T>(
  client: HubClient,
  list: string,
  take: (item: T) => void,
): Promise<void> {
  const size = list.includes('?') ? '&pageSize=1000' : '?pageSize=1000'
  for (let path: string | undefined = `${list}${size}`; path !== undefined; ) {
    const answer = await client.send({ as: 'merchant', method: 'GET', path })
    if (answer.status !== 200) throw unexpected(`GET ${path}`, answer.status)
    for (const item of answer.body as readonly T[]) take(item)
    path = answer.next
  }
}

function unitsOf({ Lines }: StoredRecord): number {
  return Lines.reduce((sum, line) => sum + line.Quantity, 0)
}

function unexpected(what: string, answer: unknown): ReplayError {
  return new ReplayError('REPLAY_UNEXPECTED_ANSWER', `${what} answered ${answer}.`)
}
