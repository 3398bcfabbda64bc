/** A hub as a process of its own, which tests kill at any moment, and start again on the same database and port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Database } from '@entrepot/database'
import { migrations } from '@entrepot/marketplace'
import { entrepotArguments } from '@entrepot/server/testing'
import { deleteDirectory, makeDirectory } from './folders.ts'
import { createHubCustomer, type HubCustomer } from './hub.ts'
import { createTestDatabase } from './postgres/postgres.ts'
import { freePort } from './web/free-port.ts'

/** A hub with one customer, in a process of its own. */
export interface KillableHub extends HubCustomer {
  readonly url: string
  readonly database: Database
  /** How often it was killed. */
  readonly kills: number
  /** Kills the process as a crash does, and waits until it has ended. */
  kill(): Promise<void>
  /** Starts it again, unless it runs, and waits until it answers. */
  start(): Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly ready: Promise<void>
  end(): Promise<void>
}

/**
 * Starts `entrepot start` on a database of its own.
 *
 * @throws {Error} with the log of the process, if it ends before it answers
 */
export async function startKillableHub(): Promise<KillableHub> {
  const {
    database,
    url: databaseUrl,
    drop,
  } = await createTestDatabase({ migrations: [migrations] })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await makeDirectory()
  const env = {
    // A hub for development would start an identity provider, too.
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    ENTREPOT_DATA: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  let kills = 0
  let running: Running | undefined = spawnHub(env)
  const kill = async () => {
    const before = running
    running = undefined
    await before?.end()
  }
  const close = async () => {
    await kill()
    await drop()
    await deleteDirectory(folder)
  }
  try {
    await running.ready
    return {
      ...(await createHubCustomer(database, url)),
      ...{ url, database },
      get kills() {
        return kills
      },
      async kill() {
        kills += 1
        await kill()
      },
      async start() {
        running ??= spawnHub(env)
        await running.ready
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function spawnHub(env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, entrepotArguments('start', '--json', '--no-sample'), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-20_000)
  })
  const exit = once(child, 'exit')
  // At its exit, not all that it has written has arrived.
  const closed = once(child, 'close')
  const line = once(createInterface({ input: child.stdout }), 'line').then(() => undefined)
  const ready = Promise.race([line, closed]).then((ended) => {
    if (ended === undefined) return
    const [code, signal] = ended
    throw new Error(`The hub has ended with ${signal ?? code} before it was ready: ${log}`)
  })
  // A hub that is killed while it starts is waited for by nobody.
  ready.catch(() => {})
  return {
    ready,
    async end() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
