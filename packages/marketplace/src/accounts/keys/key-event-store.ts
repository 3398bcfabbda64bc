/** The events of API keys. */
import { type Sql, sql } from '@entrepot/database'
import { appendingEvents, type NewEvent } from '../../kit/events/store.ts'
import { type Actor, toStoredActor } from '../../kit/principals/actor.ts'
import type { ApiKey } from './store.ts'

type RecordedKey = Pick<ApiKey, 'keyId' | 'kind' | 'channelId' | 'label'>

/** An event of a key, which the caller has locked. It never contains a part of the secret. */
export function keyEvent(
  type: Extract<NewEvent['type'], `key.${string}`>,
  { keyId, kind, channelId, label }: RecordedKey,
  actor: Actor,
  replacedBy?: string,
): NewEvent {
  const ReplacedBy = replacedBy === undefined ? undefined : Number(replacedBy)
  const data = { Kind: kind, ChannelId: channelId, Label: label, ReplacedBy }
  return { type, subject: { kind: 'key', id: keyId }, channelId, actor, data }
}

/** The statement that stores the creation of the keys in `k`, a part of the same `with`. */
export function appendingCreations(customerId: string, actor: Actor): Sql {
  const stored = toStoredActor(actor)
  return appendingEvents(
    customerId,
    sql`
    select 1 as number, 'key.created' as type, 'key' as "subjectKind", k.key_id::text as "subjectId", k.channel_id as "channelId",
      ${stored.keyId}::bigint as "keyId", ${stored.actor && JSON.stringify(stored.actor)}::text::jsonb as actor,
      ${stored.requestId ?? null}::text as "requestId",
      jsonb_build_object('Kind', k.kind, 'ChannelId', k.channel_id, 'Label', k.label) as data, k.created_at as "occurredAt"
    from k`,
  )
}
