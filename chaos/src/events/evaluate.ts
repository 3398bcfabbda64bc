/** Evaluates the log, and what receivers got, in the model of events. */
import { type Database, query, sql } from '@entrepot/database'
import type { Receipt } from './receivers.ts'
import type { Expected } from './writers.ts'

/** The Ids of the webhooks by the paths of their receivers. */
export type WebhookIds = Readonly<Record<'steady' | 'moody' | 'gone' | 'dead', number>>

/** What was found. */
export interface Evaluation {
  /** What has not happened, and may still happen. */
  readonly missing: readonly string[]
  /** What must not have happened. */
  readonly wrong: readonly string[]
}

interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly sequence: number
}

interface Finished {
  readonly webhookId: number
  readonly eventId: string
  readonly accepted: number
  readonly finishedAt: Date | null
}

/** Compares the log with the writes, and the receipts with the log. */
export async function evaluateEvents(
  database: Database,
  receipts: readonly Receipt[],
  expected: Expected,
  webhooks: WebhookIds,
): Promise<Evaluation & { readonly eventIds: readonly string[] }> {
  // A copy, because more may arrive while the rows are read.
  const received = [...receipts]
  const log = await query<LoggedEvent>(
    database,
    sql`
    select 'evt_' || event_id as id, type, subject_kind || ':' || subject_id as subject, sequence from marketplace.events
    where type like 'order.%' or type like 'shipment.%' order by event_id`,
  )
  const finished = await query<Finished>(
    database,
    sql`
    select d.webhook_id::float8 as "webhookId", 'evt_' || d.event_id as "eventId", d.finished_at as "finishedAt",
      (select count(*)::int from marketplace.webhook_attempts a
        where a.customer_id = d.customer_id and a.webhook_id = d.webhook_id and a.delivery_id = d.delivery_id
          and a.status between 200 and 299) as accepted
    from marketplace.webhook_deliveries d where d.state = 'delivered'`,
  )
  return {
    eventIds: log.map(({ id }) => id),
    missing: [...findMissing(log, received), ...findUnfinished(log, finished, webhooks)],
    wrong: [
      ...evaluateLog(log, expected),
      ...evaluateOrder(received),
      ...evaluateRepeats(received, finished, webhooks),
    ],
  }
}

/** Only these webhooks must be disabled, for these reasons. */
export async function evaluateDisabled(
  database: Database,
  webhooks: WebhookIds,
  expected: Readonly<Partial<Record<keyof WebhookIds, string>>>,
): Promise<readonly string[]> {
  const rows = await query<{ id: number; reason: string | null }>(
    database,
    sql`select webhook_id::float8 as id, disabled_reason as reason from marketplace.webhooks`,
  )
  return Object.entries(webhooks).flatMap(([name, id]) => {
    const reason = rows.find((row) => row.id === id)?.reason ?? 'none'
    const wanted = expected[name as keyof WebhookIds] ?? 'none'
    return reason === wanted ? [] : [`${name} is disabled for the reason ${reason}, not ${wanted}`]
  })
}

/** Receivers that must get every event. */
const LIVE = ['steady', 'moody', 'dead'] as const

/** Each event must be accepted by each live receiver. */
function findMissing(log: readonly LoggedEvent[], received: readonly Receipt[]): readonly string[] {
  return LIVE.flatMap((name) => {
    const accepted = new Set(
      received.flatMap(({ path, eventId, isAccepted }) =>
        path === `/${name}` && isAccepted ? eventId : [],
      ),
    )
    return log
      .filter(({ id }) => !accepted.has(id))
      .map(({ id, type }) => `${name} has not got ${id} (${type})`)
  })
}

/** What a receiver has accepted must become known to the hub. */
function findUnfinished(
  log: readonly LoggedEvent[],
  finished: readonly Finished[],
  webhooks: WebhookIds,
): readonly string[] {
  return LIVE.flatMap((name) => {
    const done = new Set(
      finished.flatMap(({ webhookId, eventId }) => (webhookId === webhooks[name] ? eventId : [])),
    )
    return log.filter(({ id }) => !done.has(id)).map(({ id }) => `${id} is not done for ${name}`)
  })
}

/** Each write is in the log once, and the events of a subject are numbered from 1. */
function evaluateLog(log: readonly LoggedEvent[], expected: Expected): readonly string[] {
  const wrong: string[] = []
  for (const [type, orders] of expected) {
    const logged = Map.groupBy(
      log.filter((event) => event.type === type),
      ({ subject }) => subject,
    )
    for (const order of orders) {
      const count = logged.get(`order:${order}`)?.length ?? 0
      if (count !== 1) wrong.push(`${type} of the order ${order} is in the log ${count} times`)
    }
    if (logged.size > orders.length) wrong.push(`the log has more ${type} than were written`)
  }
  for (const [subject, events] of Map.groupBy(log, (event) => event.subject)) {
    const numbers = events.map(({ sequence }) => sequence)
    if (numbers.some((number, index) => number !== index + 1))
      wrong.push(`${subject} has the sequence ${numbers}`)
  }
  return wrong
}

/** Where nothing fails, the events of a subject arrive in order the first time. */
function evaluateOrder(received: readonly Receipt[]): readonly string[] {
  const last = new Map<string, number>()
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const { path, eventId, subject, sequence } of received) {
    if (path !== '/steady' || subject === null || sequence === null || seen.has(eventId)) continue
    seen.add(eventId)
    if (sequence < (last.get(subject) ?? 0)) wrong.push(`${eventId} of ${subject} came too late`)
    last.set(subject, sequence)
  }
  return wrong
}

/** Nothing is sent after its success was stored, and a success is stored once. */
function evaluateRepeats(
  received: readonly Receipt[],
  finished: readonly Finished[],
  webhooks: WebhookIds,
): readonly string[] {
  const byName = new Map(Object.entries(webhooks).map(([name, id]) => [id, name]))
  const receiptsOf = Map.groupBy(received, ({ path, eventId }) => `${path} ${eventId}`)
  return finished.flatMap(({ webhookId, eventId, accepted, finishedAt }) => {
    const name = byName.get(webhookId)
    const late = receiptsOf
      .get(`/${name} ${eventId}`)
      ?.filter(({ at }) => finishedAt !== null && at > finishedAt.getTime() + CLOCK_MS)
    const wrong: string[] = []
    if (accepted !== 1) wrong.push(`${name} has ${accepted} successes of ${eventId}`)
    if (late?.length) wrong.push(`${eventId} was sent to ${name} after its success was stored`)
    return wrong
  })
}

/** Times of PostgreSQL have microseconds, and those of receipts milliseconds. */
const CLOCK_MS = 1
