import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Requirement } from '../../kit/principals/principal.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import { linkFull, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { ChannelPath } from '../copy/schema.ts'
import { SyncLogEntry, SyncLogQuery } from '../log/schema.ts'
import { type SyncEntry, selectSyncEntries } from '../log/store.ts'
import { channelOf } from '../poll/channel-ids.ts'
import { getSettings } from './settings.ts'

const READ = { requires: { kind: 'merchant', scope: 'channels:read' } satisfies Requirement }

/** The route that lists what a channel has polled and acknowledged. */
export function syncLogRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ChannelPath; Querystring: SyncLogQuery }>(
    '/channels/:id/sync/log',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        operationId: 'listSyncLog',
        tags: ['Channels'],
        summary: 'List the polls of a channel',
        description:
          'What a channel has polled and acknowledged in the last 7 days, newest first: one entry for each minute, kind of call and key. A call is listed shortly after its answer; the last ones before a crash of the hub can be missing. Calls that were refused are in `GET /refusals`.',
        params: ChannelPath,
        querystring: SyncLogQuery,
        response: { 200: { type: 'array', items: SyncLogEntry } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const ids = channelOf(request)
      const settings = await getSettings(database, ids)
      if (isRefusal(settings)) return settings
      const rows = await selectSyncEntries(database, ids, after, pageSize)
      linkFull(request, reply, rows, pageSize, (last) => ({
        micros: last.micros,
        id: last.entryId,
      }))
      return rows.map(toResponse)
    },
  )
}

function toResponse(entry: SyncEntry): SyncLogEntry {
  return {
    Kind: entry.kind,
    Minute: entry.minute.toISOString(),
    LastAt: entry.lastAt.toISOString(),
    Key: entry.keyLabel === null ? null : { Id: Number(entry.keyId), Label: entry.keyLabel },
    Calls: entry.calls,
    Created: entry.created,
    Updated: entry.updated,
    Removed: entry.removed,
    Failed: entry.failed,
    Offers: entry.offers,
    Rejected: entry.rejected,
    RejectedReferences: [...entry.rejectedReferences],
    Rejections: entry.rejections.map(({ reference, code, detail }) => ({
      Reference: reference,
      Code: code,
      Detail: detail,
    })),
    AverageMs: Math.round(entry.totalMs / entry.calls),
    MaxMs: entry.maxMs,
  }
}
