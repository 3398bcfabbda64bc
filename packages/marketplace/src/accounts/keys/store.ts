/** All SQL of API keys. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  type Sql,
  sql,
} from '@entrepot/database'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { KeyKind } from '../../kit/principals/scopes.ts'
import { CHANNEL_COLUMNS } from '../channels/store.ts'
import { CUSTOMER_COLUMNS } from '../customers/store.ts'
import { type KeyDates, LAST_USE_GRAIN_MS } from './rules.ts'

/** A key as listed, without its secret. */
export interface ApiKey extends KeyDates {
  readonly keyId: string
  readonly kind: KeyKind
  readonly channelId: number | null
  readonly label: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly replacedBy: string | null
}

/** A key with the customer and channel that it acts for. */
export interface FoundKey extends ApiKey {
  readonly customer: Customer
  readonly channel: Channel | null
}

const KEY_COLUMNS = sql`
  k.key_id as "keyId", k.kind, k.channel_id::float8 as "channelId", k.label, k.scopes,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
  k.revoked_at as "revokedAt", k.replaced_by as "replacedBy"`

/** A key to be stored, with the SHA-256 of its text. */
export interface KeyInsert {
  readonly kind: KeyKind
  readonly channelId: number | null
  readonly label: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly secretHash: Buffer
}

/**
 * Inserts a key, with its event; undefined when the customer or channel does not exist.
 *
 * @param event the statement that stores the event of the key in `k`, a part of the same `with`
 */
export async function insertKey(
  connection: Connection,
  customerId: string,
  key: KeyInsert,
  event: Sql,
): Promise<ApiKey | undefined> {
  const rows = await query<ApiKey>(
    connection,
    sql`
    with k as (
    insert into marketplace.api_keys (customer_id, kind, channel_id, label, scopes, expires_at, secret_hash)
    select c.customer_id, ${key.kind}::text, ${key.channelId}::bigint, ${key.label}::text,
      ${key.scopes as string[]}::text[], ${key.expiresAt}::timestamptz, ${key.secretHash}::bytea
    from marketplace.customers c
    where c.customer_id = ${customerId} and (${key.channelId}::bigint is null or exists (
      select from marketplace.channels ch
      where ch.customer_id = c.customer_id and ch.channel_id = ${key.channelId}::bigint))
    returning *
    ), event as (${event})
    select ${KEY_COLUMNS} from k`,
  )
  return rows[0]
}

/** Part of the keys of a customer. */
export interface KeyRange {
  /** Only keys that were created after the key with this id. */
  readonly after?: string | undefined
  readonly limit?: number
}

/** Reads keys of a customer, oldest first. */
export async function findKeys(
  connection: Connection,
  customerId: string,
  { after, limit }: KeyRange = {},
): Promise<readonly ApiKey[]> {
  return await query<ApiKey>(
    connection,
    sql`
    select ${KEY_COLUMNS} from marketplace.api_keys k
    where k.customer_id = ${customerId} ${after === undefined ? sql`` : sql`and k.key_id > ${after}`}
    order by k.key_id ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  )
}

/** Reads a key by its id. */
export async function findKey(
  connection: Connection,
  customerId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  return await queryFirst<ApiKey>(
    connection,
    sql`
    select ${KEY_COLUMNS} from marketplace.api_keys k
    where k.customer_id = ${customerId} and k.key_id = ${keyId}`,
  )
}

/** Writes the label and the expiry of a key. The caller has locked it. */
export async function updateKey(
  connection: Connection,
  customerId: string,
  { keyId, label, expiresAt }: Pick<ApiKey, 'keyId' | 'label' | 'expiresAt'>,
): Promise<ApiKey> {
  return await queryOne<ApiKey>(
    connection,
    sql`
    update marketplace.api_keys k set label = ${label}, expires_at = ${expiresAt}
    where k.customer_id = ${customerId} and k.key_id = ${keyId}
    returning ${KEY_COLUMNS}`,
  )
}

/** Reads and locks a key. Undefined if the customer has no key with that id. */
export async function lockKey(
  connection: Connection,
  customerId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  return await queryFirst<ApiKey>(
    connection,
    sql`
    select ${KEY_COLUMNS} from marketplace.api_keys k
    where k.customer_id = ${customerId} and k.key_id = ${keyId} for update`,
  )
}

/** Revokes a key permanently. The caller has locked it. */
export async function revokeKey(
  connection: Connection,
  customerId: string,
  keyId: string,
): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.api_keys set revoked_at = now()
    where customer_id = ${customerId} and key_id = ${keyId}`,
  )
}

/** Sets the expiry of a rotated key: the end of the overlap, or its own expiry if that is earlier. */
export async function replaceKey(
  connection: Connection,
  customerId: string,
  keyId: string,
  successor: { readonly keyId: string; readonly endsAt: Date },
): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.api_keys
    set replaced_by = ${successor.keyId}, expires_at = least(expires_at, ${successor.endsAt})
    where customer_id = ${customerId} and key_id = ${keyId}`,
  )
}

/** A key found by its hash, with the time of the database at that moment in milliseconds since 1970. */
export type HashedKey = FoundKey & { readonly hash: string; readonly databaseTime: number }

/** Finds keys by their hashes in one statement. The keys can belong to several customers. */
export async function findKeysByHash(
  connection: Connection,
  wanted: readonly { readonly customerId: string; readonly hash: Buffer }[],
): Promise<readonly HashedKey[]> {
  return await query<HashedKey>(
    connection,
    sql`
    select ${KEY_COLUMNS}, encode(k.secret_hash, 'hex') as hash,
      extract(epoch from clock_timestamp())::float8 * 1000 as "databaseTime",
      (select row_to_json(customer) from (select ${CUSTOMER_COLUMNS}) customer) as customer,
      (select row_to_json(channel) from (select ${CHANNEL_COLUMNS}) channel
        where ch.channel_id is not null) as channel
    from unnest(
      ${wanted.map((key) => key.customerId)}::bigint[],
      ${wanted.map((key) => key.hash.toString('hex'))}::text[]
    ) as w (customer_id, hash)
    join marketplace.api_keys k on k.customer_id = w.customer_id and k.secret_hash = decode(w.hash, 'hex')
    join marketplace.customers c on c.customer_id = k.customer_id
    left join marketplace.channels ch on ch.customer_id = k.customer_id and ch.channel_id = k.channel_id`,
  )
}

/** The time by the clock of the database, which all nodes share. */
export async function databaseTime(connection: Connection): Promise<Date> {
  return (await queryOne<{ now: Date }>(connection, sql`select clock_timestamp() as now`)).now
}

/** Stores the current time as the last use of a key, at most once per {@link LAST_USE_GRAIN_MS}. */
export async function touchKey(
  connection: Connection,
  customerId: string,
  keyId: string,
): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.api_keys set last_used_at = clock_timestamp()
    where customer_id = ${customerId} and key_id = ${keyId}
      and (last_used_at is null or last_used_at < clock_timestamp() - ${LAST_USE_GRAIN_MS}::float8 * interval '1 ms')`,
  )
}
