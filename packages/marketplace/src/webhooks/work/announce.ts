/** Events of programs that are no nodes, such as commands. */
import type { Database } from '@entrepot/database'
import { announceToNodes } from '../../kit/events/streams/relay.ts'
import { wakeAllWebhooks } from './lease-store.ts'

/**
 * Makes the nodes read the log after a commit of a program that is no node: streams at once, webhooks within a second. Without it they read
 * within seconds, too, so a failure costs time only, and is not reported.
 *
 * @example
 * await upsertProducts(database, customer, products)
 * await announceEvents(database)
 */
export async function announceEvents(database: Database): Promise<void> {
  await Promise.allSettled([announceToNodes(database), wakeAllWebhooks(database)])
}
