/** All SQL for applying imports: the claim of an import, and its progress. */
import {
  type Connection,
  type Database,
  execute,
  join,
  query,
  queryFirst,
  raw,
  sql,
  type Transaction,
  transaction,
} from '@entrepot/database'
import { isStaying } from '../../kit/sql/moving-store.ts'
import { lockName } from '../../kit/sql/named-lock-store.ts'
import {
  COLUMNS,
  type ImportKey,
  type ImportRow,
  named,
  type Reason,
  type StoredImport,
} from './store.ts'

/** The right of a node to apply an import. */
export type Claim = StoredImport & { readonly claim: string }

/** Time after which a claim expires that its node does not renew. It outlasts a pause of the node, or of the database, by some seconds. */
const CLAIM = sql`interval '6 seconds'`

/**
 * Claims the next import of a customer to be applied, up to the id `lastId`: one that a node has abandoned, otherwise the oldest. Returns
 * undefined while a node applies one. An abandoned dry run starts again.
 */
export async function claimNext(
  database: Database,
  customerId: string,
  token: string,
  lastId: string | null,
): Promise<Claim | undefined> {
  return await transaction(database, async (tx) => {
    await lockName(tx, `marketplace imports ${customerId}`)
    const claim = await queryFirst<Claim>(
      tx,
      sql`
      update marketplace.imports set status = 'running', claim = ${token},
        claimed_until = clock_timestamp() + ${CLAIM}, started_at = coalesce(started_at, now())
      where customer_id = ${customerId} and import_id = (
        select i.import_id from marketplace.imports i
        where i.customer_id = ${customerId} and i.status in ('queued', 'running')
          and ${isStaying(sql`i.customer_id`)}
          and i.import_id <= coalesce(${lastId}, i.import_id)
          and not exists (
            select from marketplace.imports r where r.customer_id = ${customerId} and r.status = 'running'
              and r.claimed_until >= clock_timestamp())
        order by i.status = 'running' desc, i.import_id limit 1)
        -- Checked again if the row was locked: a batch that has just been stored has renewed the claim.
        and status in ('queued', 'running') and (claimed_until is null or claimed_until < clock_timestamp())
      returning ${COLUMNS}, claim`,
    )
    const isBegun = claim !== undefined && (claim.position > 0 || claim.pass > 1)
    return claim?.isDryRun && isBegun ? await startAnew(tx, claim) : claim
  })
}

/** The plan of a dry run is not stored, so the next node cannot continue it. */
async function startAnew(tx: Transaction, key: ImportKey): Promise<Claim | undefined> {
  await execute(tx, sql`delete from marketplace.import_rows where ${named(key)}`)
  return await queryFirst<Claim>(
    tx,
    sql`
    update marketplace.imports set pass = 1, position = 0, applied_bytes = 0,
      created = 0, updated = 0, unchanged = 0, skipped = 0, failed = 0, deactivated = 0, stocked = 0, unmanaged = 0
    where ${named(key)} returning ${COLUMNS}, claim`,
  )
}

/** Renews a claim. Returns false if it is lost: the import was cancelled, another node has taken it, or the customer moves. */
export async function renewClaim(
  connection: Connection,
  { customerId, importId, claim }: Claim,
): Promise<boolean> {
  const count = await execute(
    connection,
    sql`
    update marketplace.imports set claimed_until = clock_timestamp() + ${CLAIM}
    where ${named({ customerId, importId })} and status = 'running' and claim = ${claim}
      and ${isStaying(sql`customer_id`)}`,
  )
  return count === 1
}

/** The result of a batch of rows. */
export interface Progress {
  readonly pass: number
  readonly position: number
  readonly appliedBytes: number
  readonly counts: Readonly<Partial<Record<CountName, number>>>
  readonly rows?: readonly ImportRow[]
  /** The positions of deferred rows that were applied. */
  readonly settled?: readonly number[]
}

/** What is counted, by the names of the columns. */
const COUNTS = [
  'created',
  'updated',
  'unchanged',
  'skipped',
  'failed',
  'deactivated',
  'stocked',
  'unmanaged',
] as const
export type CountName = (typeof COUNTS)[number]

/**
 * Stores the progress of an import, and renews the claim. Returns false if the claim is lost, as {@link renewClaim} does. The caller must
 * then roll back the transaction.
 */
export async function advance(
  tx: Transaction | Database,
  { customerId, importId, claim }: Claim,
  { pass, position, appliedBytes, counts, rows = [], settled = [] }: Progress,
): Promise<boolean> {
  const added = COUNTS.map((name) => sql`${raw(name)} = ${raw(name)} + ${counts[name] ?? 0}`)
  const count = await execute(
    tx,
    sql`
    with progress as (
      update marketplace.imports set pass = ${pass}, position = ${position}, applied_bytes = ${appliedBytes},
        ${join(added)}, claimed_until = clock_timestamp() + ${CLAIM}
      where ${named({ customerId, importId })} and status = 'running' and claim = ${claim}
        and ${isStaying(sql`customer_id`)}
      returning import_id
    ), settled as (
      delete from marketplace.import_rows where ${named({ customerId, importId })} and kind = 'deferred'
        and position = any(${settled as number[]}::bigint[])
    ), reported as (
      insert into marketplace.import_rows (customer_id, import_id, position, line, kind, reference, message)
      select ${customerId}, import_id, r.* from progress, json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r (position bigint, line bigint, kind text, reference text, message text)
      on conflict (customer_id, import_id, position) do update set kind = excluded.kind, message = excluded.message
    )
    select from progress`,
  )
  return count === 1
}

/** How an import ends. */
export interface ImportEnd {
  readonly status: 'done' | 'failed'
  readonly problem: string | null
  readonly notes: readonly string[]
  readonly reasons: readonly Reason[]
}

/** Ends an import, or releases it for another node. */
export async function endClaim(
  connection: Connection,
  { customerId, importId, claim }: Claim,
  end: ImportEnd | 'released',
): Promise<void> {
  const values =
    end === 'released'
      ? sql`claimed_until = null`
      : sql`status = ${end.status}, problem = ${end.problem}, notes = ${JSON.stringify(end.notes)},
        reasons = ${JSON.stringify(end.reasons)}, ended_at = now(), claimed_until = null`
  await execute(
    connection,
    sql`
    update marketplace.imports set ${values}, claim = null
    where ${named({ customerId, importId })} and status = 'running' and claim = ${claim}`,
  )
}

/** The positions of rows that wait for pass 2, beginning after the position `after`. */
export async function findDeferred(
  connection: Connection,
  key: ImportKey,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await query<{ position: number }>(
    connection,
    sql`
    select position::float8 as position from marketplace.import_rows
    where ${named(key)} and kind = 'deferred' and position > ${after} order by position limit ${limit}`,
  )
  return rows.map(({ position }) => position)
}
