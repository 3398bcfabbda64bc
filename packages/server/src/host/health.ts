/** Health for load balancers and process managers. */
import { type Database, executeScript } from '@entrepot/database'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { NodeClock } from '../node-clock.ts'
import { SchemaWatch } from './schema-watch.ts'

/** Time after which a database without an answer counts as unreachable. */
const READY_TIMEOUT_MS = 4_000

/** Time for which a result is reused, so that the database is checked at most once a second. */
const FRESH_MS = 1_000

/** Time since the last check after which nobody is assumed to watch. Load balancers check every few seconds. */
const WATCHED_MS = 60_000

/**
 * Tries to write without leaving data. Creating the table fails on a standby and with read-only transactions, even if the table
 * exists. The table is empty at the start of each transaction, so the row needs a new block of the file, which fails on a full
 * disk. A row of a permanent table could reuse the space of an old one.
 */
const TRY_WRITE = `
  create temporary table if not exists entrepot_ready (filler integer) on commit delete rows;
  insert into pg_temp.entrepot_ready values (1);`

type Status =
  | 'ok'
  | 'stopping'
  | 'database unreachable'
  | 'database takes no writes'
  | 'database is newer'
  | 'clock differs from the database'

/** Tracks whether this hub can take requests, and whether anybody checks that. */
export class Readiness {
  /** Tells whether this version can work with the tables. */
  readonly schema: SchemaWatch
  readonly #database: Database
  readonly #now: () => number
  readonly clock: NodeClock
  #isStopping = false
  #askedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #trial: Promise<Status> | undefined

  /** @param log gets a line about a wrong clock */
  constructor(
    database: Database,
    now: () => number = () => performance.now(),
    log?: FastifyBaseLogger,
  ) {
    this.schema = new SchemaWatch(database)
    this.#database = database
    this.#now = now
    this.clock = new NodeClock(database, log)
  }

  /** Checks the database and the clock, unless there is a result that is less than a second old. */
  async status(): Promise<Status> {
    const now = this.#now()
    this.#askedAt = now
    if (this.#isStopping) return 'stopping'
    if (this.schema.reason !== undefined) return 'database is newer'
    if (this.#trial === undefined || now - this.#triedAt >= FRESH_MS) {
      this.#triedAt = now
      this.#trial = this.#try()
    }
    return await this.#trial
  }

  async #try(): Promise<Status> {
    const status = await tryDatabase(this.#database, this.schema)
    const isWrong = status === 'ok' && (await this.clock.isWrong())
    return isWrong ? 'clock differs from the database' : status
  }

  /** Makes the hub report that it is not ready. */
  stop(): void {
    this.#isStopping = true
  }

  /** Whether {@link status} was called within the last minute. */
  get isWatched(): boolean {
    return this.#now() - this.#askedAt < WATCHED_MS
  }
}

/**
 * Adds `GET /health/live`, which answers while the process runs, and `GET /health/ready`, which answers 200 while the hub can write
 * to its database, has the right time and is not stopping, else 503.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('preClose', async () => readiness.stop())
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_, reply) => {
    const status = await readiness.status()
    const { reason } = readiness.schema
    return await reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status, ...(status === 'database is newer' && { detail: reason }) })
  })
}

async function tryDatabase(database: Database, schema: SchemaWatch): Promise<Status> {
  const { promise: timeout, resolve } = Promise.withResolvers<Status>()
  const timer = setTimeout(resolve, READY_TIMEOUT_MS, 'database unreachable')
  const trial = executeScript(database, TRY_WRITE).then(async (): Promise<Status> => {
    await schema.look()
    return schema.reason === undefined ? 'ok' : 'database is newer'
  }, explain)
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
  // The role may not create temporary tables, so only the connection could be checked.
  return code === '42501' ? 'ok' : 'database unreachable'
}
