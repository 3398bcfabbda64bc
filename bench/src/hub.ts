/** A PostgreSQL and a hub of their own for a benchmark, and clients for both. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase, startEmbeddedPostgres } from '@entrepot/database'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { Pool } from 'undici'

/** Connections of each client: what is compared has equally many. */
export const CONNECTIONS = 32

/** A benchmark's surroundings. */
export interface Bed {
  /** URL of the PostgreSQL, durable as in production. */
  readonly url: string
  /** Starts a hub on a database of this PostgreSQL, which is created when it is not there. */
  hub(name: string): Promise<BedHub>
  close(): Promise<void>
}

/** A hub with its database. */
export interface BedHub {
  readonly hub: HubProcess
  readonly sql: Database
  /** Sends one request and answers its parsed body; throws unless the status is as expected. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  call(method: string, path: string, key: string, status: number, body?: string): Promise<any>
}

/** Starts a PostgreSQL in a temporary folder. */
export async function makeBed(): Promise<Bed> {
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-bench-'))
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres') })
  const closers: (() => Promise<unknown>)[] = []
  return {
    url: server.url,
    async hub(name) {
      const admin = await openDatabase({ url: server.url, maxConnections: 1 })
      await admin.unsafe(`create database ${name}`)
      await admin.end()
      const url = new URL(server.url)
      url.pathname = `/${name}`
      const hub = await spawnHub({
        env: { DATABASE_URL: url.href, ENTREPOT_DATA: join(directory, name) },
      })
      const sql = await openDatabase({ url: url.href, maxConnections: CONNECTIONS })
      const pool = new Pool(hub.url, { connections: CONNECTIONS })
      closers.push(async () => {
        await pool.close()
        await sql.end({ timeout: 5 })
        await hub.end()
      })
      return { hub, sql, call: (...request) => call(pool, ...request) }
    },
    async close() {
      for (const close of closers) await close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function call(
  pool: Pool,
  method: string,
  path: string,
  key: string,
  status: number,
  body?: string,
): Promise<unknown> {
  const response = await pool.request({
    method: method as 'GET',
    path,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  })
  const text = await response.body.text()
  if (response.statusCode !== status) {
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
  }
  return JSON.parse(text)
}
