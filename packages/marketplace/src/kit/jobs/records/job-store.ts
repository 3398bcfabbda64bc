/** All SQL that jobs of many records share, such as those of orders and of products: their claims, their progress and their lists. */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
  transaction,
} from '@entrepot/database'
import type { Actor } from '../../principals/actor.ts'
import type { Cursor } from '../../shared/paging.ts'
import { isStaying } from '../../sql/moving-store.ts'
import { lockName } from '../../sql/named-lock-store.ts'
import { fromMicros, microsOf } from '../../sql/paging-store.ts'
import type { JobOutcome, JobStatus } from './states.ts'

/** Where the jobs of a kind of records are. */
export interface JobTables {
  /** The table of the jobs. */
  readonly jobs: Sql
  /** The table of what becomes of each record. */
  readonly records: Sql
  /** Names the record in that table, and its type. */
  readonly key: Sql
  readonly keyType: Sql
  /** Columns that only these jobs have, of a job `j`, each with a comma. */
  readonly own: Sql
  /** Name of the lock under which a job is claimed. */
  readonly lock: string
}

/** The key of a job. */
export interface JobKey {
  readonly customerId: string
  readonly jobId: string
}

/** A job as it is stored, with what became of its records. */
export interface StoredJob extends JobKey {
  readonly actor: Actor
  readonly status: JobStatus
  readonly waiting: number
  readonly done: number
  readonly unchanged: number
  readonly refused: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

/** The right of a node to carry out a job. */
export interface JobClaim extends Pick<StoredJob, 'customerId' | 'jobId' | 'actor'> {
  readonly claim: string
}

/** Time after which a claim expires that its node does not renew. A group of records takes less. */
const CLAIM = sql`interval '30 seconds'`

const OPEN = sql`status in ('queued', 'running')`

/** Claims the next job of a customer: the oldest that has not ended. Undefined while a node carries one out. */
export async function claimJob<Claim extends JobClaim>(
  database: Database,
  { jobs, own, lock }: JobTables,
  customerId: string,
  token: string,
): Promise<Claim | undefined> {
  return await transaction(database, async (tx) => {
    await lockName(tx, `${lock} ${customerId}`)
    return await queryFirst<Claim>(
      tx,
      sql`
      update ${jobs} j set status = 'running', claim = ${token},
        claimed_until = clock_timestamp() + ${CLAIM}, started_at = coalesce(started_at, clock_timestamp())
      where customer_id = ${customerId} and job_id = (
        select w.job_id from ${jobs} w
        where w.customer_id = ${customerId} and w.${OPEN}
          and not exists (
            select from ${jobs} r where r.customer_id = ${customerId} and r.status = 'running'
              and r.claimed_until >= clock_timestamp())
        order by w.job_id limit 1)
        -- Checked again if the row was locked: the job has just been cancelled, or its claim renewed.
        and ${OPEN} and (claimed_until is null or claimed_until < clock_timestamp())
      returning j.job_id as "jobId", j.customer_id as "customerId", ${own} j.actor, j.claim`,
    )
  })
}

/** What became of a record. */
export interface Outcome {
  readonly key: string
  readonly outcome: Exclude<JobOutcome, 'waiting'>
  readonly code: string | null
  readonly detail: string | null
}

/**
 * Stores what became of records, and renews the claim. Returns false if that is not possible: the job was cancelled, another node has it, or the
 * customer moves to another database.
 */
export async function storeOutcomes(
  connection: Connection,
  { jobs, records, key, keyType }: JobTables,
  { customerId, jobId, claim }: JobClaim,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const row = await queryFirst<{ ours: boolean }>(
    connection,
    sql`
    with stored as (
      update ${records} o set outcome = r.outcome, code = r.code, detail = r.detail
      from json_to_recordset(${JSON.stringify(outcomes)}::text::json)
        as r (key ${keyType}, outcome text, code text, detail text)
      where o.customer_id = ${customerId} and o.job_id = ${jobId} and o.${key} = r.key and o.outcome = 'waiting'
    ), renewed as (
      update ${jobs} set claimed_until = clock_timestamp() + ${CLAIM}
      where customer_id = ${customerId} and job_id = ${jobId} and status = 'running' and claim = ${claim}
        and ${isStaying(sql`customer_id`)}
      returning job_id
    )
    select exists (select from renewed) as ours`,
  )
  return row?.ours === true
}

/** Ends a job whose records have all had their turn, or leaves it to another node. */
export async function endJob(
  connection: Connection,
  { jobs }: JobTables,
  { customerId, jobId, claim }: JobClaim,
  end: 'done' | 'released',
): Promise<void> {
  const values =
    end === 'done'
      ? sql`status = 'done', ended_at = clock_timestamp(), claimed_until = null`
      : sql`claimed_until = null`
  await execute(
    connection,
    sql`
    update ${jobs} set ${values}, claim = null
    where customer_id = ${customerId} and job_id = ${jobId} and status = 'running' and claim = ${claim}`,
  )
}

/** The active customers with jobs that no node carries out. */
export async function findUnclaimedJobs(
  connection: Connection,
  { jobs }: JobTables,
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    connection,
    sql`
    select distinct j.customer_id as id from ${jobs} j join marketplace.customers c using (customer_id)
    where j.${OPEN} and c.is_active and c.move is null
      and (j.claimed_until is null or j.claimed_until < clock_timestamp())
      and not exists (
        select from ${jobs} r where r.customer_id = j.customer_id and r.status = 'running'
          and r.claimed_until >= clock_timestamp())`,
  )
  return rows.map(({ id }) => id)
}

const columnsOf = ({ own }: JobTables) => sql`
  j.job_id as "jobId", j.customer_id as "customerId", ${own} j.actor, j.status,
  c.waiting, c.done, c.unchanged, c.refused,
  j.created_at as "createdAt", j.started_at as "startedAt", j.ended_at as "endedAt"`

const fromJobs = ({ jobs, records }: JobTables) => sql`
  from ${jobs} j cross join lateral (
    select count(*) filter (where outcome = 'waiting')::integer as waiting,
      count(*) filter (where outcome = 'done')::integer as done,
      count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'refused')::integer as refused
    from ${records} o where o.customer_id = j.customer_id and o.job_id = j.job_id
  ) c`

/** Reads a job. */
export async function findJob<Job extends StoredJob>(
  connection: Connection,
  tables: JobTables,
  { customerId, jobId }: JobKey,
): Promise<Job | undefined> {
  return await queryFirst<Job>(
    connection,
    sql`select ${columnsOf(tables)} ${fromJobs(tables)} where j.customer_id = ${customerId} and j.job_id = ${jobId}`,
  )
}

/** Reads a page of jobs, the newest first. */
export async function findJobs<Job extends StoredJob>(
  connection: Connection,
  tables: JobTables,
  customerId: string,
  { status, before }: { status?: JobStatus | undefined; before?: Cursor | undefined },
  limit: number,
): Promise<readonly (Job & { readonly micros: string })[]> {
  return await query(
    connection,
    sql`
    select ${columnsOf(tables)}, ${microsOf(sql`j.created_at`)} as micros ${fromJobs(tables)}
    where j.customer_id = ${customerId}
      ${status === undefined ? sql`` : sql`and j.status = ${status}`}
      ${before === undefined ? sql`` : sql`and (j.created_at, j.job_id) < (${fromMicros(before.micros)}, ${before.id})`}
    order by j.created_at desc, j.job_id desc limit ${limit}`,
  )
}

/** Ends a job that has not ended. What is done stays. */
export async function cancelJob(
  connection: Connection,
  { jobs }: JobTables,
  { customerId, jobId }: JobKey,
): Promise<void> {
  await execute(
    connection,
    sql`
    update ${jobs} set status = 'cancelled', ended_at = now(), claim = null, claimed_until = null
    where customer_id = ${customerId} and job_id = ${jobId} and ${OPEN}`,
  )
}

/** Removes jobs 30 days after their end. */
export async function removeOldJobs(
  connection: Connection,
  { jobs }: JobTables,
  limit: number,
): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from ${jobs} where (customer_id, job_id) in (
      select customer_id, job_id from ${jobs} where ended_at < now() - interval '30 days'
      order by ended_at limit ${Math.min(limit, 10)} for update skip locked)`,
  )
}
