/** A replay from the file to the verdict. */
import { Backlog } from './backlog.ts'
import { Purchases, type ReturnPlan } from './cancellations.ts'
import { collectOrders } from './collect-orders.ts'
import { type HubAccess, HubClient } from './hub-client.ts'
import type { StoredOrder } from './orders.ts'
import { findFaults, Outcome } from './outcome.ts'
import { postOrders } from './post-orders.ts'
import { createProducts } from './products.ts'
import { readBack } from './read-back.ts'
import { returnOrders } from './return-orders.ts'
import { type Survey, surveyFile } from './survey.ts'

/** What {@link replay} may be told. */
export interface ReplayOptions {
  /** CSV, or CSV packed with gzip. */
  readonly file: string
  /** Only so many sales invoices, from the first; all when left out. */
  readonly limit?: number | undefined
  readonly hub: HubAccess
  /** Base currency of the customer whose keys these are. @default 'GBP' */
  readonly currency?: string | undefined
  /** Orders on their way at once. @default 16 */
  readonly concurrency?: number | undefined
  /** How long one request is tried again before the replay gives up. @default 60_000 */
  readonly patienceMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Is told how far the replay is, whenever it asks. */
  readonly watch?: ((state: () => ReplayState) => void) | undefined
  /** Is told of each order that was answered with 2xx, at once. */
  readonly onAnswered?: ((order: StoredOrder) => void) | undefined
}

/** How far a replay is. */
export interface ReplayState {
  readonly orders: number
  readonly posted: number
  readonly readBack: number
}

/** What came of a replay. */
export interface ReplayResult {
  readonly survey: Survey
  readonly outcome: Outcome
  /** What has become of the cancellations. */
  readonly plan: ReturnPlan
  /** What does not add up; empty when the replay reconciles. */
  readonly faults: readonly string[]
  /** From the first POST of an order until the last one was read back. */
  readonly seconds: number
  /** From then until the last return was accepted. */
  readonly returnSeconds: number
  readonly retries: number
}

/** Orders that may be posted and not read back yet: enough for both halves to work, little enough to hold. */
const MOST_WAITING = 400

/**
 * Replays a file of orders: surveys it, creates its products, posts its sales invoices as the channel while it fetches,
 * acknowledges and ships them as the merchant, returns what the cancellations take back, and compares what the hub has stored
 * with the file. It can be run again on the same hub:
 * what is there already is found and compared.
 *
 * @throws ReplayError when it cannot go on; what merely does not add up is in `faults`
 * @example
 * const { faults } = await replay({ file: 'online_retail.csv.gz', limit: 200, hub: { url, merchantKey, channelKey } })
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { file, concurrency = 16, currency = 'GBP', patienceMs = 60_000, onAnswered } = options
  const failure = new AbortController()
  const signals = options.signal ? [options.signal, failure.signal] : [failure.signal]
  const signal = AbortSignal.any(signals)
  const survey = await surveyFile(file, options.limit, signal)
  const outcome = new Outcome()
  const connections = 2 * concurrency
  const client = new HubClient({ ...options.hub, connections, patienceMs, signal })
  const backlog = new Backlog(MOST_WAITING, signal)
  options.watch?.(() => ({
    orders: survey.orders,
    posted: outcome.created + outcome.alreadyThere,
    readBack: outcome.readBack,
  }))
  try {
    await createProducts(client, survey.products, outcome)
    const started = performance.now()
    const purchases = new Purchases(survey.cancelled)
    const shared = { client, backlog, outcome, concurrency, signal }
    await together(failure, [
      postOrders({ ...shared, file, survey, purchases, currency, onAnswered }),
      collectOrders(shared),
    ])
    const ordered = performance.now()
    const plan = purchases.plan(survey.cancelled)
    await returnOrders({ client, outcome, returns: plan.returns, concurrency })
    const returned = performance.now()
    await readBack(client, outcome, plan)
    const faults = findFaults(survey, outcome, plan)
    const seconds = (ordered - started) / 1000
    const returnSeconds = (returned - ordered) / 1000
    return { survey, outcome, plan, faults, seconds, returnSeconds, retries: client.retries }
  } finally {
    await client.close()
  }
}

/** Waits for all; when one fails the others are aborted, and its failure is thrown when they have ended. */
async function together(failure: AbortController, parts: readonly Promise<void>[]): Promise<void> {
  const ends = parts.map(async (part) => {
    try {
      await part
    } catch (error) {
      failure.abort(error)
      throw error
    }
  })
  await Promise.allSettled(ends)
  failure.signal.throwIfAborted()
}
