import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import { findJobs, findUnclaimedJobs } from '../../kit/jobs/records/job-store.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { decodeId, encodeReference, linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { createFulfilment } from '../fulfilment/fulfil.ts'
import { cancelOrderJob, createOrderJob, getOrderJob, ORDER_JOB, toJobResponse } from './jobs.ts'
import { runJobsOf } from './run-jobs.ts'
import {
  JobOrdersQuery,
  OrderJobOutcome,
  OrderJobPath,
  OrderJobRequest,
  OrderJobResponse,
  OrderJobsQuery,
} from './schema.ts'
import { findOutcomes, ORDER_JOBS, type StoredJob } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'orders:read' } satisfies Requirement }
const READ_ONE = { ...READ, refusals: ['MARKET_NOT_FOUND'] } as const
// Each action requires the scope of its call for one order.
const WRITE = {
  requires: { kind: 'merchant', scope: ['orders:write', 'fulfilment:write'] } satisfies Requirement,
}

/** How often a node looks for jobs that none carries out. */
const LOOK_SECONDS = 5

/** The routes of jobs of orders, and the job that carries them out. */
export function orderJobRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit?: WorkLimit,
): void {
  const fulfil = createFulfilment(database)
  jobs.handle<{ customerId: string }>(
    ORDER_JOB,
    async ({ customerId }, signal) => await runJobsOf(database, fulfil, customerId, signal, limit),
    { concurrency: 2 },
  )
  // Jobs whose node has ended, and those of a restored backup.
  jobs.look(LOOK_SECONDS, async () => {
    for (const customerId of await findUnclaimedJobs(database, ORDER_JOBS)) {
      const once = { key: customerId, seconds: 10 }
      await jobs.send(database, ORDER_JOB, { customerId }, { once })
      jobs.wake(ORDER_JOB)
    }
  })
  addCreation(fastify, database, jobs)
  addLists(fastify, database)
  addOne(fastify, database)
}

function addCreation(fastify: FastifyInstance, database: Database, jobs: Jobs): void {
  fastify.post<{ Body: OrderJobRequest }>(
    '/order-jobs',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        document: { answers: { 202: 'The job is stored and queued.' } },
      },
      schema: {
        operationId: 'createOrderJob',
        tags: ['Orders'],
        summary: 'Do something with many orders',
        description:
          'Acknowledges, ships, cancels or closes up to 10,000 orders in the background: those that are named, or all that match a filter now. Each order is treated as by the call for one order, with its rules, events and history, and one that is refused does not prevent the others. The jobs of a merchant run one after another.',
        body: OrderJobRequest,
        response: { 202: OrderJobResponse },
      },
    },
    async (request, reply) => {
      const created = await createOrderJob(database, jobs, principalOf(request), request.body)
      if (isRefusal(created)) return created
      const path = request.url.split('?', 1)[0] ?? ''
      return reply.code(202).header('location', `${path}/${created.Id}`).send(created)
    },
  )
}

function addLists(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: OrderJobsQuery }>(
    '/order-jobs',
    {
      config: READ,
      schema: {
        operationId: 'listOrderJobs',
        tags: ['Orders'],
        summary: 'List jobs of orders',
        description:
          'The jobs of the last 30 days, the newest first. The header `Link` names the next page.',
        querystring: OrderJobsQuery,
        response: { 200: { type: 'array', items: OrderJobResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, status } = request.query
      const before = placeOf(cursor)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const rows = await findJobs<StoredJob>(
        database,
        ORDER_JOBS,
        customerId,
        { status, before },
        pageSize,
      )
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      if (last) linkNext(request, reply, { micros: last.micros, id: last.jobId })
      return rows.map(toJobResponse)
    },
  )

  fastify.get<{ Params: OrderJobPath; Querystring: JobOrdersQuery }>(
    '/order-jobs/:id/orders',
    {
      config: READ_ONE,
      schema: {
        operationId: 'listOrderJobOutcomes',
        tags: ['Orders'],
        summary: 'List what became of the orders of a job',
        description:
          'The orders of a job by their Ids, with what became of each. The header `Link` names the next page.',
        params: OrderJobPath,
        querystring: JobOrdersQuery,
        response: { 200: { type: 'array', items: OrderJobOutcome } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, outcome } = request.query
      const after = placeOf(cursor, decodeId)
      if (isRefusal(after)) return after
      const key = keyOf(request)
      const job = await getOrderJob(database, key)
      if (isRefusal(job)) return job
      const rows = await findOutcomes(database, key, { outcome, after }, pageSize)
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      if (last) linkNext(request, reply, encodeReference(String(last.OrderId)))
      return rows
    },
  )
}

function addOne(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: OrderJobPath }>(
    '/order-jobs/:id',
    {
      config: READ_ONE,
      schema: {
        operationId: 'getOrderJob',
        tags: ['Orders'],
        summary: 'Read a job of orders',
        description: 'The state of a job, and how many of its orders have had their turn.',
        params: OrderJobPath,
        response: { 200: OrderJobResponse },
      },
    },
    async (request) => await getOrderJob(database, keyOf(request)),
  )

  fastify.delete<{ Params: OrderJobPath }>(
    '/order-jobs/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'cancelOrderJob',
        tags: ['Orders'],
        summary: 'Cancel a job of orders',
        description:
          'Ends a job that waits or runs. What it has done stays, and the other orders stay as they are. The call may be repeated; a job that has ended stays as it is.',
        params: OrderJobPath,
        response: { 200: OrderJobResponse },
      },
    },
    async (request) => await cancelOrderJob(database, keyOf(request)),
  )
}

function keyOf(request: FastifyRequest): { customerId: string; jobId: string } {
  const { id } = request.params as OrderJobPath
  return { customerId: principalOf(request).customer.customerId, jobId: String(id) }
}
