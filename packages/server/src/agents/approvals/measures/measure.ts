/** What a call of an agent concerns, by its operation and its body. Pure but for the reads that it is given. */
import type { Kind, Part } from '../rules/rules.ts'

/** What is read of an order to measure a call. */
export interface MeasuredOrder {
  /** Null as long as the hub has no rate of its currency. */
  readonly rate: number | null
  readonly lines: readonly MeasuredLine[]
}

/** A line of an order. */
export interface MeasuredLine {
  readonly merchantReference: string | null
  readonly channelReference: string
  readonly unitPrice: number
}

/** What is read of a return. */
export interface MeasuredReturn {
  readonly rate: number | null
  readonly lines: readonly (MeasuredLine & {
    readonly quantity: number
    readonly accepted: number
    /** What a person has decided to refund of the line. */
    readonly manualRefund: number | null
  })[]
}

/** How a body names an order. */
export interface OrderName {
  readonly MerchantOrderReference?: string | null
  readonly ChannelOrderReference?: string | null
  readonly ChannelId?: number | null
}

/** The reads that measuring needs. Undefined: not found, or not one. */
export interface MeasureReads {
  findOrder(name: OrderName): Promise<MeasuredOrder | undefined>
  findReturn(reference: string): Promise<MeasuredReturn | undefined>
}

/** A call. */
export interface MeasuredCall {
  readonly operationId: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

type Body = Readonly<Record<string, never>> & OrderName
type Measure = (body: Body, call: MeasuredCall, reads: MeasureReads) => Promise<readonly Part[]>

const one = (kind: Kind): Measure => {
  const parts = [{ kind, count: 1 }]
  return async () => parts
}

/** What each operation does. All others are administration: an operation that nobody has thought of needs a person. */
const MEASURES: Readonly<Record<string, Measure>> = {
  acknowledgeOrder: one('acknowledge'),
  acknowledgeOrders: async (body) => [
    { kind: 'acknowledge', count: listOf(body, 'Acknowledgements').length },
  ],
  createShipments: async (body) => {
    const shipments = listOf<object>(body, 'Shipments')
    return [{ kind: 'ship', units: sum(shipments.map(unitsOf)), count: shipments.length }]
  },
  createShipment: async (body) => [{ kind: 'ship', units: unitsOf(body), count: 1 }],
  changeShipment: async () => [{ kind: 'ship', units: 0, count: 1 }],
  voidShipment: async () => [{ kind: 'ship', units: null, count: 1 }],
  createBackorder: async (body) => [{ kind: 'ship', units: unitsOf(body), count: 1 }],
  createCancellation: measureCancellation,
  createReturn: measureReturn,
  decideReturn: measureDecision,
  createRefund: measureRefund,
  createOrderJob: async (body) => measureJob(body as never),
  cancelOrderJob: one('other'),
  createProducts: async (body) => measureProducts(body),
  replaceProduct: async (body) => measureProducts(body),
  changeProduct: async (body) => measureProducts(body),
  deleteProduct: one('product'),
  createImport: async () => [
    { kind: 'product', count: null },
    { kind: 'price', count: null },
    { kind: 'stock', count: null },
  ],
  cancelImport: one('other'),
  storeImportMapping: one('other'),
  deleteImportMapping: one('other'),
  changeOffers: async (body) => measureProducts(body).filter(({ kind }) => kind !== 'product'),
  replaceOfferRules: async () => [{ kind: 'offer_rules', count: null }],
  storeOfferOverrides: async (body) => measureOverrides(body),
  deleteOfferOverrides: one('offer_rules'),
  decideGuardedPrices: async (body) => [
    { kind: 'price', count: 'Items' in body ? listOf(body, 'Items').length : null },
  ],
  ...Object.fromEntries(
    [
      ...['correctOrder', 'commentOrder', 'closeOrder', 'reopenOrder', 'replaceOrderCombination'],
      ...['createView', 'changeView', 'deleteView'],
    ].map((operationId) => [operationId, one('other')]),
  ),
}

/** The parts of a call. A call that deletes is one of the kind `delete`, too. */
export async function measureCall(
  call: MeasuredCall,
  reads: MeasureReads,
): Promise<readonly Part[]> {
  const measure = Object.hasOwn(MEASURES, call.operationId) ? MEASURES[call.operationId] : undefined
  // Some routes check their bodies themselves, so that a body can be anything here.
  const body = (typeof call.body === 'object' && call.body !== null ? call.body : {}) as Body
  const parts: readonly Part[] = (await measure?.(body, call, reads)) ?? [{ kind: 'settings' }]
  const isDeletion = call.method === 'DELETE' && !call.operationId.startsWith('cancel')
  return isDeletion ? [...parts, { kind: 'delete' }] : parts
}

interface Line {
  readonly MerchantOrderLineReference?: string | null
  readonly ChannelOrderLineReference?: string | null
  readonly Quantity?: number | null
  readonly AcceptedQuantity?: number | null
  readonly RefundInclVat?: number | null
  readonly ManualRefundInclVat?: number | null
}

function listOf<T = Line>(body: object, name: string): readonly T[] {
  const { [name]: list } = body as Record<string, unknown>
  if (!Array.isArray(list)) return []
  return list.filter((item) => typeof item === 'object' && item !== null)
}

/** What is no number is not known. It is refused later. */
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/** Units of the lines. Null if a line names none, which means all that are open. */
function unitsOf(body: object): number | null {
  return sum(listOf(body, 'Lines').map(({ Quantity }) => numberOf(Quantity)))
}

async function measureCancellation(
  body: Body,
  _: MeasuredCall,
  { findOrder }: MeasureReads,
): Promise<readonly Part[]> {
  const order = await findOrder(body)
  const prices = listOf(body, 'Lines').map((line) => {
    const known = order && lineOf(order.lines, line)
    const quantity = numberOf(line.Quantity)
    return known && quantity !== null ? known.unitPrice * quantity : null
  })
  const amount = inBaseCurrency(sum(prices), order?.rate)
  return [{ kind: 'cancel', amount, units: unitsOf(body), count: 1 }]
}

async function measureRefund(
  body: Body,
  _: MeasuredCall,
  { findOrder }: MeasureReads,
): Promise<readonly Part[]> {
  const { RefundInclVat } = body as Line
  const rate = (await findOrder(body))?.rate
  return [{ kind: 'refund', amount: inBaseCurrency(numberOf(RefundInclVat), rate), count: 1 }]
}

/** A return that a merchant records, perhaps with the decision. */
async function measureReturn(
  body: Body,
  _: MeasuredCall,
  { findOrder }: MeasureReads,
): Promise<readonly Part[]> {
  const order = await findOrder(body)
  const lines = listOf(body, 'Lines').map((line) => {
    const known = order && lineOf(order.lines, line)
    const quantity = numberOf(line.Quantity) ?? Number.POSITIVE_INFINITY
    return known && { ...known, quantity, accepted: 0, manualRefund: null }
  })
  const isKnown = lines.every((line) => line !== undefined)
  return decided(body, order && isKnown ? { rate: order.rate, lines } : undefined)
}

async function measureDecision(
  body: Body,
  { params }: MeasuredCall,
  { findReturn }: MeasureReads,
): Promise<readonly Part[]> {
  return decided(body, await findReturn(String(params.reference)))
}

/** What a decision on a return refunds at most, and the units that it accepts. */
function decided(body: Body, found: MeasuredReturn | undefined): readonly Part[] {
  if (found === undefined) return [{ kind: 'return', amount: null, units: null, count: 1 }]
  const { Status, RefundInclVat: total } = body as unknown as {
    readonly Status?: string | null
    readonly RefundInclVat?: number | null
  }
  const decisions = listOf(body, 'Lines')
  const lines = found.lines.map((line) => {
    const decision = decisions.find((named) => lineOf([line], named) !== undefined)
    const byStatus = Status === 'ACCEPTED' ? line.quantity : line.accepted
    const named = decision?.AcceptedQuantity ?? (Status === 'REJECTED' ? 0 : byStatus)
    const accepted = numberOf(named)
    const manual = decision?.ManualRefundInclVat ?? decision?.RefundInclVat ?? line.manualRefund
    if (manual !== null) return { accepted, amount: numberOf(manual) }
    return { accepted, amount: accepted === null ? null : accepted * line.unitPrice }
  })
  const amount = numberOf(total ?? sum(lines.map((line) => line.amount)))
  const units = sum(lines.map(({ accepted }) => accepted))
  return [{ kind: 'return', amount: inBaseCurrency(amount, found.rate), units, count: 1 }]
}

function measureJob({
  Action,
  OrderIds,
}: {
  readonly Action: 'acknowledge' | 'ship' | 'cancel' | 'close'
  readonly OrderIds?: readonly number[]
}): readonly Part[] {
  const count = Array.isArray(OrderIds) ? OrderIds.length : null
  const job = { kind: 'order_job', count } as const
  if (Action === 'close') return [job, { kind: 'other' }]
  if (Action === 'acknowledge') return [job, { kind: Action, count }]
  return [job, { kind: Action, units: null, count, ...(Action === 'cancel' && { amount: null }) }]
}

interface Product {
  readonly Children?: readonly Product[] | null
}

/** From which the prices of offers follow. */
const PRICES = ['Price', 'MSRP', 'PurchasePrice', 'DiscountRate', 'VatRate', 'VatClass']
const STOCKS = ['Stock', 'StockChange']

function measureProducts(body: unknown): readonly Part[] {
  const products = [body].flat().flatMap((product) => withChildren(product as Product))
  const withOne = (names: readonly string[]) =>
    products.filter((product) => names.some((name) => name in product)).length
  const parts: readonly Part[] = [
    { kind: 'product', count: products.length },
    { kind: 'price', count: withOne(PRICES) },
    { kind: 'stock', count: withOne(STOCKS) },
  ]
  return parts.filter(({ count }) => count !== 0)
}

function withChildren(product: Product): readonly Product[] {
  // Items of lists are checked one by one, so that this one may be anything.
  if (typeof product !== 'object' || product === null) return []
  const { Children } = product
  return [product, ...(Array.isArray(Children) ? Children.flatMap(withChildren) : [])]
}

function measureOverrides(body: unknown): readonly Part[] {
  const items = [body].flat() as readonly { readonly Price?: number | null }[]
  const prices = items.filter((item) => typeof item?.Price === 'number').length
  const parts: readonly Part[] = [
    { kind: 'offer_rules', count: items.length },
    { kind: 'price', count: prices },
  ]
  return parts.filter(({ count }) => count !== 0)
}

function lineOf<L extends MeasuredLine>(
  lines: readonly L[],
  { MerchantOrderLineReference: ofMerchant, ChannelOrderLineReference: ofChannel }: Line,
): L | undefined {
  return lines.find(({ merchantReference, channelReference }) =>
    ofMerchant ? merchantReference === ofMerchant : channelReference === ofChannel,
  )
}

function inBaseCurrency(amount: number | null, rate: number | null | undefined): number | null {
  if (amount === null || rate === null || rate === undefined) return amount === 0 ? 0 : null
  return Math.round(amount * rate * 100) / 100
}

function sum(values: readonly (number | null | undefined)[]): number | null {
  let total = 0
  for (const value of values) {
    if (value === null || value === undefined) return null
    total += value
  }
  return total
}
