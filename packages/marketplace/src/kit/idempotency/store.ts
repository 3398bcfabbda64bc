/** All SQL of idempotency keys. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  sql,
  type Transaction,
} from '@entrepot/database'
import { removalOf } from '../sql/old-rows-store.ts'
import { KEPT_SECONDS, type StoredClaim } from './rules.ts'

/** The claim of a request. Hashes are hexadecimal. */
export interface Claim {
  readonly customerId: string
  readonly keyHash: string
  readonly requestHash: string
  /** A UUID. */
  readonly claimId: string
}

/** A stored claim with its answer. */
export interface FoundClaim extends StoredClaim {
  readonly headers: Readonly<Record<string, string>> | null
  /** Null if the body was not kept. */
  readonly body: string | null
  /** The result of the effect, if no body was kept. */
  readonly result: Buffer | null
}

const FOUND = sql`
  encode(k.request_hash, 'hex') as "requestHash", k.claim_id::text as "claimId", k.status, k.headers, k.body,
  e.result is not null as "isSettled", case when k.body is null then e.result end as result,
  extract(epoch from clock_timestamp() - k.claimed_at)::float8 as age`

/** The answer of a claimed request. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null if it is not kept. */
  readonly body: string | null
}

/** A new claim, or a claim that gets its answer. */
export interface KeyWrite {
  readonly claim: Claim
  readonly answer?: Answer
}

/**
 * Claims keys and stores answers in one statement, in the order of the writes. A key must not occur twice. Returns the ids of the claims
 * that own their keys. A new claim does not own a key that already has a claim, and an old claim does not own a key that another request
 * has taken over. An answer may change the hash of its request, because the hash of a streamed body is known only then.
 *
 * The statement does not wait for the disk: the effect of a request is committed after its claim, and a durable commit makes all earlier
 * commits durable, so no effect survives a crash without its claim.
 */
export async function writeKeys(
  connection: Connection,
  writes: readonly KeyWrite[],
): Promise<ReadonlySet<string>> {
  const claims = writes.map(({ claim }) => claim)
  const answers = writes.map(({ answer }) => answer)
  // The bodies as one value, because an array of long texts takes longer to write and to read than the rest of the statement.
  const bodies = answers.map((answer) => Buffer.from(answer?.body ?? ''))
  const rows = await query<{ claimId: string }>(
    connection,
    sql`
    insert into marketplace.idempotency_keys as k (customer_id, key_hash, request_hash, claim_id, status, headers, body)
    select customer_id, key_hash, request_hash, claim_id, status, headers,
      case when has_body then convert_from(substr(${Buffer.concat(bodies)}::bytea, start, length), 'UTF8') end
    from unnest(
      ${claims.map((claim) => claim.customerId)}::bigint[], ${claims.map((claim) => hex(claim.keyHash))}::bytea[],
      ${claims.map((claim) => hex(claim.requestHash))}::bytea[], ${claims.map((claim) => claim.claimId)}::uuid[],
      ${answers.map((answer) => answer?.status ?? null)}::int2[],
      ${answers.map((answer) => answer && JSON.stringify(answer.headers))}::jsonb[],
      ${answers.map((answer) => typeof answer?.body === 'string')}::boolean[],
      ${startsOf(bodies)}::int4[], ${bodies.map(({ length }) => length)}::int4[]
    ) as w (customer_id, key_hash, request_hash, claim_id, status, headers, has_body, start, length)
    where set_config('synchronous_commit', 'off', true) is not null
    on conflict (customer_id, key_hash) do update
    set status = excluded.status, headers = excluded.headers, body = excluded.body, request_hash = excluded.request_hash
    where k.claim_id = excluded.claim_id
    returning claim_id::text as "claimId"`,
  )
  return new Set(rows.map(({ claimId }) => claimId))
}

/** The offset of each part in the concatenated bytes, counted from 1 as in SQL. */
function startsOf(parts: readonly Buffer[]): readonly number[] {
  let next = 1
  return parts.map(({ length }) => {
    const start = next
    next += length
    return start
  })
}

/** Reads the claim of a key. */
export async function findClaim(
  connection: Connection,
  { customerId, keyHash }: Claim,
): Promise<FoundClaim | undefined> {
  return await queryFirst<FoundClaim>(
    connection,
    sql`
    select ${FOUND} from marketplace.idempotency_keys k
    left join marketplace.idempotency_effects e using (customer_id, key_hash)
    where k.customer_id = ${customerId} and k.key_hash = ${hex(keyHash)}::bytea`,
  )
}

/**
 * Replaces a claim that was read before, and removes its result if it has expired. Returns false if the claim was replaced, answered or
 * removed meanwhile. A result that is stored meanwhile stays, so that the request cannot take effect again.
 */
export async function replaceClaim(
  connection: Connection,
  { customerId, keyHash, requestHash, claimId }: Claim,
  replaced: StoredClaim,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    with expired as (
      delete from marketplace.idempotency_effects
      where customer_id = ${customerId} and key_hash = ${hex(keyHash)}::bytea and ${replaced.age >= KEPT_SECONDS}
    )
    update marketplace.idempotency_keys
    set request_hash = ${hex(requestHash)}::bytea, claim_id = ${claimId}::uuid, claimed_at = clock_timestamp(),
      status = null, headers = null, body = null
    where customer_id = ${customerId} and key_hash = ${hex(keyHash)}::bytea
      and claim_id = ${replaced.claimId}::uuid and status is not distinct from ${replaced.status}::int2`,
  )
  return count > 0
}

/**
 * Removes a claim whose request got no final answer, so that the request can be sent again. The claim of a request that has taken effect
 * stays, so that a repeat gets the answer.
 */
export async function removeClaim(
  connection: Connection,
  { customerId, keyHash, claimId }: Claim,
): Promise<void> {
  await execute(
    connection,
    sql`
    delete from marketplace.idempotency_keys
    where customer_id = ${customerId} and key_hash = ${hex(keyHash)}::bytea and claim_id = ${claimId}::uuid
      and not exists (
        select from marketplace.idempotency_effects
        where customer_id = ${customerId} and key_hash = ${hex(keyHash)}::bytea)`,
  )
}

/**
 * Stores the result of a request in the transaction of its effect. Returns false if another run of the request has stored one. Waits for a
 * transaction that is storing one.
 */
export async function insertResult(
  tx: Transaction,
  { customerId, keyHash, requestHash }: Omit<Claim, 'claimId'>,
  result: Buffer,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    insert into marketplace.idempotency_effects as e (customer_id, key_hash, request_hash, result)
    values (${customerId}, ${hex(keyHash)}::bytea, ${hex(requestHash)}::bytea, ${result}::bytea)
    on conflict (customer_id, key_hash) do update
    set request_hash = excluded.request_hash, settled_at = excluded.settled_at, result = excluded.result
    where e.settled_at < clock_timestamp() - ${KEPT_SECONDS}::float8 * interval '1 s'`,
  )
  return count > 0
}

/** Reads the result that a run of a request has stored. */
export async function findResult(
  connection: Connection,
  { customerId, keyHash }: Pick<Claim, 'customerId' | 'keyHash'>,
): Promise<{ readonly requestHash: string; readonly result: Buffer } | undefined> {
  return await queryFirst<{ requestHash: string; result: Buffer }>(
    connection,
    sql`
    select encode(request_hash, 'hex') as "requestHash", result from marketplace.idempotency_effects
    where customer_id = ${customerId} and key_hash = ${hex(keyHash)}::bytea`,
  )
}

/** Removes expired results, like {@link removeExpiredKeys}. */
export const removeExpiredResults = removalOf(
  'idempotency_effects',
  'settled_at',
  `${KEPT_SECONDS} s`,
)

/** Removes expired rows, oldest first. Several nodes share the work: each skips the rows that others are removing. */
export const removeExpiredKeys = removalOf('idempotency_keys', 'claimed_at', `${KEPT_SECONDS} s`)

/** The text form of a bytea value. */
function hex(text: string): string {
  return `\\x${text}`
}
