/** Recovery: hubs must answer again soon after a fault, and nothing may hang. Also measures the times. */
import type { CallEntry, Entry, FaultEntry } from '../entries.ts'
import { callsOf, entriesOf, nameCall, type Oracle, succeeded, type Violation } from './oracle.ts'

/** Measured times in milliseconds. */
export interface Statistics {
  /** From the start of a hub after SIGKILL until it is ready. */
  readonly startAfterKill: readonly number[]
  /** From the end of a fault until the first 2xx of each affected hub, by kind of fault. */
  readonly firstSuccess: ReadonlyMap<string, readonly number[]>
}

/** A period with one or more faults, until the end of the last one. */
interface Trouble {
  readonly at: number
  readonly end: number
  readonly faults: readonly FaultEntry[]
}

/** A hub must answer with 2xx within the time limit after every fault, and must not end without a fault. */
export const evaluateRecovery: Oracle = (entries) => {
  const bound = entriesOf(entries, 'run')[0]?.bounds.recovery ?? Number.POSITIVE_INFINITY
  const late = recoveries(entries).flatMap(({ trouble, node, took }): Violation[] => {
    if (took !== undefined && took <= bound) return []
    const what = 'no recovery'
    const since = trouble.faults.map(({ detail }) => detail).join(', and ')
    const detail = `${node} took ${took === undefined ? 'forever' : `${Math.round(took)} ms`} to answer with 2xx after: ${since}`
    return [{ what, detail, at: trouble.end }]
  })
  const crashes = entriesOf(entries, 'crash').map(({ node, detail, at }): Violation => {
    return { what: 'unexpected end of a hub', detail: `${node} ${detail}`, at }
  })
  return [...late, ...crashes]
}

/** A request without a fault must be answered within the limit; a request during a fault, within the limit after the end of the fault. */
export const evaluateHanging: Oracle = (entries) => {
  const bound = entriesOf(entries, 'run')[0]?.bounds.answer ?? Number.POSITIVE_INFINITY
  const all = troubles(entries)
  return callsOf(entries).flatMap((call): Violation[] => {
    const over = endOfTrouble(call, all)
    const took = call.end - over
    if (took <= bound) return []
    const detail = `${Math.round(took)} ms without a fault: ${nameCall(call)}`
    return [{ what: 'hanging request', detail, at: call.at }]
  })
}

/** The end of the last fault during the call. Without a fault, the start of the call. */
function endOfTrouble(call: CallEntry, all: readonly Trouble[]): number {
  return all
    .filter(({ at, end }) => at < call.end && end > call.at)
    .reduce((latest, { end }) => Math.max(latest, Math.min(end, call.end)), call.at)
}

/** Measures how fast hubs recover. */
export function measure(entries: readonly Entry[]): Statistics {
  const starts = entriesOf(entries, 'start').filter(({ after }) => after === 'SIGKILL')
  const firstSuccess = new Map<string, number[]>()
  for (const { trouble, took } of recoveries(entries)) {
    // With several faults at once, the time cannot be assigned to one of them.
    const [only, another] = trouble.faults
    if (only === undefined || another !== undefined || took === undefined) continue
    firstSuccess.set(only.fault, [...(firstSuccess.get(only.fault) ?? []), took])
  }
  return { startAfterKill: starts.map(({ at, end }) => end - at), firstSuccess }
}

/** Groups the faults by round. */
function troubles(entries: readonly Entry[]): readonly Trouble[] {
  const rounds = Map.groupBy(entriesOf(entries, 'fault'), ({ round }) => round)
  return [...rounds.values()].map((faults) => ({
    at: Math.min(...faults.map(({ at }) => at)),
    end: Math.max(...faults.map(({ end }) => end)),
    faults,
  }))
}

/** For each round and each affected hub: the time until its first 2xx. Undefined if there was none before the next round. */
function recoveries(entries: readonly Entry[]) {
  const all = troubles(entries)
  const good = Map.groupBy(callsOf(entries).filter(succeeded), ({ node }) => node)
  return all.flatMap((trouble, index) => {
    const until = all[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const nodes = new Set(trouble.faults.flatMap((fault) => fault.nodes))
    return [...nodes].map((node) => {
      const ends = (good.get(node) ?? [])
        .filter(({ at, end }) => at >= trouble.end && end < until)
        .map(({ end }) => end)
      const first = ends.reduce((least, end) => Math.min(least, end), Number.POSITIVE_INFINITY)
      const took = Number.isFinite(first) ? first - trouble.end : undefined
      return { trouble, node, took }
    })
  })
}
