import { Readable } from 'node:stream'
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../../kit/http/access.ts'
import { charsetOf, FILE, leaveBody } from '../../../kit/http/file-body.ts'
import { readBody } from '../../../kit/idempotency/hooks.ts'
import type { Requirement } from '../../../kit/principals/principal.ts'
import { refuse, refuseIssues } from '../../../kit/shared/errors.ts'
import { MAX_FILE_BYTES } from '../imports.ts'
import { ColumnsQuery, FileColumns, TemplateQuery } from '../schema.ts'
import { readColumns } from './read-columns.ts'
import { writeTemplate } from './template.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }

/** Bytes of a file by which its columns are read. */
const HEAD_BYTES = 512 * 1024

/** The time for sending a file of a gigabyte. */
const UPLOAD_MS = 3_600_000

/** The routes of files that are not stored: what their columns are, and a file to begin with. */
export function fileRoutes(fastify: FastifyInstance, database: Database): void {
  addColumns(fastify, database)
  addTemplate(fastify)
}

function addColumns(fastify: FastifyInstance, database: Database): void {
  fastify.post<{ Querystring: ColumnsQuery }>(
    '/imports/columns',
    {
      config: { ...READ, limit: 'bulk', streamsBody: true, document: { body: FILE } },
      onRequest: leaveBody,
      handlerTimeout: UPLOAD_MS,
      schema: {
        operationId: 'readImportColumns',
        tags: ['Products'],
        summary: 'Read the columns of a file',
        description:
          'The columns of a file with samples, and a proposal what each of them is, in English, Dutch, German, French, Spanish, Italian, Portuguese, Polish, Swedish, Danish and Czech. The first 512 KiB tell, so they are enough to send. Nothing is stored. A mapping is made of the proposals, for `POST /v2/imports`.',
        querystring: ColumnsQuery,
        response: { 200: FileColumns },
      },
    },
    async (request) => {
      const { customer } = principalOf(request)
      if (request.headers['content-encoding'] !== undefined) {
        return refuseIssues([{ path: '', message: 'must not be compressed' }])
      }
      const head = await readHead(readBody(request))
      if (head === undefined) {
        return refuse('MARKET_BODY_TOO_LARGE', `The file has more than ${MAX_FILE_BYTES} bytes.`)
      }
      const options = { ...request.query, ...charsetOf(request) }
      return await readColumns(database, customer, Readable.from(head), options)
    },
  )
}

/** The beginning of a body. The rest is received and left, so that the connection can be used again. */
async function readHead(body: AsyncIterable<Buffer>): Promise<readonly Buffer[] | undefined> {
  const head: Buffer[] = []
  let size = 0
  for await (const part of body) {
    if (size < HEAD_BYTES) head.push(part)
    size += part.length
    if (size > MAX_FILE_BYTES) return undefined
  }
  return head
}

function addTemplate(fastify: FastifyInstance): void {
  fastify.get<{ Querystring: TemplateQuery }>(
    '/imports/template',
    {
      config: READ,
      schema: {
        operationId: 'getImportTemplate',
        tags: ['Products'],
        summary: 'Get a file to begin with',
        description:
          'A CSV with the names of the fields and one row as an example, in the base currency of the merchant. Spreadsheets open it, and an import reads it.',
        querystring: TemplateQuery,
        response: {
          200: {
            description: 'The file.',
            content: { 'text/csv': { schema: { type: 'string', description: 'In UTF-8.' } } },
          },
        },
      },
    },
    async (request, reply) => {
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="products.csv"')
        .send(writeTemplate(principalOf(request).customer, request.query.decimal))
    },
  )
}
