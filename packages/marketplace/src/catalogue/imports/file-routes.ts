import { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import { readBody } from '../../kit/idempotency/hooks.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { readColumns } from './columns.ts'
import { ColumnsQuery, FileColumns, TemplateQuery } from './schema.ts'
import { writeTemplate } from './template.ts'

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }

/** The body of an upload. Only the charset of the content type counts, so that files with a wrong type are taken, too. */
export const FILE = {
  content: Object.fromEntries(
    ['application/octet-stream', 'text/csv', 'application/x-ndjson', 'application/xml'].map(
      (type) => [type, { schema: { type: 'string', format: 'binary', description: 'The file.' } }],
    ),
  ),
}

/** Without these headers, Fastify parses no body: it is left to the handler as a stream, whatever its type. */
export function leaveBody(request: FastifyRequest, _reply: unknown, done: () => void): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
    delete request.headers[name]
  }
  done()
}

/** The charset of the content type, which {@link leaveBody} has removed. */
export function charsetOf({ raw }: FastifyRequest): { readonly charset?: string } {
  try {
    const at = raw.rawHeaders.findIndex(
      (text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type',
    )
    const contentType = raw.rawHeaders[at + 1] ?? ''
    const charset = new MIMEType(contentType).params.get('charset')
    return charset === null ? {} : { charset: charset.slice(0, 40) }
  } catch {
    // The content type is invalid or missing, and decides nothing.
    return {}
  }
}

/** Bytes of a file by which its columns are read. */
const HEAD_BYTES = 512 * 1024

/** The largest body of a call that reads columns. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024

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
        return refuse('MARKET_BODY_TOO_LARGE', `The file has more than ${MAX_BYTES} bytes.`)
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
    if (size > MAX_BYTES) return undefined
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
