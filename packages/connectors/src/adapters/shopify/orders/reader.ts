import type { ReadPage } from '../../../adapter/merchant.ts'
import { NOT_IN_SHOP, type RecordProblem } from '../../../adapter/outcomes.ts'
import type { Api } from '../api/api.ts'
import { allOf, type Connection, changesOf, type ListQuery } from '../api/pages.ts'
import {
  CHANGED_ORDERS,
  FULFILLMENT,
  FULFILLMENTS_OF_A_QUERY,
  FULFILLMENTS_OF_ORDER,
  LINES_OF_ORDER,
  REFUND_LINES,
  SHOP_CURRENCY,
} from '../documents/orders.ts'
import type { Fulfillment, OrderCourse, Refund } from '../mapping/course.ts'
import {
  type Changed,
  isSettled,
  readSince,
  type Since,
  sinceTime,
  writeSince,
} from '../mapping/cursor.ts'

/** Fulfilments and returns read the same orders one after the other: the answers of the first are kept for the second. */
const MOST_KEPT = 200

/** A fulfilment with all its lines. */
export async function readFulfillment(api: Api, id: string): Promise<Fulfillment | undefined> {
  let found: Fulfillment | undefined
  const pick = (answer: { fulfillment: Fulfillment | null }) => {
    found = answer.fulfillment ?? undefined
    return found?.fulfillmentLineItems
  }
  const lines = await joined(api, { document: FULFILLMENT, variables: { id }, pick })
  return found && { ...found, fulfillmentLineItems: lines }
}

/** All pages of a list as one. */
async function joined<A, N>(api: Api, query: ListQuery<A, N>): Promise<Connection<N>> {
  return { nodes: await allOf(api, query), pageInfo: { hasNextPage: false, endCursor: null } }
}

/** Reads orders that have changed, each with a query of its own. */
export class OrderReader<T extends OrderCourse> {
  private readonly api: Api
  private readonly document: string
  private readonly kept = new Map<string, T>()

  /** @param document takes `$id`, and answers with an `order` */
  constructor(api: Api, document: string) {
    this.api = api
    this.document = document
  }

  /** An order as it was when it changed. */
  async read(changed: Changed): Promise<T | undefined> {
    const { id, updatedAt } = changed
    const key = `${id} ${updatedAt}`
    const known = this.kept.get(key)
    if (known) return known
    const askedAt = this.api.time
    const order = await this.fetch(id)
    if (order === undefined || !isSettled(changed, askedAt)) return order
    if (this.kept.size >= MOST_KEPT) this.kept.clear()
    this.kept.set(key, order)
    return order
  }

  /** As it is now. */
  async fetch(id: string): Promise<T | undefined> {
    const { order } = await this.api.run<{ order: T | null }>(this.document, { id })
    return order ? this.complete(order) : undefined
  }

  /** Reads what is left of the lists of an order. */
  private async complete(order: T): Promise<T> {
    return {
      ...order,
      lineItems: await this.allLines(order),
      fulfillments: await this.allFulfillments(order),
      refunds: await this.withLines(order.refunds),
    }
  }

  private async allLines({ id, lineItems }: T): Promise<T['lineItems']> {
    if (!lineItems.pageInfo.hasNextPage) return lineItems
    const pick = (answer: { order: T | null }) => answer.order?.lineItems
    const nodes = await allOf(this.api, { document: LINES_OF_ORDER, variables: { id }, pick })
    return { ...lineItems, nodes } as T['lineItems']
  }

  private async allFulfillments({ id, fulfillments }: T): Promise<readonly Fulfillment[]> {
    const complete: Fulfillment[] = []
    for (const one of fulfillments) {
      const { hasNextPage } = one.fulfillmentLineItems.pageInfo
      complete.push(hasNextPage ? ((await readFulfillment(this.api, one.id)) ?? one) : one)
    }
    if (fulfillments.length < FULFILLMENTS_OF_A_QUERY) return complete
    interface Ids {
      readonly order: { readonly fulfillments: readonly { readonly id: string }[] } | null
    }
    const { order } = await this.api.run<Ids>(FULFILLMENTS_OF_ORDER, { id })
    for (const other of order?.fulfillments ?? []) {
      if (complete.some((one) => one.id === other.id)) continue
      const found = await readFulfillment(this.api, other.id)
      if (found) complete.push(found)
    }
    return complete
  }

  private async withLines(refunds: readonly Refund[]): Promise<readonly Refund[]> {
    const complete: Refund[] = []
    for (const refund of refunds) {
      const pick = (answer: { refund: Pick<Refund, 'refundLineItems'> | null }) =>
        answer.refund?.refundLineItems
      const query = { document: REFUND_LINES, variables: { id: refund.id }, pick }
      complete.push({ ...refund, refundLineItems: await joined(this.api, query) })
    }
    return complete
  }

  /**
   * Orders that have changed since the cursor. The first read is of the orders that match `first`, and has a cursor at its end only: one that was
   * broken off begins anew.
   */
  async *changes(cursor: string | undefined, terms: OrderTerms): AsyncGenerator<OrdersPage<T>> {
    const since = readSince(cursor)
    const start = since ?? (await this.now())
    const query = {
      document: CHANGED_ORDERS,
      filter: 'updated_at',
      terms: since ? terms.changed : terms.first,
      pick: (answer: { orders: Connection<Changed> }) => answer.orders,
      changed: (order: Changed) => order,
    }
    for await (const { news, next } of changesOf(this.api, query, since ?? BEGINNING)) {
      const records: T[] = []
      for (const changed of news) {
        const order = await this.read(changed)
        if (order) records.push(order)
      }
      yield { records, start: start.start, ...(since ? { cursor: writeSince(next) } : {}) }
    }
    if (!since) yield { records: [], start: start.start, cursor: writeSince(start) }
  }

  private async now(): Promise<Since> {
    await this.api.run(SHOP_CURRENCY)
    return sinceTime(this.api.time)
  }
}

export interface OrderTerms {
  readonly first: string
  readonly changed?: string
}

export interface OrdersPage<T> extends ReadPage<T> {
  /** When the first read of these orders began. */
  readonly start: string
}

/** Before there was Shopify. */
const BEGINNING = sinceTime('2006-01-01T00:00:00.000Z')

/** Shopify answers in the same way for an order that was deleted and for one of more than 60 days. */
export function missingOrder(id: string): RecordProblem {
  return {
    code: NOT_IN_SHOP,
    message: `The app cannot read order ${id} in Shopify.`,
    remedy:
      'It was deleted, or it is older than 60 days: give the app the access scope read_all_orders.',
  }
}
