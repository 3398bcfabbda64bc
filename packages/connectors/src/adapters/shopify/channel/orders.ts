import type {
  ChannelRefundToWrite,
  ChannelReturnToWrite,
  ShopChannelOrder,
} from '../../../adapter/channel.ts'
import type { ReadPage, ShopReturn } from '../../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import type { Api } from '../api/api.ts'
import { RETURNS_OF_ORDER } from '../documents/orders.ts'
import { MARK, type Refund } from '../mapping/course.ts'
import { numberOf } from '../mapping/ids.ts'
import { cents, paidCents } from '../mapping/money.ts'
import { isForHub, mapOrder, type WholeOrder } from '../mapping/order-to-read.ts'
import { missingOrder, type OrderReader } from '../orders/reader.ts'
import { writeRefund } from '../orders/refund.ts'

/** Orders with open units at first, since those before are done without the hub; then all that change, of which the core leaves out those. */
const TERMS = {
  first: 'status:open AND (fulfillment_status:unfulfilled OR fulfillment_status:partial)',
}

/** Orders of the shop's buyers, with what was cancelled of them. */
export async function* readOrders(
  reader: OrderReader<WholeOrder>,
  options: { readonly testOrders: boolean; readonly shop: string },
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopChannelOrder>> {
  for await (const { records, start, ...page } of reader.changes(cursor, TERMS)) {
    const mapped = records
      .filter((order) => isForHub(order, options))
      .map((order) => ({ order, record: mapOrder(order, options.shop) }))
    const kept = mapped.filter(
      ({ order, record }) => !('problem' in record && isDoneBefore(order, start)),
    )
    yield { ...page, records: kept.map(({ record }) => record) }
  }
}

/** One order of the shop's buyers. */
export async function readOrder(
  reader: OrderReader<WholeOrder>,
  options: { readonly testOrders: boolean; readonly shop: string },
  id: string,
): Promise<ShopChannelOrder | undefined> {
  const order = await reader.fetch(id)
  return order && isForHub(order, options) ? mapOrder(order, options.shop) : undefined
}

/** Whether an order from before the connection only changes again, such as by a refund, so that nobody has to mend what it lacks. */
function isDoneBefore(order: WholeOrder, start: string): boolean {
  const isOld = Date.parse(order.createdAt) < Date.parse(start)
  return (
    isOld && order.lineItems.nodes.every(({ unfulfilledQuantity }) => unfulfilledQuantity === 0)
  )
}

interface ShopifyReturn {
  readonly id: string
  readonly status: string
  readonly returnLineItems: {
    readonly nodes: readonly {
      readonly quantity: number
      readonly customerNote?: string | null
      readonly returnReasonDefinition?: { readonly name: string } | null
      readonly fulfillmentLineItem?: { readonly lineItem: { readonly id: string } } | null
    }[]
  }
}

/** Returns that are on their way. Those that Shopify shows as declined or cancelled are none. */
export async function* readReturns(
  api: Api,
  reader: OrderReader<WholeOrder>,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopReturn>> {
  const terms = {
    first: 'return_status:in_progress OR return_status:return_requested',
    changed: 'NOT return_status:no_return',
  }
  for await (const { records, start, ...page } of reader.changes(cursor, terms)) {
    const returns: ShopReturn[] = []
    for (const { id } of records) returns.push(...(await returnsOf(api, id)))
    yield { ...page, records: returns }
  }
}

/** Those of one order. */
export async function returnsOf(api: Api, id: string): Promise<ShopReturn[]> {
  interface Answer {
    readonly order: { readonly returns: { readonly nodes: readonly ShopifyReturn[] } } | null
  }
  const { order } = await api.run<Answer>(RETURNS_OF_ORDER, { id })
  return (order?.returns.nodes ?? []).flatMap((one) => mapReturn(one, id))
}

function mapReturn(
  { id, status, returnLineItems }: ShopifyReturn,
  shopOrderId: string,
): ShopReturn[] {
  if (status !== 'REQUESTED' && status !== 'OPEN') return []
  const lines = returnLineItems.nodes.filter((line) => line.fulfillmentLineItem)
  if (lines.length === 0) return []
  const words = lines.flatMap(
    (line) => line.customerNote || line.returnReasonDefinition?.name || [],
  )
  return [
    {
      shopId: id,
      shopOrderId,
      units: lines.map((line) => ({
        shopLineId: numberOf(line.fulfillmentLineItem?.lineItem.id ?? ''),
        quantity: line.quantity,
      })),
      ...(words.length ? { reason: [...new Set(words)].join('; ') } : {}),
    },
  ]
}

/** Writes what the merchant has accepted as a refund. A rejected return has nothing to write. */
export async function writeReturn(
  api: Api,
  reader: OrderReader<WholeOrder>,
  { shopOrderId, decided, units, refundInclVat, mark }: ChannelReturnToWrite,
  options: { readonly locationId: string; readonly notify: boolean; readonly pay: boolean },
): Promise<Outcome<string>> {
  if (units.length === 0 && refundInclVat === 0)
    return { done: `${shopOrderId}/rejected/${decided.Id}` }
  const order = await reader.fetch(shopOrderId)
  if (!order) return { problem: missingOrder(shopOrderId) }
  return writeRefund(api, {
    order,
    units,
    // The hub says how many there are: with the offers.
    restockType: 'NO_RESTOCK',
    locationId: options.locationId,
    mark,
    words: decided.MerchantComment ?? decided.Reason,
    notify: options.notify,
    ...(options.pay && refundInclVat > 0 ? { pay: refundInclVat } : {}),
  })
}

/**
 * Gives an amount back. A refund of this amount that staff have made since, such as while the connection gives no money back, is taken for it.
 */
export async function giveBack(
  api: Api,
  reader: OrderReader<WholeOrder>,
  { shopOrderId, refund, mark, taken }: ChannelRefundToWrite,
  options: { readonly locationId: string; readonly notify: boolean; readonly pay: boolean },
): Promise<Outcome<string>> {
  const order = await reader.fetch(shopOrderId)
  if (!order) return { problem: missingOrder(shopOrderId) }
  const done =
    order.refunds.find(({ note }) => note?.endsWith(mark)) ??
    order.refunds.find((one) => !taken.has(one.id) && isByStaff(one, refund))
  if (done) return { done: done.id }
  if (!options.pay) return { problem: refundByHand(order, refund) }
  return writeRefund(api, {
    ...{ order, mark, units: [], restockType: 'NO_RESTOCK' },
    words: refund.Reason.slice(0, 500),
    locationId: options.locationId,
    notify: options.notify,
    pay: refund.RefundInclVat,
  })
}

type HubRefund = ChannelRefundToWrite['refund']

function isByStaff(
  { note, createdAt, totalRefundedSet, refundLineItems }: Refund,
  { RefundInclVat, CreatedAt }: HubRefund,
): boolean {
  if (MARK.test(note ?? '') || refundLineItems.nodes.length > 0) return false
  // Times of Shopify are whole seconds.
  const isLater = Date.parse(createdAt) + 1_000 > Date.parse(CreatedAt)
  return isLater && paidCents(totalRefundedSet) === cents(RefundInclVat)
}

function refundByHand({ name }: WholeOrder, refund: HubRefund): RecordProblem {
  const { RefundInclVat, CurrencyCode, Reason } = refund
  return {
    code: 'refund_by_hand',
    message: `The merchant gives back ${RefundInclVat} ${CurrencyCode} of order ${name}: ${Reason}`,
    remedy: 'Refund this amount in Shopify, without items. The connector sees it within an hour.',
  }
}
