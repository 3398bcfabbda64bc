/** Records refused calls after they were answered. */
import { setTimeout } from 'node:timers/promises'
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../http/access.ts'
import { refusedWith } from '../http/problem.ts'
import {
  deleteRefusedCalls,
  insertRefusedCalls,
  type NewRefusedCall,
  type RefusalLimits,
} from './store.ts'

/** Calls are kept for so many days. */
export const KEPT_DAYS = 7

/** A customer whose software fails every second sees what is wrong from its first calls of a minute. */
const LIMITS: RefusalLimits = { perMinute: 60, perCustomer: 10_000 }

/** Calls of a node that wait to be stored. If there are more, the database is slow, and further calls are not recorded. */
const MAX_WAITING = 2_000

/** Longer than the longest statement, so that a slow database never gets two statements of a node. */
const PATIENCE_MS = 60_000

/** A host does not wait longer for a slow database when it closes. */
const FLUSH_MS = 2_000

/** Interval at which a node deletes old calls. */
const CLEANING_MS = 3_600_000

/** Records refused calls. */
export interface RefusalRecorder {
  /** Returns at once. Failures are reported to `onError`. */
  record(call: NewRefusedCall): void
  /** Waits until all calls are stored. */
  flush(): Promise<void>
}

/**
 * Creates a recorder. Calls that arrive while a statement runs share the next one. A customer who sends very many calls costs one look at
 * a map for each call after the first of a minute: these are not sent to the database.
 */
export function createRefusalRecorder(
  database: Database,
  onError: (error: unknown) => void,
  limits: RefusalLimits = LIMITS,
): RefusalRecorder {
  const waiting = new Set<Promise<void>>()
  const isWithinMinute = createMinuteLimit(limits.perMinute)
  let cleanedAt = Number.NEGATIVE_INFINITY

  async function store(calls: readonly NewRefusedCall[]): Promise<readonly undefined[]> {
    try {
      await insertRefusedCalls(database, calls, limits)
      if (performance.now() >= cleanedAt + CLEANING_MS) {
        cleanedAt = performance.now()
        await deleteRefusedCalls(database, KEPT_DAYS)
      }
    } catch (error) {
      // Once per statement, so that the log does not grow with the calls.
      onError(error)
    }
    return calls.map(() => undefined)
  }

  const submit = createBatcher(store, { maxSize: 500, slotTimeoutMs: PATIENCE_MS })
  return {
    record(call) {
      if (waiting.size >= MAX_WAITING || !isWithinMinute(call.customerId)) return
      const stored: Promise<void> = submit(call).finally(() => waiting.delete(stored))
      waiting.add(stored)
    },
    async flush() {
      await Promise.all(waiting)
    },
  }
}

/** Returns a function that is true for the first calls of a name in a minute. It forgets all names after each minute. */
function createMinuteLimit(perMinute: number): (name: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return (name) => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(name) ?? 0) + 1
    if (count <= perMinute) counts.set(name, count)
    return count <= perMinute
  }
}

/** Records the refused calls of this instance whose customer is known. */
export function recordRefusals(fastify: FastifyInstance, recorder: RefusalRecorder): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const call = reply.statusCode >= 400 ? refusedCall(request, reply) : undefined
    if (call) recorder.record(call)
    done()
  })
  fastify.addHook('onClose', async () => {
    await Promise.race([recorder.flush(), setTimeout(FLUSH_MS, undefined, { ref: false })])
  })
}

function refusedCall(request: FastifyRequest, reply: FastifyReply): NewRefusedCall | undefined {
  const caller = callerOf(request)
  const code = refusedWith(reply)
  // 5xx are issues of the hub, which are in its log.
  if (caller === undefined || code === undefined || reply.statusCode >= 500) return undefined
  return {
    customerId: caller.customer.customerId,
    method: request.method,
    route: request.routeOptions.url ?? '',
    status: reply.statusCode,
    code,
    actor: caller.actor,
    requestId: request.id,
  }
}
