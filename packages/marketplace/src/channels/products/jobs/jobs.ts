/** Takes jobs of products in, and answers them. */
import type { Database, Transaction } from '@entrepot/database'
import type { Jobs } from '../../../kit/jobs/jobs.ts'
import { queueJob } from '../../../kit/jobs/records/queue-job.ts'
import { countIssues, countOf, toJobCounts, toJobTimes } from '../../../kit/jobs/records/schema.ts'
import type { Principal } from '../../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../../kit/shared/errors.ts'
import { compileBody } from '../../../kit/shared/validation.ts'
import { kindOf, NOTHING_TO_UNDO, onlyItemOf, requestIssues, undoItemsOf } from './rules.ts'
import { JobFilter, type ProductJobRequest, type ProductJobResponse } from './schema.ts'
import {
  insertJob,
  type JobWork,
  lockChanged,
  PRODUCT_JOBS,
  type StoredProductJob,
} from './store.ts'

/** The job that carries out the changes of a customer. */
export const PRODUCT_JOB = 'product-jobs'

const filterIssuesOf = compileBody(JobFilter)

/**
 * Stores a job with the products that it is for, and queues it in the same transaction.
 *
 * Refusal: `MARKET_INVALID_INPUT`, also if it is for no product, or for too many.
 */
export async function createProductJob(
  database: Database,
  jobs: Pick<Jobs, 'send' | 'wake'>,
  { customer: { customerId }, actor }: Principal,
  request: ProductJobRequest,
): Promise<ProductJobResponse | Refusal> {
  const { Items, Filter, Change = {}, Undo } = request
  const filterIssues = Filter === undefined ? [] : filterIssuesOf(Filter)
  const named = filterIssues.map(({ path, message }) => ({ path: `/Filter${path}`, message }))
  const issues = [...requestIssues(request), ...named]
  if (issues.length > 0) return refuseIssues(issues)
  const target = { tables: PRODUCT_JOBS, queue: PRODUCT_JOB, customerId }
  const created = await queueJob<StoredProductJob>(database, jobs, target, async (tx) => {
    const work: JobWork | Refusal =
      Undo !== undefined
        ? await undoWork(tx, customerId, Undo)
        : Items
          ? { items: Items }
          : { filter: Filter as JobFilter, change: Change }
    if (isRefusal(work)) return work
    const { jobId, count } = await insertJob(tx, { customerId, actor }, work)
    const wrong = countIssues(count, '/Filter', 'match', 'product')
    return wrong.length > 0 ? refuseIssues(wrong) : jobId
  })
  return isRefusal(created) ? created : toJobResponse(created)
}

/** What takes a job back. Refusal: `MARKET_INVALID_INPUT`. */
async function undoWork(
  tx: Transaction,
  customerId: string,
  undoes: number,
): Promise<JobWork | Refusal> {
  const changed = await lockChanged(tx, { customerId, jobId: String(undoes) })
  if (changed === undefined) {
    return refuseIssues([{ path: '/Undo', message: `must name a job: there is no job ${undoes}` }])
  }
  const items = undoItemsOf(changed)
  return items.length === 0 ? refuseIssues(NOTHING_TO_UNDO) : { items, undoes }
}

/** Converts a job to its answer. */
export function toJobResponse(row: StoredProductJob): ProductJobResponse {
  const count = countOf(row)
  return {
    Id: Number(row.jobId),
    Status: row.status,
    ProductCount: count,
    ...toJobCounts(row),
    Changes: kindOf(row.first ?? {}),
    Item: count === 1 && row.first ? onlyItemOf(row.first) : null,
    Undoes: row.undoes === null ? null : Number(row.undoes),
    CanUndo: row.canUndo,
    ...toJobTimes(row),
  }
}
