/** The report of a run, for people. */
import type { Entry } from './entries.ts'
import type { Evaluation } from './oracles/evaluate.ts'
import { callsOf, entriesOf, isUncertain, succeeded } from './oracles/oracle.ts'
import { measure } from './oracles/recovery.ts'

/** Maximum number of violations per kind that are shown in full. */
const SHOWN = 5

/**
 * Formats what happened, how fast hubs recovered, and every violation by kind.
 *
 * @param historyFile path of the history, printed at the end
 */
export function formatReport(
  entries: readonly Entry[],
  evaluation: Evaluation,
  historyFile: string,
): string {
  return [
    ...formatRun(entries),
    '',
    ...formatStatistics(entries),
    '',
    ...formatEvaluation(entries, evaluation),
    '',
    `History: ${historyFile}`,
    '',
  ].join('\n')
}

function formatRun(entries: readonly Entry[]): readonly string[] {
  const run = entriesOf(entries, 'run')[0]
  const calls = callsOf(entries)
  const faults = entriesOf(entries, 'fault')
  const kinds = Map.groupBy(faults, ({ fault }) => fault)
  const counts = [...kinds].map(([name, those]) => `${name} ${those.length}`).sort()
  const first = entries[0]?.at ?? 0
  const last = entries.at(-1)?.at ?? 0
  return [
    `Seed ${run?.seed}, ${((last - first) / 60_000).toFixed(1)} minutes`,
    `${faults.length} faults: ${counts.join(', ')}`,
    ...(run?.skipped ?? []).map((line) => `Skipped: ${line}`),
    `${calls.length} calls: ${calls.filter(succeeded).length} with 2xx, ${calls.filter(({ status }) => status === 503).length} with 503, ${calls.filter(({ status }) => status === null).length} without an answer, ${calls.filter((call) => !succeeded(call) && !isUncertain(call)).length} refused`,
    `Calls of each kind: ${formatKinds(entries)}`,
  ]
}

function formatKinds(entries: readonly Entry[]): string {
  const kinds = Map.groupBy(callsOf(entries), ({ intent }) => intent.name)
  return [...kinds]
    .map(([name, calls]) => `${name} ${calls.length}`)
    .sort()
    .join(', ')
}

function formatStatistics(entries: readonly Entry[]): readonly string[] {
  const { startAfterKill, firstSuccess } = measure(entries)
  const rows = [...firstSuccess].sort().map(([fault, times]) => [fault, times] as const)
  return [
    'Recovery in milliseconds: median, maximum, count',
    formatTimes('start of a hub after SIGKILL', startAfterKill),
    ...rows.map(([fault, times]) => formatTimes(`first 2xx after ${fault}`, times)),
  ]
}

function formatTimes(label: string, times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)]
  const most = sorted.at(-1)
  if (median === undefined || most === undefined) return `  ${label}: never`
  return `  ${label}: ${Math.round(median)}, ${Math.round(most)}, ${sorted.length}`
}

function formatEvaluation(entries: readonly Entry[], evaluation: Evaluation): readonly string[] {
  return [...evaluation].flatMap(([oracle, violations]) => {
    if (violations.length === 0) return [`${oracle}: holds`]
    const kinds = Map.groupBy(violations, ({ what }) => what)
    return [...kinds].flatMap(([what, those]) => [
      `${oracle}: ${those.length} times ${what}`,
      ...those.slice(0, SHOWN).map(({ detail, at }) => `  - ${detail}${during(entries, at)}`),
    ])
  })
}

/** The fault during or after which the violation happened. */
function during(entries: readonly Entry[], at: number | undefined): string {
  if (at === undefined) return ''
  const fault = entriesOf(entries, 'fault').findLast((entry) => entry.at <= at)
  if (fault === undefined) return ''
  const since = Math.round(at - fault.end)
  return since > 0 ? ` [${since} ms after ${fault.detail}]` : ` [during ${fault.detail}]`
}
