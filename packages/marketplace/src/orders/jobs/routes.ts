import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import { addRecordJobs, type RecordJobs } from '../../kit/jobs/records/routes.ts'
import { decodeId } from '../../kit/shared/paging.ts'
import { createFulfilment } from '../fulfilment/fulfil.ts'
import { createOrderJob, ORDER_JOB, toJobResponse } from './jobs.ts'
import { runJobsOf } from './run-jobs.ts'
import { OrderJobOutcome, OrderJobRequest, OrderJobResponse } from './schema.ts'
import { findOutcomes, ORDER_JOBS, type StoredJob } from './store.ts'

const JOBS: RecordJobs<StoredJob, OrderJobOutcome> = {
  name: ORDER_JOB,
  operation: 'OrderJob',
  tag: 'Orders',
  records: 'orders',
  sortedBy: 'Ids',
  read: { kind: 'merchant', scope: 'orders:read' },
  // Each action requires the scope of its call for one order.
  write: { kind: 'merchant', scope: ['orders:write', 'fulfilment:write'] },
  tables: ORDER_JOBS,
  creation: {
    summary: 'Do something with many orders',
    description:
      'Acknowledges, ships, cancels or closes up to 10,000 orders in the background: those that are named, or all that match a filter now. Each order is treated as by the call for one order, with its rules, events and history, and one that is refused does not prevent the others. The jobs of a merchant run one after another.',
    body: OrderJobRequest,
  },
  job: OrderJobResponse,
  outcome: OrderJobOutcome,
  toResponse: toJobResponse,
  findOutcomes,
  keyOf: ({ OrderId }) => String(OrderId),
  decodeKey: decodeId,
}

/** The routes of jobs of orders, and the job that carries them out. */
export function orderJobRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit?: WorkLimit,
): void {
  const fulfil = createFulfilment(database)
  addRecordJobs(fastify, database, jobs, JOBS, {
    create: async (principal, request: OrderJobRequest) =>
      await createOrderJob(database, jobs, principal, request),
    run: async (customerId, signal) => await runJobsOf(database, fulfil, customerId, signal, limit),
  })
}
