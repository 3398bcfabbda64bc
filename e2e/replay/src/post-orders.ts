/** The channel's half of a replay: posts the orders. */
import { forEachAtOnce } from './at-once.ts'
import type { Backlog } from './backlog.ts'
import type { Purchases } from './cancellations.ts'
import { ReplayError } from './errors.ts'
import type { HubClient } from './hub-client.ts'
import { groupInvoices, type Invoice, noteDirt } from './invoices.ts'
import { fingerprintOf, type StoredOrder, toOrder } from './orders.ts'
import type { Outcome } from './outcome.ts'
import { readRows } from './read-rows.ts'
import type { Survey } from './survey.ts'

/** What {@link postOrders} works with. */
export interface PostOrdersOptions {
  readonly file: string
  readonly survey: Survey
  readonly client: HubClient
  readonly backlog: Backlog
  readonly purchases: Purchases
  readonly outcome: Outcome
  readonly currency: string
  /** Orders on their way at once. */
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Is told of each order that was answered with 2xx, at once. */
  readonly onAnswered?: ((order: StoredOrder) => void) | undefined
}

/**
 * Reads the file a second time and posts each invoice as an order. It never reads further ahead than the hub and the
 * merchant's half follow.
 *
 * @throws ReplayError `REPLAY_CURRENCY` when the customer's base currency is another one; those of the file and the client
 */
export async function postOrders(options: PostOrdersOptions): Promise<void> {
  const { file, survey, backlog, concurrency } = options
  const caseVariants = survey.findCaseVariants()
  const post = async (invoice: Invoice) => {
    await postInvoice(options, invoice)
    options.purchases.add(invoice)
    noteDirt(options.outcome.notes, invoice, survey, caseVariants)
  }
  const invoices = groupInvoices(readRows(file), survey)
  // The first one goes alone: a wrong key or currency leaves no further order behind.
  const first = await invoices.next()
  if (!first.done) await post(first.value)
  await forEachAtOnce(invoices, concurrency, post)
  backlog.end()
}

async function postInvoice(options: PostOrdersOptions, invoice: Invoice): Promise<void> {
  const { client, backlog, outcome, currency, signal, onAnswered } = options
  await backlog.enter(signal)
  const body = toOrder(invoice, currency)
  const answer = await client.send({ as: 'channel', method: 'POST', path: '/v2/orders', body })
  const rows = invoice.rows.length
  if (answer.status !== 200 && answer.status !== 201) {
    const problem = answer.body as { code?: string; detail?: string }
    outcome.refuse(`${answer.status} ${problem.code}`, rows, `${invoice.number}: ${problem.detail}`)
    backlog.leave()
    return
  }
  const order = answer.body as StoredOrder
  onAnswered?.(order)
  if (answer.status === 201) outcome.created += 1
  else outcome.alreadyThere += 1
  if (order.Status === 'REQUIRES_CORRECTION') {
    refuseUncorrected(outcome, order, currency)
    backlog.leave()
    return
  }
  const { Id: id, ChannelReference: reference, MerchantReference: merchantReference } = order
  backlog.add({ id, reference, merchantReference, fingerprint: fingerprintOf(invoice), rows })
}

/** The hub keeps such an order, but the merchant never sees it among the new ones: it counts as refused. */
function refuseUncorrected(outcome: Outcome, order: StoredOrder, currency: string): void {
  const [first] = order.Corrections
  if (first?.Code === 'NO_EXCHANGE_RATE') {
    const message = `${first.Message}\nThe replay orders in ${currency}: give keys of a customer with that base currency, or its own by --currency.`
    throw new ReplayError('REPLAY_CURRENCY', message)
  }
  const reason = `kept as REQUIRES_CORRECTION, ${first?.Code}`
  outcome.refuse(reason, order.Lines.length, `${order.ChannelReference}: ${first?.Message}`)
}
