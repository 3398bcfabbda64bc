import { type Sql, sql } from '@entrepot/database'
import { appendingEvents } from '../../kit/events/store.ts'
import { type Actor, toStoredActor } from '../../kit/principals/actor.ts'

/** The statement that stores the creation of the channel in `ch`, a part of the same `with`. */
export function appendingCreation(customerId: string, actor: Actor): Sql {
  const { keyId, actor: other, requestId = null } = toStoredActor(actor)
  return appendingEvents(
    customerId,
    sql`
    select 1 as number, 'channel.created' as type, 'channel' as "subjectKind", channel_id::text as "subjectId",
      channel_id as "channelId", ${keyId}::bigint as "keyId", ${other && JSON.stringify(other)}::text::jsonb as actor,
      ${requestId}::text as "requestId", jsonb_build_object('Name', name) as data, null::timestamptz as "occurredAt"
    from ch`,
  )
}
