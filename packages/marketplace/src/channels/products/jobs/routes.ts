import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PRODUCTS_WRITE } from '../../../catalogue/products/actions.ts'
import { BULK_BODY_LIMIT } from '../../../catalogue/products/schema.ts'
import { principalOf } from '../../../kit/http/access.ts'
import type { Jobs } from '../../../kit/jobs/jobs.ts'
import type { WorkLimit } from '../../../kit/jobs/limit-work.ts'
import { findJobs, findUnclaimedJobs } from '../../../kit/jobs/records/job-store.ts'
import type { Requirement } from '../../../kit/principals/principal.ts'
import { isRefusal } from '../../../kit/shared/errors.ts'
import {
  decodeReference,
  encodeReference,
  linkNext,
  PAGE_SIZE,
  placeOf,
} from '../../../kit/shared/paging.ts'
import {
  cancelProductJob,
  createProductJob,
  getProductJob,
  PRODUCT_JOB,
  toJobResponse,
} from './jobs.ts'
import { runJobsOf } from './run-jobs.ts'
import {
  JobProductsQuery,
  ProductJobOutcome,
  ProductJobPath,
  ProductJobRequest,
  ProductJobResponse,
  ProductJobsQuery,
} from './schema.ts'
import { findOutcomes, PRODUCT_JOBS, type StoredProductJob } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }
const READ_ONE = { ...READ, refusals: ['MARKET_NOT_FOUND'] } as const
const WRITE = { requires: PRODUCTS_WRITE }

/** How often a node looks for jobs that none carries out. */
const LOOK_SECONDS = 5

/** The routes of jobs of products, and the job that carries them out. */
export function productJobRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit?: WorkLimit,
): void {
  jobs.handle<{ customerId: string }>(
    PRODUCT_JOB,
    async ({ customerId }, signal) => await runJobsOf(database, customerId, signal, limit),
    { concurrency: 2 },
  )
  // Jobs whose node has ended, and those of a restored backup.
  jobs.look(LOOK_SECONDS, async () => {
    for (const customerId of await findUnclaimedJobs(database, PRODUCT_JOBS)) {
      const once = { key: customerId, seconds: 10 }
      await jobs.send(database, PRODUCT_JOB, { customerId }, { once })
      jobs.wake(PRODUCT_JOB)
    }
  })
  addCreation(fastify, database, jobs)
  addLists(fastify, database)
  addOne(fastify, database)
}

function addCreation(fastify: FastifyInstance, database: Database, jobs: Jobs): void {
  fastify.post<{ Body: ProductJobRequest }>(
    '/product-jobs',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        document: { answers: { 202: 'The job is stored and queued.' } },
      },
      bodyLimit: BULK_BODY_LIMIT,
      schema: {
        operationId: 'createProductJob',
        tags: ['Products'],
        summary: 'Change many products',
        description:
          'Changes the prices and stocks of up to 10,000 products, or takes them out of sale or back, in the background: each product as `Items` says, all that match a filter now in the same way, or those of an earlier job, which is taken back. A change is treated as by the call for one product, and one that is refused does not prevent the others. The jobs of a merchant run one after another.',
        body: ProductJobRequest,
        response: { 202: ProductJobResponse },
      },
    },
    async (request, reply) => {
      const created = await createProductJob(database, jobs, principalOf(request), request.body)
      if (isRefusal(created)) return created
      const path = request.url.split('?', 1)[0] ?? ''
      return reply.code(202).header('location', `${path}/${created.Id}`).send(created)
    },
  )
}

function addLists(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ProductJobsQuery }>(
    '/product-jobs',
    {
      config: READ,
      schema: {
        operationId: 'listProductJobs',
        tags: ['Products'],
        summary: 'List jobs of products',
        description:
          'The jobs of the last 30 days, the newest first. The header `Link` names the next page.',
        querystring: ProductJobsQuery,
        response: { 200: { type: 'array', items: ProductJobResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, status } = request.query
      const before = placeOf(cursor)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const rows = await findJobs<StoredProductJob>(
        database,
        PRODUCT_JOBS,
        customerId,
        { status, before },
        pageSize,
      )
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      if (last) linkNext(request, reply, { micros: last.micros, id: last.jobId })
      return rows.map(toJobResponse)
    },
  )

  fastify.get<{ Params: ProductJobPath; Querystring: JobProductsQuery }>(
    '/product-jobs/:id/products',
    {
      config: READ_ONE,
      schema: {
        operationId: 'listProductJobOutcomes',
        tags: ['Products'],
        summary: 'List what became of the products of a job',
        description:
          'The products of a job by their references, with what became of each. The header `Link` names the next page.',
        params: ProductJobPath,
        querystring: JobProductsQuery,
        response: { 200: { type: 'array', items: ProductJobOutcome } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, outcome } = request.query
      const after = placeOf(cursor, decodeReference)
      if (isRefusal(after)) return after
      const key = keyOf(request)
      const job = await getProductJob(database, key)
      if (isRefusal(job)) return job
      const rows = await findOutcomes(database, key, { outcome, after }, pageSize)
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      if (last) linkNext(request, reply, encodeReference(last.MerchantProductReference))
      return rows
    },
  )
}

function addOne(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ProductJobPath }>(
    '/product-jobs/:id',
    {
      config: READ_ONE,
      schema: {
        operationId: 'getProductJob',
        tags: ['Products'],
        summary: 'Read a job of products',
        description: 'The state of a job, and how many of its products have had their turn.',
        params: ProductJobPath,
        response: { 200: ProductJobResponse },
      },
    },
    async (request) => await getProductJob(database, keyOf(request)),
  )

  fastify.delete<{ Params: ProductJobPath }>(
    '/product-jobs/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'cancelProductJob',
        tags: ['Products'],
        summary: 'Cancel a job of products',
        description:
          'Ends a job that waits or runs. What it has done stays, and the other products stay as they are. The call may be repeated; a job that has ended stays as it is.',
        params: ProductJobPath,
        response: { 200: ProductJobResponse },
      },
    },
    async (request) => await cancelProductJob(database, keyOf(request)),
  )
}

function keyOf(request: FastifyRequest): { customerId: string; jobId: string } {
  const { id } = request.params as ProductJobPath
  return { customerId: principalOf(request).customer.customerId, jobId: String(id) }
}
