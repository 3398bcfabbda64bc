/** All SQL for carrying out jobs of orders: the claim of a job, and its progress. */
import {
  type Connection,
  type Database,
  execute,
  query,
  queryFirst,
  sql,
  transaction,
} from '@entrepot/database'
import { lockName } from '../../kit/sql/named-lock-store.ts'
import type { JobOutcome } from './schema.ts'
import type { JobKey, StoredJob } from './store.ts'

/** The right of a node to carry out a job. */
export interface JobClaim
  extends Pick<StoredJob, 'customerId' | 'jobId' | 'action' | 'options' | 'actor'> {
  readonly claim: string
}

/** Time after which a claim expires that its node does not renew. A group of orders takes less. */
const CLAIM = sql`interval '30 seconds'`

/** Claims the next job of a customer: the oldest that has not ended. Undefined while a node carries one out. */
export async function claimJob(
  database: Database,
  customerId: string,
  token: string,
): Promise<JobClaim | undefined> {
  return await transaction(database, async (tx) => {
    await lockName(tx, `marketplace order jobs ${customerId}`)
    return await queryFirst<JobClaim>(
      tx,
      sql`
      update marketplace.order_jobs set status = 'running', claim = ${token},
        claimed_until = clock_timestamp() + ${CLAIM}, started_at = coalesce(started_at, clock_timestamp())
      where customer_id = ${customerId} and job_id = (
        select j.job_id from marketplace.order_jobs j
        where j.customer_id = ${customerId} and j.status in ('queued', 'running')
          and not exists (
            select from marketplace.order_jobs r where r.customer_id = ${customerId} and r.status = 'running'
              and r.claimed_until >= clock_timestamp())
        order by j.job_id limit 1)
        -- Checked again if the row was locked: the job has just been cancelled, or its claim renewed.
        and status in ('queued', 'running') and (claimed_until is null or claimed_until < clock_timestamp())
      returning job_id as "jobId", customer_id as "customerId", action, options, actor, claim`,
    )
  })
}

/** The ids of the next orders of a job, by their ids. */
export async function findWaiting(
  connection: Connection,
  { customerId, jobId }: JobKey,
  limit: number,
): Promise<readonly number[]> {
  const rows = await query<{ id: number }>(
    connection,
    sql`
    select order_id::float8 as id from marketplace.order_job_orders
    where customer_id = ${customerId} and job_id = ${jobId} and outcome = 'waiting'
    order by order_id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** What became of an order. */
export interface Outcome {
  readonly orderId: number
  readonly outcome: Exclude<JobOutcome, 'waiting'>
  readonly code: string | null
  readonly detail: string | null
}

/** Stores what became of orders, and renews the claim. Returns false if the claim is lost: the job was cancelled, or another node has it. */
export async function storeOutcomes(
  connection: Connection,
  { customerId, jobId, claim }: JobClaim,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  const row = await queryFirst<{ ours: boolean }>(
    connection,
    sql`
    with stored as (
      update marketplace.order_job_orders o set outcome = r.outcome, code = r.code, detail = r.detail
      from json_to_recordset(${JSON.stringify(outcomes)}::text::json)
        as r ("orderId" bigint, outcome text, code text, detail text)
      where o.customer_id = ${customerId} and o.job_id = ${jobId} and o.order_id = r."orderId" and o.outcome = 'waiting'
    ), renewed as (
      update marketplace.order_jobs set claimed_until = clock_timestamp() + ${CLAIM}
      where customer_id = ${customerId} and job_id = ${jobId} and status = 'running' and claim = ${claim}
      returning job_id
    )
    select exists (select from renewed) as ours`,
  )
  return row?.ours === true
}

/** Ends a job whose orders have all had their turn, or leaves it to another node. */
export async function endJob(
  connection: Connection,
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
    update marketplace.order_jobs set ${values}, claim = null
    where customer_id = ${customerId} and job_id = ${jobId} and status = 'running' and claim = ${claim}`,
  )
}

/** The active customers with jobs that no node carries out. */
export async function findUnclaimedJobs(connection: Connection): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    connection,
    sql`
    select distinct j.customer_id as id from marketplace.order_jobs j join marketplace.customers c using (customer_id)
    where j.status in ('queued', 'running') and c.is_active
      and (j.claimed_until is null or j.claimed_until < clock_timestamp())
      and not exists (
        select from marketplace.order_jobs r where r.customer_id = j.customer_id and r.status = 'running'
          and r.claimed_until >= clock_timestamp())`,
  )
  return rows.map(({ id }) => id)
}
