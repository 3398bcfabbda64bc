import { Button, Code } from '@mantine/core'
import { EmptyState } from '../page/empty-state.tsx'

/** What a list shows if its search or its filter finds nothing: what was searched, and the way back to everything. */
export function NothingFound({
  rows,
  text,
  isFiltered = false,
  onClear,
}: {
  /** What the rows are, such as `orders`. */
  readonly rows: string
  /** What was searched, if anything. */
  readonly text?: string | undefined
  /** Whether filters are set, too. */
  readonly isFiltered?: boolean
  /** Shows the list without search and filters. */
  readonly onClear: () => void
}) {
  const what = [text && 'search', isFiltered && 'filters'].filter(Boolean).join(' and the ')
  return (
    <EmptyState
      drawing="search"
      title={text ? `No ${rows} match the search` : `No ${rows} match the filters`}
    >
      {text && (
        <>
          You searched for <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
          {isFiltered && ', with filters'}.<br />
        </>
      )}
      <Button mt="sm" size="sm" variant="default" onClick={onClear}>
        Clear the {what}
      </Button>
    </EmptyState>
  )
}
