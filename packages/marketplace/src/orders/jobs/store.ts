/** All SQL of jobs of orders that is theirs alone. */
import {
  type Connection,
  execute,
  query,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type {
  JobClaim as AnyClaim,
  StoredJob as AnyJob,
  JobKey,
  JobTables,
} from '../../kit/jobs/records/job-store.ts'
import { type JobOutcome, MAX_JOB_RECORDS } from '../../kit/jobs/records/states.ts'
import { textSearchOf } from '../../kit/sql/search-store.ts'
import { type OrderFilter, orderMatches } from '../list/list-store.ts'
import type { JobAction, JobOptions, OrderJobOutcome } from './schema.ts'

/** Where jobs of orders are. */
export const ORDER_JOBS: JobTables = {
  jobs: sql`marketplace.order_jobs`,
  records: sql`marketplace.order_job_orders`,
  key: sql`order_id`,
  keyType: sql`bigint`,
  own: sql`j.action, j.options,`,
  lock: 'marketplace order jobs',
}

interface Work {
  readonly action: JobAction
  readonly options: JobOptions
}

/** A job as it is stored, with what became of its orders. */
export type StoredJob = AnyJob & Work

/** The right of a node to carry out a job. */
export type JobClaim = AnyClaim & Work

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
  const { jobId } = await queryOne<{ jobId: string }>(
    tx,
    sql`
    insert into marketplace.order_jobs (customer_id, action, options, actor)
    values (${customerId}, ${action}, ${JSON.stringify(options)}, ${JSON.stringify(actor)})
    returning job_id as "jobId"`,
  )
  const count = await execute(
    tx,
    sql`
    insert into marketplace.order_job_orders (customer_id, job_id, order_id)
    select ${customerId}, ${jobId}, o.order_id from marketplace.orders o
    where ${condition} limit ${MAX_JOB_RECORDS + 1}`,
  )
  return { jobId, count }
}

/** Reads what became of the orders of a job, by their ids, behind one of them. */
export async function findOutcomes(
  connection: Connection,
  { customerId, jobId }: JobKey,
  { outcome, after }: { outcome?: JobOutcome | undefined; after?: string | undefined },
  limit: number,
): Promise<OrderJobOutcome[]> {
  return await query<OrderJobOutcome>(
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
