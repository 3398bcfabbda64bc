/** Webhooks as a part of the plugin: routes, the deliverer, and the removal of old deliveries. */
import type { Database } from '@entrepot/database'
import type { Resolve } from '@entrepot/rest/guard'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { namesOf } from '../../kit/names/names.ts'
import { createSealer } from '../../kit/shared/sealer.ts'
import { removeInChunks, whileNoneFrozen } from '../../kit/sql/clean-up.ts'
import { removeOldDeliveries, removeOrphans } from '../delivery-store.ts'
import { webhookRoutes } from '../routes.ts'
import { namedHosts } from '../targets.ts'
import { createDeliverer } from './deliverer.ts'
import type { ReadRecord } from './payload.ts'
import type { DeliveryClock, DeliveryReport } from './work-parts.ts'

/** Options of webhooks. */
export interface WebhookOptions {
  /**
   * Encrypt the secrets of webhooks in the database: at least 32 characters each. The first encrypts, and all decrypt, so that they can be
   * rotated. All nodes need the same.
   */
  readonly secrets: readonly string[]
  /**
   * Hosts that may be private, use http and any port: `host`, or `host:port`. All other hosts must be public, and use https.
   *
   * @default none
   */
  readonly allowHosts?: readonly string[]
  /** Completes the refusal of a host that is not public: what the person who runs the application does to allow it. */
  readonly howToAllow?: (host: string) => string
  /** Called after each attempt, for metrics. */
  readonly onDelivery?: (report: DeliveryReport) => void
  /** Replaces DNS, the clock and the random numbers in tests, and the random id of the node in leases. */
  readonly resolve?: Resolve
  readonly clock?: DeliveryClock
  readonly leaseId?: string
}

/** What webhooks get from the plugin. */
interface WebhookContext {
  readonly database: Database
  readonly jobs: Jobs
  readonly readRecord: ReadRecord
  /** Whether this node delivers. */
  readonly isBackground: boolean
}

/** Adds the routes of webhooks, and delivers from when the host listens until it closes. Without options, nothing is delivered. */
export async function startWebhooks(
  scope: FastifyInstance,
  { database, jobs, readRecord, isBackground }: WebhookContext,
  options: WebhookOptions | undefined,
): Promise<void> {
  jobs.schedule('webhook-deliveries', '23 * * * *', async (signal) => {
    const calm = whileNoneFrozen(database)
    await removeInChunks(
      signal,
      calm(async (limit) => await removeOldDeliveries(database, limit)),
    )
    await removeInChunks(
      signal,
      calm(async (limit) => await removeOrphans(database, limit)),
    )
  })
  const names = namesOf(scope)
  const named = namedHosts(options?.allowHosts ?? [], options?.howToAllow)
  if (options === undefined) {
    webhookRoutes(scope, { database, sealer: undefined, names, named, wake: () => {} })
    return
  }
  const sealer = createSealer(options.secrets)
  // Loaded here, because it is 150 modules that commands do not need.
  const { createSender } = await import('./send.ts')
  const sender = createSender({ named, resolve: options.resolve })
  const { clock, leaseId, onDelivery: report } = options
  const deliverer = createDeliverer({
    ...{ database, names, sealer, sender, readRecord, log: scope.log, clock, leaseId, report },
  })
  webhookRoutes(scope, { database, sealer, names, named, wake: () => deliverer.wake() })
  if (isBackground) scope.addHook('onListen', async () => deliverer.start())
  scope.addHook('onClose', async () => await deliverer.stop())
}
