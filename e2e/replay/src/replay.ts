/** Runs a complete replay of a file. */
import { Backlog } from './backlog.ts'
import { Purchases, type ReturnPlan } from './cancellations.ts'
import { collectOrders } from './collect-orders.ts'
import { type HubAccess, HubClient } from './hub-client.ts'
import type { OrderAnswer } from './orders.ts'
import { findIssues, Outcome } from './outcome.ts'
import { postOrders } from './post-orders.ts'
import { createProducts } from './products.ts'
import { baseSums, readRates } from './rates.ts'
import { readBack, readStock } from './read-back.ts'
import { returnOrders } from './return-orders.ts'
import { findStockIssues } from './stock.ts'
import { type Survey, surveyFile } from './survey.ts'

/** Options of {@link replay}. */
export interface ReplayOptions {
  /** CSV, or CSV compressed with gzip. */
  readonly file: string
  /** Number of sales invoices to read, from the start of the file. All if undefined. */
  readonly limit?: number | undefined
  readonly hub: HubAccess
  /** Currency of the orders. Without rates, the base currency of the customer whose keys these are. @default 'GBP' */
  readonly currency?: string | undefined
  /**
   * Euro reference rates of the European Central Bank as CSV, which the hub has, too. The base currency of the customer is EUR then, and the
   * amounts in euros are compared as well. @default none
   */
  readonly rates?: string | undefined
  /**
   * Whether the hub keeps the stock of the customer: the replay counts each product first, and compares its stock at the end. Only for a
   * customer without orders, because a count is not repeated. @default false
   */
  readonly keepsStock?: boolean | undefined
  /** Number of concurrent orders. @default 16 */
  readonly concurrency?: number | undefined
  /** How long one request is repeated before the replay gives up. @default 60_000 */
  readonly patienceMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets a function that returns the current progress. */
  readonly watch?: ((state: () => ReplayState) => void) | undefined
  /** Called for each order as soon as it is answered with 2xx. */
  readonly onAnswered?: ((order: OrderAnswer) => void) | undefined
}

/** The progress of a replay. */
export interface ReplayState {
  readonly orders: number
  readonly posted: number
  readonly readBack: number
}

/** The result of a replay. */
export interface ReplayResult {
  readonly survey: Survey
  readonly outcome: Outcome
  /** The treatment of the cancellations. */
  readonly plan: ReturnPlan
  /** Sums of the file in euros by month. Undefined without rates. */
  readonly base: ReadonlyMap<string, bigint> | undefined
  /** Everything that does not match. Empty if the replay reconciles. */
  readonly issues: readonly string[]
  /** From the first POST of an order until the last one was read back. */
  readonly seconds: number
  /** From then until the last return was accepted. */
  readonly returnSeconds: number
  readonly retries: number
}

/** Maximum number of orders that are posted and not yet read back: enough for both parts to work concurrently, and small in memory. */
const MOST_WAITING = 400

/**
 * Replays a file of orders: surveys it, creates its products, posts its sales invoices as the channel while it fetches, acknowledges and
 * ships them as the merchant, creates returns for the cancellations, and compares what the hub has stored with the file. You can run it
 * again on the same hub: it finds existing records and compares them.
 *
 * @throws ReplayError if the replay cannot be completed; differences are in `issues`
 * @example
 * const { issues } = await replay({ file: 'online_retail.csv.gz', limit: 200, hub: { url, merchantKey, channelKey } })
 */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { file, concurrency = 16, currency = 'GBP', patienceMs = 60_000, onAnswered } = options
  const { keepsStock = false } = options
  const failure = new AbortController()
  const signals = options.signal ? [options.signal, failure.signal] : [failure.signal]
  const signal = AbortSignal.any(signals)
  const survey = await surveyFile(file, options.limit, signal)
  const base = options.rates && baseSums(survey, await readRates(options.rates, currency))
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
    await createProducts(client, survey.products, outcome, keepsStock)
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
    if (keepsStock) outcome.stock = await readStock(client)
    const issues = [
      ...findIssues(survey, outcome, plan, base || undefined),
      ...findStockIssues(survey, outcome, plan),
    ]
    const seconds = (ordered - started) / 1000
    const returnSeconds = (returned - ordered) / 1000
    const times = { seconds, returnSeconds, retries: client.retries }
    return { survey, outcome, plan, base: base || undefined, issues, ...times }
  } finally {
    await client.close()
  }
}

/** Waits for all parts. If one fails, the others are aborted, and the failure is thrown after they have ended. */
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
