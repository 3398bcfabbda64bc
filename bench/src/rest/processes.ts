import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadResult } from './load.ts'

const execute = promisify(execFile)

/** Ports of the server process: the fixed responder and the streamer. */
export interface ServerProcess extends Disposable {
  readonly json: string
  readonly stream: string
}

/** Starts the server in a process of its own. */
export async function startServerProcess(): Promise<ServerProcess> {
  // Without the source condition: what is measured is what is published.
  const child: ChildProcess = fork(here('server.ts'), { execArgv: [] })
  const [ports] = (await once(child, 'message')) as [readonly number[]]
  return {
    json: `http://127.0.0.1:${ports[0]}/`,
    stream: `http://127.0.0.1:${ports[1]}/`,
    [Symbol.dispose]: () => child.kill(),
  }
}

/** What to measure in one fresh process. */
export interface Load {
  readonly client: string
  readonly method: 'GET' | 'POST'
  readonly inFlight: number
  readonly warmUp: number
  readonly requests: number
}

/** Runs one measurement in a fresh process. */
export async function measure(load: Load, url: string): Promise<LoadResult> {
  const { client, method, inFlight, warmUp, requests } = load
  const numbers = [inFlight, url, warmUp, requests].map(String)
  return runJSON<LoadResult>(['--expose-gc', here('load.ts'), client, method, ...numbers])
}

/** Runs a script of this folder in a fresh process and reads the JSON that it prints. */
export async function runJSON<T>(args: readonly string[]): Promise<T> {
  const { stdout } = await execute(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return JSON.parse(stdout)
}

/** The path of a file of this folder. */
export function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
