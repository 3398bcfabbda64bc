/**
 * What a call asks for, by its operation. Bodies that their routes check have any shape here, so that nothing of them is trusted: see
 * {@link countOf}. What depends on the state is the most that the call can change now, by the rules of the marketplace.
 */
import type { Connection, Database } from '@entrepot/database'
import {
  type FulfilmentDraft,
  getFulfilment,
  getOrder,
  getOrderByReference,
  getRefund,
  isRefusal,
  type Principal,
  previewDecision,
  previewOfferRules,
  previewRecord,
  readRecordRequest,
} from '@entrepot/marketplace'
import type { AgentCall } from '../guard.ts'
import type { Asked } from './rules.ts'

/** What is known of a call. */
interface Input {
  readonly database: Database
  readonly principal: Principal
  readonly body: Json
  readonly params: Readonly<Record<string, string>>
}

type Json = Readonly<Record<string, unknown>>

type Measure = (input: Input) => Asked | Promise<Asked>

const MEASURES: Readonly<Record<string, Measure>> = {
  createRefund: measureRefund,
  createReturn: measureReturn,
  decideReturn: measureDecision,
  createCancellation: measureCancellation,
  createProducts: ({ body }) => ({ prices: listOf(body).reduce(addPrices, 0) }),
  changeProduct: ({ body }) => ({ prices: pricesOf(body) }),
  // A product without a price loses the one that it has.
  replaceProduct: () => ({ prices: 1 }),
  changeOffers: ({ body }) => ({ prices: listOf(body).reduce(addPrices, 0) }),
  replaceOfferRules: measureRules,
  storeOfferOverrides: ({ body }) => ({ prices: listOf(body).length }),
  deleteOfferOverrides: () => ({ prices: 1 }),
  decideGuardedPrices: ({ body }) => measurePriceDecision(body),
}

/** The operations that are measured besides their number of calls. */
export const MEASURED: readonly string[] = Object.keys(MEASURES)

/** Measures a call that writes. */
export async function measureCall(
  database: Database,
  { request, principal, operationId }: Pick<AgentCall, 'request' | 'principal' | 'operationId'>,
): Promise<Asked> {
  const measure = Object.hasOwn(MEASURES, operationId) ? MEASURES[operationId] : undefined
  if (measure === undefined) return {}
  const body = (request.body ?? {}) as Json
  const params = (request.params ?? {}) as Input['params']
  return await measure({ database, principal, body, params })
}

/** A number of a request, as it can be counted. What is no positive number is refused later, and must not reduce what was counted. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

/** The items of a body that is a list, or a single item. */
function listOf(body: unknown): readonly Json[] {
  return [body].flat().filter((item) => typeof item === 'object' && item !== null) as Json[]
}

/** The prices that a product in a request sets or removes, with its children. */
function pricesOf({ Price, Children }: Json): number {
  const own = Price === undefined ? 0 : 1
  return listOf(Children ?? []).reduce(addPrices, own)
}

const addPrices = (count: number, item: Json): number => count + pricesOf(item)

/** All that wait cannot be counted before: others are added until the decision. */
function measurePriceDecision({ Decision, Items }: Json): Asked {
  if (Decision === 'refuse') return {}
  return { prices: Items === undefined ? Number.POSITIVE_INFINITY : listOf(Items).length }
}

async function measureRules({ database, principal, body, params }: Input): Promise<Asked> {
  const { customerId } = principal.customer
  const ids = { customerId, channelId: Number(params.id) }
  const preview = await previewOfferRules(database, ids, body as never)
  if (isRefusal(preview)) return {}
  return { prices: preview.PriceChanged + preview.ToReview + preview.NewlyOffered }
}

async function measureCancellation({ database, principal, body }: Input): Promise<Asked> {
  const draft = readRecordRequest('cancellation', body)
  if (draft === undefined || (await isStored(database, principal, draft))) return {}
  return { units: draft.lines.reduce((sum, { Quantity }) => sum + countOf(Quantity), 0) }
}

async function measureRefund({ database, principal, body }: Input): Promise<Asked> {
  if (!isRefusal(await getRefund(database, principal, String(body.MerchantReference)))) return {}
  const { customer } = principal
  const order = await getOrderByReference(database, customer, String(body.MerchantOrderReference))
  if (isRefusal(order)) return {}
  return inBaseCurrency(countOf(body.RefundInclVat), order)
}

async function measureReturn({ database, principal, body }: Input): Promise<Asked> {
  const draft = readRecordRequest('return', body)
  if (draft === undefined || (await isStored(database, principal, draft))) return {}
  const planned = await previewRecord(database, principal, draft)
  if (planned === undefined) return {}
  return await ofOrder(database, principal, planned.orderId, planned.refundInclVat ?? 0)
}

/** Whether a call repeats an earlier one, so that it changes nothing. */
async function isStored(
  database: Database,
  principal: Principal,
  { kind, reference }: FulfilmentDraft,
): Promise<boolean> {
  return !isRefusal(await getFulfilment(database, principal, kind, reference))
}

async function measureDecision({ database, principal, body, params }: Input): Promise<Asked> {
  const reference = params.reference ?? ''
  const before = await getFulfilment(database, principal, 'return', reference)
  if (isRefusal(before)) return {}
  const after = await previewDecision(database, principal, reference, body as never)
  if (isRefusal(after)) return {}
  const more = (after.refundInclVat ?? 0) - (before.refundInclVat ?? 0)
  return await ofOrder(database, principal, before.orderId, more)
}

async function ofOrder(
  connection: Connection,
  { customer }: Principal,
  orderId: number,
  amount: number,
): Promise<Asked> {
  const order = await getOrder(connection, customer, orderId)
  return isRefusal(order) ? {} : inBaseCurrency(countOf(amount), order)
}

/** An amount in the currency of an order. It cannot be counted while there is no exchange rate. */
function inBaseCurrency(
  amount: number,
  { RateToBaseCurrency: rate }: { readonly RateToBaseCurrency: number | null },
): Asked {
  if (amount === 0) return {}
  if (rate === null) return { refunds: Number.POSITIVE_INFINITY }
  // Rounded up, so that many small amounts are not counted as nothing.
  return { refunds: Math.ceil(amount * rate * 10_000 - 1e-6) / 10_000 }
}
