/** Why a page cannot show its record. */
import { isProblem } from '@entrepot/client'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Problem } from './problem.tsx'

export function RecordProblem({
  noun,
  error,
  onRetry,
  list,
}: {
  /** What the record is, such as `order`. */
  readonly noun: string
  readonly error: unknown
  readonly onRetry: () => void
  /** The link to those that there are. */
  readonly list: ReactNode
}) {
  if (!isProblem(error) || error.status !== 404) return <Problem error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
      drawing={null}
      action={list}
    >
      The address is wrong, or the {noun} does not exist any more.
    </EmptyState>
  )
}
