/** Reads the orders that have changed. */
import type { ShopChannelOrder } from '../../../adapter/channel.ts'
import type { ReadPage } from '../../../adapter/merchant.ts'
import type { Call } from '../api.ts'
import type { ShopFacts } from '../facts.ts'
import { isForHub, toChannelOrder } from './map-order.ts'
import { ORDER_FIELDS, type VendureOrder } from './order.ts'

const PAGE_SIZE = 50

const ORDERS = `query ($options: OrderListOptions) { orders(options: $options) { items { ${ORDER_FIELDS} } } }`

/** What a read needs of the shop. */
export interface ReadOrdersOptions {
  readonly call: Call
  readonly facts: () => Promise<ShopFacts>
  readonly dashboard: string
}

/**
 * How far a read steps back behind the last change, because a change gets its time before it is committed. In a shop with SQLite, whose calls
 * share one connection, it can even be read in halves: the lines of a cancelled order without the cancellation.
 */
const OVERLAP_MS = 20_000

/** States of orders that have no units left to be shipped. */
const DONE = ['Shipped', 'Delivered', 'Cancelled']

/** The cursor of the first read: this word, the time of the newest order when it began, and the time of the last order that was read. */
const FIRST = 'first'

/**
 * Reads pages of orders that have changed since the cursor, the oldest change first. The last ones are read again each time: a page that is as
 * it was costs nothing else. The first read is of the orders that are not done, since a shop can have years of others; then all that have
 * changed since it began.
 */
export async function* readOrders(
  options: ReadOrdersOptions,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopChannelOrder>> {
  const [word, begun, at] = cursor?.split(' ') ?? [FIRST]
  if (word !== FIRST) {
    for await (const page of changedOrders(options.call, stepBack(word))) {
      yield await toPage(options, page, (last) => last)
    }
    return
  }
  const newest = begun ?? (await newestChange(options.call))
  if (newest === undefined) return
  yield { records: [], cursor: cursor ?? `${FIRST} ${newest}` }
  const state = { notIn: DONE }
  for await (const page of changedOrders(options.call, stepBack(at), { state })) {
    yield await toPage(options, page, (last) => `${FIRST} ${newest} ${last}`)
  }
  yield { records: [], cursor: newest }
}

async function toPage(
  { facts, dashboard }: ReadOrdersOptions,
  page: readonly VendureOrder[],
  cursorOf: (last: string) => string,
): Promise<ReadPage<ShopChannelOrder>> {
  const { precision } = await facts()
  const records = page.filter(isForHub).map((order) => toChannelOrder(order, precision, dashboard))
  const last = page.at(-1)?.updatedAt
  return { records, ...(last !== undefined && { cursor: cursorOf(last) }) }
}

/** When the last order has changed, by the clock of the shop. */
async function newestChange(call: Call): Promise<string | undefined> {
  const query = `query ($options: OrderListOptions) { orders(options: $options) { items { updatedAt } } }`
  const options = { filter: PLACED, sort: { updatedAt: 'DESC' }, take: 1 }
  const { orders } = await call<{ orders: { items: readonly Pick<VendureOrder, 'updatedAt'>[] } }>(
    query,
    { options },
  )
  return orders.items[0]?.updatedAt
}

const PLACED = { active: { eq: false } }

const stepBack = (time: string | undefined) =>
  time && new Date(Date.parse(time) - OVERLAP_MS).toISOString()

/**
 * Pages of orders in the order of their changes. Each page begins at the time of the last order and not behind a number of orders: an order
 * that changes during the read moves to the end, and the next one would take its place.
 */
async function* changedOrders(
  call: Call,
  after: string | undefined,
  filter: object = {},
): AsyncGenerator<readonly VendureOrder[]> {
  const seen = new Set<string>()
  let begin = after
  let skip = 0
  for (;;) {
    const options = {
      filter: {
        ...{ ...PLACED, ...filter },
        ...(begin !== undefined && { updatedAt: { after: begin } }),
      },
      sort: { updatedAt: 'ASC' },
      ...{ skip, take: PAGE_SIZE },
    }
    const { orders } = await call<{ orders: { items: readonly VendureOrder[] } }>(ORDERS, {
      options,
    })
    const { items } = orders
    const fresh = items.filter(({ id, updatedAt }) => !seen.has(`${id} ${updatedAt}`))
    for (const { id, updatedAt } of fresh) seen.add(`${id} ${updatedAt}`)
    if (fresh.length > 0) yield fresh
    if (items.length < PAGE_SIZE) return
    const last = items.at(-1)?.updatedAt
    const next = last && new Date(Date.parse(last) - 1).toISOString()
    // More orders of one moment than a page has.
    skip = next === begin || fresh.length === 0 ? skip + PAGE_SIZE : 0
    if (skip === 0) begin = next
  }
}

const ORDER = `query ($id: ID!) { order(id: $id) { ${ORDER_FIELDS} } }`

/** An order of the shop. Undefined if it has none with this id, as after the restore of a backup. */
export async function readOrder(call: Call, id: string): Promise<VendureOrder | undefined> {
  const { order } = await call<{ order: VendureOrder | null }>(ORDER, { id })
  return order ?? undefined
}

/** An order of the shop for the hub. Undefined if it is none. */
export async function readChannelOrder(
  { call, facts, dashboard }: ReadOrdersOptions,
  id: string,
): Promise<ShopChannelOrder | undefined> {
  const order = await readOrder(call, id)
  if (order === undefined || !isForHub(order)) return undefined
  return toChannelOrder(order, (await facts()).precision, dashboard)
}

/** Whether the shop has an order under an id, and with this code: a restored shop gives the ids of lost orders to others. */
export async function hasOrder(call: Call, id: string, code: string): Promise<boolean> {
  const query = 'query ($id: ID!) { order(id: $id) { code } }'
  const { order } = await call<{ order: Pick<VendureOrder, 'code'> | null }>(query, { id })
  return order?.code === code
}
