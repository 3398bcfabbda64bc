import { Client, type ClientBase, Pool, type PoolClient } from 'pg'
import { DatabaseError } from '../errors.ts'
import { clientConfig, type Database, type PoolSettings } from './client.ts'
import type { Address } from './connection-url.ts'
import { Hosts, isWorthAnotherHost } from './hosts.ts'
import { watchConnections } from './watch.ts'

/**
 * Creates a pool that connects at its first statement. Errors are thrown by the statement. If the address has alternatives, a new
 * connection tries each host once.
 */
export function createPool(address: Address, settings: PoolSettings): Database {
  const hosts = new Hosts(address)
  const places = new WeakMap<ClientBase, Address>()
  const pool = new PoolOfHosts(hosts, {
    connectionTimeoutMillis: settings.queueTimeout,
    // Its connections have these anyway; here, others can read them.
    statement_timeout: settings.statementTimeout,
    query_timeout: clientConfig(address, settings).query_timeout,
    // The pool has one limit for waiting for a free connection and for opening a new one.
    Client: class extends Client {
      constructor() {
        const place = hosts.current
        super(clientConfig(place, settings))
        places.set(this, place)
      }

      /** The pool always passes a callback. */
      override connect(callback?: unknown): never {
        return super.connect((error: Error | null) => {
          if (error) hosts.leave(placeOf(this), error)
          ;(callback as (error: Error | null) => void)(error)
        }) as never
      }
    },
    ...(address.mustWrite && {
      onConnect: async (client: ClientBase) => {
        await requireWrites(client, placeOf(client), settings.connectTimeout).catch((error) => {
          hosts.leave(placeOf(client), error)
          // Without waiting for the server to confirm the end, because it may not answer.
          ;(client as PoolClient).connection.stream.destroy()
          throw error
        })
      },
    }),
    max: settings.maxConnections,
    idleTimeoutMillis: 5 * 60_000,
    maxLifetimeSeconds: 45 * 60,
  })
  const placeOf = (client: ClientBase) => places.get(client) ?? address
  // An idle connection that ends is replaced when the next statement needs one.
  pool.on('error', () => {})
  watchConnections(pool, {
    configOf: (client) => clientConfig(placeOf(client), settings),
    reconnectTimeout: settings.reconnectTimeout,
    onUnreachable: (client, error) => hosts.leave(placeOf(client), error),
  })
  return pool
}

/** @throws {DatabaseError} `DATABASE_READ_ONLY`; the error of the driver if the server does not answer in time */
async function requireWrites(
  client: ClientBase,
  { label }: Address,
  reconnectTimeout: number,
): Promise<void> {
  const text = `select current_setting('transaction_read_only') = 'on' as "readOnly"`
  const statement = { text, query_timeout: reconnectTimeout }
  const { rows } = await client.query<{ readOnly: boolean }>(statement)
  if (rows[0]?.readOnly === false) return
  throw new DatabaseError('DATABASE_READ_ONLY', `The server of ${label} is read-only.`)
}

type Connected = Parameters<typeof Pool.prototype.connect>[0]

/** Reasons for which pools give out no connection. */
const refusals = new WeakMap<Pool, DatabaseError>()

/**
 * Makes every further statement and transaction of a pool fail with an error, for a program that must not use the database any longer, such
 * as after {@link findIncompatible}. What runs already is finished. It cannot be undone.
 *
 * @example
 * const error = await findIncompatible(database, known)
 * if (error) refuseStatements(database, error)
 */
export function refuseStatements(database: Database, reason: DatabaseError): void {
  refusals.set(database, reason)
}

class PoolOfHosts extends Pool {
  readonly #hosts: Hosts

  constructor(hosts: Hosts, options: ConstructorParameters<typeof Pool>[0]) {
    super(options)
    this.#hosts = hosts
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      const refusal = refusals.get(this)
      if (refusal) {
        process.nextTick(callback, refusal, undefined, () => {})
        return undefined
      }
      this.#tryHosts(callback, this.#hosts.count)
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    this.connect((error, client) => (client ? resolve(client) : reject(error)))
    return promise
  }

  #tryHosts(callback: Connected, attempts: number): void {
    super.connect((error, client, release) => {
      if (error && attempts > 1 && isWorthAnotherHost(error) && !this.ending) {
        this.#tryHosts(callback, attempts - 1)
      } else {
        callback(error, client, release)
      }
    })
  }
}
