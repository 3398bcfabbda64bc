/** Health for load balancers and process managers. */
import { type Database, query, sql } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'

/** How long the database may take to answer before the hub says that it is not ready. */
const READY_TIMEOUT_MS = 2_000

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can also reach its database and is not stopping; 503
 * otherwise, so that a load balancer sends its requests elsewhere.
 */
export function registerHealth(app: FastifyInstance, database: Database): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_, reply) => {
    if (isStopping) return reply.code(503).send({ status: 'stopping' })
    if (await canReach(database)) return { status: 'ok' }
    return reply.code(503).send({ status: 'database unreachable' })
  })
}

async function canReach(database: Database): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, READY_TIMEOUT_MS, false)
  const answer = query(database, sql`select 1`).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
