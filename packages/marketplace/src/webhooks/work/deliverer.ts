/** Finds webhooks with work, and does it, on any number of nodes. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createBatcher } from '@entrepot/batch'
import { type Database, isUnavailable } from '@entrepot/database'
import type { FastifyBaseLogger } from 'fastify'
import { listenToCommits } from '../../kit/events/notifier.ts'
import type { Names } from '../../kit/names/names.ts'
import type { Sealer } from '../../kit/shared/sealer.ts'
import { type Agenda, type Claim, leaseWebhooks, readAgenda } from './lease-store.ts'
import { createBodies, type ReadRecord } from './payload.ts'
import type { Sender } from './send.ts'
import { type Work, workOn } from './work.ts'
import type { DeliveryClock, DeliveryReport, WorkParts } from './work-parts.ts'
import { storeResults } from './work-store.ts'

/** The deliveries of a node. */
export interface Deliverer {
  /** Begins to work. */
  start(): void
  /** Looks for work now. A webhook may have changed. */
  wake(): void
  /** Begins nothing more, and waits for running requests for {@link STOP_MS}. */
  stop(): Promise<void>
}

/** What a deliverer needs. */
export interface DelivererOptions {
  readonly database: Database
  readonly names: Names
  readonly sealer: Sealer
  readonly sender: Sender
  readonly readRecord: ReadRecord
  readonly log: FastifyBaseLogger
  readonly clock?: DeliveryClock | undefined
  readonly report?: ((report: DeliveryReport) => void) | undefined
  /** Identifies the node in leases. @default a random one */
  readonly leaseId?: string | undefined
}

/** Webhooks on which a node works at once. */
const MAX_WORK = 256

/** Shortest time between two looks, and longest with and without webhooks. A command that has written events makes webhooks due. */
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = { working: 1_000, idle: 5_000 }

/** After a failure, and while another node works on a webhook that has new events. */
const RETRY_MS = 1_000

/** How long a stopping node waits for receivers. What they answer later is not known, so these deliveries are sent again. */
const STOP_MS = 5_000

const REAL: DeliveryClock = { shift: () => 0, random: Math.random }

/** Creates the deliverer of a node. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  return new NodeDeliverer(options)
}

class NodeDeliverer implements Deliverer {
  readonly #parts: WorkParts
  readonly #stopping = new AbortController()
  readonly #cutOff = new AbortController()
  readonly #work = new Map<string, Work>()
  /** Customers with events that were not looked at. */
  readonly #pending = new Set<string>()
  /** Without webhooks, events need not be looked at. */
  #hasWebhooks = true
  #wakeUp = Promise.withResolvers<void>()
  #running: Promise<void> | undefined
  #stopListening = () => {}

  constructor({
    database,
    names,
    sealer,
    sender,
    readRecord,
    log,
    clock = REAL,
    report = () => {},
    leaseId = randomUUID(),
  }: DelivererOptions) {
    this.#parts = {
      database,
      names,
      leaseId,
      sender,
      sealer,
      makeBody: createBodies(readRecord),
      store: createBatcher(
        async (results) => {
          await storeResults(database, results, clock.shift())
          return results.map(() => undefined)
        },
        { maxSize: 200, slotTimeoutMs: 60_000 },
      ),
      log,
      clock,
      report,
      stopping: this.#stopping.signal,
      cutOff: this.#cutOff.signal,
    }
  }

  start(): void {
    this.#stopListening = listenToCommits(this.#parts.database, (customerId) =>
      this.#noticeCommit(customerId),
    )
    this.#running ??= this.#run()
  }

  wake(): void {
    this.#hasWebhooks = true
    for (const work of this.#work.values()) work.refresh()
    this.#wakeUp.resolve()
  }

  async stop(): Promise<void> {
    this.#stopListening()
    this.#stopping.abort()
    this.#wakeUp.resolve()
    const timer = setTimeout(() => this.#cutOff.abort(), STOP_MS)
    await this.#running
    await Promise.all([...this.#work.values()].map(({ done }) => done))
    clearTimeout(timer)
    await this.#parts.sender.close()
  }

  #noticeCommit(customerId: string): void {
    if (!this.#hasWebhooks) return
    for (const work of this.#work.values()) if (work.customerId === customerId) work.wake()
    this.#pending.add(customerId)
    this.#wakeUp.resolve()
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const pause = await this.#look().catch((error: unknown) => {
        const level = isUnavailable(error) ? 'debug' : 'warn'
        this.#parts.log[level]({ err: error }, 'webhooks with work could not be found')
        return RETRY_MS
      })
      await delay(MIN_PAUSE_MS)
      await this.#sleep(pause)
    }
  }

  /** Leases webhooks with work, and returns for how many milliseconds there is nothing to do. */
  async #look(): Promise<number> {
    const { database, leaseId, clock } = this.#parts
    const customerIds = [...this.#pending]
    this.#pending.clear()
    const limit = MAX_WORK - this.#work.size
    const webhookIds = [...this.#work.keys()]
    const claim: Claim = { leaseId, customerIds, webhookIds, limit, shift: clock.shift() }
    try {
      for (const webhook of await leaseWebhooks(database, claim)) this.#begin(webhook)
      return this.#plan(await readAgenda(database, claim))
    } catch (error) {
      for (const id of customerIds) this.#pending.add(id)
      throw error
    }
  }

  #begin(webhook: Parameters<typeof workOn>[0]): void {
    const work = workOn(webhook, this.#parts)
    this.#work.set(webhook.webhookId, work)
    void work.done.then((wasWokenLate) => {
      this.#work.delete(webhook.webhookId)
      if (wasWokenLate) this.#pending.add(webhook.customerId)
      // Its next delivery may be due earlier than what this node waits for.
      this.#wakeUp.resolve()
    })
  }

  #plan({ busy, nextIn }: Agenda): number {
    for (const id of busy) this.#pending.add(id)
    this.#hasWebhooks = nextIn !== null || this.#work.size > 0
    const longest = this.#hasWebhooks ? MAX_PAUSE_MS.working : MAX_PAUSE_MS.idle
    const next = Math.max(0, nextIn ?? longest)
    const isFull = this.#work.size >= MAX_WORK
    return Math.min(busy.length > 0 || isFull ? Math.max(next, RETRY_MS) : next, longest)
  }

  async #sleep(milliseconds: number): Promise<void> {
    const cancel = new AbortController()
    const timer = delay(milliseconds, undefined, { signal: cancel.signal, ref: false })
    await Promise.race([this.#wakeUp.promise, timer.catch(() => undefined)])
    cancel.abort()
    this.#wakeUp = Promise.withResolvers()
  }
}
