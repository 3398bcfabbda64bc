/** Keeps the last calls of directories. */
import type { Database } from '@entrepot/database'
import { principalOf, problemOf } from '@entrepot/marketplace/routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { insertCall } from './call-store.ts'

const MAX_PATH = 300

/** Stores each call of a known caller after it was answered. */
export function recordCalls(scope: FastifyInstance, database: Database): void {
  const running = new Set<Promise<void>>()
  scope.addHook('onResponse', async (request, reply) => {
    const principal = principalOf(request) as ReturnType<typeof principalOf> | undefined
    if (principal === undefined) return
    const { customer, actor } = principal
    const call = {
      label: actor.label,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      detail: problemOf(reply)?.detail ?? null,
    }
    const stored = insertCall(database, customer.customerId, call)
      .catch((err: unknown) => request.log.warn({ err }, 'a call of SCIM could not be recorded'))
      .finally(() => running.delete(stored))
    running.add(stored)
  })
  scope.addHook('onClose', async () => void (await Promise.all(running)))
}

/** The path below the prefix, with the query as people read it. */
function pathOf({ url, server }: FastifyRequest): string {
  const path = url.slice(server.prefix.length)
  try {
    return decodeURIComponent(path).replaceAll('\0', '').toWellFormed().slice(0, MAX_PATH)
  } catch {
    return path.slice(0, MAX_PATH)
  }
}
