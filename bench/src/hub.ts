/** Starts hubs for a benchmark, with clients for the hubs and for their databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@entrepot/database'
import { connectEmbedded } from '@entrepot/embedded-postgres'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { createHttpClient, type HttpClient } from '@entrepot/test-support/http-client'

/** Connections of each client. Both sides of a comparison use the same number. */
export const CONNECTIONS = 32

/** The environment of a benchmark: hubs in temporary folders, each with its own embedded PostgreSQL, durable as in production. */
export interface Bed {
  /** The data of a hub, also before it is started. */
  directoryOf(name: string): string
  /**
   * @param limit requests per minute and class; 0 for no limit. @default more than a hub can serve
   * @param settings further lines of the configuration
   * @param environment further variables of the process
   */
  hub(
    name: string,
    limit?: number,
    settings?: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<BedHub>
  close(): Promise<void>
}

/** A hub with its database. */
export interface BedHub {
  readonly hub: HubProcess
  /** The environment of the hub, for commands. */
  readonly env: Readonly<Record<string, string>>
  readonly database: Database
  /** Of the database, for other programs on the same PostgreSQL. */
  readonly databaseUrl: string
  /** Sends one request and returns the body as text. Throws if the status is not the expected one. */
  send(
    method: string,
    path: string,
    key: string | undefined,
    status: number,
    body?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<string>
  /** Does the same, and parses the body. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  call(method: string, path: string, key: string, status: number, body?: string): Promise<any>
}

/** A limit per minute that no benchmark reaches, so that limits are applied as in production, and nothing is refused. */
const ENOUGH = 2_000_000

function settingsOf(limit: number): string {
  const classes = ['read', 'write', 'bulk', 'sync'].map((name) => `${name}: ${limit}`)
  return `limits: {${classes.join(', ')}}\n`
}

/** Creates the environment. `close` stops every hub and deletes its data. */
export async function makeBed(): Promise<Bed> {
  const root = await mkdtemp(join(tmpdir(), 'entrepot-bench-'))
  const closers: (() => Promise<unknown>)[] = []
  const directoryOf = (name: string) => join(root, name)
  return {
    directoryOf,
    async hub(name, limit = ENOUGH, settings = '', environment = {}) {
      const directory = directoryOf(name)
      const file = `${directory}.yaml`
      await writeFile(file, settingsOf(limit) + settings)
      const env = { ENTREPOT_DATA: directory, ENTREPOT_CONFIG: file, ...environment }
      const hub = await spawnHub({ env })
      closers.push(async () => await hub.end())
      const { url } = await connectEmbedded({ directory })
      // Millions of rows are prepared with it in single statements.
      const options = { maxConnections: CONNECTIONS, statementTimeout: 0 }
      const database = await openDatabase({ url, ...options })
      closers.push(async () => await database.end())
      const client = createHttpClient({ connections: CONNECTIONS })
      closers.push(async () => await client.close())
      const sendTo: BedHub['send'] = (...request) => send(client, hub.url, ...request)
      return {
        hub,
        env,
        database,
        databaseUrl: url,
        send: sendTo,
        call: async (...request) => JSON.parse(await sendTo(...request)),
      }
    },
    async close() {
      for (const close of closers.toReversed()) await close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function send(
  client: HttpClient,
  origin: string,
  method: string,
  path: string,
  key: string | undefined,
  status: number,
  body?: string,
  headers?: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await client.send({ method, origin, path, key, body, headers })
  if (answer.status !== status) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  }
  return answer.text
}
