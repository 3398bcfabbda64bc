import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { openExport } from './exports.ts'
import { EXPORT_KINDS, type ExportName } from './kind-store.ts'
import { EXPORT_QUERIES, type ExportQuery, placeAfter } from './schema.ts'
import type { ExportFormat } from './statement-store.ts'

const ofRecords = (id: string, records: string) =>
  ({
    id,
    rows: `The ${records} that match all filters, by Id: a row for each line.`,
    scope: 'fulfilment:read',
  }) as const

/** What the calls say about themselves. */
const TEXTS: Readonly<
  Record<
    ExportName,
    {
      readonly id: string
      readonly rows: string
      readonly scope: 'products:read' | 'orders:read' | 'fulfilment:read'
    }
  >
> = {
  products: {
    id: 'exportProducts',
    rows: 'The products that match all filters, with the fields that an import takes: top-level products by reference, then children by reference.',
    scope: 'products:read',
  },
  orders: {
    id: 'exportOrders',
    rows: 'The orders that match all filters, by Id, without their lines.',
    scope: 'orders:read',
  },
  'order-lines': {
    id: 'exportOrderLines',
    rows: 'The lines of the orders that match all filters, by the Id of the order.',
    scope: 'orders:read',
  },
  shipments: ofRecords('exportShipments', 'shipments'),
  cancellations: ofRecords('exportCancellations', 'cancellations'),
  backorders: ofRecords('exportBackorders', 'backorders'),
  returns: ofRecords('exportReturns', 'returns'),
  refunds: {
    id: 'exportRefunds',
    rows: 'The refunds that match all filters, by Id, with their lines as JSON.',
    scope: 'fulfilment:read',
  },
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** The longest export. */
const DAY_MS = 86_400_000

/** The routes of exports. */
export function exportRoutes(fastify: FastifyInstance, database: Database): void {
  const closing = new AbortController()
  // Before the host waits for its connections: exports can be continued, so they do not hold up its end.
  fastify.addHook('preClose', async () =>
    closing.abort(new Error('The hub stops. Continue the export with `after`.')),
  )
  for (const name of Object.keys(EXPORT_KINDS) as ExportName[])
    addExport(fastify, database, name, closing.signal)
}

function addExport(
  fastify: FastifyInstance,
  database: Database,
  name: ExportName,
  closing: AbortSignal,
): void {
  const { id, rows, scope } = TEXTS[name]
  fastify.get<{ Querystring: ExportQuery }>(
    `/exports/${name}`,
    {
      config: { requires: { kind: 'merchant', scope } satisfies Requirement, limit: 'bulk' },
      handlerTimeout: DAY_MS,
      schema: {
        operationId: id,
        tags: ['Exports'],
        summary: `Export ${name.replace('-', ' ')}`,
        description: `${rows} The answer is streamed. If it is cut off, call again with \`after\`.`,
        querystring: EXPORT_QUERIES[name],
        response: {
          200: {
            description: 'The rows.',
            content: {
              'text/csv': { schema: { type: 'string' } },
              'application/x-ndjson': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format = 'csv', after: given, ...filter } = request.query
      const after = placeAfter(name, given)
      if (isRefusal(after)) return after
      const { customerId } = principalOf(request).customer
      const output = await openExport(
        database,
        customerId,
        { name, format, filter, after },
        closing,
      )
      return sendFile(reply, output, format, name)
    },
  )
}

function sendFile(
  reply: FastifyReply,
  output: NodeJS.ReadableStream,
  format: ExportFormat,
  name: ExportName,
): FastifyReply {
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${name}-${day}.${format}"`)
    .send(output)
}
