/** Takes jobs of orders in, and answers them. */
import type { Database } from '@entrepot/database'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { queueJob } from '../../kit/jobs/records/queue-job.ts'
import { countIssues, countOf, toJobCounts, toJobTimes } from '../../kit/jobs/records/schema.ts'
import { refuseAccess } from '../../kit/principals/authorize.ts'
import type { Principal } from '../../kit/principals/principal.ts'
import { type Issue, isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
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
    const wrong = countIssues(count, orderIds ? '/OrderIds' : '/Filter', 'name', 'order')
    return wrong.length > 0 ? refuseIssues(wrong) : jobId
  })
  return isRefusal(created) ? created : toJobResponse(created)
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
  return issues.length > 0 ? issues : [...prefixIssues(request), ...referenceIssues(request)]
}

/** Each order is named once, and no two orders have one reference. */
function referenceIssues({ References }: OrderJobRequest): readonly Issue[] {
  const seen = { OrderId: new Set(), MerchantOrderReference: new Set() }
  return (References ?? []).flatMap((named, index) =>
    (['OrderId', 'MerchantOrderReference'] as const).flatMap((name) => {
      const isNew = !seen[name].has(named[name])
      seen[name].add(named[name])
      return isNew
        ? []
        : [{ path: `/References/${index}/${name}`, message: 'is named more than once' }]
    }),
  )
}

function optionsOf(request: OrderJobRequest): JobOptions {
  const names = Object.keys(OPTION_ACTIONS) as (keyof JobOptions)[]
  const given = names.filter((name) => (request[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, request[name]]))
}

/** Converts a job to its answer. */
export function toJobResponse(row: store.StoredJob): OrderJobResponse {
  return {
    Id: Number(row.jobId),
    Action: row.action,
    Status: row.status,
    OrderCount: countOf(row),
    ...toJobCounts(row),
    ...toJobTimes(row),
  }
}
