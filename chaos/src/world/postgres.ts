/** The PostgreSQL of a run: embedded, durable, in a temporary folder, and restarted when it dies. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startForTests } from '@entrepot/embedded-postgres/testing'
import pg from 'pg'

/** The application name of the tool's own sessions. Faults do not affect them. */
export const OWN_SESSION = 'chaos tool'

/** Megabytes of the small disk. */
const DISK_MB = 256

/** A PostgreSQL whose tables are on a small disk, if this machine allows it. */
export interface Postgres {
  /** The port of the server itself. The hubs connect through faulty links. */
  readonly port: number
  /** URL of the database with another port. */
  urlAt(port: number): string
  /** Process ID of the postmaster. */
  readonly pid: number
  /** Runs one statement in its own session without the faulty links. Retries while PostgreSQL is unavailable. */
  run<Row extends object>(text: string, limitMs?: number): Promise<Row[]>
  /** Resolves when PostgreSQL accepts connections. */
  reachable(): Promise<void>
  /** Process IDs of the backends that serve hubs. */
  backends(): Promise<readonly number[]>
  /** Undefined if no small disk could be mounted. */
  readonly disk: { fill(): void; empty(): void } | undefined
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL with fsync, and with a small disk for its tables if the user is root on Linux.
 *
 * @param directory an existing folder that the user of PostgreSQL can enter
 * @throws DatabaseError `DATABASE_START_FAILED`
 */
export async function startPostgres(directory: string): Promise<Postgres> {
  const settings = { fsync: 'on', synchronous_commit: 'on', max_connections: 200 }
  const server = await startForTests({ directory: join(directory, 'database'), settings })
  const { port } = new URL(server.url)
  const run = async <Row extends object>(text: string, limitMs = STATEMENT_LIMIT_MS) =>
    await insist<Row>(server.url, text, limitMs)
  const disk = mountDisk(join(directory, 'disk'), join(directory, 'database', 'postgres'))
  if (disk) {
    await run(`create tablespace small location '${disk.tables}'`)
    await run(`alter database entrepot set default_tablespace = 'small'`)
  }
  return {
    port: Number(port),
    urlAt: (other) => server.url.replace(`:${port}/`, `:${other}/`),
    get pid() {
      return server.pid
    },
    run,
    async reachable() {
      await run('select 1')
    },
    async backends() {
      const rows = await run<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'entrepot'`,
      )
      return rows.map(({ pid }) => pid)
    },
    disk,
    async stop() {
      await server.stop()
      disk?.unmount()
    },
  }
}

/** A statement that is not answered within this time is retried. */
const STATEMENT_LIMIT_MS = 20_000

/** PostgreSQL works again within this time after any fault. */
const PATIENCE_MS = 60_000

async function insist<Row extends object>(
  url: string,
  text: string,
  limitMs: number,
): Promise<Row[]> {
  const over = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await runOnce<Row>(url, text, limitMs)
    } catch (error) {
      // Errors of the statement itself have a position or their own error class. All others are temporary.
      if (!isTransient(error) || performance.now() > over) throw error
      await delay(25)
    }
  }
}

/** Whether PostgreSQL is unreachable, is starting or stopping (class 57P0), or has ended the session. */
function isTransient(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === undefined || code.startsWith('57P0') || code.startsWith('08')
}

async function runOnce<Row extends object>(
  url: string,
  text: string,
  limitMs: number,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: OWN_SESSION,
    connectionTimeoutMillis: 2_000,
    query_timeout: limitMs,
    options: '-c default_transaction_read_only=off',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Mounts a tmpfs for the user of PostgreSQL. Undefined if it cannot be mounted. */
function mountDisk(mount: string, data: string) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  mkdirSync(mount)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', mount], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  const tables = join(mount, 'tables')
  const ballast = join(mount, 'ballast')
  mkdirSync(tables, { mode: 0o700 })
  const { uid, gid } = statSync(data)
  chownSync(tables, uid, gid)
  return {
    tables,
    fill() {
      const piece = Buffer.alloc(1 << 20)
      for (const size of [1 << 20, 4096]) {
        try {
          for (;;) writeFileSync(ballast, piece.subarray(0, size), { flag: 'a' })
        } catch {
          // The disk is full, as intended. Smaller pieces fill the last pages.
        }
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync('umount', ['--lazy', mount])
    },
  }
}
