/** Runs the hub as a separate process, as its users do, and its commands. For tests, benchmarks and tools. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SampleChannel } from './host/sample/sample.ts'

/** The line that `entrepot start --json` prints when the hub is ready. */
export interface ReadyLine {
  readonly url: string
  readonly pid: number
  readonly merchantKey: string | null
  readonly channels: readonly SampleChannel[]
  /** Link with which the first owner signs in; left out if the hub has an owner. */
  readonly ownerLink?: string
}

/** A hub in a separate process. */
export interface HubProcess extends ReadyLine {
  readonly process: ChildProcess
  /** Returns the log so far. */
  log(): string
  /** Sends a signal and waits for the end. Returns the exit code, or null if the signal ended the process. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Options of {@link spawnHub}. */
export interface SpawnHubOptions {
  /** Environment variables such as ENTREPOT_DATA or DATABASE_URL. PORT is 0 by default. */
  readonly env: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Whether the sample customer has orders, as after `npm start`. @default false */
  readonly sampleOrders?: boolean
  /** Whether the channels of the sample customer poll, as after `npm start`. @default false */
  readonly samplePolls?: boolean
  /** Path of the command of an installed package. @default the sources of this one */
  readonly cli?: string
}

const CLI = fileURLToPath(new URL('../bin/entrepot.js', import.meta.url))

/** The arguments for node that run the `entrepot` command, as `npm start` does. */
export function entrepotArguments(...args: readonly string[]): readonly string[] {
  return ['--max-semi-space-size=8', '--conditions=@entrepot/source', CLI, ...args]
}

/** The output of the `entrepot` command and its exit code. */
export interface CommandOutcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs the `entrepot` command in this process, which takes a tenth of the time of a separate process.
 *
 * @param env variables that are added to those of this process, without its DATABASE_URL
 * @example
 * const { stdout } = await runEntrepot(['customers', 'list', '--json'], { DATABASE_URL: url })
 */
export async function runEntrepot(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> {
  // Imported here, because only callers of this function need the modules of the hub.
  const { runCommand } = await import('./main.ts')
  const { DATABASE_URL: _, ...inherited } = process.env
  const printed = { stdout: '', stderr: '' }
  const outputOf = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text
    },
  })
  const terminal = {
    env: { ...inherited, ...env },
    stdout: outputOf('stdout'),
    stderr: outputOf('stderr'),
    exitCode: 0,
  }
  await runCommand(args, terminal)
  return { code: terminal.exitCode, ...printed }
}

/**
 * Starts a hub and waits until it is ready.
 *
 * @throws Error with the log of the hub, when it ends before it is ready
 * @example
 * const hub = await spawnHub({ env: { ENTREPOT_DATA: directory } })
 * await fetch(`${hub.url}/health/ready`)
 * await hub.end()
 */
export async function spawnHub({
  env,
  args = [],
  sampleOrders = false,
  samplePolls = false,
  cli,
}: SpawnHubOptions): Promise<HubProcess> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const orders = sampleOrders ? [] : ['--no-sample-orders']
  const polls = samplePolls ? [] : ['--no-sample-polls']
  const command = ['start', '--json', ...orders, ...polls, ...args]
  const run = cli === undefined ? entrepotArguments(...command) : [cli, ...command]
  const child = spawn(process.execPath, run, {
    // With an external database a hub is in production mode by default.
    env: { NODE_ENV: 'development', ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  // At its exit, not all that it has written has arrived.
  const closed = once(child, 'close')
  const ready = await firstLine(child)
  if (ready === undefined) {
    const [code, signal] = await closed
    throw new Error(`the hub ended with ${signal ?? code} before it was ready: ${log.trim()}`)
  }
  return {
    ...(JSON.parse(ready) as ReadyLine),
    process: child,
    log: () => log,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exit
      return code
    },
  }
}

/** A hub in this process. */
export interface LocalHub extends Omit<ReadyLine, 'pid'> {
  readonly metricsUrl?: string | undefined
  /** Returns the log so far. */
  log(): string
  /** Stops the hub as SIGTERM would. */
  end(): Promise<unknown>
}

/**
 * Starts a hub and its development identity provider in this process, which takes a fifth of the time of separate processes. Use it for
 * tests of what a hub serves; tests of its command, its signals or its end need {@link spawnHub}.
 */
export async function startHubHere(
  env: SpawnHubOptions['env'],
  {
    sampleOrders = false,
    samplePolls = false,
  }: Pick<SpawnHubOptions, 'sampleOrders' | 'samplePolls'> = {},
): Promise<LocalHub> {
  const [{ readConfig, startHub }, { createLogger }, { startDevIdpHere }] = await Promise.all([
    import('./index.ts'),
    import('./operations/logger.ts'),
    import('./host/dev-idp/here.ts'),
  ])
  const { DATABASE_URL: _, ...inherited } = process.env
  const config = await readConfig({ ...inherited, PORT: '0', ...env })
  let log = ''
  const destination = {
    write(line: string) {
      log += line
    },
  }
  const logger = createLogger(config.logLevel, destination)
  const sample = !config.isProduction
  const contents = { sample, sampleOrders, samplePolls }
  const hub = await startHub({ config, logger, ...contents, startIdp: startDevIdpHere })
  await hub.sampleOrders
  const { merchantKey = null, channels = [] } = hub.sample ?? {}
  const { url, metricsUrl, ownerLink } = hub
  return {
    url,
    metricsUrl,
    ...(ownerLink && { ownerLink }),
    merchantKey,
    channels,
    log: () => log,
    end: hub.stop,
  }
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) return undefined
  for await (const line of createInterface({ input: child.stdout })) return line
  return undefined
}
