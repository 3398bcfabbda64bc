/** Takes jobs of orders in, and answers them. */
import type { Database } from '@entrepot/database'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { cancelJob, findJob, type JobKey } from '../../kit/jobs/records/job-store.ts'
import { queueJob } from '../../kit/jobs/records/queue-job.ts'
import { toJobTimes } from '../../kit/jobs/records/schema.ts'
import { MAX_JOB_RECORDS } from '../../kit/jobs/records/states.ts'
import { refuseAccess } from '../../kit/principals/authorize.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { prefixIssues } from '../acknowledgement/rules.ts'
import type { OrderFilter } from '../list/list-store.ts'
import { ORDER_ACTIONS } from '../record/state/actions.ts'
import {
  JobFilter,
  type JobOptions,
  OPTION_ACTIONS,
  type OrderJobRequest,
  type OrderJobResponse,
} from './schema.ts'
import * as store from './store.ts'

/** The job that carries out the actions of a customer. */
export const ORDER_JOB = 'order-jobs'

const filterIssuesOf = compileBody(JobFilter)

/**
 * Stores a job with the orders that it is for, and queues it in the same transaction.
 *
 * Refusals: `MARKET_FORBIDDEN` the caller may not do this with one order; `MARKET_INVALID_INPUT`, also if it is for no order, or for too many.
 */
export async function createOrderJob(
  database: Database,
  jobs: Pick<Jobs, 'send' | 'wake'>,
  principal: Principal,
  request: OrderJobRequest,
): Promise<OrderJobResponse | Refusal> {
  const forbidden = refuseAccess(principal, ORDER_ACTIONS[request.Action].requires)
  if (forbidden) return forbidden
  const issues = issuesOf(request)
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = principal.customer
  const { Action: action, OrderIds: orderIds, Filter: filter } = request
  const job = { customerId, action, options: optionsOf(request), actor: principal.actor }
  const orders = orderIds ? { orderIds } : { filter: filter as OrderFilter }
  const target = { tables: store.ORDER_JOBS, queue: ORDER_JOB, customerId }
  const created = await queueJob<store.StoredJob>(database, jobs, target, async (tx) => {
    const { jobId, count } = await store.insertJob(tx, job, orders)
    return refuseCount(count, orderIds ? '/OrderIds' : '/Filter') ?? jobId
  })
  return isRefusal(created) ? created : toJobResponse(created)
}

function refuseCount(count: number, path: string): Refusal | undefined {
  if (count === 0) return refuseIssues([{ path, message: 'must name at least one order' }])
  if (count <= MAX_JOB_RECORDS) return undefined
  const most = MAX_JOB_RECORDS.toLocaleString('en')
  return refuseIssues([{ path, message: `must name at most ${most} orders` }])
}

function issuesOf(request: OrderJobRequest): readonly Issue[] {
  const { Action, OrderIds, Filter } = request
  const issues: Issue[] = []
  if ((OrderIds === undefined) === (Filter === undefined)) {
    issues.push({ path: '', message: 'must have either OrderIds or Filter' })
  }
  if (Filter !== undefined) {
    const found = filterIssuesOf(Filter)
    issues.push(...found.map(({ path, message }) => ({ path: `/Filter${path}`, message })))
  }
  for (const [name, action] of Object.entries(OPTION_ACTIONS)) {
    const isGiven = (request[name as keyof JobOptions] ?? null) !== null
    if (!isGiven || action === Action) continue
    issues.push({ path: `/${name}`, message: `must be left out unless Action is '${action}'` })
  }
  return issues.length > 0 ? issues : prefixIssues(request)
}

function optionsOf(request: OrderJobRequest): JobOptions {
  const names = Object.keys(OPTION_ACTIONS) as (keyof JobOptions)[]
  const given = names.filter((name) => (request[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, request[name]]))
}

/** Reads a job. Refusal: `MARKET_NOT_FOUND`. */
export async function getOrderJob(
  database: Database,
  key: JobKey,
): Promise<OrderJobResponse | Refusal> {
  const found = await findJob<store.StoredJob>(database, store.ORDER_JOBS, key)
  if (found) return toJobResponse(found)
  return refuse('MARKET_NOT_FOUND', `There is no job ${key.jobId}.`)
}

/** Ends a job. What was done stays. Repeating the call changes nothing. Refusal: `MARKET_NOT_FOUND`. */
export async function cancelOrderJob(
  database: Database,
  key: JobKey,
): Promise<OrderJobResponse | Refusal> {
  await cancelJob(database, store.ORDER_JOBS, key)
  return await getOrderJob(database, key)
}

/** Converts a job to its answer. */
export function toJobResponse(row: store.StoredJob): OrderJobResponse {
  const { waiting, done, unchanged, refused } = row
  return {
    Id: Number(row.jobId),
    Action: row.action,
    Status: row.status,
    OrderCount: waiting + done + unchanged + refused,
    WaitingCount: waiting,
    DoneCount: done,
    UnchangedCount: unchanged,
    RefusedCount: refused,
    ...toJobTimes(row),
  }
}
