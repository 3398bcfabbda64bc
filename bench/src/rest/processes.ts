import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadOrder, LoadResult } from './load.ts'
import { rotate } from './statistics.ts'

const execute = promisify(execFile)

/** URLs of the server process: one that answers JSON and one that streams. */
export interface ServerProcess extends Disposable {
  readonly json: string
  readonly stream: string
}

/** Starts the server in a separate process. */
export async function startServerProcess(): Promise<ServerProcess> {
  // Without the condition `@entrepot/source`, so that the published code is measured.
  const child: ChildProcess = fork(here('server.ts'), { execArgv: [] })
  const [ports] = (await once(child, 'message')) as [readonly number[]]
  return {
    json: `http://127.0.0.1:${ports[0]}/`,
    stream: `http://127.0.0.1:${ports[1]}/`,
    [Symbol.dispose]: () => child.kill(),
  }
}

/** What to measure for clients that take turns. */
export interface Load {
  readonly clients: readonly string[]
  readonly method: 'GET' | 'POST'
  readonly inFlight: number
  readonly warmUp: number
  readonly requests: number
}

/** Number of turns of each client. Turns are short, so that other load on the machine affects all clients equally. */
const BURSTS = 20

/** Measures clients in new processes. Only one of them sends at a time. Returns the results in the order of the clients. */
export async function measure(load: Load, url: string): Promise<LoadResult[]> {
  const processes = load.clients.map((client) => new LoadProcess(client, load, url))
  try {
    for (const one of processes) await one.ask({ send: load.warmUp, counts: false })
    for (let burst = 0; burst < BURSTS; burst++) {
      for (const one of rotate(processes, burst)) {
        await one.ask({ send: load.requests / BURSTS, counts: true })
      }
    }
    const results: LoadResult[] = []
    for (const one of processes) results.push(await one.ask<LoadResult>('report'))
    return results
  } finally {
    for (const one of processes) one.kill()
  }
}

class LoadProcess {
  readonly #child: ChildProcess

  constructor(client: string, { method, inFlight, requests }: Load, url: string) {
    const args = [client, method, inFlight, url, requests].map(String)
    const env = { ...process.env, NODE_OPTIONS: '' }
    this.#child = fork(here('load.ts'), args, { execArgv: ['--expose-gc'], env })
  }

  async ask<T>(order: LoadOrder): Promise<T> {
    const over = new AbortController()
    const ended = once(this.#child, 'exit', over).then(([code]) => {
      throw new Error(`a load process ended with ${code}`)
    })
    const answered = once(this.#child, 'message', over)
    this.#child.send(order)
    try {
      const [answer] = await Promise.race([answered, ended])
      return answer
    } finally {
      over.abort()
    }
  }

  kill(): void {
    this.#child.kill()
  }
}

/** Runs a script in a new process and parses the JSON that it prints. */
export async function runJSON<T>(args: readonly string[]): Promise<T> {
  const { stdout } = await execute(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  return JSON.parse(stdout)
}

/** The path of a file in this folder. */
export function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
