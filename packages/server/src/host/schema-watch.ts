/** Stops serving when a newer hub has migrated the database so that this version cannot work with it. */
import {
  type Database,
  type DatabaseError,
  type KnownMigrations,
  outsideRehearsal,
  refuseStatements,
} from '@entrepot/database'
import { refuse, writeProblem } from '@entrepot/marketplace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findNewerSchema, knownSets } from '../database/migrations.ts'
import { messagePage } from '../site/pages/layout.ts'
import { PLAIN_PAGE } from '../site/pages/send-page.ts'
import { wantsPage } from '../site/pages/wants-page.ts'

/** Time between two looks. */
const LOOK_MS = 2_000

/** Time for which an answer waits for a look. */
const PATIENCE_MS = 1_000

/** Paths that are answered all the same: they tell the state of the node. */
const ALWAYS: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Looks whether the tables are still those that this version can work with: every two seconds while the hub listens, and before an answer
 * with status 500, which may be the first sign of a migration. From then on every request is answered with 503, and the pool refuses every
 * statement, those of background work too. There is no way back but a restart: a restore needs stopped hubs.
 */
export class SchemaWatch {
  readonly #database: Database
  #known: readonly KnownMigrations[] | undefined
  #looking: Promise<void> | undefined
  #reason: DatabaseError | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Why this node does not serve, for people; undefined while it does. */
  get reason(): string | undefined {
    return this.#reason?.message
  }

  /** Looks now, unless a look is running. Never rejects: without an answer of the database within a second, nothing is known. */
  async look(): Promise<void> {
    if (this.#reason !== undefined) return
    this.#looking ??= outsideRehearsal(async () => await this.#find()).finally(() => {
      this.#looking = undefined
    })
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    await Promise.race([this.#looking, timeout]).finally(() => clearTimeout(timer))
  }

  async #find(): Promise<void> {
    try {
      this.#known ??= await knownSets()
      const found = await findNewerSchema(this.#database, this.#known)
      if (found === undefined) return
      this.#reason = found
      refuseStatements(this.#database, found)
    } catch {
      // The database is down, or does not have the tables: readiness and the answers tell.
    }
  }

  /** Guards all routes that are added from now on. */
  guard(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (this.#reason === undefined || isAlways(request)) done()
      else reply.send(refuseRequest(request, reply, this.#reason))
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode < 500 || isAlways(request)) return done(null, payload)
      const answer = () =>
        done(null, this.#reason ? refuseRequest(request, reply, this.#reason) : payload)
      // With other codes the database may be down, which is known already.
      if (reply.statusCode === 500) void this.look().then(answer)
      else answer()
    })
    this.#lookNowAndThen(app)
  }

  #lookNowAndThen(app: FastifyInstance): void {
    let timer: NodeJS.Timeout | undefined
    const look = async () => {
      await this.look()
      if (this.#reason === undefined) return
      clearInterval(timer)
      app.log.fatal({ err: this.#reason }, 'this node no longer serves: a newer hub has migrated')
    }
    app.addHook('onListen', async () => {
      timer = setInterval(() => void look(), LOOK_MS).unref()
    })
    app.addHook('onClose', async () => clearInterval(timer))
  }
}

function isAlways({ routeOptions }: FastifyRequest): boolean {
  return ALWAYS.has(routeOptions.url ?? '')
}

/** Sets the status and the headers of the answer to a request that is not served. @returns its body */
function refuseRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { message }: DatabaseError,
): string {
  const detail = `${message} Until then only nodes of the newer version answer: send the same request again.`
  reply.code(503).removeHeader('content-length').header('retry-after', '1')
  if (wantsPage(request) && !request.url.startsWith('/v2/')) {
    reply.headers(PLAIN_PAGE)
    return messagePage('This node is out of date', detail)
  }
  return JSON.stringify(writeProblem(reply, refuse('MARKET_UNAVAILABLE', detail)))
}
