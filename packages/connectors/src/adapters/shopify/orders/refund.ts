import { createHash } from 'node:crypto'
import type { ShopUnits } from '../../../adapter/merchant.ts'
import type { Outcome, RecordProblem } from '../../../adapter/outcomes.ts'
import { type Api, problemOf } from '../api/api.ts'
import { CREATE_REFUND, SUGGESTED_REFUND } from '../documents/orders.ts'
import type { OrderCourse } from '../mapping/course.ts'
import { gid } from '../mapping/ids.ts'
import { cents, decimal, type MoneySet } from '../mapping/money.ts'

/** How units leave an order: before they were shipped, back into stock, or back without being sold again. */
export type RestockType = 'CANCEL' | 'RETURN' | 'NO_RESTOCK'

export interface RefundToWrite {
  readonly order: OrderCourse
  readonly units: readonly ShopUnits[]
  readonly restockType: RestockType
  readonly locationId: string
  readonly mark: string
  readonly words?: string | null
  readonly notify?: boolean
  /** Pays the buyer back: `true` what Shopify suggests for the units, a number that amount. @default no money moves */
  readonly pay?: true | number
}

/**
 * Takes units off an order by a refund whose note ends with the mark. A refund that has it already is the result of an earlier call.
 * Shopify itself makes one refund of two equal calls, as long as it remembers their key.
 *
 * @returns the id of the refund
 */
export async function writeRefund(api: Api, refund: RefundToWrite): Promise<Outcome<string>> {
  const known = refund.order.refunds.find(({ note }) => note?.endsWith(refund.mark))
  if (known) return { done: known.id }
  const transactions = refund.pay === undefined ? [] : await paymentsOf(api, refund, refund.pay)
  const paid = transactions.reduce((sum, { amount }) => sum + cents(amount), 0)
  const { units, pay } = refund
  if (units.length === 0 && typeof pay === 'number' && paid < cents(pay))
    return { problem: paymentsTooSmall(refund.order, pay) }
  const input = {
    orderId: refund.order.id,
    currency: refund.order.presentmentCurrencyCode,
    note: [refund.words, refund.mark].filter(Boolean).join('\n'),
    notify: refund.notify ?? false,
    refundLineItems: linesOf(refund),
    transactions,
  }
  interface Created {
    readonly refund: { readonly id: string } | null
  }
  const key = keyFor(api, JSON.stringify(input))
  const { refund: made, userErrors } = await api.mutate<Created>(CREATE_REFUND, { input, key })
  if (made && userErrors.length === 0) return { done: made.id }
  const message = `Shopify does not take units off order ${refund.order.name}.`
  const remedy =
    'Compare the open and the shipped units of the order in Shopify with those of the hub, change the order in Shopify, and retry.'
  return { problem: problemOf(userErrors, 'refund_refused', message, remedy) }
}

function paymentsTooSmall({ name }: OrderCourse, amount: number): RecordProblem {
  return {
    code: 'payment_too_small',
    message: `The payments of order ${name} that Shopify can refund are less than ${amount}.`,
    remedy: 'Refund the amount in Shopify or in another way.',
  }
}

function linesOf({ units, restockType, locationId }: RefundToWrite) {
  return units.map(({ shopLineId, quantity }) => ({
    lineItemId: gid('LineItem', shopLineId),
    quantity,
    restockType,
    ...(restockType === 'NO_RESTOCK' ? {} : { locationId }),
  }))
}

interface SuggestedTransaction {
  readonly gateway: string | null
  readonly parentTransaction: { readonly id: string } | null
  readonly amountSet: MoneySet
  readonly maximumRefundableSet: MoneySet | null
}

/** Through which payments the money goes back: those that Shopify suggests for the units, or the first ones that can pay the amount. */
async function paymentsOf(api: Api, refund: RefundToWrite, pay: true | number) {
  interface Answer {
    readonly order: {
      readonly suggestedRefund: {
        readonly suggestedTransactions: readonly SuggestedTransaction[]
      } | null
    } | null
  }
  const variables = { id: refund.order.id, lines: linesOf(refund) }
  const { order } = await api.run<Answer>(SUGGESTED_REFUND, variables)
  let rest = pay === true ? Number.POSITIVE_INFINITY : cents(pay)
  return (order?.suggestedRefund?.suggestedTransactions ?? []).flatMap((suggested) => {
    const { amountSet, maximumRefundableSet, gateway, parentTransaction } = suggested
    const limit = pay === true ? amountSet : (maximumRefundableSet ?? amountSet)
    const amount = Math.min(rest, cents(limit.presentmentMoney.amount))
    rest -= amount
    if (amount <= 0 || !parentTransaction) return []
    return [
      {
        orderId: refund.order.id,
        parentId: parentTransaction.id,
        gateway: gateway ?? 'manual',
        kind: 'REFUND',
        amount: decimal(amount),
      },
    ]
  })
}

/**
 * The key of a call that must not be applied twice. Shopify refuses a key for good once its call has failed, so it holds for an hour only: by then, a
 * call whose answer was lost can be seen in what it has changed.
 */
export function keyFor(api: Api, input: string): string {
  return keyOf(`${api.time.slice(0, 13)} ${input}`)
}

/** A UUID of the mark: Shopify recommends UUIDs as keys of idempotent calls. */
export function keyOf(mark: string): string {
  const hex = createHash('sha256').update(mark).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
