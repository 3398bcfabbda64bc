/** One call for each of several orders, one after the other. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSignedOut } from '../../hub/api.ts'
import { showSignedOut } from '../../hub/signed-out.tsx'

/** What became of the call for an order. */
export type Outcome =
  | { readonly state: 'running' | 'done' }
  | { readonly state: 'failed'; readonly error: unknown }

/** The calls of a panel. */
export interface Each<Row> {
  /** By the id of the order. An order that was not tried is not in it. */
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly isRunning: boolean
  /** Calls for all orders that are not done. One that fails stops none of the others, but the end of the session does. */
  run(rows: readonly Row[]): Promise<void>
}

/** Returns the calls. What each order has become is shown when the hub has answered, and not before. */
export function useEach<Row extends { readonly Id: number }>(
  call: (row: Row) => Promise<unknown>,
): Each<Row> {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const note = (id: number, outcome: Outcome) =>
    setOutcomes((before) => new Map(before).set(id, outcome))
  const tryOne = async (row: Row) => {
    note(row.Id, { state: 'running' })
    try {
      await call(row)
      note(row.Id, { state: 'done' })
      return true
    } catch (error) {
      note(row.Id, { state: 'failed', error })
      if (!isSignedOut(error)) return true
      showSignedOut(error)
      return false
    }
  }
  const run = async (rows: readonly Row[]) => {
    setRunning(true)
    for (const row of rows) {
      if (outcomes.get(row.Id)?.state === 'done') continue
      if (!(await tryOne(row))) break
    }
    setRunning(false)
    await queries.invalidateQueries()
  }
  return { outcomes, isRunning, run }
}
