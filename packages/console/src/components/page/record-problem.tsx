/** Why a page cannot show its record. */
import { isProblem } from '@entrepot/client'
import { EmptyState } from './empty-state.tsx'
import { PageButton } from './links.tsx'
import { Problem } from './problem.tsx'

/** The lists of records that have pages. */
const LISTS = {
  order: ['All orders', '/orders'],
  product: ['All products', '/products'],
  channel: ['All channels', '/channels'],
  connection: ['All shops', '/shops'],
  agent: ['All agents', '/agents'],
  approval: ['All approvals', '/agents/approvals'],
  webhook: ['All webhooks', '/developers', { tab: 'webhooks' }],
} as const

export function RecordProblem({
  noun,
  error,
  onRetry,
}: {
  readonly noun: keyof typeof LISTS
  readonly error: unknown
  readonly onRetry: () => void
}) {
  if (!isProblem(error) || error.status !== 404) return <Problem error={error} onRetry={onRetry} />
  const [label, to, search] = LISTS[noun]
  return (
    <EmptyState
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
      drawing={null}
      action={
        <PageButton variant="default" to={to} search={search ?? {}}>
          {label}
        </PageButton>
      }
    >
      The address is wrong, or the {noun} does not exist any more.
    </EmptyState>
  )
}
