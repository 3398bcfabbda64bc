/** Turns events of the log into deliveries. */
import { type Database, transaction } from '@entrepot/database'
import { readEvents, type StoredEvent } from '../../kit/events/read-store.ts'
import { toEventResponse } from '../../kit/events/schema.ts'
import { typesFor, typesMatching } from '../../kit/events/types.ts'
import type { Names } from '../../kit/names/names.ts'
import type { LeasedWebhook } from './lease-store.ts'
import type { WorkParts } from './work-parts.ts'
import { insertDeliveries, type NewDelivery, repeatDeliveries } from './work-store.ts'

/** Events that are read at once. */
const PAGE = 200

/** How far a read got. */
export interface Fed {
  /** With the positions after the read. */
  readonly webhook: LeasedWebhook
  readonly stored: number
  /** Whether there may be more events. */
  readonly hasMore: boolean
}

/** Stores deliveries of the next events. Undefined if another node has taken over the webhook. */
export async function feedNext(
  { database, leaseId, names }: WorkParts,
  webhook: LeasedWebhook,
): Promise<Fed | undefined> {
  const { events, next, isLast } = await readPage(database, names, webhook, webhook.cursor)
  // Without events, the position is stored when the lease ends.
  const stores = events.length > 0
  if (stores) {
    const isStored = await transaction(
      database,
      async (tx) => await insertDeliveries(tx, webhook, leaseId, events.map(toDelivery), next),
    )
    if (!isStored) return undefined
  }
  return { webhook: { ...webhook, cursor: next }, stored: events.length, hasMore: !isLast }
}

/** Makes deliveries of the next events of a replay pending. Undefined if the replay was replaced, or another node has taken over. */
export async function feedReplay(
  { database, leaseId, names }: WorkParts,
  webhook: LeasedWebhook,
  from: string,
): Promise<Fed | undefined> {
  const { events, next, isLast } = await readPage(database, names, webhook, from)
  const to = isLast ? null : next
  const isStored = await transaction(
    database,
    async (tx) =>
      await repeatDeliveries(tx, webhook, leaseId, events.map(toDelivery), { from, to }),
  )
  if (!isStored) return undefined
  return { webhook: { ...webhook, replayCursor: to }, stored: events.length, hasMore: to !== null }
}

async function readPage(
  database: Database,
  names: Names,
  { customerId, channelId, types: patterns }: LeasedWebhook,
  cursor: string,
) {
  const visible = new Set(typesFor(names, channelId === null ? 'merchant' : 'channel'))
  const types = patterns
    .flatMap((pattern) => typesMatching(names, pattern))
    .filter((type) => visible.has(type))
  const range = { cursor, types, limit: PAGE, ...(channelId !== null && { channelId }) }
  return await readEvents(database, customerId, range)
}

function toDelivery(event: StoredEvent): NewDelivery {
  const { eventId, type, subjectKind, subjectId, occurredAt } = event
  return {
    eventId,
    type,
    subject: subjectKind === null ? null : `${subjectKind} ${subjectId}`,
    event: toEventResponse(event),
    occurredAt,
  }
}
