/** Oracles are pure functions of a history. */
import type { CallEntry, Entry } from '../entries.ts'

/** A violation of a rule. */
export interface Violation {
  /** Its kind, such as `wrong 404`, for counting. */
  readonly what: string
  readonly detail: string
  /** When it happened, if known. */
  readonly at?: number
}

/** Evaluates a history. */
export type Oracle = (entries: readonly Entry[]) => readonly Violation[]

/** The calls of a history, in the order in which they began. */
export function callsOf(entries: readonly Entry[]): readonly CallEntry[] {
  return entries
    .filter((entry) => entry.kind === 'call')
    .toSorted((one, other) => one.at - other.at)
}

/** Entries of one kind. */
export function entriesOf<Kind extends Entry['kind']>(
  entries: readonly Entry[],
  kind: Kind,
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind)
}

/** Whether the call has certainly taken effect. */
export function succeeded({ status }: CallEntry): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether it is unknown if the call took effect: there was no answer, or the answer was 5xx. */
export function isUncertain({ status }: CallEntry): boolean {
  return status === null || status >= 500
}

/** Whether the call may have taken effect. */
export function mayHaveSucceeded(call: CallEntry): boolean {
  return succeeded(call) || isUncertain(call)
}

/** Formats a call for people. */
export function nameCall({
  method,
  path,
  node,
  status,
  code,
  detail,
  failure,
  cause,
}: CallEntry): string {
  const answer = status === null ? `${failure} (${cause})` : `${status} ${code ?? ''}`
  return `${method} ${path} at ${node}: ${answer.trim()}${detail ? `: ${detail}` : ''}`
}

/** Groups calls by the names that `namesOf` returns for them. */
export function groupCalls(
  calls: readonly CallEntry[],
  namesOf: (call: CallEntry) => readonly string[] | undefined,
): ReadonlyMap<string, readonly CallEntry[]> {
  const groups = new Map<string, CallEntry[]>()
  for (const call of calls) {
    for (const name of namesOf(call) ?? []) {
      const group = groups.get(name)
      if (group) group.push(call)
      else groups.set(name, [call])
    }
  }
  return groups
}
