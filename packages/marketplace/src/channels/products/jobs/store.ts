/** All SQL of jobs of products that is theirs alone. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { JobKey, JobTables, StoredJob } from '../../../kit/jobs/records/job-store.ts'
import { type JobOutcome, MAX_JOB_RECORDS } from '../../../kit/jobs/records/states.ts'
import { textSearchOf } from '../../../kit/sql/search-store.ts'
import { productMatches } from '../store.ts'
import type { JobChange, JobFilter, JobItem, ProductJobOutcome } from './schema.ts'

/**
 * Whether a product `d` of a job can be taken back: it was changed, its change says what was there before, which a count does together with its
 * time, it was not counted since units were added, and no other job takes it back.
 */
const CAN_UNDO = sql`
  d.outcome = 'done' and (not d.change ? 'Price' or d.change -> 'Expected' ? 'Price')
    and (not d.change ? 'Stock' or d.change -> 'Expected' ?& array['Stock', 'StockCountedAt'])
    and (not d.change ? 'StockChange' or not exists (
      select from marketplace.products c join marketplace.product_jobs own on own.customer_id = d.customer_id and own.job_id = d.job_id
      where c.customer_id = d.customer_id and c.merchant_product_reference = d.merchant_product_reference
        and c.stock_counted_at > own.created_at))
    and not exists (
      select from marketplace.product_jobs u join marketplace.product_job_products b
        on b.customer_id = u.customer_id and b.job_id = u.job_id
      where u.customer_id = d.customer_id and u.undoes = d.job_id
        and b.merchant_product_reference = d.merchant_product_reference
        and (b.outcome in ('done', 'unchanged') or (b.outcome = 'waiting' and u.status in ('queued', 'running'))))`

/** What a job has changed of a product `d`: as it was asked for, but the units are those by which the stock has really moved. */
const DONE_CHANGE = sql`
  case when d.stock_moved is null then d.change
    else d.change || jsonb_build_object('StockChange', d.stock_moved) end`

/** Where jobs of products are. */
export const PRODUCT_JOBS: JobTables = {
  jobs: sql`marketplace.product_jobs`,
  records: sql`marketplace.product_job_products`,
  key: sql`merchant_product_reference`,
  keyType: sql`text`,
  own: sql`
    j.undoes, (
      select ${DONE_CHANGE} || jsonb_build_object('MerchantProductReference', d.merchant_product_reference)
      from marketplace.product_job_products d where d.customer_id = j.customer_id and d.job_id = j.job_id
      order by d.merchant_product_reference limit 1
    ) as first, exists (
      select from marketplace.product_job_products d
      where d.customer_id = j.customer_id and d.job_id = j.job_id and ${CAN_UNDO}
    ) as "canUndo",`,
  lock: 'marketplace product jobs',
}

/** A job of products as it is stored. */
export interface StoredProductJob extends StoredJob {
  /** The id of the job whose changes it takes back. */
  readonly undoes: string | null
  /** What is done with its first product. Null if none was found. */
  readonly first: JobItem | null
  readonly canUndo: boolean
}

/** What a job does with which products. */
export type JobWork =
  | { readonly items: readonly JobItem[]; readonly undoes?: number }
  | { readonly filter: JobFilter; readonly change: JobChange }

/** Stores a job with the products that it is for at this moment, or with one more than a job may have. */
export async function insertJob(
  tx: Transaction,
  { customerId, actor }: Pick<StoredJob, 'customerId' | 'actor'>,
  work: JobWork,
): Promise<{ readonly jobId: string; readonly count: number }> {
  const { jobId } = await queryOne<{ jobId: string }>(
    tx,
    sql`
    insert into marketplace.product_jobs (customer_id, actor, undoes)
    values (${customerId}, ${JSON.stringify(actor)}, ${'items' in work ? work.undoes : undefined})
    returning job_id as "jobId"`,
  )
  const products =
    'items' in work
      ? sql`
      select ${customerId}, ${jobId}, i ->> 'MerchantProductReference', i - 'MerchantProductReference'
      from jsonb_array_elements(${JSON.stringify(work.items)}::text::jsonb) i`
      : sql`
      select ${customerId}, ${jobId}, p.merchant_product_reference, ${JSON.stringify(work.change)}::text::jsonb
      from marketplace.products p
      left join marketplace.products parent on parent.customer_id = p.customer_id
        and parent.merchant_product_reference = p.parent_reference
      where ${productMatches(customerId, work.filter, await textSearchOf(tx))} limit ${MAX_JOB_RECORDS + 1}`
  const count = await execute(
    tx,
    sql`
    insert into marketplace.product_job_products (customer_id, job_id, merchant_product_reference, change) ${products}`,
  )
  return { jobId, count }
}

/** A product that a job has changed, and how. */
export interface ChangedProduct {
  readonly reference: string
  readonly change: JobChange
  /** When its stock was counted, as it is now. */
  readonly countedAt: string | null
}

/** Locks a job against others that take it back, and reads what can be taken back. Undefined if there is no such job. */
export async function lockChanged(
  tx: Transaction,
  { customerId, jobId }: JobKey,
): Promise<readonly ChangedProduct[] | undefined> {
  const job = await queryFirst(
    tx,
    sql`
    select from marketplace.product_jobs where customer_id = ${customerId} and job_id = ${jobId} for update`,
  )
  if (job === undefined) return undefined
  return await query<ChangedProduct>(
    tx,
    sql`
    select d.merchant_product_reference as reference, ${DONE_CHANGE} as change,
      to_char(p.stock_counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "countedAt"
    from marketplace.product_job_products d
    left join marketplace.products p on p.customer_id = d.customer_id
      and p.merchant_product_reference = d.merchant_product_reference
    where d.customer_id = ${customerId} and d.job_id = ${jobId} and ${CAN_UNDO}
    order by d.merchant_product_reference`,
  )
}

/** What is to become of a product of a job. */
export interface WaitingProduct {
  readonly reference: string
  readonly change: JobChange
  /** Null if there is no such product. */
  readonly isActive: boolean | null
}

/** The next products of a job, by their references. */
export async function findWaiting(
  connection: Connection,
  { customerId, jobId }: JobKey,
  limit: number,
): Promise<readonly WaitingProduct[]> {
  return await query<WaitingProduct>(
    connection,
    sql`
    select w.merchant_product_reference as reference, w.change, p.is_active as "isActive"
    from marketplace.product_job_products w
    left join marketplace.products p on p.customer_id = w.customer_id
      and p.merchant_product_reference = w.merchant_product_reference
    where w.customer_id = ${customerId} and w.job_id = ${jobId} and w.outcome = 'waiting'
    order by w.merchant_product_reference limit ${limit}`,
  )
}

/** How many units the stock of a product was moved by. */
export interface StockMove {
  readonly reference: string
  readonly moved: number
}

/** Stores by how many units stocks have moved, of products where that is not what was asked for. */
export async function storeMoves(
  tx: Transaction,
  { customerId, jobId }: JobKey,
  moves: readonly StockMove[],
): Promise<void> {
  if (moves.length === 0) return
  await execute(
    tx,
    sql`
    update marketplace.product_job_products p set stock_moved = m.moved
    from json_to_recordset(${JSON.stringify(moves)}::text::json) as m (reference text, moved integer)
    where p.customer_id = ${customerId} and p.job_id = ${jobId} and p.merchant_product_reference = m.reference`,
  )
}

/** Reads what became of the products of a job, by their references, behind one of them. */
export async function findOutcomes(
  connection: Connection,
  { customerId, jobId }: JobKey,
  { outcome, after }: { outcome?: JobOutcome | undefined; after?: string | undefined },
  limit: number,
): Promise<ProductJobOutcome[]> {
  return await query<ProductJobOutcome>(
    connection,
    sql`
    select merchant_product_reference as "MerchantProductReference", outcome as "Outcome", code as "Code", detail as "Detail"
    from marketplace.product_job_products
    where customer_id = ${customerId} and job_id = ${jobId} and merchant_product_reference > ${after ?? ''}
      ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
    order by merchant_product_reference limit ${limit}`,
  )
}
