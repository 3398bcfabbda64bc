/** The merchant's part of a replay: fetches new orders, acknowledges and ships them, and reads back what is stored. */
import { forEachAtOnce } from './at-once.ts'
import type { Backlog, PostedOrder } from './backlog.ts'
import { ReplayError } from './errors.ts'
import type { HubAnswer, HubClient } from './hub-client.ts'
import { type OrderAnswer, toAcknowledgement } from './orders.ts'
import type { Outcome } from './outcome.ts'
import { shipOrder } from './ship-orders.ts'

/** Options of {@link collectOrders}. */
export interface CollectOrdersOptions {
  readonly client: HubClient
  readonly backlog: Backlog
  readonly outcome: Outcome
  /** Number of concurrent acknowledgements. */
  readonly concurrency: number
  readonly signal: AbortSignal
}

const PAGE = 100
/** The maximum page size of the hub. */
const LONGEST_PAGE = 1_000

/**
 * Fetches, acknowledges and ships orders until everything that was posted is read back. It ignores new orders that the replay has not
 * posted. If a posted order is not among the new ones, it is looked up: an earlier run or another client has acknowledged it. If it does
 * not exist, it is counted as lost.
 *
 * @throws ReplayError `REPLAY_QUEUE_BLOCKED` if 1,000 older orders of others come before the orders of the replay
 */
export async function collectOrders(options: CollectOrdersOptions): Promise<void> {
  const { client, backlog, signal, concurrency } = options
  let others = 0
  for (;;) {
    signal.throwIfAborted()
    const change = backlog.change
    if (backlog.isDone) return
    const waiting = new Map(backlog.waiting)
    if (waiting.size === 0) {
      await change
      continue
    }
    const size = Math.min(PAGE + others, LONGEST_PAGE)
    const page = await fetchNew(client, size)
    const ours = page.filter((order) => waiting.has(order.Id))
    others = page.length - ours.length
    if (page.length === LONGEST_PAGE && ours.length === 0) throw queueBlocked()
    await forEachAtOnce(ours, concurrency, async (order) => {
      await acknowledge(options, order, waiting.get(order.Id) as PostedOrder)
    })
    // A full page does not show all new orders.
    if (page.length === size) continue
    const shown = new Set(page.map((order) => order.Id))
    const missing = waiting.values().filter((posted) => !shown.has(posted.id))
    await forEachAtOnce(missing, concurrency, async (posted) => await lookUp(options, posted))
  }
}

async function fetchNew(client: HubClient, size: number): Promise<readonly OrderAnswer[]> {
  const path = `/v2/orders/new?pageSize=${size}`
  const answer = await client.send({ as: 'merchant', method: 'GET', path })
  if (answer.status !== 200) throw unexpected(`GET ${path}`, answer)
  return answer.body as readonly OrderAnswer[]
}

async function acknowledge(
  options: CollectOrdersOptions,
  order: OrderAnswer,
  posted: PostedOrder,
): Promise<void> {
  const { client, backlog, outcome } = options
  const body = toAcknowledgement(order)
  const path = '/v2/orders/acknowledge'
  const answer = await client.send({ as: 'merchant', method: 'POST', path, body })
  if (answer.status === 200) await shipAndTally(options, answer.body as OrderAnswer, posted)
  else if (answer.status === 404) outcome.lost.push(posted.reference)
  else {
    const { code, detail } = answer.body as { code?: string; detail?: string }
    const reason = `acknowledgement: ${answer.status} ${code}`
    outcome.refuse(reason, posted.rows, `${posted.reference}: ${detail}`)
  }
  backlog.remove(posted.id)
}

/** An order counts as read back when the hub has also accepted its shipments. */
async function shipAndTally(
  { client, outcome }: CollectOrdersOptions,
  order: OrderAnswer,
  { fingerprint, rows }: PostedOrder,
): Promise<void> {
  if (await shipOrder(client, outcome, order, rows)) outcome.tally(order, fingerprint)
}

async function lookUp(options: CollectOrdersOptions, posted: PostedOrder): Promise<void> {
  const { client, backlog, outcome } = options
  const { merchantReference, id } = posted
  const name = merchantReference === null ? `id/${id}` : encodeURIComponent(merchantReference)
  const path = `/v2/orders/${name}`
  const answer = await client.send({ as: 'merchant', method: 'GET', path })
  if (answer.status === 404) outcome.lost.push(posted.reference)
  else if (answer.status === 200) {
    await shipAndTally(options, answer.body as OrderAnswer, posted)
  } else throw unexpected(`GET ${path}`, answer)
  backlog.remove(posted.id)
}

function unexpected(call: string, { status, body }: HubAnswer): ReplayError {
  const message = `${call} answered ${status}: ${JSON.stringify(body).slice(0, 500)}`
  return new ReplayError('REPLAY_UNEXPECTED_ANSWER', message)
}

function queueBlocked(): ReplayError {
  const message = `The customer has ${LONGEST_PAGE} or more new orders that the replay did not post, and they come first. Acknowledge them, or replay with the keys of a customer of its own (entrepot customers create --help).`
  return new ReplayError('REPLAY_QUEUE_BLOCKED', message)
}
