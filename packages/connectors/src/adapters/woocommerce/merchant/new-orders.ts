/** Makes an order in the shop: pending first, then compared and corrected, then finished. Found again by its transaction id. */
import type { ShopContext } from '../../../adapter/adapter.ts'
import type { OrderHint, OrderToWrite, ShopOrder } from '../../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import { toMicros, toText } from '../api/amounts.ts'
import { PAGE_SIZE, problemOf, type WooCalls } from '../api/calls.ts'
import type { WooRefusal } from '../api/refusals.ts'
import { CREATED_VIA, META, metaOf, type WooOrder, type WooProduct } from '../api/wire.ts'
import { readId, type ShopId } from '../shared/ids.ts'
import {
  correctionOf,
  isTransactionId,
  lineIdsOf,
  missingLines,
  type OrderTarget,
  roundingOf,
  targetOf,
  toNewOrder,
  transactionIdOf,
} from './map-new-orders.ts'

type Body = Readonly<Record<string, unknown>>

export class OrderWriter {
  readonly #calls: WooCalls
  readonly #settings: ShopContext['settings']
  /** Orders of calls that were cut off before the amounts were compared, by mark. */
  readonly #unfinished = new Map<string, WooOrder>()

  constructor(calls: WooCalls, settings: ShopContext['settings']) {
    this.#calls = calls
    this.#settings = settings
  }

  async find(mark: string, { shopId, since }: OrderHint = {}): Promise<ShopOrder | undefined> {
    const transaction = transactionIdOf(mark)
    const found =
      (shopId === undefined ? undefined : await this.#readMarked(shopId, mark)) ??
      (await this.#search(transaction)) ??
      (await this.#lookThrough(transaction, since))
    if (found === undefined) return undefined
    if (metaOf(found, META.unfinished) === undefined) return this.#toShopOrder(found)
    this.#unfinished.set(mark, found)
    return undefined
  }

  /** The order with the id, if it is still that of the mark and not in the trash. */
  async #readMarked(shopId: string, mark: string): Promise<WooOrder | undefined> {
    const order = await this.#calls.getIfThere<WooOrder>(`/orders/${shopId}`)
    if (order === undefined || order.status === 'trash') return undefined
    return metaOf(order, META.mark) === mark ? order : undefined
  }

  async #search(transaction: string): Promise<WooOrder | undefined> {
    const { records } = await this.#calls.list<WooOrder>('/orders', { search: transaction })
    return firstWith(transaction, records)
  }

  /** Shops that still keep orders as posts do not search transaction ids: there, all orders are looked at that the hub has made since. */
  async #lookThrough(transaction: string, since?: string): Promise<WooOrder | undefined> {
    const query = {
      ...{ created_via: CREATED_VIA, orderby: 'id', order: 'desc', per_page: PAGE_SIZE },
      ...(since !== undefined && { after: since.slice(0, 19), dates_are_gmt: true }),
    }
    for (let page = 1; ; page += 1) {
      const { records } = await this.#calls.list<WooOrder>('/orders', { ...query, page })
      const found = firstWith(transaction, records)
      if (found !== undefined || records.length < PAGE_SIZE) return found
      if (page === 1 && (await this.#canSearch(records))) return undefined
    }
  }

  /** Whether the search of the shop finds one of these orders: then it would have found another one, too. */
  async #canSearch(orders: readonly WooOrder[]): Promise<boolean> {
    const one = orders.find(({ transaction_id }) => isTransactionId(transaction_id))
    return one !== undefined && (await this.#search(one.transaction_id)) !== undefined
  }

  async write({ order, mark, productIds }: OrderToWrite): Promise<Outcome<ShopOrder>> {
    const ids = await this.#resolve(
      order.Lines.map((line) => line.MerchantProductReference),
      productIds,
    )
    if ('problem' in ids) return ids
    const target = targetOf(order, ids)
    const withEmail = this.#settings.buyerEmail === true
    const found = this.#unfinished.get(mark)
    this.#unfinished.delete(mark)
    const created = found
      ? { body: found }
      : await this.#calls.ask<WooOrder>('POST', '/orders', {
          body: toNewOrder(order, target, { mark, withEmail }),
        })
    if ('refusal' in created) return refused(created.refusal)
    const compared = await this.#compare(created.body, target)
    if ('problem' in compared) {
      // To the trash, where people can look at it. It has taken no stock.
      await this.#calls.ask('DELETE', `/orders/${created.body.id}`)
      return compared
    }
    return await this.#finish(compared.done)
  }

  /** The ids of the products, from the pairs or by SKU. */
  async #resolve(
    references: readonly string[],
    known: ReadonlyMap<string, string>,
  ): Promise<Map<string, ShopId> | { readonly problem: RecordProblem }> {
    const ids = new Map<string, ShopId>()
    for (const reference of references) {
      const shopId = known.get(reference)
      const id = shopId === undefined ? await this.#findProduct(reference) : readId(shopId)
      if (id === undefined) return { problem: unknownProduct(reference) }
      ids.set(reference, id)
    }
    return ids
  }

  /** Lists by SKU ignore case, and take a comma as the end of one. */
  async #findProduct(sku: string): Promise<ShopId | undefined> {
    const { records } = await this.#calls.list<WooProduct>('/products', { sku })
    const found = records.find((product) => product.sku === sku && product.type !== 'variable')
    if (found === undefined) return undefined
    return found.parent_id > 0
      ? { productId: found.parent_id, variationId: found.id }
      : { productId: found.id, variationId: undefined }
  }

  async #compare(order: WooOrder, target: OrderTarget): Promise<Outcome<WooOrder>> {
    const missing = missingLines(order, target)[0]
    if (missing !== undefined) return { problem: unknownProduct(missing.reference) }
    // First with the rates of the shop, then with what its rounding leaves.
    let compared = order
    for (const changeOf of [correctionOf, roundingOf]) {
      const change = changeOf(compared, target)
      if (change !== undefined) compared = await this.#change(compared, change)
    }
    if (toMicros(compared.total) === target.total) return { done: compared }
    return { problem: otherTotal(compared, target) }
  }

  async #change(order: WooOrder, body: Body): Promise<WooOrder> {
    const reply = await this.#calls.ask<WooOrder>('PUT', `/orders/${order.id}`, { body })
    return 'body' in reply ? reply.body : order
  }

  /** Now the shop takes the stock, and tells its people. An order that it does not let go on is found and finished by a retry. */
  async #finish(order: WooOrder): Promise<Outcome<ShopOrder>> {
    const status = this.#settings.orderStatus === 'on-hold' ? 'on-hold' : 'processing'
    const reply = await this.#calls.ask<WooOrder>('PUT', `/orders/${order.id}`, {
      body: {
        status,
        ...(status === 'processing' && { set_paid: true }),
        meta_data: [{ key: META.unfinished, value: null }],
      },
    })
    return 'body' in reply ? { done: this.#toShopOrder(reply.body) } : refused(reply.refusal)
  }

  #toShopOrder(order: WooOrder): ShopOrder {
    return {
      shopId: String(order.id),
      reference: order.number,
      url: this.#calls.adminPage('order', order.id),
      lines: lineIdsOf(order),
    }
  }
}

function firstWith(transaction: string, orders: readonly WooOrder[]): WooOrder | undefined {
  return orders
    .filter((order) => order.transaction_id === transaction)
    .sort((one, other) => one.id - other.id)[0]
}

function refused(refusal: WooRefusal): { readonly problem: RecordProblem } {
  return problemOf(refusal, {
    code: 'order_refused',
    message: 'The shop does not take the order.',
    remedy: 'Correct in the hub or in the shop what the shop says, and retry.',
  })
}

function unknownProduct(reference: string): RecordProblem {
  return {
    code: 'unknown_product',
    message: `The shop has no product with the SKU ${JSON.stringify(reference)}.`,
    remedy: 'Create it in the shop, or take it out of the trash there, and retry.',
  }
}

function otherTotal(order: WooOrder, target: OrderTarget): RecordProblem {
  return {
    code: 'total_differs',
    message: `The shop makes ${toText(toMicros(order.total), 2)} ${order.currency} of the order, and the buyer paid ${toText(target.total, 2)}.`,
    remedy:
      'Look for a plugin of the shop that changes the totals of orders, such as one for fees or taxes. The order is in the trash of the shop.',
  }
}
