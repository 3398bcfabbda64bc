/** All SQL of jobs of orders. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import type { Cursor } from '../../kit/shared/paging.ts'
import { fromMicros, microsOf } from '../../kit/sql/paging-store.ts'
import { textSearchOf } from '../../kit/sql/search-store.ts'
import { type OrderFilter, orderMatches } from '../list/list-store.ts'
import {
  type JobAction,
  type JobOptions,
  type JobOutcome,
  type JobStatus,
  MAX_JOB_ORDERS,
} from './schema.ts'

/** The key of a job. */
export interface JobKey {
  readonly customerId: string
  readonly jobId: string
}

/** A job as it is stored, with what became of its orders. */
export interface StoredJob extends JobKey {
  readonly action: JobAction
  readonly options: JobOptions
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

const COLUMNS = sql`
  j.job_id as "jobId", j.customer_id as "customerId", j.action, j.options, j.actor, j.status,
  c.waiting, c.done, c.unchanged, c.refused,
  j.created_at as "createdAt", j.started_at as "startedAt", j.ended_at as "endedAt"`

const FROM_JOBS = sql`
  from marketplace.order_jobs j cross join lateral (
    select count(*) filter (where outcome = 'waiting')::integer as waiting,
      count(*) filter (where outcome = 'done')::integer as done,
      count(*) filter (where outcome = 'unchanged')::integer as unchanged,
      count(*) filter (where outcome = 'refused')::integer as refused
    from marketplace.order_job_orders o where o.customer_id = j.customer_id and o.job_id = j.job_id
  ) c`

const named = ({ customerId, jobId }: JobKey): Sql =>
  sql`j.customer_id = ${customerId} and j.job_id = ${jobId}`

/** Which orders a job is for. */
export type JobOrders = { readonly orderIds: readonly number[] } | { readonly filter: OrderFilter }

/** What is stored of a new job. */
export type NewJob = Pick<StoredJob, 'customerId' | 'action' | 'options' | 'actor'>

/**
 * Stores a job with the orders that it is for at this moment, or with one more than a job may have. Ids of orders that do not exist are left out.
 */
export async function insertJob(
  tx: Transaction,
  { customerId, action, options, actor }: NewJob,
  orders: JobOrders,
): Promise<{ readonly jobId: string; readonly count: number }> {
  const condition =
    'filter' in orders
      ? orderMatches(customerId, orders.filter, await textSearchOf(tx))
      : sql`o.customer_id = ${customerId} and o.order_id = any(${[...orders.orderIds]}::bigint[])`
  const row = await queryFirst<{ jobId: string }>(
    tx,
    sql`
    insert into marketplace.order_jobs (customer_id, action, options, actor)
    values (${customerId}, ${action}, ${JSON.stringify(options)}, ${JSON.stringify(actor)})
    returning job_id as "jobId"`,
  )
  if (row === undefined) throw new Error('a job was stored without an id')
  const count = await execute(
    tx,
    sql`
    insert into marketplace.order_job_orders (customer_id, job_id, order_id)
    select ${customerId}, ${row.jobId}, o.order_id from marketplace.orders o
    where ${condition} limit ${MAX_JOB_ORDERS + 1}`,
  )
  return { jobId: row.jobId, count }
}

export async function findJob(connection: Connection, key: JobKey): Promise<StoredJob | undefined> {
  return await queryFirst<StoredJob>(
    connection,
    sql`select ${COLUMNS} ${FROM_JOBS} where ${named(key)}`,
  )
}

/** Reads a page of jobs, the newest first. */
export async function findJobs(
  connection: Connection,
  customerId: string,
  { status, before }: { status?: JobStatus | undefined; before?: Cursor | undefined },
  limit: number,
): Promise<readonly (StoredJob & { readonly micros: string })[]> {
  return await query(
    connection,
    sql`
    select ${COLUMNS}, ${microsOf(sql`j.created_at`)} as micros ${FROM_JOBS}
    where j.customer_id = ${customerId}
      ${status === undefined ? sql`` : sql`and j.status = ${status}`}
      ${before === undefined ? sql`` : sql`and (j.created_at, j.job_id) < (${fromMicros(before.micros)}, ${before.id})`}
    order by j.created_at desc, j.job_id desc limit ${limit}`,
  )
}

/** What became of an order. */
export interface StoredOutcome {
  readonly OrderId: number
  readonly MerchantReference: string | null
  readonly ChannelReference: string
  readonly Outcome: JobOutcome
  readonly Code: string | null
  readonly Detail: string | null
}

/** Reads what became of the orders of a job, by their ids, behind one of them. */
export async function findOutcomes(
  connection: Connection,
  { customerId, jobId }: JobKey,
  { outcome, after }: { outcome?: JobOutcome | undefined; after?: string | undefined },
  limit: number,
): Promise<StoredOutcome[]> {
  return await query<StoredOutcome>(
    connection,
    sql`
    select r.order_id::float8 as "OrderId", o.merchant_reference as "MerchantReference",
      o.channel_reference as "ChannelReference", r.outcome as "Outcome", r.code as "Code", r.detail as "Detail"
    from marketplace.order_job_orders r
    join marketplace.orders o on o.customer_id = r.customer_id and o.order_id = r.order_id
    where r.customer_id = ${customerId} and r.job_id = ${jobId} and r.order_id > ${after ?? '0'}
      ${outcome === undefined ? sql`` : sql`and r.outcome = ${outcome}`}
    order by r.order_id limit ${limit}`,
  )
}

/** Ends a job that has not ended. What is done stays. */
export async function cancelJob(connection: Connection, key: JobKey): Promise<void> {
  await execute(
    connection,
    sql`
    update marketplace.order_jobs j set status = 'cancelled', ended_at = now(), claim = null, claimed_until = null
    where ${named(key)} and status in ('queued', 'running')`,
  )
}

/** Removes jobs 30 days after their end. */
export async function removeOldJobs(connection: Connection, limit: number): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from marketplace.order_jobs where (customer_id, job_id) in (
      select customer_id, job_id from marketplace.order_jobs where ended_at < now() - interval '30 days'
      order by ended_at limit ${Math.min(limit, 10)} for update skip locked)`,
  )
}
