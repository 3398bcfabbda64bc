/** The two jobs of a channel: follow the products of the merchant, and send it orders. */
import { setTimeout } from 'node:timers/promises'
import { type Client, isProblem, type SyncTotals } from '@entrepot/client'
import type { Store, WaitingOrder } from './store.ts'

/** Options of {@link runWorker}. */
export interface WorkerOptions {
  readonly signal?: AbortSignal
  /** Ends when there is nothing to do. @default false */
  readonly once?: boolean
  readonly log?: (message: string) => void
}

/**
 * Runs both jobs until the signal is aborted. It may be killed at any point: the store has what it has done, and the hub sends again what was
 * not acknowledged.
 *
 * @throws what the hub answers if a later try cannot help, such as HubError for an unknown key
 */
export async function runWorker(
  client: Client,
  store: Store,
  { signal, once = false, log = () => {} }: WorkerOptions = {},
): Promise<SyncTotals> {
  const orders = sendOrders(client, store, { once, log, ...(signal && { signal }) })
  const channel = {
    create: store.create,
    update: store.update,
    remove: store.remove,
    offer: store.offer,
  }
  const onFailure = (failure: object) => log(JSON.stringify(failure))
  const [totals] = await Promise.all([client.sync(channel, { signal, once, onFailure }), orders])
  return totals
}

const PAUSE_MS = 1_000

async function sendOrders(
  client: Client,
  store: Store,
  { signal, once, log }: WorkerOptions,
): Promise<void> {
  while (!signal?.aborted) {
    for (const waiting of store.waitingOrders()) await sendOrder(client, store, waiting, log)
    if (once) return
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}

async function sendOrder(
  client: Client,
  store: Store,
  { reference, idempotencyKey, order }: WaitingOrder,
  log: WorkerOptions['log'],
): Promise<void> {
  try {
    const { Id } = await client.createOrder({ body: order }, { idempotencyKey })
    store.markSent(reference, Id)
  } catch (error) {
    if (isProblem(error) && REFUSALS.has(error.status)) store.markRefused(reference, error.message)
    log?.(`order ${reference}: ${error}`)
  }
}

/** The hub does not take this order, however often it is sent. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413, 422])
