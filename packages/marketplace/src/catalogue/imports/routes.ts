import { Readable } from 'node:stream'
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { charsetOf, FILE, leaveBody } from '../../kit/http/file-body.ts'
import { readBody } from '../../kit/idempotency/hooks.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, refuseIssues } from '../../kit/shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { cancelImport, getImport, IMPORT_JOB, receiveImport, toImportResponse } from './imports.ts'
import { previewImport } from './preview.ts'
import { writeReport } from './report.ts'
import { runImports } from './run-import.ts'
import { ImportPath, ImportPreview, ImportQuery, ImportResponse, ImportsQuery } from './schema.ts'
import { findImports, findUnclaimed } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }
const READ_ONE = { ...READ, refusals: ['MARKET_NOT_FOUND'] } as const
const WRITE = { requires: { kind: 'merchant', scope: 'products:write' } satisfies Requirement }

/** How often a node looks for imports whose claim has expired. */
const LOOK_SECONDS = 2

/** A file of a gigabyte may come over a slow line. */
const UPLOAD_MS = 3_600_000

/** The routes of imports, and the job that applies them. */
export function importRoutes(
  fastify: FastifyInstance,
  database: Database,
  jobs: Jobs,
  limit?: WorkLimit,
): void {
  jobs.handle<{ customerId: string }>(
    IMPORT_JOB,
    async ({ customerId }, signal) => await runImports(database, customerId, signal, null, limit),
    { concurrency: 2 },
  )
  // An import that its node has left goes on within ten seconds.
  jobs.look(LOOK_SECONDS, async () => {
    for (const customerId of await findUnclaimed(database, 'running')) {
      // Until a node has time for it, each look finds it.
      const once = { key: customerId, seconds: 10 }
      await jobs.send(database, IMPORT_JOB, { customerId }, { once })
      jobs.wake(IMPORT_JOB)
    }
  })
  // For imports of a restored backup, which has no jobs.
  jobs.schedule('imports-waiting', '* * * * *', async () => {
    for (const customerId of await findUnclaimed(database, 'queued')) {
      await jobs.send(database, IMPORT_JOB, { customerId })
    }
  })
  addUpload(fastify, database, jobs)
  addList(fastify, database)
  addRead(fastify, database)
  addPreview(fastify, database)
  addReport(fastify, database)
  addCancellation(fastify, database)
}

function addUpload(fastify: FastifyInstance, database: Database, jobs: Jobs): void {
  fastify.post<{ Querystring: ImportQuery }>(
    '/imports',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        streamsBody: true,
        document: { body: FILE, answers: { 202: 'The file is stored, and its import is queued.' } },
      },
      onRequest: leaveBody,
      handlerTimeout: UPLOAD_MS,
      schema: {
        operationId: 'createImport',
        tags: ['Products'],
        summary: 'Import products from a file',
        description:
          'Stores the body, a file of up to 2 GiB and 1,000,000 products, and applies it in the background: CSV with the fields of the API as columns, NDJSON, the product CSVs of Shopify, WooCommerce, Magento 2, Wix and PrestaShop, a feed of Google Merchant, or a table with a mapping of its columns, whatever the content type. Products are created, or changed in the fields that the file has. A bad row does not prevent the others from being stored, and a repeated import changes nothing. The imports of a merchant run one after another.',
        querystring: ImportQuery,
        response: { 202: ImportResponse },
      },
    },
    async (request, reply) => {
      const { customer, actor } = principalOf(request)
      if (request.headers['content-encoding'] !== undefined) {
        return refuseIssues([{ path: '', message: 'must not be compressed' }])
      }
      const created = await receiveImport(
        database,
        jobs,
        { customer, actor },
        { ...request.query, ...charsetOf(request) },
        readBody(request),
      )
      if (isRefusal(created)) return created
      return reply
        .code(202)
        .header('location', `${pathOf(request)}/${created.Id}`)
        .send(created)
    },
  )
}

function addList(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Querystring: ImportsQuery }>(
    '/imports',
    {
      config: READ,
      schema: {
        operationId: 'listImports',
        tags: ['Products'],
        summary: 'List imports',
        description:
          'The imports of the last 30 days, the newest first. The header `Link` names the next page.',
        querystring: ImportsQuery,
        response: { 200: { type: 'array', items: ImportResponse } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, status } = request.query
      const before = placeOf(cursor)
      if (isRefusal(before)) return before
      const { customerId } = principalOf(request).customer
      const rows = await findImports(database, customerId, { status, before }, pageSize)
      linkFull(request, reply, rows, pageSize, (last) => ({
        micros: last.micros,
        id: last.importId,
      }))
      return rows.map(toImportResponse)
    },
  )
}

function addRead(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ImportPath }>(
    '/imports/:id',
    {
      config: READ_ONE,
      schema: {
        operationId: 'getImport',
        tags: ['Products'],
        summary: 'Read an import',
        description:
          'The state of an import, how much of its file was applied, and what has happened so far.',
        params: ImportPath,
        response: { 200: ImportResponse },
      },
    },
    async (request) => {
      return await getImport(database, keyOf(request))
    },
  )
}

function addPreview(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ImportPath }>(
    '/imports/:id/preview',
    {
      config: READ_ONE,
      schema: {
        operationId: 'previewImport',
        tags: ['Products'],
        summary: 'Preview an import',
        description:
          'What becomes of each column of the file, and its first rows as the import reads them. The file is kept for a day after the import.',
        params: ImportPath,
        response: { 200: ImportPreview },
      },
    },
    async (request) => {
      return await previewImport(database, principalOf(request).customer, keyOf(request))
    },
  )
}

function addReport(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ImportPath }>(
    '/imports/:id/report',
    {
      config: READ_ONE,
      schema: {
        operationId: 'getImportReport',
        tags: ['Products'],
        summary: 'Read the report of an import',
        description:
          'A CSV with a row for each row of the file that was refused or skipped, or of which something was left out: `Row`, `Kind`, `Reference` and `Message`. Rows are numbered as in a spreadsheet.',
        params: ImportPath,
        response: {
          200: {
            description: 'The report.',
            content: { 'text/csv': { schema: { type: 'string', description: 'In UTF-8.' } } },
          },
        },
      },
    },
    async (request, reply) => {
      const key = keyOf(request)
      const found = await getImport(database, key)
      if (isRefusal(found)) return found
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="import-${found.Id}.csv"`)
        .send(Readable.from(writeReport(database, key)))
    },
  )
}

function addCancellation(fastify: FastifyInstance, database: Database): void {
  fastify.delete<{ Params: ImportPath }>(
    '/imports/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'cancelImport',
        tags: ['Products'],
        summary: 'Cancel an import',
        description:
          'Ends an import that waits or runs. What it has stored remains. The call may be repeated; an import that has ended stays as it is.',
        params: ImportPath,
        response: { 200: ImportResponse },
      },
    },
    async (request) => {
      return await cancelImport(database, keyOf(request))
    },
  )
}

function keyOf(request: FastifyRequest): { customerId: string; importId: string } {
  const { id } = request.params as ImportPath
  return { customerId: principalOf(request).customer.customerId, importId: String(id) }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
