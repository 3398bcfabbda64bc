/** Durability and exactly once: everything that was answered with 2xx exists once, and nothing exists that was never sent. */
import {
  callsOf,
  entriesOf,
  groupCalls,
  mayHaveSucceeded,
  nameCall,
  type Oracle,
  succeeded,
  type Violation,
} from './oracle.ts'

/** Everything that a call with 2xx created must exist at the end, according to the API and to SQL. */
export const evaluateDurability: Oracle = (entries) => {
  const makers = groupCalls(callsOf(entries).filter(succeeded), ({ intent }) => intent.makes)
  return entriesOf(entries, 'final').flatMap(({ source, things }) =>
    [...makers].flatMap(([thing, [first]]): Violation[] => {
      if (things[thing] !== undefined || first === undefined) return []
      const detail = `${thing} is missing (${source}), after ${nameCall(first)}`
      return [{ what: 'lost write', detail, at: first.at }]
    }),
  )
}

/**
 * Nothing may exist twice, nothing may exist that was refused or never sent, and the history of the order must contain each record once.
 */
export const evaluateOnce: Oracle = (entries) => {
  const makers = groupCalls(callsOf(entries), ({ intent }) => intent.makes)
  const counted = entriesOf(entries, 'final').flatMap(({ source, things }) =>
    Object.entries(things).flatMap(([thing, count]): Violation[] => {
      const calls = makers.get(thing) ?? []
      if (count > 1) return [{ what: 'stored twice', detail: `${count} of ${thing} (${source})` }]
      if (calls.some(mayHaveSucceeded)) return []
      const why = calls[0] === undefined ? 'it was never sent' : nameCall(calls[0])
      return [{ what: 'stored without a 2xx', detail: `${thing} (${source}): ${why}` }]
    }),
  )
  const recorded = entriesOf(entries, 'ledger').flatMap(({ records }) =>
    records.flatMap(({ record, events }): Violation[] =>
      events === 1
        ? []
        : [{ what: 'wrong history of an order', detail: `${events} events create ${record}` }],
    ),
  )
  return [...counted, ...recorded]
}
