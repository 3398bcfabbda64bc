/** What calls cancel and refund, by the previews of the marketplace. A repeated call, which changes nothing, is nothing. */
import {
  getFulfilment,
  getOrder,
  getOrderByReference,
  getRefund,
  isRefusal,
  type OrderRow,
  previewDecision,
  previewRecord,
  readRecordRequest,
} from '@entrepot/marketplace'
import type { Measured, MeasureInput } from './call.ts'
import type { Part } from './parts.ts'

/** Units of an order that are cancelled, and their price. */
export async function measureCancellation(input: MeasureInput): Promise<Measured> {
  const planned = await previewBody('cancellation', input)
  if (isRefusal(planned)) return planned
  if (planned === undefined) return [{ kind: 'cancel', amount: 0, units: 0, count: 1 }]
  const order = await getOrder(input.database, input.principal.customer, planned.orderId)
  if (isRefusal(order)) return order
  const prices = new Map(order.Lines.map((line) => [line.Id, line.UnitPriceInclVat]))
  const amount = total(
    planned.lines.map(({ lineId, quantity }) => (prices.get(lineId) ?? 0) * quantity),
  )
  const units = total(planned.lines.map(({ quantity }) => quantity))
  return [{ kind: 'cancel', amount: inBaseCurrency(amount, order), units, count: 1 }]
}

/** What a refund without a return gives back. */
export async function measureRefund({
  database,
  principal,
  body,
}: MeasureInput): Promise<Measured> {
  const { MerchantReference, MerchantOrderReference, RefundInclVat } = body as {
    readonly MerchantReference: string
    readonly MerchantOrderReference: string
    readonly RefundInclVat: number
  }
  const known = await getRefund(database, principal, MerchantReference)
  if (!isRefusal(known)) return [{ kind: 'refund', amount: 0, count: 1 }]
  const order = await getOrderByReference(database, principal.customer, MerchantOrderReference)
  if (isRefusal(order)) return order
  return [{ kind: 'refund', amount: inBaseCurrency(RefundInclVat, order), count: 1 }]
}

/** A return that a merchant records, perhaps with the decision. */
export async function measureReturn(input: MeasureInput): Promise<Measured> {
  const planned = await previewBody('return', input)
  if (isRefusal(planned)) return planned
  return await refunded(input, planned, undefined)
}

/** What a decision on a return refunds and accepts beyond what was decided before. */
export async function measureDecision(input: MeasureInput): Promise<Measured> {
  const { database, principal, body, params } = input
  const reference = String(params.reference)
  const before = await getFulfilment(database, principal, 'return', reference)
  if (isRefusal(before)) return before
  const after = await previewDecision(database, principal, reference, body as never)
  if (isRefusal(after)) return after
  return await refunded(input, after, before)
}

interface Return {
  readonly orderId: number
  readonly refundInclVat: number | null
  readonly lines: readonly { readonly accepted: number | null }[]
}

async function refunded(
  { database, principal }: MeasureInput,
  after: Return | undefined,
  before: Return | undefined,
): Promise<Measured> {
  const more = (after?.refundInclVat ?? 0) - (before?.refundInclVat ?? 0)
  const units = Math.max(0, acceptedBy(after) - acceptedBy(before))
  const part: Part = { kind: 'return', amount: 0, units, count: 1 }
  if (after === undefined || more <= 0) return [part]
  const order = await getOrder(database, principal.customer, after.orderId)
  return isRefusal(order) ? order : [{ ...part, amount: inBaseCurrency(more, order) }]
}

const acceptedBy = (one: Return | undefined) =>
  total(one?.lines.map(({ accepted }) => accepted ?? 0) ?? [])

/** The record that a body would create. Undefined if it exists already. */
async function previewBody(
  kind: 'cancellation' | 'return',
  { database, principal, body }: MeasureInput,
) {
  const draft = readRecordRequest(kind, body)
  return isRefusal(draft) ? draft : await previewRecord(database, principal, draft)
}

/** An amount in the currency of an order. It is not known while there is no exchange rate. */
function inBaseCurrency(
  amount: number,
  { RateToBaseCurrency: rate }: Pick<OrderRow, 'RateToBaseCurrency'>,
): number | null {
  if (amount === 0) return 0
  // Rounded up, so that many small amounts are not counted as nothing.
  return rate === null ? null : Math.ceil(amount * rate * 10_000 - 1e-6) / 10_000
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
