import type { ReadPage, ShopFulfilments, ShopReturn } from '../../../adapter/merchant.ts'
import type { MedusaApi } from '../api.ts'
import { readChanges, stepBack } from '../changes.ts'
import type { MedusaSettings } from '../terms.ts'
import type { ListedPayment, Order, OrderChange } from '../types.ts'
import { isOfHub, missesItems, toFulfilments, withFirstItems } from './map-history.ts'
import { toReturns } from './map-returns.ts'

export const HISTORY_FIELDS = [
  'id,display_id,status,version,total,canceled_at,created_at,updated_at,metadata',
  '*items,*items.detail,*items.tax_lines,items.variant.id',
  'items.variant.inventory_items.required_quantity,items.variant.inventory_items.inventory_item_id',
  '*fulfillments,*fulfillments.items,*fulfillments.labels',
  '*payment_collections,*payment_collections.payments,*payment_collections.payments.refunds',
].join(',')
const CHANGE_FIELDS =
  'id,change_type,status,description,internal_note,created_at,confirmed_at,*actions'

export async function readOrderChanges(
  api: MedusaApi,
  orderId: string,
): Promise<readonly OrderChange[]> {
  const { order_changes } = await api.get<{ readonly order_changes: readonly OrderChange[] }>(
    `/admin/orders/${orderId}/changes`,
    { fields: CHANGE_FIELDS },
  )
  return order_changes
}

const BEGINNING = '1970-01-01T00:01:00.000Z'
const PAGE_SIZE = 50

type Mapping<T> = (order: Order, changes: readonly OrderChange[]) => readonly T[]

const FULFILMENTS: Mapping<ShopFulfilments> = (order, changes) => [toFulfilments(order, changes)]

/** Orders of the hub that have changed in the shop, each mapped with its history. */
async function* readHistories<T>(
  api: MedusaApi,
  { salesChannelId }: MedusaSettings,
  since: string,
  map: Mapping<T>,
): AsyncGenerator<{ readonly records: readonly T[]; readonly until: string }> {
  const list = {
    path: '/admin/orders',
    key: 'orders',
    fields: HISTORY_FIELDS,
    filter: { 'sales_channel_id[]': salesChannelId },
    pageSize: PAGE_SIZE,
  }
  let reached = since
  for await (const { rows, until } of readChanges<Order>(api, list, stepBack(since))) {
    if (until > reached) reached = until
    yield { records: await mapOrders(api, rows, map), until: reached }
  }
}

async function mapOrders<T>(
  api: MedusaApi,
  orders: readonly Order[],
  map: Mapping<T>,
): Promise<readonly T[]> {
  const records: T[] = []
  for (const order of orders.filter(isOfHub)) {
    // The first version of an order has no history but itself.
    const changes = order.version > 1 ? await readOrderChanges(api, order.id) : []
    const isComplete = !missesItems(order, changes)
    const whole = isComplete ? order : withFirstItems(order, await readFirst(api, order.id))
    records.push(...map(whole, changes))
  }
  return records
}

async function readFirst(api: MedusaApi, id: string): Promise<Order> {
  const query = { version: '1', fields: 'id,*items,*items.tax_lines' }
  return (await api.get<{ readonly order: Order }>(`/admin/orders/${id}`, query)).order
}

export async function* readFulfilments(
  api: MedusaApi,
  settings: MedusaSettings,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopFulfilments>> {
  const since = cursor ?? BEGINNING
  for await (const { records, until } of readHistories(api, settings, since, FULFILMENTS)) {
    yield { records, cursor: until }
  }
}

/** How far orders and refunds have been read. */
interface ReturnCursor {
  readonly orders: string
  readonly refunds: string
  /** When refunds were read last. */
  readonly readAt?: string
}

/** Returns of orders that have changed, and refunds: Medusa notes no time for them at the order or at the payment. */
export async function* readReturns(
  api: MedusaApi,
  settings: MedusaSettings,
  text: string | undefined,
): AsyncGenerator<ReadPage<ShopReturn>> {
  let cursor: ReturnCursor =
    text === undefined ? { orders: BEGINNING, refunds: BEGINNING } : JSON.parse(text)
  const page = (records: readonly ShopReturn[]) => ({ records, cursor: JSON.stringify(cursor) })
  for await (const { records, until } of readHistories(api, settings, cursor.orders, toReturns)) {
    cursor = { ...cursor, orders: until }
    yield page(records)
  }
  const now = new Date()
  if (now.getTime() - Date.parse(cursor.readAt ?? BEGINNING) < settings.refundsEvery) return
  const { ids, until } = await findRefunded(api, cursor.refunds)
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    yield page(await readMapped(api, ids.slice(from, from + PAGE_SIZE), toReturns))
  }
  // Without a pause, the time would be another cursor to be stored after each read.
  const readAt = settings.refundsEvery > 0 ? { readAt: now.toISOString() } : {}
  cursor = { ...cursor, refunds: until, ...readAt }
  yield page([])
}

async function readMapped<T>(
  api: MedusaApi,
  ids: readonly string[],
  map: Mapping<T>,
): Promise<readonly T[]> {
  const options = { fields: HISTORY_FIELDS, limit: PAGE_SIZE, order: 'id', filter: { 'id[]': ids } }
  return await mapOrders(api, await api.page<Order>('/admin/orders', 'orders', options), map)
}

export async function readFulfilmentsOf(
  api: MedusaApi,
  id: string,
): Promise<ShopFulfilments | undefined> {
  const [found] = await readMapped(api, [id], FULFILMENTS)
  return found
}

export async function readReturnsOf(api: MedusaApi, id: string): Promise<readonly ShopReturn[]> {
  return await readMapped(api, [id], toReturns)
}

/** How long after its payment a refund is found that changes nothing else of the order. */
const REFUND_DAYS = 60

/** The orders with refunds since a time: of payments of the last weeks, since they are the ones that are read whole. */
async function findRefunded(
  api: MedusaApi,
  since: string,
): Promise<{ readonly ids: readonly string[]; readonly until: string }> {
  const ids = new Set<string>()
  let until = since
  const after = stepBack(since)
  const start = new Date(Date.now() - REFUND_DAYS * 24 * 60 * 60 * 1000).toISOString()
  const payments = await api.all<ListedPayment>('/admin/payments', 'payments', {
    fields: 'id,refunds.created_at,payment_collection.order.id',
    filter: { 'created_at[$gte]': start },
  })
  for (const { refunds = [], payment_collection } of payments) {
    const id = payment_collection?.order?.id
    for (const { created_at } of refunds) {
      if (id === undefined || created_at < after) continue
      ids.add(id)
      if (created_at > until) until = created_at
    }
  }
  return { ids: [...ids].sort(), until }
}
