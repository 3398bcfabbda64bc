/** Measures two routes of one application in turns: throughput, and CPU time of its process. */
import type { Pool } from 'undici'
import { brief, measure, median, printTable, say } from './measure.ts'

/** The result of one round of one side. */
export interface Side {
  readonly perSecond: number
  /** CPU time of the server per request. */
  readonly cpuMicros: number
}

/** One round: both sides, one after the other. The first one is the one that does more. */
export type Round = readonly [ours: Side, plain: Side]

/** Options of {@link measureSides}. */
interface MeasureSidesOptions {
  readonly rounds: number
  /** Rounds before them that are not counted. */
  readonly warmUp: number
  readonly requests: number
  readonly inFlight: number
}

/** Sends the request with this number. */
export type Work = (number: number) => Promise<void>

/** Measures both sides round by round. Each begins every second round. */
export async function measureSides(
  pool: Pool,
  works: readonly [ours: Work, plain: Work],
  { rounds, warmUp, requests, inFlight }: MeasureSidesOptions,
): Promise<Round[]> {
  const counted: Round[] = []
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const sides: Side[] = []
    for (const side of order) {
      const before = await cpuOf(pool)
      const { perSecond } = await measure(requests, inFlight, works[side] as Work)
      sides[side] = { perSecond, cpuMicros: ((await cpuOf(pool)) - before) / requests }
    }
    const [ours, plain] = sides as [Side, Side]
    if (round >= warmUp) counted.push([ours, plain])
  }
  return counted
}

async function cpuOf(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: 'GET', path: '/cpu' })
  const { user, system } = (await body.json()) as { user: number; system: number }
  return user + system
}

/**
 * Prints rounds, and the CPU time of both sides. It is meaningful also on a busy machine, where throughput varies by more than the
 * measured difference.
 *
 * @param name of the first side
 * @param first the first column of each row
 * @returns the throughput of the first side, as a share of that of the other
 */
export function printSides(
  name: string,
  rounds: readonly Round[],
  first: (index: number) => Readonly<Record<string, string | number>>,
): number {
  printTable(
    rounds.map(([ours, plain], index) => ({
      ...first(index),
      [`${name}, per s`]: Math.round(ours.perSecond),
      'plain, per s': Math.round(plain.perSecond),
      ratio: brief(ours.perSecond / plain.perSecond),
      [`${name}, CPU us`]: brief(ours.cpuMicros),
      'plain, CPU us': brief(plain.cpuMicros),
    })),
  )
  const cpu = median(rounds.map(([ours, plain]) => plain.cpuMicros / ours.cpuMicros))
  say(`CPU time per request, plain / ${name}: ${brief(cpu)}`)
  return median(rounds.map(([ours, plain]) => ours.perSecond / plain.perSecond))
}
