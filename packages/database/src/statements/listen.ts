import { Client } from 'pg'
import type { NamedStatement } from '../connection/check-out.ts'
import type { Database } from '../connection/client.ts'
import { DatabaseError } from '../errors.ts'

/** Maximum time in milliseconds for the answer to a check. */
const MAX_CHECK_PATIENCE = 5_000

/** Time in milliseconds until the next attempt. A random part of it is added, so that nodes do not connect at the same time. */
const RECONNECT_DELAY = 1_000

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Called with the payload of each notification. */
  readonly onNotification: (payload: string) => void
  /** Called whenever the connection begins to listen. Notifications that were sent before, or while it was lost, are not repeated. */
  readonly onListening?: () => void
  /** Called when the connection is lost or cannot be opened. It is opened again. */
  readonly onLost?: (error: unknown) => void
  /** Milliseconds between checks of the connection, because a network that drops packets causes no error. @default 10_000 */
  readonly checkInterval?: number
}

/** A channel that is being listened to. */
export interface Listening {
  /** Whether the connection is open and listens. */
  readonly isActive: boolean
  /** Ends the connection. Nothing is called afterwards. */
  stop(): Promise<void>
}

/**
 * Listens to a channel of `NOTIFY` (https://www.postgresql.org/docs/current/sql-notify.html) on a connection of its own, which is not
 * taken from the pool. The connection is opened again when it is lost, to the host that the pool uses. Notifications are a hint: those
 * of a time without connection are lost, so look for changes by yourself in `onListening`.
 *
 * @example
 * const listening = listen(database, 'orders', { onNotification: readOrders, onListening: readOrders })
 * await listening.stop()
 */
export function listen(database: Database, channel: string, options: ListenOptions): Listening {
  const listener = new Listener(database, channel, options)
  listener.start()
  return listener
}

class Listener implements Listening {
  readonly #database: Database
  readonly #channel: string
  readonly #options: ListenOptions
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  isActive = false

  constructor(database: Database, channel: string, options: ListenOptions) {
    this.#database = database
    this.#channel = channel
    this.#options = options
  }

  start(): void {
    const client = createClient(this.#database)
    this.#client = client
    client.on('notification', ({ channel, payload }) => {
      if (!this.#isStopped && channel === this.#channel) {
        this.#options.onNotification(payload ?? '')
      }
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, lost()))
    open(client, this.#channel).then(
      () => this.#begin(client),
      (error: unknown) => this.#lose(client, error),
    )
  }

  async stop(): Promise<void> {
    const client = this.#client
    this.#isStopped = true
    this.isActive = false
    this.#client = undefined
    clearTimeout(this.#timer)
    client?.connection.stream.destroy()
  }

  #begin(client: Client): void {
    if (this.#client !== client) return
    this.isActive = true
    this.#check(client)
    this.#options.onListening?.()
  }

  #check(client: Client): void {
    const interval = this.#options.checkInterval ?? 10_000
    const reconnectTimeout = Math.min(interval, MAX_CHECK_PATIENCE)
    const statement: NamedStatement = { text: 'select 1', query_timeout: reconnectTimeout }
    this.#timer = setTimeout(() => {
      client.query(statement).then(
        () => this.#client === client && this.#check(client),
        (error: unknown) => this.#lose(client, error),
      )
    }, interval).unref()
  }

  /** Called several times for one loss, because a client reports it in several ways. */
  #lose(client: Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.isActive = false
    clearTimeout(this.#timer)
    // The server may not answer, so the end is not awaited.
    client.connection.stream.destroy()
    this.#timer = setTimeout(() => this.start(), RECONNECT_DELAY * (1 + Math.random())).unref()
    this.#options.onLost?.(error)
  }
}

/** A client like those of the pool, which knows the current host. */
function createClient(database: Database): Client {
  const ClientOfPool = (database.options.Client ?? Client) as typeof Client
  return new ClientOfPool()
}

async function open(client: Client, channel: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.connect((error?: Error | null) => (error ? reject(error) : resolve()))
  await promise
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}

function lost(): DatabaseError {
  return new DatabaseError(
    'DATABASE_CONNECTION_LOST',
    'The connection that listens was closed by the server. It is opened again.',
  )
}
