/** All SQL of the versions of offer rules. */
import { type Connection, execute, queryFirst, sql, type Transaction } from '@entrepot/database'
import { type Actor, type StoredActor, toStoredActor } from '../../kit/principals/actor.ts'
import type { ChannelIds } from '../copy/store.ts'
import type { OfferRules } from '../offer-rules/index.ts'

/** The rules of a channel, and who has changed them last. */
export interface RulesRow extends Omit<StoredActor, 'requestId'> {
  readonly rules: OfferRules | null
  readonly version: number
  readonly changedAt: Date | null
  readonly keyLabel: string | null
}

/** Reads the rules of a channel. Undefined if it does not exist. */
export async function findRules(
  connection: Connection,
  { customerId, channelId }: ChannelIds,
): Promise<RulesRow | undefined> {
  return await queryFirst<RulesRow>(
    connection,
    sql`
    select s.offer_rules as rules, s.offer_version as version, r.changed_at as "changedAt", r.key_id::text as "keyId", r.actor,
      k.label as "keyLabel"
    from marketplace.channel_syncs s
    left join marketplace.offer_rules r
      on r.customer_id = s.customer_id and r.channel_id = s.channel_id and r.version = s.offer_version
    left join marketplace.api_keys k on k.customer_id = s.customer_id and k.key_id = r.key_id
    where s.customer_id = ${customerId} and s.channel_id = ${channelId}`,
  )
}

/** Stores a version of the rules. The caller has locked the state of the channel. */
export async function insertRules(
  tx: Transaction,
  { customerId, channelId }: ChannelIds,
  version: number,
  rules: OfferRules,
  actor: Actor,
): Promise<void> {
  const { keyId, actor: stored } = toStoredActor(actor)
  await execute(
    tx,
    sql`
    insert into marketplace.offer_rules (customer_id, channel_id, version, rules, key_id, actor)
    values (${customerId}, ${channelId}, ${version}, ${JSON.stringify(rules)}::text::jsonb, ${keyId},
      ${stored && JSON.stringify(stored)}::text::jsonb)`,
  )
}
