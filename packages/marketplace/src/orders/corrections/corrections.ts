/**
 * Corrects orders. An order with the status REQUIRES_CORRECTION becomes NEW when the merchant corrects it, or when its product is created.
 */
import type { Database, Transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Issue, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { keyedTransaction } from '../../kit/sql/keyed-transaction.ts'
import { insertOrderEvents } from '../history/order-event-store.ts'
import type { ReplacedProduct } from '../history/schema.ts'
import { readAddress } from '../record/addresses/read-address.ts'
import type { Warning } from '../record/addresses/schema.ts'
import { isVatWarning } from '../record/amounts/decide-vat.ts'
import {
  type DestinationRates,
  destinationOf,
  findDestinationRates,
} from '../record/amounts/destination-store.ts'
import { findRatesOfOrders, rateOfBase } from '../record/amounts/exchange-rate-store.ts'
import type { OrderCorrection } from '../record/merchant-schema.ts'
import { factsOf, statusBefore, unitsOfOrder } from '../record/response.ts'
import { findWaitingOrders, reviseOrders } from '../record/revision-store.ts'
import { priceOrder, type SoldProducts } from '../record/rules.ts'
import { findSoldProducts, type SoldProduct } from '../record/sold-product-store.ts'
import { noSuchOrder, refuseCorrection } from '../record/state/actions.ts'
import { findOrder, lockArrivals, lockOrder, lockOrders, type OrderRow } from '../record/store.ts'

/** Number of orders that one statement reprices when a missing product is created. Each order has at most 5,000 lines. */
const PAGE = 50

/**
 * Corrects an order that requires correction. Values in the correction replace the stored ones; other values stay. The order becomes NEW
 * when nothing is left to correct.
 *
 * Refusals: `MARKET_NOT_FOUND` unknown Id; `MARKET_ORDER_STATUS` the order does not require correction; `MARKET_INVALID_INPUT` the order
 * does not have one of the lines.
 *
 * @example
 * await correctOrder(database, customer, 7, { Lines: [{ Id: 9, MerchantProductReference: 'MUG-RED' }] })
 */
export async function correctOrder(
  database: Database,
  customer: Customer,
  orderId: number,
  correction: OrderCorrection,
  actor: Actor = SYSTEM,
): Promise<OrderRow | Refusal> {
  const { customerId } = customer
  return await keyedTransaction(database, customerId, async (tx) => {
    await lockArrivals(tx, customerId, 'order')
    const order = await lockOrder(tx, customerId, orderId)
    if (order === undefined) return noSuchOrder(orderId)
    const refusal = refuseCorrection(factsOf(order))
    if (refusal) return refusal
    const issues = correctionIssues(order, correction)
    if (issues.length > 0) return refuseIssues(issues)
    const corrected = applyCorrection(order, correction)
    await repriceOrders(tx, customer, [corrected], actor, replacedProducts(order, corrected))
    return (await findOrder(tx, customerId, orderId)) as OrderRow
  })
}

/**
 * Reprices the orders that wait for products which were just stored, in the same transaction. Orders that wait for nothing else become NEW.
 */
export async function releaseWaitingOrders(
  tx: Transaction,
  customer: Customer,
  references: readonly string[],
): Promise<void> {
  await lockArrivals(tx, customer.customerId, 'product')
  const waiting = await findWaitingOrders(tx, customer.customerId, references)
  for (let start = 0; start < waiting.length; start += PAGE) {
    const page = waiting.slice(start, start + PAGE)
    await repriceOrders(tx, customer, await lockOrders(tx, customer.customerId, page), SYSTEM)
  }
}

function correctionIssues(order: OrderRow, correction: OrderCorrection): readonly Issue[] {
  const known = new Set(order.Lines.map((line) => line.Id))
  const named = new Set<number>()
  const issues: Issue[] = []
  for (const [index, line] of (correction.Lines ?? []).entries()) {
    const path = `/Lines/${index}/Id`
    if (!known.has(line.Id)) issues.push({ path, message: 'is not a line of this order' })
    else if (named.has(line.Id)) issues.push({ path, message: 'is named more than once' })
    named.add(line.Id)
  }
  return issues
}

function applyCorrection(
  order: OrderRow,
  { Lines: lines = [], ...given }: OrderCorrection,
): OrderRow {
  const { Warnings, ...fields } = correctAddresses(order, given)
  const isMoved = fields.ShippingAddress.CountryIso !== order.ShippingAddress.CountryIso
  const products = new Map(lines.map((line) => [line.Id, line.MerchantProductReference]))
  return {
    ...order,
    ...fields,
    Warnings,
    Lines: order.Lines.map((line) => {
      const MerchantProductReference = products.get(line.Id) ?? line.MerchantProductReference
      const isOther = isMoved || MerchantProductReference !== line.MerchantProductReference
      // The VAT of other lines stays as it was decided.
      return { ...line, MerchantProductReference, ...(isOther && { VatSource: null }) }
    }),
  }
}

/** Events stay small: an order can have 5,000 lines. */
const MAX_REPLACED = 100

/** The products that a correction has replaced, each pair once. Undefined if there are none. */
function replacedProducts(
  before: OrderRow,
  { Lines }: OrderRow,
): readonly ReplacedProduct[] | undefined {
  const pairs = Lines.map(({ MerchantProductReference }, index): ReplacedProduct => {
    const MerchantProductReferenceBefore = before.Lines[index]?.MerchantProductReference ?? ''
    return { MerchantProductReferenceBefore, MerchantProductReference }
  }).filter((pair) => pair.MerchantProductReferenceBefore !== pair.MerchantProductReference)
  const distinct = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]))
  return distinct.size === 0 ? undefined : [...distinct.values()].slice(0, MAX_REPLACED)
}

/** Reads the addresses of a correction. Their warnings replace those of the addresses before. */
function correctAddresses(order: OrderRow, fields: Omit<OrderCorrection, 'Lines'>) {
  const read = (name: 'ShippingAddress' | 'BillingAddress') => {
    const path = `/${name}`
    const given = fields[name]
    if (given !== undefined) return readAddress(given, path)
    const warnings = order.Warnings.filter(({ Path }) => Path.startsWith(`${path}/`))
    return { address: order[name], warnings }
  }
  const [shipping, billing] = [read('ShippingAddress'), read('BillingAddress')]
  return {
    ...fields,
    Email: fields.Email === undefined ? order.Email : (fields.Email ?? ''),
    ShippingAddress: shipping.address,
    BillingAddress: billing.address,
    Warnings: [...shipping.warnings, ...billing.warnings, ...order.Warnings.filter(isOfAmount)],
  }
}

/** Corrections of addresses leave what is odd about amounts. */
function isOfAmount(warning: Warning): boolean {
  return isVatWarning(warning) || warning.Code === 'PRICE_DIFFERS'
}

/**
 * Calculates the prices of orders again, and records it in their histories. The caller has locked them.
 *
 * @param replaced the products that were replaced before, of all these orders
 */
export async function repriceOrders(
  tx: Transaction,
  customer: Customer,
  orders: readonly OrderRow[],
  actor: Actor,
  replaced?: readonly ReplacedProduct[],
): Promise<void> {
  const { customerId } = customer
  const productsOn = await findProductsByChannel(tx, customerId, orders)
  const rates = await findRates(tx, customer, orders)
  const destinations = await findDestinations(tx, customer, orders)
  const revisions = orders.map((order, index) => {
    const products = productsOn.get(order.ChannelId) ?? new Map()
    const rate = rates[index] ?? null
    const priced = priceOrder(order, customer, products, rate, destinations[index])
    return {
      ...order,
      ...priced,
      Status: statusBefore(unitsOfOrder(order), priced.Corrections),
      Lines: order.Lines.map((line, index) => ({ ...line, ...priced.Lines[index] })),
    }
  })
  await reviseOrders(tx, customerId, revisions)
  const events = revisions.map(({ Id: orderId, Status: status }, index) => {
    const { ChannelId: channelId, Status: statusBefore } = orders[index] as OrderRow
    const type = 'order.corrected'
    return { orderId, channelId, type, statusBefore, status, actor, replaced } as const
  })
  await insertOrderEvents(tx, customerId, events)
}

/** The rates of orders. An order keeps the rate that it has. */
async function findRates(
  tx: Transaction,
  customer: Customer,
  orders: readonly OrderRow[],
): Promise<readonly (number | null)[]> {
  const { customerId, baseCurrency } = customer
  const known = orders.map(
    (order) => order.RateToBaseCurrency ?? rateOfBase(order.CurrencyCode, customer),
  )
  if (known.every((rate) => rate !== undefined)) return known
  const keys = orders.map(({ CurrencyCode: currencyCode, OrderDate }) => {
    return { customerId, baseCurrency, currencyCode, orderDate: OrderDate.toISOString() }
  })
  const found = await findRatesOfOrders(tx, keys)
  return known.map((rate, index) => rate ?? found[index] ?? null)
}

/** The VAT rates of the countries of orders. Undefined where they do not matter. */
async function findDestinations(
  tx: Transaction,
  customer: Customer,
  orders: readonly OrderRow[],
): Promise<readonly (DestinationRates | undefined)[]> {
  const wanted = orders.map((order) => destinationOf(customer, order.ShippingAddress.CountryIso))
  const found = await findDestinationRates(
    tx,
    wanted.filter((country) => country !== undefined),
  )
  let next = 0
  return wanted.map((country) => country && found[next++])
}

/** Reads the products of orders. The values that a line takes from its product depend on the channel. */
async function findProductsByChannel(
  tx: Transaction,
  customerId: string,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<number, SoldProducts>> {
  const wanted = new Map<number, Set<string>>()
  for (const { ChannelId, Lines } of orders) {
    const references = wanted.get(ChannelId) ?? new Set()
    for (const line of Lines) references.add(line.MerchantProductReference)
    wanted.set(ChannelId, references)
  }
  const keys = [...wanted].flatMap(([channelId, references]) =>
    [...references].map((reference) => ({ customerId, channelId, reference })),
  )
  const found = new Map<number, Map<string, SoldProduct>>()
  for (const product of await findSoldProducts(tx, keys)) {
    const ofChannel = found.get(product.channelId) ?? new Map()
    found.set(product.channelId, ofChannel.set(product.reference, product))
  }
  return found
}
