/** Health for load balancers and process managers. */
import { type Database, executeScript } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'

/** How long the database may take to answer before the hub says that it is not ready. */
const READY_TIMEOUT_MS = 4_000

/** How long an answer of the database holds: however often a balancer asks, the database is asked once a second. */
const FRESH_MS = 1_000

/** Somebody who asked longer ago is not looking: balancers ask every few seconds. */
const WATCHED_MS = 60_000

/**
 * What writing needs, without leaving anything behind. Creating a table fails on a standby and where transactions are
 * read-only, also if the table is there. The table is empty at the start of each transaction, so the row needs a new block
 * of the file, which fails on a full disk; a row of a permanent table would take the room of an old one.
 */
const TRY_WRITE = `
  create temporary table if not exists entrepot_ready (filler integer) on commit delete rows;
  insert into pg_temp.entrepot_ready values (1);`

type Status = 'ok' | 'stopping' | 'database unreachable' | 'database takes no writes'

/** Whether requests should be sent to this hub, and whether anybody asks. */
export class Readiness {
  readonly #database: Database
  readonly #now: () => number
  #isStopping = false
  #askedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #trial: Promise<Status> | undefined

  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database
    this.#now = now
  }

  /** Asks; an answer of the database that is younger than a second is taken again. */
  async status(): Promise<Status> {
    const now = this.#now()
    this.#askedAt = now
    if (this.#isStopping) return 'stopping'
    if (this.#trial === undefined || now - this.#triedAt >= FRESH_MS) {
      this.#triedAt = now
      this.#trial = tryDatabase(this.#database)
    }
    return await this.#trial
  }

  /** From now on the hub is not ready. */
  stop(): void {
    this.#isStopping = true
  }

  /** Whether {@link status} was asked for within the last minute. */
  get isWatched(): boolean {
    return this.#now() - this.#askedAt < WATCHED_MS
  }
}

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can also write to its database and is not stopping; 503
 * otherwise, so that a load balancer sends its requests elsewhere.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('preClose', async () => readiness.stop())
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_, reply) => {
    const status = await readiness.status()
    return await reply.code(status === 'ok' ? 200 : 503).send({ status })
  })
}

async function tryDatabase(database: Database): Promise<Status> {
  const { promise: timeout, resolve } = Promise.withResolvers<Status>()
  const timer = setTimeout(resolve, READY_TIMEOUT_MS, 'database unreachable')
  const trial = executeScript(database, TRY_WRITE).then(() => 'ok' as const, explain)
  try {
    return await Promise.race([trial, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function explain(error: unknown): Status {
  const { code } = error as { code?: unknown }
  // Class 53, insufficient resources, such as a full disk; 25006, read-only.
  if (code === '25006' || /^53...$/.test(String(code))) return 'database takes no writes'
  // A role that may not create temporary tables: the database answers, and more cannot be tried.
  return code === '42501' ? 'ok' : 'database unreachable'
}
