/** When connections run. Pure. */
import type { Step } from '../../adapter/adapter.ts'
import type { RunReport } from '../records/report.ts'

/** Times between two runs, in milliseconds. */
export interface Intervals {
  /** Between two looks at a shop and at the hub. @default 60_000 */
  readonly run: number
  /** Between two reads of the products of a shop. @default 300_000 */
  readonly products: number
}

export const INTERVALS: Intervals = { run: 60_000, products: 300_000 }

/** Time from one read of the shop to the next. */
export function intervalOf(step: Step, intervals: Intervals): number {
  return step === 'products' ? intervals.products : intervals.run
}

/** The first pause after a failure, which doubles, and the longest ones. */
const FIRST_MS = 5_000
const LONGEST_MS = 15 * 60_000
/** The hub is usually back soon, and then everything waits for it. */
const LONGEST_FOR_HUB_MS = 60_000
/** Without a word of a shop that throttles. */
const THROTTLED_MS = 30_000

/**
 * The pause until the next run of a connection.
 *
 * @param failures how many runs have failed in a row, the last one included
 * @param random from 0 to 1, so that connections do not run together
 */
export function pauseAfter(
  report: Pick<RunReport, 'outcome' | 'failure'>,
  failures: number,
  intervals: Intervals,
  random: number,
): number {
  const { failure } = report
  if (failure === undefined) return intervals.run * (0.9 + random / 5)
  if (failure.kind === 'denied' || failure.kind === 'settings') return LONGEST_MS
  if (failure.kind === 'throttled') {
    return (
      (failure.retryAfter === undefined ? THROTTLED_MS : failure.retryAfter * 1_000) +
      random * 1_000
    )
  }
  const longest = failure.kind === 'hub' ? LONGEST_FOR_HUB_MS : LONGEST_MS
  const ms = Math.min(longest, FIRST_MS * 2 ** Math.min(failures - 1, 20))
  return Math.max(ms * (0.5 + random / 2), (failure.retryAfter ?? 0) * 1_000)
}

/** Shortest and longest lease that the hub gives, in seconds. */
const LEASE_SECONDS = { least: 10, most: 300 } as const

/** How long a lease is taken, so that it holds over one missed interval. */
export function leaseSecondsOf(intervals: Intervals): number {
  const seconds = Math.ceil((intervals.run * 2.5) / 1_000)
  return Math.min(LEASE_SECONDS.most, Math.max(LEASE_SECONDS.least, seconds))
}
