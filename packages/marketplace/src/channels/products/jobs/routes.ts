import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { PRODUCTS_WRITE } from '../../../catalogue/products/actions.ts'
import { BULK_BODY_LIMIT } from '../../../catalogue/products/schema.ts'
import type { Jobs } from '../../../kit/jobs/jobs.ts'
import type { WorkLimit } from '../../../kit/jobs/limit-work.ts'
import { addRecordJobs, type RecordJobs } from '../../../kit/jobs/records/routes.ts'
import { decodeReference } from '../../../kit/shared/paging.ts'
import { createProductJob, PRODUCT_JOB, toJobResponse } from './jobs.ts'
import { runJobsOf } from './run-jobs.ts'
import { ProductJobOutcome, ProductJobRequest, ProductJobResponse } from './schema.ts'
import { findOutcomes, PRODUCT_JOBS, type StoredProductJob } from './store.ts'

const JOBS: RecordJobs<StoredProductJob, ProductJobOutcome> = {
  name: PRODUCT_JOB,
  operation: 'ProductJob',
  tag: 'Products',
  records: 'products',
  sortedBy: 'references',
  read: { kind: 'merchant', scope: 'products:read' },
  write: PRODUCTS_WRITE,
  tables: PRODUCT_JOBS,
  creation: {
    summary: 'Change many products',
    description:
      'Changes the prices and stocks of up to 10,000 products, or takes them out of sale or back, in the background: each product as `Items` says, all that match a filter now in the same way, or those of an earlier job, which is taken back. A change is treated as by the call for one product, and one that is refused does not prevent the others. The jobs of a merchant run one after another.',
    body: ProductJobRequest,
    bodyLimit: BULK_BODY_LIMIT,
  },
  job: ProductJobResponse,
  outcome: ProductJobOutcome,
  toResponse: toJobResponse,
  findOutcomes,
  keyOf: ({ MerchantProductReference }) => MerchantProductReference,
  decodeKey: decodeReference,
}

/** The routes of jobs of products, and the job that carries them out. */
export function productJobRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit?: WorkLimit,
): void {
  addRecordJobs(fastify, database, jobs, JOBS, {
    create: async (principal, request: ProductJobRequest) =>
      await createProductJob(database, jobs, principal, request),
    run: async (customerId, signal) => await runJobsOf(database, customerId, signal, limit),
  })
}
