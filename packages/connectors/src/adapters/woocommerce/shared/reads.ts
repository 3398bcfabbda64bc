/** Reads that need more than one list: products with their variations, orders with their refunds and shipments. */
import { NOT_IN_SHOP, type Outcome } from '../../../adapter/outcomes.ts'
import { problemOf, type Query, type WooCalls } from '../api/calls.ts'
import { readChanges, readFirstAndChanges } from '../api/changes.ts'
import { isGone } from '../api/refusals.ts'
import {
  metaOf,
  type WooFulfilment,
  type WooOrder,
  type WooProduct,
  type WooRefund,
  type WooVariation,
} from '../api/wire.ts'
import type { OrderState } from './map-fulfilments.ts'

/** A product with its variations, which lists of products do not have. */
export interface Family {
  readonly product: WooProduct
  readonly variations: readonly WooVariation[]
}

/** A change of a variation shows only at its parent, so all variations of a changed parent are read. */
export async function familyOf(
  calls: WooCalls,
  product: WooProduct,
  query: Query = {},
): Promise<Family> {
  if (product.type !== 'variable' || product.status !== 'publish')
    return { product, variations: [] }
  const path = `/products/${product.id}/variations`
  const variations = await calls.all<WooVariation>(path, { ...query, orderby: 'id', order: 'asc' })
  return { product, variations }
}

/** What `map` makes of orders that have changed, with what lists of orders do not have. */
export async function* mapStates<T>(
  calls: WooCalls,
  options: {
    readonly query?: Query
    /** Of the first read, besides. */
    readonly firstQuery?: Query
    readonly cursor: string | undefined
    readonly withFulfilments?: boolean
  },
  map: (state: OrderState) => readonly T[],
): AsyncGenerator<{ readonly records: readonly T[]; readonly cursor: string }> {
  const { firstQuery } = options
  const pages =
    firstQuery === undefined
      ? readChanges<WooOrder>(calls, '/orders', options)
      : readFirstAndChanges<WooOrder>(calls, '/orders', { ...options, firstQuery })
  for await (const page of pages) {
    const records: T[] = []
    for (const order of page.records) records.push(...map(await stateOf(calls, order, options)))
    yield { records, cursor: page.cursor }
  }
}

async function stateOf(
  calls: WooCalls,
  order: WooOrder,
  options: { readonly withFulfilments?: boolean },
): Promise<OrderState> {
  const refunds = await refundsOf(calls, order)
  const fulfilments = options.withFulfilments ? await fulfilmentsOf(calls, order) : []
  return { order, refunds, fulfilments }
}

/** One order as {@link mapStates} gives it. Undefined if the shop no longer has it. */
export async function readState(
  calls: WooCalls,
  id: string,
  options: { readonly withFulfilments?: boolean } = {},
): Promise<OrderState | undefined> {
  const order = await calls.getIfThere<WooOrder>(`/orders/${id}`)
  return order && (await stateOf(calls, order, options))
}

/** The refunds of an order with their lines, oldest first. */
export async function refundsOf(calls: WooCalls, order: WooOrder): Promise<WooRefund[]> {
  if (order.refunds.length === 0) return []
  const refunds = await calls.all<WooRefund>(`/orders/${order.id}/refunds`)
  return refunds.sort((one, other) => one.id - other.id)
}

/** Orders with shipments have their status in the meta data. The route exists only while the feature is on. */
async function fulfilmentsOf(calls: WooCalls, order: WooOrder): Promise<WooFulfilment[]> {
  if (metaOf(order, '_fulfillment_status') === undefined) return []
  return (await calls.getIfThere<WooFulfilment[]>(`/orders/${order.id}/fulfillments`)) ?? []
}

export async function orderOf(calls: WooCalls, shopOrderId: string): Promise<Outcome<WooOrder>> {
  const reply = await calls.ask<WooOrder>('GET', `/orders/${shopOrderId}`)
  if ('body' in reply) return { done: reply.body }
  return problemOf(reply.refusal, {
    code: isGone(reply.refusal) ? NOT_IN_SHOP : 'order_refused',
    message: `The shop no longer has the order with the id ${shopOrderId}.`,
    remedy: 'It was deleted in the shop for good. Do there by hand what the hub has sent.',
  })
}
