import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ConnectorArguments } from './connector.ts'

const PROGRAM = fileURLToPath(new URL('connector.ts', import.meta.url))

/** A connector that can be killed at any moment, and goes on in a new process. */
export interface ConnectorProcess {
  /** How often it was killed. */
  readonly kills: number
  /** What it has printed: its runs, and its faults. */
  log(): string
  /** Starts it, unless it runs. */
  start(): void
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** Ends it as a service manager does, and waits until it has finished. */
  stop(): Promise<void>
}

/** Prepares a connector. */
export function connectorProcess(args: ConnectorArguments): ConnectorProcess {
  let child: ChildProcess | undefined
  let kills = 0
  let log = ''
  const note = (text: string) => {
    log = `${log}${text}`.slice(-20_000)
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const exit = once(running, 'exit')
    running.kill(signal)
    await exit
  }
  return {
    get kills() {
      return kills
    },
    log: () => log,
    start() {
      if (child !== undefined) return
      const started = spawn(
        process.execPath,
        ['--conditions=@entrepot/source', PROGRAM, JSON.stringify(args)],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      )
      started.stdout.setEncoding('utf8').on('data', note)
      started.stderr.setEncoding('utf8').on('data', note)
      child = started
    },
    async kill() {
      kills += 1
      await end('SIGKILL')
    },
    stop: async () => await end('SIGTERM'),
  }
}
