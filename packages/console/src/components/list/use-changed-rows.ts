import { useEffect, useRef, useState } from 'react'
import { changedRows, textsOf } from './changed-rows.ts'

/** Changed rows, and how often some have changed, so that a second change glows again. */
interface Changes {
  readonly ids: ReadonlySet<string>
  readonly round: number
}

const NONE: Changes = { ids: new Set(), round: 0 }

/** Returns `odd` or `even` for rows that have changed since they were last shown: the name of their glow. */
export function useChangedRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  watched: ((row: Row) => unknown) | undefined,
): (id: string) => 'odd' | 'even' | undefined {
  const shown = useRef(textsOf([], idOf))
  const [{ ids, round }, setChanges] = useState(NONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are compared
  useEffect(() => {
    const next = textsOf(rows, idOf, watched)
    const changed = changedRows(shown.current, next)
    shown.current = next
    if (changed.size > 0) setChanges((last) => ({ ids: changed, round: last.round + 1 }))
  }, [rows])
  return (id) => (ids.has(id) ? (round % 2 === 0 ? 'even' : 'odd') : undefined)
}
