/** The channel's part of a replay: posts the orders. */
import { forEachAtOnce } from './at-once.ts'
import type { Backlog } from './backlog.ts'
import type { Purchases } from './cancellations.ts'
import { ReplayError } from './errors.ts'
import type { HubClient } from './hub-client.ts'
import { groupInvoices, type Invoice, noteDirt } from './invoices.ts'
import { fingerprintOf, type OrderAnswer, toOrder } from './orders.ts'
import type { Outcome } from './outcome.ts'
import { readRows } from './read-rows.ts'
import type { Survey } from './survey.ts'

/** Options of {@link postOrders}. */
export interface PostOrdersOptions {
  readonly file: string
  readonly survey: Survey
  readonly client: HubClient
  readonly backlog: Backlog
  readonly purchases: Purchases
  readonly outcome: Outcome
  readonly currency: string
  /** Number of concurrent orders. */
  readonly concurrency: number
  readonly signal: AbortSignal
  /** Called for each order as soon as it is answered with 2xx. */
  readonly onAnswered?: ((order: OrderAnswer) => void) | undefined
}

/**
 * Reads the file a second time and posts each invoice as an order. It reads only as far ahead as the hub and the merchant's part allow.
 *
 * @throws ReplayError `REPLAY_CURRENCY` if the customer has another base currency; also the errors of the file and of the client
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
  // Posts the first order alone, so that a wrong key or currency leaves no other orders behind.
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
  const order = answer.body as OrderAnswer
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

/** Counts such an order as refused: the hub stores it, but the merchant does not get it as a new order. */
function refuseUncorrected(outcome: Outcome, order: OrderAnswer, currency: string): void {
  const [first] = order.Corrections
  if (first?.Code === 'NO_EXCHANGE_RATE') {
    const message = `${first.Message}\nThe replay orders in ${currency}: give keys of a customer with that base currency, or its own by --currency.`
    throw new ReplayError('REPLAY_CURRENCY', message)
  }
  const reason = `kept as REQUIRES_CORRECTION, ${first?.Code}`
  outcome.refuse(reason, order.Lines.length, `${order.ChannelReference}: ${first?.Message}`)
}
