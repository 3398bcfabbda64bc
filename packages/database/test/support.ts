import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import { isPostmasterOf } from '../src/embedded/postmaster.ts'
import { type DatabaseError, openDatabase, query, raw } from '../src/index.ts'

/** Waits until a condition holds; fails after a minute. */
export async function until(what: string, holds: () => unknown): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited a minute in vain: ${what}`)
    await delay(20)
  }
}

/** The error of a promise that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<DatabaseError> {
  const nothing = Symbol('nothing')
  const outcome = await promise.then(
    () => nothing,
    (error) => error,
  )
  if (outcome === nothing) throw new Error('it succeeded')
  return outcome
}

/** A directory of the test's own; afterwards a server in it is stopped, and it is deleted. */
export async function temporaryDirectory(parent?: string): Promise<string> {
  const directory = await makeDirectory(parent)
  onTestFinished(() => deleteDirectory(directory))
  return directory
}

/** {@link temporaryDirectory} for several tests: give it to {@link deleteDirectory} afterwards. */
export async function makeDirectory(parent = tmpdir()): Promise<string> {
  return await mkdtemp(join(parent, 'entrepot-'))
}

/** Stops a server that runs in the directory, and deletes it. */
export async function deleteDirectory(directory: string): Promise<void> {
  await killServer(directory)
  await rm(directory, { recursive: true, force: true })
}

/** Process number of the server of a data directory, by PostgreSQL's own file. */
export async function serverPid(directory: string): Promise<number> {
  const file = join(directory, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8'), 10) : 0
}

async function killServer(directory: string): Promise<void> {
  const pid = await serverPid(directory)
  const runs = () => isPostmasterOf(join(directory, 'postgres'), pid)
  if (!runs()) return
  process.kill(pid, 'SIGQUIT')
  await until(`server ${pid} ends`, () => !runs())
}

/** Runs one statement on a connection of its own. */
export async function runSql<T extends object>(url: string, statement: string): Promise<T[]> {
  const database = await openDatabase({ url, maxConnections: 1 })
  return await query<T>(database, raw(statement)).finally(() => database.end())
}

/** Has a server read its files again, and waits for it: a connection that comes right away may be served by the old ones. */
export async function reloadConfiguration(url: string): Promise<void> {
  const loaded = async () => await runSql(url, 'select pg_conf_load_time()::text as at')
  const [before] = await loaded()
  await runSql(url, 'select pg_reload_conf()')
  await until('the files are read', async () => !isDeepStrictEqual(await loaded(), [before]))
}

/** What the fixture `hub.ts` says when it has started or was refused. */
export interface HubReport {
  event: 'started' | 'refused'
  url: string
  pid: number
  adopted: boolean
  code: string
  message: string
}

/** A hub in a process of its own. */
export interface HubProcess {
  readonly report: HubReport
  readonly child: ChildProcess
  readonly lines: string[]
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts `fixtures/hub.ts` and waits for its report. */
export async function startHub(directory: string): Promise<HubProcess> {
  const child = spawnFixture('hub.ts', [directory])
  const ended = once(child, 'exit')
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => kill('SIGKILL'))
  const lines: string[] = []
  const report = await new Promise<HubReport>((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      lines.push(line)
      const message = JSON.parse(line)
      if (message.event === 'started' || message.event === 'refused') resolve(message)
    })
    ended.then(() => reject(new Error(`the hub ended: ${lines.join('\n')}`)))
  })
  return { report, child, lines, kill }
}

/** Runs a script of `fixtures/` with the Node.js of the tests. */
export function spawnFixture(
  name: string,
  list: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  const file = fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  return spawn(process.execPath, ['--conditions=@entrepot/source', file, ...list], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // a process group of its own, as a shell would give it
  })
}
