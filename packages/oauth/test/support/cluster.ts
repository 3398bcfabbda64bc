import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OAuthOptions } from '@entrepot/oauth'
import { createDatabase, type TestDatabase } from './database.ts'
import { PostgresSessions } from './postgres-sessions.ts'

/** Several processes over one PostgreSQL. */
export interface Cluster {
  readonly database: TestDatabase
  readonly origins: readonly string[]
  readonly processes: readonly ChildProcess[]
  close(): Promise<void>
}

/** Starts a node at each port. All of them have the redirect URI of the first. */
export async function startCluster(
  ports: readonly number[],
  options: OAuthOptions,
): Promise<Cluster> {
  const database = await createDatabase()
  await PostgresSessions.create(database.pool)
  const redirectUri = `http://127.0.0.1:${ports[0]}/oauth/callback`
  const processes = ports.map((port) =>
    fork(fileURLToPath(new URL('./node.ts', import.meta.url)), {
      execArgv: ['--conditions=@entrepot/source'],
      env: {
        ...process.env,
        DATABASE: database.url,
        PORT: String(port),
        OAUTH: JSON.stringify({ redirectUri, ...options }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const origins = await Promise.all(processes.map(originOf))
  return {
    database,
    origins,
    processes,
    async close() {
      for (const child of processes) child.kill('SIGKILL')
      await database.drop()
    },
  }
}

/** Waits until a node listens. Throws when it ends before that: it has said why on stderr. */
async function originOf(child: ChildProcess): Promise<string> {
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof said !== 'object' || said === null) throw new Error(`a node ended with ${said}`)
  return (said as { origin: string }).origin
}
