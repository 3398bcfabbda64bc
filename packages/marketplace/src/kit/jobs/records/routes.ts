/** The calls that create, read and cancel jobs of many records, and the work that carries them out: the same for each kind of records. */
import type { Connection, Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { principalOf } from '../../http/access.ts'
import type { Principal, Requirement } from '../../principals/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/errors.ts'
import { encodeReference, linkFull, PAGE_SIZE, placeOf } from '../../shared/paging.ts'
import type { Jobs } from '../jobs.ts'
import {
  cancelJob,
  findJob,
  findJobs,
  findUnclaimedJobs,
  type JobKey,
  type JobTables,
  type StoredJob,
} from './job-store.ts'
import { JobPath, JobsQuery, type OutcomesQuery, outcomesQuery } from './schema.ts'
import type { JobOutcome } from './states.ts'

/** The call that takes a job in. */
export interface JobCreation {
  readonly summary: string
  readonly description: string
  readonly body: TSchema
  readonly bodyLimit?: number
}

/** Jobs of one kind of records. */
export interface RecordJobs<Job extends StoredJob, Outcome> {
  /** Of the job that carries them out, and the path of the calls: `order-jobs`. */
  readonly name: string
  /** In the names of operations: `OrderJob`. */
  readonly operation: string
  readonly tag: string
  /** What the records are called, also in the path of the outcomes: `orders`. */
  readonly records: string
  /** By what the outcomes are sorted, in words: `Ids`. */
  readonly sortedBy: string
  readonly read: Requirement
  readonly write: Requirement
  readonly tables: JobTables
  readonly creation: JobCreation
  /** The shapes of answers. */
  readonly job: TSchema
  readonly outcome: TSchema
  toResponse(job: Job): object
  /** Reads the outcomes behind one of them. */
  findOutcomes(
    connection: Connection,
    key: JobKey,
    filter: { outcome?: JobOutcome | undefined; after?: string | undefined },
    limit: number,
  ): Promise<readonly Outcome[]>
  keyOf(outcome: Outcome): string
  /** Reads the key of a record in a cursor. */
  decodeKey(text: string): string | undefined
}

/** How often a node looks for jobs that none carries out. */
const LOOK_SECONDS = 5

/** What a node does for jobs. */
export interface JobWork<Request> {
  /** Takes a job in, and returns its answer. */
  create(principal: Principal, request: Request): Promise<{ readonly Id: number } | Refusal>
  /** Carries out the jobs of a customer that wait. */
  run(customerId: string, signal: AbortSignal): Promise<void>
}

/** Adds the calls that create, read and cancel jobs, and their work. */
export function addRecordJobs<Job extends StoredJob, Outcome, Request>(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  kind: RecordJobs<Job, Outcome>,
  work: JobWork<Request>,
): void {
  const { name, tables } = kind
  jobs.handle<{ customerId: string }>(
    name,
    async ({ customerId }, signal) => await work.run(customerId, signal),
    { concurrency: 2 },
  )
  // Jobs whose node has ended, and those of a restored backup.
  jobs.look(LOOK_SECONDS, async () => {
    for (const customerId of await findUnclaimedJobs(database, tables)) {
      await jobs.send(database, name, { customerId }, { once: { key: customerId, seconds: 10 } })
      jobs.wake(name)
    }
  })
  addCreation(fastify, kind, work)
  addList(fastify, database, kind)
  addOutcomes(fastify, database, kind)
  addRead(fastify, database, kind)
  addCancellation(fastify, database, kind)
}

function addCreation<Job extends StoredJob, Outcome, Request>(
  fastify: FastifyInstance,
  { name, operation, tag, write, creation, job }: RecordJobs<Job, Outcome>,
  { create }: JobWork<Request>,
): void {
  const { summary, description, body, bodyLimit } = creation
  fastify.post(
    `/${name}`,
    {
      config: {
        requires: write,
        limit: 'bulk',
        document: { answers: { 202: 'The job is stored and queued.' } },
      },
      ...(bodyLimit && { bodyLimit }),
      schema: {
        operationId: `create${operation}`,
        tags: [tag],
        summary,
        description,
        body,
        response: { 202: job },
      },
    },
    async (request, reply) => {
      const created = await create(principalOf(request), request.body as Request)
      if (isRefusal(created)) return created
      const path = request.url.split('?', 1)[0] ?? ''
      return reply.code(202).header('location', `${path}/${created.Id}`).send(created)
    },
  )
}

function addList<Job extends StoredJob, Outcome>(
  fastify: FastifyInstance,
  database: Database,
  { name, operation, tag, records, read, tables, job, toResponse }: RecordJobs<Job, Outcome>,
): void {
  fastify.get<{ Querystring: JobsQuery }>(
    `/${name}`,
    {
      config: { requires: read },
      schema: {
        operationId: `list${operation}s`,
        tags: [tag],
        summary: `List jobs of ${records}`,
        description:
          'The jobs of the last 30 days, the newest first. The header `Link` names the next page.',
        querystring: JobsQuery,
        response: { 200: { type: 'array', items: job } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, status } = request.query
      const before = placeOf(cursor)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const rows = await findJobs<Job>(database, tables, customerId, { status, before }, pageSize)
      linkFull(request, reply, rows, pageSize, (last) => ({ micros: last.micros, id: last.jobId }))
      return rows.map(toResponse)
    },
  )
}

function addOutcomes<Job extends StoredJob, Outcome>(
  fastify: FastifyInstance,
  database: Database,
  kind: RecordJobs<Job, Outcome>,
): void {
  const { name, operation, tag, records, sortedBy, read, outcome: shape } = kind
  fastify.get<{ Params: JobPath; Querystring: OutcomesQuery }>(
    `/${name}/:id/${records}`,
    {
      config: { requires: read, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: `list${operation}Outcomes`,
        tags: [tag],
        summary: `List what became of the ${records} of a job`,
        description: `The ${records} of a job by their ${sortedBy}, with what became of each. The header \`Link\` names the next page.`,
        params: JobPath,
        querystring: outcomesQuery(records),
        response: { 200: { type: 'array', items: shape } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, outcome } = request.query
      const after = placeOf(cursor, kind.decodeKey)
      if (isRefusal(after)) return after
      const key = keyOf(request)
      if ((await findJob(database, kind.tables, key)) === undefined) return noSuchJob(key)
      const rows = await kind.findOutcomes(database, key, { outcome, after }, pageSize)
      linkFull(request, reply, rows, pageSize, (last) => encodeReference(kind.keyOf(last)))
      return rows
    },
  )
}

function addRead<Job extends StoredJob, Outcome>(
  fastify: FastifyInstance,
  database: Database,
  kind: RecordJobs<Job, Outcome>,
): void {
  const { name, operation, tag, records, read, job } = kind
  fastify.get<{ Params: JobPath }>(
    `/${name}/:id`,
    {
      config: { requires: read, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: `get${operation}`,
        tags: [tag],
        summary: `Read a job of ${records}`,
        description: `The state of a job, and how many of its ${records} have had their turn.`,
        params: JobPath,
        response: { 200: job },
      },
    },
    async (request) => await answerJob(database, kind, keyOf(request)),
  )
}

/** Ends a job. What was done stays. */
function addCancellation<Job extends StoredJob, Outcome>(
  fastify: FastifyInstance,
  database: Database,
  kind: RecordJobs<Job, Outcome>,
): void {
  const { name, operation, tag, records, write, job } = kind
  fastify.delete<{ Params: JobPath }>(
    `/${name}/:id`,
    {
      config: { requires: write, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: `cancel${operation}`,
        tags: [tag],
        summary: `Cancel a job of ${records}`,
        description: `Ends a job that waits or runs. What it has done stays, and the other ${records} stay as they are. The call may be repeated; a job that has ended stays as it is.`,
        params: JobPath,
        response: { 200: job },
      },
    },
    async (request) => {
      const key = keyOf(request)
      await cancelJob(database, kind.tables, key)
      return await answerJob(database, kind, key)
    },
  )
}

async function answerJob<Job extends StoredJob, Outcome>(
  database: Database,
  { tables, toResponse }: RecordJobs<Job, Outcome>,
  key: JobKey,
): Promise<object> {
  const found = await findJob<Job>(database, tables, key)
  return found === undefined ? noSuchJob(key) : toResponse(found)
}

function noSuchJob({ jobId }: JobKey): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no job ${jobId}.`)
}

function keyOf(request: FastifyRequest): JobKey {
  const { id } = request.params as JobPath
  return { customerId: principalOf(request).customer.customerId, jobId: String(id) }
}
