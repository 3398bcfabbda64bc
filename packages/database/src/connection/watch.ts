import type { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'
import { isServerError } from '../errors.ts'

/** Interval of the checks, in milliseconds. */
const INTERVAL = 1_000

/** What {@link watchConnections} needs. */
export interface WatchOptions {
  readonly configOf: (client: PoolClient) => ClientConfig
  /** Milliseconds. */
  readonly reconnectTimeout: number
  /** Called if the server of a connection does not answer new connections either. */
  readonly onUnreachable: (client: PoolClient, error: unknown) => void
}

/** State of one connection. */
interface Watched {
  readonly client: PoolClient
  readonly socket: Socket
  /** `socket.bytesWritten` when the last statement was answered. If more bytes are written, a statement is waiting for its answer. */
  answeredUpTo: number
  bytesRead: number
  /** Number of consecutive checks in which a statement was waiting and no byte had arrived. */
  silentLooks: number
}

/**
 * Closes connections whose server no longer answers. A network that drops packets, or a server that was replaced without closing its
 * connections, causes no error: on each connection, a statement would wait for its timeout.
 *
 * If a statement has no answer for `reconnectTimeout`, a new connection asks PostgreSQL which of the silent sessions are working. The others are
 * closed, and their statements fail at once. If the new connection gets no answer within `reconnectTimeout` either, all silent connections are
 * closed, and `onUnreachable` is called. Idle connections are closed together with a silent one, because they probably lead to the same server.
 *
 * Checks are counted instead of measuring time, so that a pause of this process is not taken for silence of the server.
 */
export function watchConnections(
  pool: Pool,
  { configOf, reconnectTimeout, onUnreachable }: WatchOptions,
): void {
  const watched = new Map<PoolClient, Watched>()
  const looks = Math.ceil(reconnectTimeout / INTERVAL)
  let checking = false

  async function look(): Promise<void> {
    const allSilent = [...watched.values()].filter((entry) => isSilent(entry, looks))
    const [first] = allSilent
    if (!first || checking) return
    checking = true
    // One server at a time: the pool may have connections to several during a failover.
    const onSameServer = (entry: Watched) => serverOf(entry) === serverOf(first)
    const silent = allSilent.filter(onSameServer)
    const config = { ...configOf(first.client), connectionTimeoutMillis: reconnectTimeout }
    const busy = await askForBusySessions(silent, { ...config, query_timeout: reconnectTimeout })
      .catch((error: unknown) => {
        onUnreachable(first.client, error)
        return new Set<number>()
      })
      .finally(() => {
        checking = false
      })
    for (const entry of silent) entry.silentLooks = 0
    endDead([...watched.values()].filter(onSameServer), silent, busy)
  }

  let timer: NodeJS.Timeout | undefined
  pool.on('connect', (client) => {
    watched.set(client, watch(client))
    timer ??= setInterval(() => void look(), INTERVAL).unref()
  })
  pool.on('remove', (client) => {
    watched.delete(client)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  })
}

function watch(client: PoolClient): Watched {
  const socket = client.connection.stream as Socket
  const entry = {
    client,
    socket,
    answeredUpTo: socket.bytesWritten,
    bytesRead: socket.bytesRead,
    silentLooks: 0,
  }
  client.on('drain', () => {
    entry.answeredUpTo = socket.bytesWritten
  })
  return entry
}

function isWaiting({ socket, answeredUpTo }: Watched): boolean {
  return socket.bytesWritten > answeredUpTo
}

function isSilent(entry: Watched, looks: number): boolean {
  const { bytesRead } = entry.socket
  const isQuiet = isWaiting(entry) && bytesRead === entry.bytesRead
  entry.bytesRead = bytesRead
  entry.silentLooks = isQuiet ? entry.silentLooks + 1 : 0
  return entry.silentLooks >= looks
}

/**
 * The process numbers of the sessions that are working. All if PostgreSQL answers with a refusal, because it is starting or has no free
 * connection: then the network works.
 *
 * @throws the error of the driver if PostgreSQL does not answer
 */
async function askForBusySessions(
  silent: readonly Watched[],
  config: ClientConfig,
): Promise<ReadonlySet<number>> {
  const pids = silent.map((entry) => pidOf(entry.client))
  const client = new Client(config)
  client.on('error', () => {}) // the statement fails with it
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%'`,
      [pids],
    )
    return new Set(rows.map((row) => row.pid))
  } catch (error) {
    if (isServerError(error)) return new Set(pids)
    throw error
  } finally {
    // Not awaited, because a connection that does not answer does not confirm its end.
    client.end().catch(() => {})
  }
}

function endDead(
  all: readonly Watched[],
  silent: readonly Watched[],
  busy: ReadonlySet<number>,
): void {
  const dead = silent.filter((entry) => isWaiting(entry) && !busy.has(pidOf(entry.client)))
  if (dead.length === 0) return
  const idle = all.filter((entry) => !isWaiting(entry))
  for (const { socket } of [...dead, ...idle]) socket.destroy()
}

function serverOf({ client }: Watched): string {
  return `${client.host}:${client.port}`
}

/** The process number of the session on the server, which the driver keeps for cancelling statements. */
function pidOf(client: PoolClient): number {
  return (client as unknown as { readonly processID: number }).processID
}
