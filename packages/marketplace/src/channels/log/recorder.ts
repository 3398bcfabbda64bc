/** Records what channels poll and acknowledge, after they were answered. */
import { setTimeout } from 'node:timers/promises'
import { createBatcher } from '@entrepot/batch'
import { type Database, isRehearsing } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../kit/principals/principal.ts'
import { storable } from '../../kit/shared/storable.ts'
import type { Rejection } from '../copy/schema.ts'
import {
  addSyncCalls,
  MAX_REFERENCES,
  type SyncCall,
  type SyncCounts,
  type SyncKind,
} from './store.ts'

/** What a call has done. */
export interface SyncResult extends Partial<SyncCounts> {
  readonly rejections?: readonly Pick<Rejection, 'Reference' | 'Code' | 'Detail'>[]
}

/**
 * Records a call of a channel, and returns at once. Records nothing in a rehearsal.
 *
 * @param startedAt `performance.now()` when the call began
 */
export type RecordSync = (
  principal: Principal,
  kind: SyncKind,
  startedAt: number,
  result: SyncResult,
) => void

/** Calls that wait to be stored. If there are more, the database is slow, and further calls are not recorded. */
const MAX_WAITING = 2_000

/** Longer than the longest statement, so that a slow database never gets two statements of a node. */
const PATIENCE_MS = 60_000

/** Characters of the reason of a rejection. */
const MAX_DETAIL = 300

/** A host does not wait longer for a slow database when it closes. */
const FLUSH_MS = 2_000

/** Makes the function that records. Calls that arrive while a statement runs share the next one; what fails is logged. */
export function createSyncRecorder(fastify: FastifyInstance, database: Database): RecordSync {
  const waiting = new Set<Promise<void>>()
  const submit = createBatcher(
    async (calls: readonly SyncCall[]) => {
      try {
        await addSyncCalls(database, calls)
      } catch (err) {
        fastify.log.warn({ err }, 'polls could not be recorded')
      }
      return calls.map(() => undefined)
    },
    { maxSize: 500, slotTimeoutMs: PATIENCE_MS },
  )
  fastify.addHook('onClose', async () => {
    const stored = Promise.all(waiting)
    await Promise.race([stored, setTimeout(FLUSH_MS, undefined, { ref: false })])
  })
  return (principal, kind, startedAt, result) => {
    const call = toCall(principal, kind, performance.now() - startedAt, result)
    if (call === undefined || waiting.size >= MAX_WAITING || isRehearsing()) return
    const stored: Promise<void> = submit(call).finally(() => waiting.delete(stored))
    waiting.add(stored)
  }
}

function toCall(
  { customer, channel, actor }: Principal,
  kind: SyncKind,
  ms: number,
  { rejections = [], ...counts }: SyncResult,
): SyncCall | undefined {
  if (channel === null) return undefined
  return {
    ...{ customerId: customer.customerId, channelId: channel.channelId, kind },
    keyId: actor.kind === 'key' ? actor.id : '0',
    ms: Math.round(ms),
    ...{ created: 0, updated: 0, removed: 0, failed: 0, offers: 0, ...counts },
    rejected: rejections.length,
    rejectedReferences: rejections
      .flatMap(({ Reference }) => Reference ?? [])
      .slice(0, MAX_REFERENCES)
      .map(storable),
    rejections: rejections.slice(0, MAX_REFERENCES).map(({ Reference, Code, Detail }) => ({
      reference: Reference === null ? null : storable(Reference),
      code: Code,
      detail: storable(Detail.slice(0, MAX_DETAIL)),
    })),
  }
}
