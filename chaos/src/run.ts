/** A run: a world, a load, faults, and the end of it, all in one history. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Bounds } from './entries.ts'
import { moment } from './entries.ts'
import { impossibleFaults, makeFaults } from './faults/schedule.ts'
import { readApi } from './final/read-api.ts'
import { readDatabase } from './final/read-database.ts'
import { createHistory } from './history.ts'
import { startLoad } from './load/load.ts'
import { createRandom } from './random.ts'
import { createWorld, NODES, type World } from './world/world.ts'

/** Hubs recover within 10 s; a request is answered within 10 s more. */
export const DEFAULT_BOUNDS: Bounds = { recovery: 10_000, answer: 20_000 }

/** How long the load runs before the first fault, so that there is something to lose. */
const WARM_UP_MS = 2_000

/** What {@link runChaos} may be told. */
export interface RunOptions {
  /** Faults, their order and their length follow from it, and so do the choices of each client. */
  readonly seed: number
  /** A new file. */
  readonly historyFile: string
  /** Ends the faults after so many minutes; without it and `faults` the run would not end. */
  readonly minutes?: number | undefined
  /** Ends the faults after so many. */
  readonly faults?: number | undefined
  /** The longest that a fault lasts, in milliseconds. @default 12_000 */
  readonly longestMs?: number
  /** How likely two faults come at once. @default 0.15 */
  readonly overlap?: number
  /** Kinds of faults to make, such as `hub-kill`. @default all that this machine can make */
  readonly only?: readonly string[] | undefined
  readonly bounds?: Bounds
  /** Ends the faults early; the run comes to its end in order. */
  readonly signal?: AbortSignal
  readonly onProgress?: (line: string) => void
}

/** What a run leaves besides its history. */
export interface RunResult {
  readonly faults: number
  /** Faults that this machine cannot make, with the reason. */
  readonly skipped: readonly string[]
}

/**
 * Starts PostgreSQL, two hubs and the load, makes faults, lets everything become quiet, reads what is stored, and stops it all.
 * The history holds what happened; judge it with `judge`.
 *
 * @throws Error when the world cannot be started, or does not come back so that it could be read
 * @example
 * await runChaos({ seed: 1, faults: 20, historyFile: '/tmp/run.jsonl' })
 * const verdict = judge(await readHistory('/tmp/run.jsonl'))
 */
export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { seed, bounds = DEFAULT_BOUNDS, onProgress = () => {} } = options
  const history = createHistory(options.historyFile)
  try {
    onProgress('Starting PostgreSQL, two hubs and two customers')
    const world = await createWorld(history)
    try {
      const skipped = [...impossibleFaults(world)].map(([name, reason]) => `${name}: ${reason}`)
      history.add({ kind: 'run', at: moment(), seed, nodes: NODES, skipped, bounds })
      for (const line of skipped) onProgress(`Left out: ${line}`)
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
    onProgress('The faults are over: the load comes to its end')
    await load.stop()
    await Promise.all(world.hubs.map((hub) => hub.ready()))
    onProgress('Each channel polls until it is quiet')
    await load.settle()
    onProgress('Reading what is stored')
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
