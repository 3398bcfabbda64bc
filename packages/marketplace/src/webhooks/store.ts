/** The SQL of webhooks and their secrets. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Owner } from '../kit/principals/owner.ts'
import { countLocked } from '../kit/sql/count-store.ts'
import type { DisabledReason, Payload } from './schema.ts'

/** A webhook as stored. */
export interface Webhook {
  readonly customerId: string
  readonly webhookId: string
  readonly channelId: number | null
  readonly url: string
  readonly label: string
  readonly types: readonly string[]
  readonly payload: Payload
  readonly sealedKey: string | null
  readonly publicKey: string | null
  readonly isEnabled: boolean
  readonly disabledAt: Date | null
  readonly disabledReason: DisabledReason | null
  readonly failingSince: Date | null
  readonly lastSuccessAt: Date | null
  readonly oldSecretEndsAt: Date | null
  readonly replayingSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = sql`
  w.customer_id as "customerId", w.webhook_id as "webhookId", w.channel_id::float8 as "channelId", w.url, w.label, w.event_types as types, w.payload,
  w.sealed_key as "sealedKey", w.public_key as "publicKey", w.is_enabled as "isEnabled", w.disabled_at as "disabledAt",
  w.disabled_reason as "disabledReason", w.failing_since as "failingSince", w.last_success_at as "lastSuccessAt",
  (select max(s.ends_at) from marketplace.webhook_secrets s
    where s.customer_id = w.customer_id and s.webhook_id = w.webhook_id and s.ends_at > clock_timestamp()) as "oldSecretEndsAt",
  w.replay_since as "replayingSince", w.created_at as "createdAt", w.updated_at as "updatedAt"`

const ownedBy = ({ customerId, channelId }: Owner) => sql`
  w.customer_id = ${customerId} and (${channelId}::bigint is null or w.channel_id = ${channelId}::bigint)`

/** A webhook to be stored. */
export interface NewWebhook {
  readonly channelId: number | null
  readonly url: string
  readonly label: string
  readonly types: readonly string[]
  readonly payload: Payload
  /** Where in the log it begins. */
  readonly cursor: string
}

/** Stores a webhook. Undefined if the customer has no such channel. */
export async function insertWebhook(
  tx: Transaction,
  customerId: string,
  webhook: NewWebhook,
): Promise<Webhook | undefined> {
  return await queryFirst<Webhook>(
    tx,
    sql`
    insert into marketplace.webhooks as w (customer_id, channel_id, url, label, event_types, payload, event_cursor)
    select ${customerId}::bigint, ${webhook.channelId}::bigint, ${webhook.url}::text, ${webhook.label}::text,
      ${webhook.types as string[]}::text[], ${webhook.payload}::text, ${webhook.cursor}::text
    where ${webhook.channelId}::bigint is null or exists (
      select from marketplace.channels ch where ch.customer_id = ${customerId} and ch.channel_id = ${webhook.channelId}::bigint)
    returning ${COLUMNS}`,
  )
}

/** The number of webhooks of a customer, whose row is locked. */
export async function countWebhooks(tx: Transaction, customerId: string): Promise<number> {
  const all = sql`marketplace.webhooks where customer_id = ${customerId}`
  return await countLocked(tx, customerId, all)
}

/** Reads webhooks, oldest first. */
export async function findWebhooks(
  connection: Connection,
  owner: Owner,
  after: string | undefined,
  limit: number,
): Promise<readonly Webhook[]> {
  return await query<Webhook>(
    connection,
    sql`
    select ${COLUMNS} from marketplace.webhooks w
    where ${ownedBy(owner)} and w.webhook_id > ${after ?? '0'}::bigint
    order by w.webhook_id limit ${limit}`,
  )
}

/** Reads a webhook. Undefined if it does not exist, or is not of the owner. */
export async function findWebhook(
  connection: Connection,
  owner: Owner,
  webhookId: string,
): Promise<Webhook | undefined> {
  return await queryFirst<Webhook>(
    connection,
    sql`select ${COLUMNS} from marketplace.webhooks w where ${ownedBy(owner)} and w.webhook_id = ${webhookId}::bigint`,
  )
}

/** Reads the public key of a webhook. Undefined if there is none. */
export async function findPublicKey(
  database: Connection,
  customerId: string,
  webhookId: string,
): Promise<string | undefined> {
  const row = await queryFirst<{ publicKey: string }>(
    database,
    sql`
    select public_key as "publicKey" from marketplace.webhooks
    where customer_id = ${customerId}::bigint and webhook_id = ${webhookId}::bigint and public_key is not null`,
  )
  return row?.publicKey
}

/** Reads and locks a webhook. */
export async function lockWebhook(
  tx: Transaction,
  owner: Owner,
  webhookId: string,
): Promise<Webhook | undefined> {
  return await queryFirst<Webhook>(
    tx,
    sql`
    select ${COLUMNS} from marketplace.webhooks w
    where ${ownedBy(owner)} and w.webhook_id = ${webhookId}::bigint for update of w`,
  )
}

/** The values of a webhook that a call changes. */
export type WebhookValues = Pick<
  Webhook,
  'webhookId' | 'url' | 'label' | 'types' | 'payload' | 'sealedKey' | 'publicKey'
>

/** Writes the values of a webhook. The caller has locked it. */
export async function updateWebhook(
  tx: Transaction,
  customerId: string,
  { webhookId, url, label, types, payload, sealedKey, publicKey }: WebhookValues,
): Promise<Webhook> {
  return await queryOne<Webhook>(
    tx,
    sql`
    update marketplace.webhooks w set url = ${url}, label = ${label}, event_types = ${types as string[]}::text[],
      payload = ${payload}, sealed_key = ${sealedKey}, public_key = ${publicKey}, updated_at = clock_timestamp()
    where w.customer_id = ${customerId} and w.webhook_id = ${webhookId}::bigint
    returning ${COLUMNS}`,
  )
}

/** Enables or disables a webhook. What was waiting continues when it is enabled again. */
export async function setEnabled(
  tx: Transaction,
  customerId: string,
  webhookId: string,
  disabledReason: DisabledReason | null,
): Promise<Webhook> {
  return await queryOne<Webhook>(
    tx,
    sql`
    update marketplace.webhooks w set is_enabled = ${disabledReason}::text is null, disabled_reason = ${disabledReason},
      disabled_at = case when ${disabledReason}::text is null then null else clock_timestamp() end,
      failing_since = case when ${disabledReason}::text is null then null else failing_since end,
      due_at = clock_timestamp(), updated_at = clock_timestamp()
    where w.customer_id = ${customerId} and w.webhook_id = ${webhookId}::bigint
    returning ${COLUMNS}`,
  )
}

/** Deletes a webhook with its secrets. Its deliveries are removed later, by a job. */
export async function deleteWebhook(
  connection: Connection,
  owner: Owner,
  webhookId: string,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`delete from marketplace.webhooks w where ${ownedBy(owner)} and w.webhook_id = ${webhookId}::bigint`,
  )
  return count > 0
}

/** Stores a new secret. The older ones end after the overlap; of those only the newest stays. */
export async function insertSecret(
  tx: Transaction,
  customerId: string,
  webhookId: string,
  sealed: string,
  overlapSeconds: number,
): Promise<void> {
  await execute(
    tx,
    sql`
    delete from marketplace.webhook_secrets s
    where s.customer_id = ${customerId} and s.webhook_id = ${webhookId}::bigint and (s.ends_at is not null or ${overlapSeconds}::float8 = 0)`,
  )
  await execute(
    tx,
    sql`
    update marketplace.webhook_secrets s set ends_at = clock_timestamp() + ${overlapSeconds}::float8 * interval '1 second'
    where s.customer_id = ${customerId} and s.webhook_id = ${webhookId}::bigint`,
  )
  await execute(
    tx,
    sql`
    insert into marketplace.webhook_secrets (customer_id, webhook_id, sealed)
    values (${customerId}, ${webhookId}::bigint, ${sealed})`,
  )
}
