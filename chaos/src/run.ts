/** A run: starts the hubs and the load, causes faults, and writes one history. */
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '@entrepot/test-support/random'
import type { Bounds } from './entries.ts'
import { moment } from './entries.ts'
import { impossibleFaults, makeFaults } from './faults/schedule.ts'
import { readApi } from './final/read-api.ts'
import { readDatabase } from './final/read-database.ts'
import { createHistory } from './history.ts'
import { startLoad } from './load/load.ts'
import { createWorld, NODES, type World } from './world/world.ts'

/** Hubs must recover within 10 s, and requests must be answered within another 10 s. */
export const DEFAULT_BOUNDS: Bounds = { recovery: 10_000, answer: 20_000 }

/** Time for which the load runs before the first fault, so that there is data. */
const WARM_UP_MS = 2_000

/** Options of {@link runChaos}. */
export interface RunOptions {
  /** Determines the faults, their order and length, and the choices of each client. */
  readonly seed: number
  /** Path of a new file. */
  readonly historyFile: string
  /** Number of minutes after which the faults end. Without it and `faults`, the run does not end. */
  readonly minutes?: number | undefined
  /** Number of faults. */
  readonly faults?: number | undefined
  /** Maximum length of a fault, in milliseconds. @default 12_000 */
  readonly longestMs?: number
  /** Probability that two faults overlap. @default 0.15 */
  readonly overlap?: number
  /** Kinds of faults, such as `hub-kill`. @default all that this machine can cause */
  readonly only?: readonly string[] | undefined
  readonly bounds?: Bounds
  /** Ends the faults early. The run is then completed as usual. */
  readonly signal?: AbortSignal
  readonly onProgress?: (line: string) => void
}

/** Result of a run besides its history. */
export interface RunResult {
  readonly faults: number
  /** Faults that this machine cannot cause, with the reason. */
  readonly skipped: readonly string[]
}

/**
 * Starts PostgreSQL, two hubs and the load, causes faults, waits until all channels are up to date, reads the stored data, and stops
 * everything. Evaluate the history with `evaluate`.
 *
 * @throws Error when PostgreSQL or the hubs cannot be started, or do not recover so that the data can be read
 * @example
 * await runChaos({ seed: 1, faults: 20, historyFile: '/tmp/run.jsonl' })
 * const evaluation = evaluate(await readHistory('/tmp/run.jsonl'))
 */
export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { seed, bounds = DEFAULT_BOUNDS, onProgress = () => {} } = options
  const history = createHistory(options.historyFile)
  try {
    onProgress('Starting PostgreSQL, two hubs and three customers')
    const world = await createWorld(history)
    try {
      const skipped = [...impossibleFaults(world)].map(([name, reason]) => `${name}: ${reason}`)
      history.add({ kind: 'run', at: moment(), seed, nodes: NODES, skipped, bounds })
      for (const line of skipped) onProgress(`Skipped: ${line}`)
      const faults = await stress(world, options, bounds)
      return { faults, skipped }
    } finally {
      await world.close()
    }
  } finally {
    history.close()
  }
}

async function stress(world: World, options: RunOptions, bounds: Bounds): Promise<number> {
  const { seed, minutes, faults, signal, onProgress = () => {} } = options
  const load = startLoad(world, seed)
  try {
    await delay(WARM_UP_MS)
    const over = moment() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000
    const made = await makeFaults(world, {
      random: createRandom(seed),
      longestMs: options.longestMs ?? 12_000,
      overlap: options.overlap ?? 0.15,
      only: options.only,
      patienceMs: bounds.recovery,
      goesOn: (count) =>
        !signal?.aborted && moment() < over && count < (faults ?? Number.POSITIVE_INFINITY),
      onFault: (name, count) => onProgress(`${count} ${name}`),
    })
    onProgress('The faults are over, stopping the load')
    await load.stop()
    await Promise.all(world.hubs.map((hub) => hub.ready()))
    onProgress('Polling until each channel is quiet')
    await load.settle()
    onProgress('Reading the stored data')
    const [final, ledger] = await readDatabase(world.postgres)
    world.history.add(final)
    world.history.add(ledger)
    world.history.add(await readApi(world, ledger.products))
    return made
  } finally {
    await load.stop()
    await load.close()
  }
}
