/** Records refused calls after they were answered. */
import { setTimeout } from 'node:timers/promises'
import { createBatcher } from '@entrepot/batch'
import { type Database, isRehearsing } from '@entrepot/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../http/access.ts'
import { problemOf } from '../http/problem.ts'
import type { Caller } from '../principals/principal.ts'
import { reasonOf } from './reason.ts'
import { secretsOf } from './secrets-of.ts'
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
  /** Whether another call of a customer is stored in this minute. It costs one look at a map. */
  wants(customerId: string): boolean
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
  const minute = createMinuteLimit(limits.perMinute)
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
    wants: (customerId) => waiting.size < MAX_WAITING && minute.isOpen(customerId),
    record(call) {
      if (waiting.size >= MAX_WAITING || !minute.take(call.customerId)) return
      const stored: Promise<void> = submit(call).finally(() => waiting.delete(stored))
      waiting.add(stored)
    },
    async flush() {
      await Promise.all(waiting)
    },
  }
}

/** Counts names in the current minute. It forgets all names after each minute. */
function createMinuteLimit(perMinute: number) {
  const counts = new Map<string, number>()
  let minute = 0
  const countOf = (name: string) => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) counts.clear()
    minute = now
    return counts.get(name) ?? 0
  }
  const isOpen = (name: string) => countOf(name) < perMinute
  return {
    isOpen,
    /** Counts a name. False if there were too many before. */
    take(name: string): boolean {
      if (!isOpen(name)) return false
      counts.set(name, countOf(name) + 1)
      return true
    },
  }
}

/** Records the refused calls of this instance whose customer is known. A call that is only rehearsed is not refused to anybody. */
export function recordRefusals(fastify: FastifyInstance, recorder: RefusalRecorder): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const caller = reply.statusCode >= 400 ? callerOf(request) : undefined
    if (
      caller?.customer.move === null &&
      !isRehearsing() &&
      recorder.wants(caller.customer.customerId)
    ) {
      const call = refusedCall(request, reply, caller)
      if (call) recorder.record(call)
    }
    done()
  })
  fastify.addHook('onClose', async () => {
    await Promise.race([recorder.flush(), setTimeout(FLUSH_MS, undefined, { ref: false })])
  })
}

function refusedCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { customer, actor }: Caller,
): NewRefusedCall | undefined {
  const problem = problemOf(reply)
  // 5xx are issues of the hub, which are in its log.
  if (problem === undefined || reply.statusCode >= 500) return undefined
  return {
    customerId: customer.customerId,
    method: request.method,
    route: request.routeOptions.url ?? '',
    status: reply.statusCode,
    code: problem.code,
    actor,
    ...reasonOf(problem, request.url, secretsOf(request)),
  }
}
