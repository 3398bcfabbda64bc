/** What an oracle is: a pure function of a history. */
import type { CallEntry, Entry } from '../entries.ts'

/** Something that must not be. */
export interface Violation {
  /** What kind it is, such as `wrong 404`; for counting. */
  readonly what: string
  readonly detail: string
  /** When it happened, where that is known. */
  readonly at?: number
}

/** Judges a history. */
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

/** Whether the call has taken effect, for certain. */
export function succeeded({ status }: CallEntry): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether it is unknown if the call took effect: it was not answered, or answered with 5xx. */
export function isUncertain({ status }: CallEntry): boolean {
  return status === null || status >= 500
}

/** Whether the call may have taken effect. */
export function mayHaveSucceeded(call: CallEntry): boolean {
  return succeeded(call) || isUncertain(call)
}

/** A call for people. */
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

/** Calls by each of some names that belong to them. */
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
