/** Values: each read, and the state at the end, must show the last written value, or a possible one. */
import type { CallEntry, Entry, Value } from '../entries.ts'
import {
  callsOf,
  entriesOf,
  groupCalls,
  isUncertain,
  mayHaveSucceeded,
  nameCall,
  type Oracle,
  succeeded,
  type Violation,
} from './oracle.ts'

/** A write without an answer takes effect within this time or never, because no statement of a hub runs longer. */
const LATEST_EFFECT_MS = 90_000

/** Every value in an answer or at the end must be one that the register can have had at that time. */
export const evaluateRegisters: Oracle = (entries) => {
  const calls = callsOf(entries)
  const writes = groupCalls(
    calls.filter(mayHaveSucceeded),
    ({ intent }) => intent.sets && Object.keys(intent.sets),
  )
  const evaluate = (register: string, value: Value, from: number, to: number) => {
    const possible = possibleValues(register, writes.get(register) ?? [], from, to)
    return possible === undefined || possible.has(value)
      ? undefined
      : `${register} is ${JSON.stringify(value)}, expected ${[...possible].map((one) => JSON.stringify(one)).join(' or ')}`
  }
  const seen = calls.flatMap((call) =>
    Object.entries(call.saw ?? {}).flatMap(([register, value]): Violation[] => {
      const wrong = evaluate(register, value, call.at, call.end)
      return wrong === undefined
        ? []
        : [{ what: 'wrong value', detail: `${wrong}: ${nameCall(call)}`, at: call.at }]
    }),
  )
  const final = entriesOf(entries, 'final').flatMap(({ source, registers, at }) =>
    Object.entries(registers).flatMap(([register, value]): Violation[] => {
      const wrong = evaluate(register, value, at, at)
      return wrong === undefined
        ? []
        : [{ what: 'lost or wrong value', detail: `${wrong} (${source})` }]
    }),
  )
  return [...seen, ...final]
}

/** The values that a register can have had during a period. Undefined if unknown, because no write before it was certain. */
function possibleValues(
  register: string,
  writes: readonly CallEntry[],
  from: number,
  to: number,
): ReadonlySet<Value> | undefined {
  const last = writes.filter((write) => succeeded(write) && write.end < from).at(-1)
  if (last === undefined) return undefined
  const isPossible = (write: CallEntry) => {
    if (write.at > to) return false
    if (write === last || write.end >= last.at) return true
    return isUncertain(write) && write.at + LATEST_EFFECT_MS > last.at
  }
  return new Set(writes.filter(isPossible).map((write) => write.intent.sets?.[register] as Value))
}

/** Values that never change, such as ids, must be the same in every answer and at the end. */
export const evaluateConstants: Oracle = (entries) => {
  const known = new Map<string, { readonly value: Value; readonly source: string }>()
  return valuesOf(entries).flatMap(({ name, value, source }): Violation[] => {
    const before = known.get(name)
    if (before === undefined) known.set(name, { value, source })
    if (before === undefined || before.value === value) return []
    const detail = `${name} is ${value} (${source}), but was ${before.value} (${before.source})`
    return [{ what: 'changed constant', detail }]
  })
}

function valuesOf(entries: readonly Entry[]) {
  const calls = callsOf(entries).map((call) => ({ of: call.constants, source: nameCall(call) }))
  const finals = entriesOf(entries, 'final').map(({ constants, source }) => ({
    of: constants,
    source,
  }))
  return [...calls, ...finals].flatMap(({ of, source }) =>
    Object.entries(of ?? {}).map(([name, value]) => ({ name, value, source })),
  )
}
