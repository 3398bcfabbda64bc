/** Work that runs outside of requests: on a schedule, or sent in the transaction of a change. It is done once on all nodes together. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Connection,
  type Database,
  executeText,
  isUnavailable,
  outsideRehearsal,
} from '@entrepot/database'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PgBoss, SendOptions, WorkOptions } from 'pg-boss'

/** The schema of the job queue. It is not part of a backup. */
export const JOBS_SCHEMA = 'marketplace_jobs'

/** What a job is given. The signal aborts when the host does not wait any longer. */
export type JobHandler<Data extends object> = (data: Data, signal: AbortSignal) => Promise<void>

/** Options of {@link Jobs.handle}. */
export interface HandleOptions {
  /** How often a node asks for jobs; {@link Jobs.wake} makes it ask at once. @default 5 */
  readonly pollSeconds?: number
  /** How many jobs of this name a node runs at once. @default 1 */
  readonly concurrency?: number
  /** How often a job that has thrown is tried again, with growing pauses of 5 s to 10 min. @default 10 */
  readonly retries?: number
}

/** Options of {@link Jobs.send}. */
export interface SendJobOptions {
  /** When the job may begin. @default at once */
  readonly startAfter?: Date
  /** Sends at most one job with this key in each span of so many seconds, on all nodes together. @default all are sent */
  readonly once?: { readonly key: string; readonly seconds: number }
}

/** The jobs of a node. Handlers and schedules are added before the host listens. */
export interface Jobs {
  /**
   * Runs a function for each job of a name. A job whose node has died begins again on another node within about two minutes, so a handler
   * must be able to begin again.
   */
  handle<Data extends object>(
    name: string,
    handler: JobHandler<Data>,
    options?: HandleOptions,
  ): void
  /**
   * Runs a function on one node at each time of a cron expression, in UTC. Times that passed while no node ran are made up for once.
   *
   * @example jobs.schedule('rates-ecb', '30 15 * * 1-5', async () => await fetchRates())
   */
  schedule(name: string, cron: string, handler: (signal: AbortSignal) => Promise<void>): void
  /**
   * Runs a function on this node, and again so many seconds after it has ended, while the jobs run. For a look at the database that finds
   * work sooner than the times of a schedule, which are minutes. All nodes do so, each at its own times.
   */
  look(seconds: number, work: () => Promise<void>): void
  /**
   * Sends a job in a transaction: it exists if the transaction commits. Call {@link Jobs.wake} afterwards if it should not wait for the next poll.
   * The data is a reference to rows, not their only copy, because a restored backup has no jobs.
   *
   * @example await transaction(database, async (tx) => await jobs.send(tx, 'import', { importId }))
   */
  send(connection: Connection, name: string, data: object, options?: SendJobOptions): Promise<void>
  /** Lets this node ask for jobs of a name now. */
  wake(name: string): void
  /** Starts the work; a second call waits for the first. */
  start(): Promise<void>
  /** Takes no more jobs, and waits for the running ones for {@link STOP_MS}. Those that are cut off are run again later. */
  stop(): Promise<void>
}

interface Kind {
  readonly handler: JobHandler<object>
  readonly options: HandleOptions
  readonly cron?: string
}

/** How long a stopping node waits for running jobs. */
const STOP_MS = 5_000

/** More than any database is down: the start is tried until it succeeds or the host stops. */
const START_ATTEMPTS = 1_000_000

/** A job whose node sends no heartbeat for so long is run by another node. */
const HEARTBEAT_SECONDS = 60

/** The longest time of a job. */
const EXPIRE_SECONDS = 86_000

const DAY_SECONDS = 86_400

/**
 * Creates the jobs of a node on pg-boss, which is loaded when it is first needed.
 *
 * @param works whether this node runs jobs; if not, it can only send them
 */
export function createJobs(database: Database, log: FastifyBaseLogger, works = true): Jobs {
  const kinds = new Map<string, Kind>()
  const workers = new Map<string, string>()
  const looks: { readonly seconds: number; readonly work: () => Promise<void> }[] = []
  const stopping = new AbortController()
  let looking: Promise<void>[] = []
  let starting: Promise<PgBoss> | undefined
  let created: PgBoss | undefined

  const begin = async () => {
    created = await createBoss(database, log, works)
    if (stopping.signal.aborted) throw new Error('The jobs of this node have stopped.')
    await created.start({ attempts: START_ATTEMPTS })
    if (stopping.signal.aborted) return created
    for (const [name, kind] of kinds) await addQueue(created, name, kind)
    if (!works) return created
    for (const [name, kind] of kinds) workers.set(name, await work(created, name, kind))
    looking = looks.map(
      async ({ seconds, work }) => await lookAgain(seconds, work, log, stopping.signal),
    )
    return created
  }
  const boss = async () => {
    // The first job may be sent in a rehearsal, and the queue is for all.
    starting ??= outsideRehearsal(begin).catch((error: unknown) => {
      starting = undefined
      throw error
    })
    return await starting
  }
  const add = (name: string, kind: Kind) => {
    if (kinds.has(name)) throw new Error(`There are two handlers of the job ${name}.`)
    kinds.set(name, kind)
  }

  return {
    handle: (name, handler, options = {}) =>
      add(name, { handler: handler as JobHandler<object>, options }),
    schedule: (name, cron, handler) =>
      add(name, {
        cron,
        handler: async (_, signal) => await handler(signal),
        options: { pollSeconds: 30 },
      }),
    look: (seconds, work) => void looks.push({ seconds, work }),
    async send(connection, name, data, { startAfter, once } = {}) {
      if (!kinds.has(name)) throw new Error(`There is no handler of the job ${name}.`)
      const options: SendOptions = { db: adapterOf(connection) }
      if (startAfter) options.startAfter = startAfter
      if (once) Object.assign(options, { singletonKey: once.key, singletonSeconds: once.seconds })
      await (await boss()).send(name, data, options)
    },
    wake(name) {
      const worker = workers.get(name)
      if (worker !== undefined) created?.notifyWorker(worker)
    },
    async start() {
      if (kinds.size === 0) return
      await boss().catch((error: unknown) => {
        // A node that is stopped while it starts has no jobs to do.
        if (!stopping.signal.aborted) throw error
      })
    },
    async stop() {
      stopping.abort()
      await created?.stop({ graceful: true, timeout: STOP_MS })
      await starting?.catch(() => undefined)
      await Promise.all(looking)
    },
  }
}

async function lookAgain(
  seconds: number,
  work: () => Promise<void>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => logFailure(log, error))
    await delay(seconds * 1_000, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Every part of a node would report that the database is down; its readiness does so already. */
function logFailure(log: FastifyBaseLogger, error: unknown): void {
  const level = isUnavailable(error) ? 'debug' : 'warn'
  log[level]({ err: error }, 'a job, or the work for jobs, has failed')
}

/** Starts the jobs when the host listens, without keeping it waiting, and stops them when it closes. */
export function runJobs(fastify: FastifyInstance, jobs: Jobs): void {
  fastify.addHook('onListen', async () => {
    jobs.start().catch((error: unknown) => fastify.log.error({ err: error }, 'jobs did not start'))
  })
  fastify.addHook('onClose', async () => await jobs.stop())
}

const adapterOf = (connection: Connection) => ({
  executeSql: async (text: string, values?: unknown[]) =>
    await executeText(connection, text, values),
})

async function createBoss(
  database: Database,
  log: FastifyBaseLogger,
  works: boolean,
): Promise<PgBoss> {
  const pgBoss = await import('pg-boss')
  const boss = new pgBoss.PgBoss({
    db: adapterOf(database),
    schema: JOBS_SCHEMA,
    supervise: works,
    schedule: works,
    // A NOTIFY in a transaction makes all commits of the database wait for each other.
    useListenNotify: false,
    // The registry is written every 30 s by each node, and read by nobody here.
    registerInstance: false,
    // These watch tables of many thousand jobs a second, which these are not.
    reindex: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', (error) => logFailure(log, error))
  boss.on('warning', ({ message }) => log.debug(`jobs: ${message}`))
  return boss
}

async function addQueue(boss: PgBoss, name: string, { options, cron }: Kind): Promise<void> {
  const settings = {
    retryLimit: options.retries ?? (cron === undefined ? 10 : 3),
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  }
  // A scheduled job is not sent again while the last one waits or runs.
  const policy = cron === undefined ? 'standard' : 'exclusive'
  await boss.createQueue(name, { ...settings, policy })
  // createQueue leaves a queue of an earlier version as it is.
  await boss.updateQueue(name, settings)
  if (cron !== undefined) await boss.schedule(name, cron, null, { missed: 'once' })
}

async function work(boss: PgBoss, name: string, { handler, options }: Kind): Promise<string> {
  const settings: WorkOptions = {
    pollingIntervalSeconds: options.pollSeconds ?? 5,
    localConcurrency: options.concurrency ?? 1,
  }
  return await boss.work<object>(name, settings, async ([job]) => {
    if (job) await handler(job.data ?? {}, job.signal)
  })
}
