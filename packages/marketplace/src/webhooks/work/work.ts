/** The work of one node on one webhook: reads the log, and sends what is due. */
import { setTimeout as delay } from 'node:timers/promises'
import { concurrencyOf, TEST_TYPE } from '../rules.ts'
import { openSigners } from '../secrets/signers.ts'
import type { Signers } from '../secrets/signing.ts'
import { attempt } from './attempt.ts'
import { type Fed, feedNext, feedReplay } from './feed.ts'
import { createHealth } from './health.ts'
import {
  LEASE_SECONDS,
  type LeasedWebhook,
  type LookAgain,
  releaseWebhook,
  renewLease,
} from './lease-store.ts'
import type { WorkParts } from './work-parts.ts'
import { type DueDelivery, findDue } from './work-store.ts'

/** Work that is being done. */
export interface Work {
  readonly customerId: string
  /**
   * Resolves when there is nothing left to do, or the webhook was taken away: with true if `wake` was called too late, so that the webhook
   * must be looked at again. Never rejects.
   */
  readonly done: Promise<boolean>
  /** Call it when there may be new events, or deliveries that are due. */
  wake(): void
  /** Call it when the webhook may have changed: no delivery begins until the webhook was read again. */
  refresh(): void
}

/** Maximum number of deliveries that one statement reads. */
const PAGE = 200

/** Seconds until a webhook is looked at again: `latest` is for a node that died after a commit, `earliest` delays it after a failure of the hub. */
const AFTER_WORK: LookAgain = { earliest: 0, latest: 15 }
const AFTER_FAILURE: LookAgain = { earliest: 2, latest: 15 }
/** For a webhook whose secrets cannot be opened. */
const UNUSABLE: LookAgain = { earliest: 60, latest: 60 }

/** Interval at which due retries are searched while requests are running. */
const LOOK_MS = 1_000

/** Interval at which a lease is renewed and the webhook is read again, so that changes apply within a second on every node. */
const RENEW_MS = 1_000

/** No request is begun in the last third of a lease, so that two nodes do not send at the same time. */
const SAFE_MS = (LEASE_SECONDS * 1_000 * 2) / 3

/** Works on a webhook that this node has leased. */
export function workOn(leased: LeasedWebhook, parts: WorkParts): Work {
  const worker = new Worker(leased, parts)
  const done = worker.run().then(
    () => worker.wasWokenLate,
    (error: unknown) => {
      parts.log.warn({ err: error, webhook: leased.webhookId }, 'work on a webhook has failed')
      return false
    },
  )
  return {
    customerId: leased.customerId,
    done,
    wake: () => worker.wake(),
    refresh: () => worker.refresh(),
  }
}

class Worker {
  readonly #parts: WorkParts
  readonly #health: ReturnType<typeof createHealth>
  #webhook: LeasedWebhook
  #signers: Signers | undefined
  #renewedAt = performance.now()
  /** Deliveries that were read, but not begun. */
  #queue: DueDelivery[] = []
  readonly #sending = new Map<string, Promise<void>>()
  /** Subjects of deliveries that are being sent. Other deliveries of these subjects wait. */
  readonly #subjects = new Set<string>()
  #hasEvents = true
  #hasDue = true
  #isTakenAway = false
  #hasFinished = false
  #wakeUp = Promise.withResolvers<void>()

  constructor(webhook: LeasedWebhook, parts: WorkParts) {
    this.#webhook = webhook
    this.#parts = parts
    this.#health = createHealth(parts, webhook)
  }

  wake(): void {
    this.#hasEvents = true
    this.#hasDue = true
    this.#wakeUp.resolve()
  }

  refresh(): void {
    this.#renewedAt = Number.NEGATIVE_INFINITY
    this.wake()
  }

  get wasWokenLate(): boolean {
    return this.#hasFinished && this.#hasEvents
  }

  async run(): Promise<void> {
    try {
      this.#open()
      while (this.#signers && !this.#isTakenAway && !this.#parts.stopping.aborted) {
        await this.#renew()
        await this.#fill()
        this.#begin()
        this.#hasFinished = this.#sending.size === 0 && !this.#hasWork()
        if (this.#hasFinished) break
        await this.#pause()
      }
    } finally {
      await Promise.all(this.#sending.values())
      await this.#release()
    }
  }

  #open(): void {
    this.#signers = openSigners(this.#parts.sealer, this.#webhook)
    if (this.#signers) return
    const message =
      'the secret of a webhook cannot be opened: keep earlier secrets of the hub in its configuration'
    this.#parts.log.error({ webhook: this.#webhook.webhookId }, message)
  }

  async #renew(): Promise<void> {
    const now = performance.now()
    if (now - this.#renewedAt < RENEW_MS) return
    // Set before the webhook is read, so that a change in the meantime is read the next time.
    this.#renewedAt = now
    const { database, leaseId } = this.#parts
    const renewed = await renewLease(database, this.#webhook, leaseId)
    this.#isTakenAway = renewed === undefined
    if (renewed === undefined) return
    // The position of this node is ahead of the stored one.
    this.#webhook = { ...renewed, cursor: this.#webhook.cursor }
    this.#open()
  }

  /** Reads events and due deliveries, unless enough deliveries are waiting. */
  async #fill(): Promise<void> {
    const isFull = () => this.#isTakenAway || this.#queue.length >= PAGE / 2
    if (this.#hasEvents && !isFull()) {
      this.#hasEvents = false
      const fed = await feedNext(this.#parts, this.#webhook)
      this.#take(fed)
      if (fed?.hasMore) this.#hasEvents = true
    }
    const { replayCursor } = this.#webhook
    if (replayCursor !== null && !isFull()) {
      this.#take(await feedReplay(this.#parts, this.#webhook, replayCursor))
    }
    if (this.#hasDue && !isFull()) await this.#findDue()
  }

  #take(fed: Fed | undefined): void {
    if (fed === undefined) this.#isTakenAway = true
    else this.#webhook = fed.webhook
    if (fed && fed.stored > 0) this.#hasDue = true
  }

  async #findDue(): Promise<void> {
    const { database, clock } = this.#parts
    const known = [...this.#sending.keys(), ...this.#queue.map(({ deliveryId }) => deliveryId)]
    this.#hasDue = false
    const due = await findDue(database, this.#webhook, known, PAGE, clock.shift())
    if (due.length === PAGE) this.#hasDue = true
    this.#queue.push(...due)
  }

  /** Begins as many deliveries as may run at once, at most one of each subject. */
  #begin(): void {
    const limit = concurrencyOf(this.#health.isFailing())
    const isSafe = performance.now() - this.#renewedAt < SAFE_MS
    if (this.#isTakenAway || !isSafe) return
    const waiting: DueDelivery[] = []
    const passed = new Set<string>()
    for (const delivery of this.#queue) {
      const { subject } = delivery
      const isBlocked = subject !== null && (this.#subjects.has(subject) || passed.has(subject))
      if (this.#sending.size < limit && !isBlocked) this.#send(delivery)
      else waiting.push(delivery)
      if (subject !== null) passed.add(subject)
    }
    this.#queue = waiting
  }

  #send(delivery: DueDelivery): void {
    const { deliveryId, subject } = delivery
    if (subject !== null) this.#subjects.add(subject)
    const sending = this.#attempt(delivery)
      .catch((error: unknown) => {
        // The delivery stays pending, and the lease ends, so that the delivery is sent again later.
        this.#isTakenAway = true
        this.#parts.log.warn({ err: error }, 'a delivery has failed without a result')
      })
      .finally(() => {
        this.#sending.delete(deliveryId)
        if (subject !== null) this.#subjects.delete(subject)
        this.#wakeUp.resolve()
      })
    this.#sending.set(deliveryId, sending)
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const decision = await attempt(this.#parts, this.#webhook, this.#signers as Signers, delivery)
    if (decision === undefined) return
    // A failed test says nothing of the events, which the receiver may have accepted for days.
    if (delivery.type === TEST_TYPE && decision.state === 'failed' && !decision.isGone) return
    if (await this.#health.note(decision)) this.#isTakenAway = true
  }

  #hasWork(): boolean {
    return (
      this.#queue.length > 0 ||
      this.#hasEvents ||
      this.#hasDue ||
      this.#webhook.replayCursor !== null
    )
  }

  /** Waits until something has changed. */
  async #pause(): Promise<void> {
    const canContinue = this.#sending.size === 0 || (this.#hasWork() && this.#queue.length === 0)
    if (canContinue) return
    const cancel = new AbortController()
    const look = delay(LOOK_MS, undefined, { signal: cancel.signal, ref: false }).then(
      () => {
        this.#hasDue = true
      },
      () => undefined,
    )
    await Promise.race([this.#wakeUp.promise, look])
    cancel.abort()
    this.#wakeUp = Promise.withResolvers()
  }

  async #release(): Promise<void> {
    const { database, leaseId, stopping } = this.#parts
    const isWell = this.#hasFinished || stopping.aborted
    const again = this.#signers ? (isWell ? AFTER_WORK : AFTER_FAILURE) : UNUSABLE
    await releaseWebhook(database, this.#webhook, leaseId, again)
  }
}
