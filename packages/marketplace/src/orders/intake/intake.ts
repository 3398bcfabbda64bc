/** Creates the orders that channels send, and those that merchants enter. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import { SYSTEM } from '../../kit/principals/actor.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { JOINED_WRITES } from '../../kit/sql/joined-writes.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { readAddress } from '../record/addresses/read-address.ts'
import {
  type Destination,
  destinationOf,
  findDestinationRates,
} from '../record/amounts/destination-store.ts'
import {
  findRatesOfOrders,
  type RateKey,
  rateOfBase,
} from '../record/amounts/exchange-rate-store.ts'
import { type InsertedOrder, insertOrders, type OrderDraft } from '../record/insert-store.ts'
import { takeOrderIds } from '../record/order-id-store.ts'
import { isUnsellable, orderIssues, type SoldProducts } from '../record/rules.ts'
import type { NamedOrderRequest, OrderRequest } from '../record/schema.ts'
import {
  findSoldProducts,
  type SoldProduct,
  type SoldProductKey,
} from '../record/sold-product-store.ts'
import { findOrderOfChannel, lockArrivals, type OrderRow } from '../record/store.ts'
import { draftOrder } from './draft.ts'
import { nameOrder } from './name-order.ts'
import type { OrderOrigin } from './origin.ts'
import { differencesOf, refuseRepeat } from './repeat.ts'

/** An order that was created now, or by an earlier request with the same content. */
export interface TakenOrder {
  readonly created: boolean
  readonly order: OrderRow
}

/** Creates one order exactly once. */
export type TakeOrder = (
  origin: OrderOrigin,
  request: OrderRequest,
) => Promise<TakenOrder | Refusal>

/**
 * Creates the function that stores orders. When it returns, the order is committed. Orders that arrive together share their
 * statements. If a shared statement fails, each order is tried again alone, so that one invalid order cannot make others fail.
 *
 * An order without a reference gets one like HUB-1042. A repeat with equal content returns the first order; other content with the same
 * reference is refused with `MARKET_ORDER_EXISTS`. An order with lines that cannot be sold is stored with the status REQUIRES_CORRECTION, or
 * refused with `MARKET_UNSELLABLE_LINES`, depending on a setting of the customer.
 *
 * @example
 * const takeOrder = createOrderIntake(database)
 * const taken = await takeOrder({ customer, channel }, request)
 */
export function createOrderIntake(database: Database): TakeOrder {
  const loadProduct = createBatcher((keys: readonly SoldProductKey[]) =>
    loadProducts(database, keys),
  )
  const loadRate = createBatcher((keys: readonly RateKey[]) => findRatesOfOrders(database, keys))
  const loadDestination = createBatcher((keys: readonly Destination[]) =>
    findDestinationRates(database, keys),
  )
  const store = createBatcher(async (drafts: readonly OrderDraft[]) => {
    const ids = await takeOrderIds(database, drafts)
    return await insertOrders(database, drafts, ids)
  }, JOINED_WRITES)

  return async (origin, sent) => {
    const { customer, channel } = origin
    const refusal = refuseRequest(channel, sent)
    if (refusal) return refusal
    const request = await nameOrder(database, origin, sent)
    const keys = productsOf(origin, request)
    const country = destinationOfOrder(customer, request)
    const [rate, destination, ...products] = await Promise.all([
      rateOfBase(request.CurrencyCode, customer) ?? loadRate(rateKeyOf(origin, request)),
      country && loadDestination(country),
      ...keys.map((key) => loadProduct(key)),
    ])
    const sold = toMap(products)
    const { actor = SYSTEM } = origin
    const { channelId } = channel
    const draft = draftOrder(request, customer, channelId, sold, rate, destination, actor)
    if (customer.unsellableLines === 'refuse' && draft.Corrections.some(isUnsellable)) {
      return await refuseUnsellable(database, draft)
    }
    if (sold.size === keys.length && draft.RateToBaseCurrency !== null)
      return await settle(database, origin, draft, await store(draft))
    return await takeIncomplete(database, origin, request)
  }
}

function refuseRequest(channel: Channel, request: OrderRequest): Refusal | undefined {
  if (request.ChannelId && request.ChannelId !== channel.channelId) {
    const detail = `ChannelId is ${request.ChannelId}, but this key is of channel ${channel.channelId}. Leave ChannelId out, or use that channel's key.`
    return refuse('MARKET_FORBIDDEN', detail)
  }
  const issues = orderIssues(request)
  return issues.length > 0 ? refuseIssues(issues) : undefined
}

function productsOf(
  { customer: { customerId }, channel: { channelId } }: OrderOrigin,
  request: OrderRequest,
): readonly SoldProductKey[] {
  const references = new Set(request.Lines.map((line) => line.MerchantProductReference))
  return [...references].map((reference) => ({ customerId, channelId, reference }))
}

/** The address is read only where its country matters. */
function destinationOfOrder(
  customer: Customer,
  { ShippingAddress }: OrderRequest,
): Destination | undefined {
  if (customer.vatRule !== 'destination') return undefined
  const { address } = readAddress(ShippingAddress, '/ShippingAddress')
  return destinationOf(customer, address.CountryIso)
}

function rateKeyOf({ customer }: OrderOrigin, request: OrderRequest): RateKey {
  const { customerId, baseCurrency } = customer
  const { CurrencyCode: currencyCode, OrderDate } = request
  return { customerId, baseCurrency, currencyCode, orderDate: OrderDate ?? null }
}

function toMap(products: readonly (SoldProduct | undefined)[]): SoldProducts {
  const known = products.filter((product) => product !== undefined)
  return new Map(known.map((product) => [product.reference, product]))
}

async function loadProducts(
  database: Database,
  wanted: readonly SoldProductKey[],
): Promise<readonly (SoldProduct | undefined)[]> {
  const nameOf = ({ customerId, channelId, reference }: SoldProductKey) =>
    `${customerId}/${channelId}/${reference}`
  const distinct = new Map(wanted.map((key) => [nameOf(key), key]))
  const rows = await findSoldProducts(database, [...distinct.values()])
  const found = new Map(rows.map((row) => [nameOf(row), row]))
  return wanted.map((key) => found.get(nameOf(key)))
}

/**
 * Stores an order with unknown products or without a rate under a lock. Otherwise the order could miss a product or a rate that is stored
 * at the same time.
 */
async function takeIncomplete(
  database: Database,
  origin: OrderOrigin,
  request: NamedOrderRequest,
): Promise<TakenOrder | Refusal> {
  const { customer, channel, actor = SYSTEM } = origin
  const keys = productsOf(origin, request)
  const ids = await takeOrderIds(database, [
    { customerId: customer.customerId, Lines: request.Lines },
  ])
  const [draft, stored] = await keyedTransaction(database, customer.customerId, async (tx) => {
    await lockArrivals(tx, customer.customerId, 'order')
    const sold = toMap(await findSoldProducts(tx, keys))
    const [found = null] = await findRatesOfOrders(tx, [rateKeyOf(origin, request)])
    const rate = rateOfBase(request.CurrencyCode, customer) ?? found
    const country = destinationOfOrder(customer, request)
    const [destination] = await findDestinationRates(tx, country ? [country] : [])
    const { channelId } = channel
    const fresh = draftOrder(request, customer, channelId, sold, rate, destination, actor)
    return [fresh, (await insertOrders(tx, [fresh], ids))[0]] as const
  })
  return await settle(database, origin, draft, stored)
}

/** The answer for an order that was stored, or whose reference is already used. */
async function settle(
  database: Database,
  origin: OrderOrigin,
  draft: OrderDraft,
  stored: InsertedOrder | undefined,
): Promise<TakenOrder | Refusal> {
  if (stored === undefined) return await repeat(database, draft)
  return { created: true, order: rowOf(draft, stored, origin) }
}

/** A new order as it would be read. */
function rowOf(
  { customerId: _, createdBy: __, units: ___, contentHash, ...fields }: OrderDraft,
  { orderId, createdAt, dueAt, lineIds }: InsertedOrder,
  { channel }: OrderOrigin,
): OrderRow {
  return {
    ...fields,
    Id: orderId,
    MerchantReference: null,
    OrderDate: fields.OrderDate === null ? createdAt : new Date(fields.OrderDate),
    ChannelName: channel.name,
    CanShipPartialOrderLines: channel.canShipPartialOrderLines,
    Lines: fields.Lines.map((line, index) => ({
      ...line,
      Id: lineIds[index] as number,
      MerchantReference: null,
      ShippedQuantity: 0,
      CancelledQuantity: 0,
      MancoQuantity: 0,
      BackorderQuantity: 0,
      ReturnedQuantity: 0,
      ShortUnits: 0,
      RefundedInclVat: 0,
    })),
    AcknowledgedDate: null,
    CreatedAt: createdAt,
    UpdatedAt: createdAt,
    isClosed: false,
    RefundedInclVat: 0,
    dueAt,
    contentHash: Buffer.from(contentHash, 'hex'),
  }
}

async function repeat(database: Database, draft: OrderDraft): Promise<TakenOrder | Refusal> {
  const first = await findFirst(database, draft)
  if (first !== undefined) return first
  throw new Error(`order ${draft.ChannelReference} was neither stored nor found`)
}

/** Returns the existing order of the channel with this reference. Refuses if its content differs. */
async function findFirst(
  database: Database,
  draft: OrderDraft,
): Promise<TakenOrder | Refusal | undefined> {
  const { customerId, ChannelId, ChannelReference } = draft
  const row = await findOrderOfChannel(database, customerId, ChannelId, ChannelReference)
  if (row === undefined) return undefined
  if (row.contentHash.toString('hex') === draft.contentHash) {
    return { created: false, order: row }
  }
  const differences = differencesOf(draft, row)
  return differences.length === 0 ? { created: false, order: row } : refuseRepeat(row, differences)
}

async function refuseUnsellable(
  database: Database,
  draft: OrderDraft,
): Promise<TakenOrder | Refusal> {
  const first = await findFirst(database, draft)
  if (first !== undefined) return first
  const errors = draft.Corrections.filter(isUnsellable).map((correction) => ({
    path: correction.Path,
    message: correction.Message,
  }))
  return refuse(
    'MARKET_UNSELLABLE_LINES',
    'The order was not stored: it has lines that cannot be sold.',
    errors,
  )
}
