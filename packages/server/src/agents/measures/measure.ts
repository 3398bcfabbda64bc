/**
 * What a call of an agent does, by its operation: the approvals and the caps know of no other. What depends on the state is the most that the
 * call can do now, by the previews of the marketplace. Bodies that their routes check themselves have any shape here, so that nothing of
 * them is trusted.
 */
import type { Database } from '@entrepot/database'
import { isRefusal, type Principal, previewOfferRules } from '@entrepot/marketplace'
import { listOf, sum, unitsOf } from './bodies.ts'
import type { Measured, MeasuredCall, MeasureInput } from './call.ts'
import { measureCancellation, measureDecision, measureRefund, measureReturn } from './fulfilment.ts'
import type { Kind, Part } from './parts.ts'
import {
  measureOverrides,
  measurePriceDecision,
  measureProductJob,
  measureProducts,
} from './products.ts'

type Measure = (input: MeasureInput) => Measured | Promise<Measured>

const one = (kind: Kind): Measure => {
  const parts = [{ kind, count: 1 }]
  return () => parts
}

/** What each operation does. All others are administration: an operation that nobody has thought of needs a person. */
const MEASURES: Readonly<Record<string, Measure>> = {
  acknowledgeOrder: one('acknowledge'),
  acknowledgeOrders: ({ body }) => [
    { kind: 'acknowledge', count: listOf(body, 'Acknowledgements').length },
  ],
  createShipment: ({ body }) => [{ kind: 'ship', units: unitsOf(body), count: 1 }],
  createShipments: ({ body }) => {
    const shipments = listOf(body, 'Shipments')
    return [{ kind: 'ship', units: sum(shipments.map(unitsOf)), count: shipments.length }]
  },
  changeShipment: () => [{ kind: 'ship', units: 0, count: 1 }],
  voidShipment: () => [{ kind: 'ship', units: null, count: 1 }],
  createBackorder: ({ body }) => [{ kind: 'ship', units: unitsOf(body), count: 1 }],
  createCancellation: measureCancellation,
  createReturn: measureReturn,
  decideReturn: measureDecision,
  createRefund: measureRefund,
  createOrderJob: ({ body }) => measureJob(body),
  cancelOrderJob: one('other'),
  createProductJob: ({ body }) => measureProductJob(body),
  cancelProductJob: one('other'),
  createProducts: ({ body }) => measureProducts(body),
  changeProduct: ({ body }) => measureProducts(body),
  replaceProduct: ({ body }) => measureProducts(body, 'whole'),
  deleteProduct: one('product'),
  createImport: () => [
    { kind: 'product', count: null },
    { kind: 'price', count: null },
    { kind: 'stock', count: null },
  ],
  cancelImport: one('other'),
  storeImportMapping: one('other'),
  deleteImportMapping: one('other'),
  changeOffers: ({ body }) => measureProducts(body).filter(({ kind }) => kind !== 'product'),
  replaceOfferRules: measureOfferRules,
  storeOfferOverrides: ({ body }) => measureOverrides(body),
  deleteOfferOverrides: () => [
    { kind: 'offer_rules', count: 1 },
    { kind: 'price', count: 1 },
  ],
  decideGuardedPrices: ({ body }) => measurePriceDecision(body),
  correctOrder: one('other'),
  commentOrder: one('other'),
  closeOrder: one('other'),
  reopenOrder: one('other'),
  replaceOrderCombination: one('other'),
  createView: one('other'),
  changeView: one('other'),
  deleteView: one('other'),
}

/** The operations that are not administration. */
export const MEASURED: readonly string[] = Object.keys(MEASURES)

/** Measures a call that writes. A call that deletes is one of the kind `delete`, too. */
export async function measureCall(
  database: Database,
  principal: Principal,
  { operationId, method, params, body }: MeasuredCall,
): Promise<Measured> {
  const measure = Object.hasOwn(MEASURES, operationId) ? MEASURES[operationId] : undefined
  const input = { database, principal, body: Object(body ?? {}) as object, params }
  const parts: Measured = (await measure?.(input)) ?? [{ kind: 'settings' }]
  const isDeletion = method === 'DELETE' && !operationId.startsWith('cancel')
  return isDeletion && !isRefusal(parts) ? [...parts, { kind: 'delete' }] : parts
}

/** What the job does with its orders is counted for each of them, when it has its turn. */
function measureJob(body: object): readonly Part[] {
  const { Action, OrderIds } = body as {
    readonly Action: 'acknowledge' | 'ship' | 'cancel' | 'close'
    readonly OrderIds?: unknown
  }
  const count = Array.isArray(OrderIds) ? OrderIds.length : null
  const job = { kind: 'order_job', count } as const
  if (Action === 'close') return [job, { kind: 'other' }]
  if (Action === 'acknowledge') return [job, { kind: Action, count }]
  return [job, { kind: Action, units: null, count, ...(Action === 'cancel' && { amount: null }) }]
}

/** Rules hold for products that come later, too, so that it is not known how many offers they reach. */
async function measureOfferRules({
  database,
  principal,
  body,
  params,
}: MeasureInput): Promise<Measured> {
  const { customerId } = principal.customer
  const ids = { customerId, channelId: Number(params.id) }
  const preview = await previewOfferRules(database, ids, body as never)
  if (isRefusal(preview)) return preview
  const prices = preview.PriceChanged + preview.ToReview + preview.NewlyOffered
  return [
    { kind: 'offer_rules', count: null },
    ...(prices > 0 ? [{ kind: 'price', count: prices } as const] : []),
  ]
}
