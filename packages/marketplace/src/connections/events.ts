/** The events of connections. */
import type { Transaction } from '@entrepot/database'
import { appendEvents } from '../kit/events/store.ts'
import type { Actor } from '../kit/principals/actor.ts'
import type { CONNECTION_EVENTS } from './names.ts'
import type { Failure } from './rules.ts'
import { type Connection, updateFailure } from './store.ts'

/** Stores an event of a connection. The caller has locked it. */
export async function appendEvent(
  tx: Transaction,
  customerId: string,
  connection: Pick<Connection, 'connectionId' | 'channelId' | 'name' | 'shop'>,
  type: keyof typeof CONNECTION_EVENTS,
  actor: Actor,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { connectionId, channelId, name, shop } = connection
  const subject = { kind: 'connection', id: connectionId } as const
  const data = { Name: name, Shop: shop, ...more }
  await appendEvents(tx, customerId, [{ type, subject, channelId, actor, data }])
}

/** Stores that a shop cannot be used, or can be again, with the event of the change. The caller has locked the connection. */
export async function changeFailure(
  tx: Transaction,
  customerId: string,
  connection: Connection,
  failure: Failure | null,
  actor: Actor,
): Promise<void> {
  const { connectionId, failureMessage, failureRemedy } = connection
  if (failureMessage === (failure?.message ?? null) && failureRemedy === (failure?.remedy ?? null))
    return
  await updateFailure(tx, customerId, connectionId, failure)
  if (failure === null) {
    await appendEvent(tx, customerId, connection, 'connection.recovered', actor)
  } else if (failureMessage === null) {
    const more = { Message: failure.message, Remedy: failure.remedy }
    await appendEvent(tx, customerId, connection, 'connection.failing', actor, more)
  }
}
