import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

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
  // At its exit, not all that it has written has arrived.
  const ended = once(child, 'close')
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
    ended.then(([code, signal]) => {
      reject(new Error(`the hub ended with ${signal ?? code}: ${lines.join('\n')}`))
    })
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

/** Writes what a server of a data directory leaves behind if it is killed. */
export async function writePidFile(directory: string, pid: number): Promise<void> {
  const data = join(directory, 'postgres')
  const lines = [pid, data, 1, 1, '', '127.0.0.1', '', 'ready   ']
  await writeFile(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`)
}
