/** What the work on webhooks needs. */
import type { Database } from '@entrepot/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Names } from '../../kit/names/names.ts'
import type { Sealer } from '../../kit/shared/sealer.ts'
import type { MakeBody } from './payload.ts'
import type { Sender } from './send.ts'
import type { Result } from './work-store.ts'

/** What came of an attempt, for metrics. */
export interface DeliveryReport {
  /** retried: it failed, and a further attempt follows. */
  readonly outcome: 'delivered' | 'retried' | 'failed'
  /** Seconds from the event to the end of its first attempt; undefined for further attempts. */
  readonly lagSeconds: number | undefined
}

/** The clock and the random numbers of deliveries. Tests replace them. */
export interface DeliveryClock {
  /** Milliseconds by which time is ahead of that of the system and the database. */
  readonly shift: () => number
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number
}

/** What is shared by all work of a node. */
export interface WorkParts {
  readonly database: Database
  readonly names: Names
  /** Identifies this node in leases. */
  readonly leaseId: string
  readonly sender: Sender
  readonly sealer: Sealer
  readonly makeBody: MakeBody
  /** Stores a result, together with others. */
  readonly store: (result: Result) => Promise<unknown>
  readonly log: FastifyBaseLogger
  readonly clock: DeliveryClock
  readonly report: (report: DeliveryReport) => void
  /** Aborts when the node stops: nothing more is begun. */
  readonly stopping: AbortSignal
  /** Aborts when a stopping node does not wait any longer: running requests are cut off. */
  readonly cutOff: AbortSignal
}
