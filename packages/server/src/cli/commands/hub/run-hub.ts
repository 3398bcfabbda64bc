/** The action of `entrepot start`. */
import { flushCompileCache } from 'node:module'
import { readConfig } from '../../../config/config.ts'
import type { Config } from '../../../config/types.ts'
import { type Hub, startHub } from '../../../host/hub.ts'
import { growSlowly, releaseMemory } from '../../../host/release-memory.ts'
import { createLogger } from '../../../operations/logger.ts'
import { hasColors, type Terminal } from '../../terminal/terminal.ts'
import { createScreen } from './screen.ts'
import { welcome } from './welcome.ts'

/** Options of `entrepot start`. */
export interface StartOptions {
  readonly json?: boolean
  /** Undefined if neither `--sample` nor `--no-sample` is given. */
  readonly sample?: boolean
  /** False if `--no-sample-orders` is given. */
  readonly sampleOrders?: boolean
  /** False if `--no-sample-polls` is given. */
  readonly samplePolls?: boolean
  /** Name of a shop to start beside the sample customer. */
  readonly withShop?: string
}

/** Maximum time for running requests to finish after the hub has stopped accepting new ones. */
const STOP_TIMEOUT_MS = 30_000

/** Runs the hub until a signal ends this process. */
export async function start(terminal: Terminal, options: StartOptions): Promise<void> {
  const config = await readConfig(terminal.env)
  const screen = await createScreen(terminal)
  const logger = createLogger(config.logLevel, screen.log)
  const starting = startHub({
    config,
    logger,
    onLost(error) {
      logger.fatal({ err: error }, 'the hub has lost its database')
      process.exit(1)
    },
    sample: options.sample ?? !config.isProduction,
    sampleOrders: options.sampleOrders !== false && !config.isProduction,
    samplePolls: options.samplePolls !== false && !config.isProduction,
    ...(options.withShop !== undefined && { sampleShop: options.withShop }),
    ...(!options.json && { onProgress: screen.showStep }),
  })
  // So that the message of a failure does not follow a step on its line.
  starting.catch(() => screen.print(''))
  const signals = stopOnSignals(starting, config, logger)
  const hub = await starting
  if (signals.isStopping) return
  screen.print(options.json ? `${readyLine(hub)}\n` : welcomeOn(terminal, hub, config))
  // Now, because a hub that is killed does not write the cache at its end.
  flushCompileCache()
  await hub.sampleOrders
  releaseMemory()
  growSlowly()
}

function welcomeOn(terminal: Terminal, hub: Hub, { mcp, dataDirectory }: Config): string {
  const { stdout } = terminal
  const command = import.meta.url.endsWith('.ts')
    ? 'npm run -s entrepot --'
    : 'npx @entrepot/server'
  return welcome(
    { ...hub, hasMcp: mcp.enabled, dataDirectory },
    {
      box: stdout.isTTY === true,
      colors: hasColors(terminal, stdout),
      cwd: process.cwd(),
      command,
    },
  )
}

/**
 * Time in which the same signal counts once. Ctrl+C in a terminal reaches npm and the hub, and npm passes it on, so the hub gets it twice.
 */
const SAME_SIGNAL_MS = 500

/** Registered before the start: a signal during the start stops the hub as soon as it has started. */
function stopOnSignals(
  starting: Promise<Hub>,
  { drainSeconds }: Config,
  logger: ReturnType<typeof createLogger>,
): { readonly isStopping: boolean } {
  const state = { isStopping: false }
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (first) {
      if (signal === first.signal && performance.now() < first.at + SAME_SIGNAL_MS) return
      logger.warn('stopped without waiting for running requests')
      process.exit(1)
    }
    state.isStopping = true
    first = { signal, at: performance.now() }
    logger.info({ signal }, 'stopping: running requests finish first')
    const timeout = STOP_TIMEOUT_MS + drainSeconds * 1_000
    setTimeout(() => {
      logger.error(`running requests did not finish within ${timeout / 1_000} s`)
      process.exit(1)
    }, timeout).unref()
    // A failed start is reported by the command.
    starting.then(
      (hub) => end(hub, logger),
      () => {},
    )
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.on(signal, stop)
  starting.catch(() => {
    for (const signal of signals) process.off(signal, stop)
  })
  return state
}

async function end(hub: Hub, logger: ReturnType<typeof createLogger>): Promise<never> {
  try {
    await hub.stop()
    process.exit(0)
  } catch (error) {
    logger.fatal({ err: error }, 'the hub did not stop cleanly')
    process.exit(1)
  }
}

function readyLine({ url, sample, ownerLink }: Hub): string {
  return JSON.stringify({
    url,
    pid: process.pid,
    merchantKey: sample?.merchantKey ?? null,
    channels: sample?.channels ?? [],
    ...(ownerLink && { ownerLink }),
  })
}
